# What the places of a hand below one cost at least, by the chains that go on above them.
#
# A layer is a list of sets of open chains, each with its price so far. What a layer becomes at the next
# place depends on the number of cards there only, so layers are the states of an automaton
# over the ranks. It has too many states to be made beforehand: one that was met is kept, and the
# step to it is looked up from then on (docs/decomposition.md section 9).

from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t

cdef enum:
    CHAINS = 3  # of single cards, of pairs, of trios
    LOW_PLACES = 2  # A and 2 below 3
    FIELD = 5  # bits for a number of chains, the top one always 0
    MOST_OPEN = 15
    LAYER_ROOM = 8  # most entries of a layer
    MOST_CARDS = 16  # more than there are of a rank
    IMPOSSIBLE = 1000

cdef struct LayerKind:
    int group
    int classes  # chains of so many groups and more may end; 0: there are no such chains
    int shift  # bit of its first field
    bint low  # whether it may begin with A or 2 below 3
    int start_price
    int group_price

cdef struct LayerRules:
    LayerKind kinds[CHAINS]
    const int* left_prices  # by the number of cards that are in no chain

cdef struct Layers:
    LayerRules rules
    uint64_t guards
    uint64_t nothing  # no open chains
    int64_t* steps  # by state and cards: what follows, and at what price; 0: not known yet
    int64_t* low_steps  # by A and 2 below 3: what follows on them
    uint32_t* starts  # of the entries of states
    uint64_t* chains
    int16_t* costs
    uint32_t* buckets  # states by their hash
    int64_t state_count
    int64_t lock

cdef struct Layer:
    const uint64_t* chains  # sets of open chains
    const int16_t* costs  # above the cheapest, which come first
    int count
    int cost  # of the cheapest
    int64_t state  # −1: not kept

cdef struct LayerSpace:
    # Room for a layer that is not kept.
    uint64_t chains[LAYER_ROOM]
    int16_t costs[LAYER_ROOM]

cdef inline int least_cost(const Layers* layers, const Layer* layer, uint64_t wanted) noexcept nogil:
    """What a layer costs if these chains come from it; IMPOSSIBLE if they cannot."""
    cdef int index
    for index in range(layer.count):
        if ((wanted | layers.guards) - layer.chains[index]) & layers.guards == layers.guards:
            return layer.cost + layer.costs[index]
    return IMPOSSIBLE

# The layer below all places.
cdef void first_layer(const Layers* layers, Layer* layer) noexcept nogil

# The layer above a place with so many cards, of 3 and above.
cdef void next_layer(
    Layers* layers, const Layer* before, int cards, Layer* after, LayerSpace* space
) noexcept nogil

# The layer above A below 3, or above both A and 2, of which so many are all in chains.
cdef void low_layer(
    Layers* layers, const Layer* before, int place, int aces, int cards, Layer* after, LayerSpace* space
) noexcept nogil

cdef class LayerTable:
    cdef Layers c
    # Allocates, once `c.rules` are set.
    cdef int prepare(self) except -1
