# Fewest plays where a rank may have more than four cards: a search place by place.
#
# At each place it is chosen which chains go on and which begin; what is left of the rank is a group.
# At the end the groups are looked up (`_loose`). A path is given up where it cannot get below a
# budget, whatever follows: prices (docs/decomposition.md section 3) tell, worked out hand by hand.

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from ddz_fast._loose cimport LooseRules, LooseTable, WEIGHTS
from ddz_fast._table cimport Table

cdef enum:
    CHAINS = 3  # of single cards, of pairs, of trios
    PLACES = 15  # A and 2 below 3, then all ranks
    WING_SIZES = 2

cdef struct ChainLine:
    int group
    int shortest  # as a play of its own; 0: none
    int shortest_priced  # in whatever play
    int first  # of its places
    int end
    int start_prices[WEIGHTS]
    int group_prices[WEIGHTS]

cdef struct ManyRules:
    ChainLine lines[CHAINS]
    const LooseRules* loose
    int wing_starts[WING_SIZES + 1]  # shortest plane with wings of a size; 0: none
    int wing_limits[WING_SIZES + 1]
    int shortest_winged
    int wing_prices[WEIGHTS]  # what a plane's wings are worth, for each of its groups
    int chain_prices[WEIGHTS]  # what a chain of pairs is worth as a wing
    int shortest_cannon  # shortest plane with a chain of pairs as its wing; 0: none
    int cannon_wing  # how long the chain is; 0: as long as the plane
    bint longer_wings  # whether it may be longer
    bint overlap  # whether it may have ranks of the plane
    bint low  # whether any chain may begin below 3

cdef int fewest_of_many(const ManyRules* rules, uint64_t cards, int bombs, int enough) noexcept nogil

cdef class ManyTable:
    cdef ManyRules c
    cdef LooseTable loose
