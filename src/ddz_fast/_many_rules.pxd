# What the search for hands of several decks knows of the rules.

from libc.stdint cimport uint64_t

from ddz_fast._layers cimport CHAINS, Layers
from ddz_fast._loose cimport LooseRules, LooseTable, WEIGHTS

cdef enum:
    PLACES = 15  # A and 2 below 3, then all ranks
    WINGED = 0  # planes with wings; planes with a chain of pairs, and such chains
    CANNON = 1
    CANNON_WING = 2
    WINGED_SORTS = 3
    OPEN = 1 << 8
    WING_SIZES = 2

cdef struct ChainLine:
    int group
    int shortest  # as a play of its own; 0: none
    int shortest_priced  # in whatever play
    int classes  # lengths that prices tell apart
    uint64_t wanted[PLACES]  # what one of so many groups wants below, as a layer has it
    int first  # of its places
    int end

cdef struct ManyRules:
    ChainLine lines[CHAINS]
    int end  # of their places
    uint64_t wanted_by[WINGED_SORTS][PLACES]  # the same of planes with wings and of wings
    uint64_t nothing
    const LooseRules* loose
    int weight_count  # choices of prices that differ
    int weights[WEIGHTS]
    Layers* layers[2][WEIGHTS]  # without bombs and with
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

# An object is a plane with wings or a wing of the last two sorts: its sort, OPEN, length and a place.

cdef inline int group_of(int object) noexcept nogil:
    return 2 if object >> 9 == CANNON_WING else 3

cdef inline int end_of(int object) noexcept nogil:
    """The place of its highest cards while it is open, then of its lowest."""
    return object & 15

cdef inline int length_of(int object) noexcept nogil:
    return object >> 4 & 15

cdef inline int shortest_object(const ManyRules* rules, int object) noexcept nogil:
    if object >> 9 == WINGED:
        return rules.shortest_winged
    if object >> 9 == CANNON:
        return rules.shortest_cannon
    return rules.cannon_wing if rules.cannon_wing else rules.shortest_cannon

cdef class ManyTable:
    cdef ManyRules c
    cdef LooseTable loose
    cdef list tables
