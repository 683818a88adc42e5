# Fewest plays where a rank may have more than four cards: a search place by place, from 2 down.
#
# At each place it is chosen which chains go on below it and which have their lowest cards above; what is
# left of the rank is a group. At the end the groups are looked up (`_loose`). A way is given up where it
# cannot keep to a budget whatever follows: the prices of `_layers` tell.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

from ddz_fast._layers cimport CHAINS, LOW_PLACES, Layer, LayerSpace, Layers
from ddz_fast._loose cimport Loose, WEIGHTS
from ddz_fast._many_rules cimport ManyRules, PLACES

cdef enum:
    ACE = 13  # the places of A and 2, above K
    TWO = 14
    TO_ACE = 60  # the nibble of chains up to A where A may also be below 3: they may not have it twice
    MAX_OBJECTS = 12
    STEPS_UNSEEN = 200  # before states are remembered, in few places
    FEW_SEEN = 1 << 9
    STEPS_FEW_SEEN = 4000  # before they are remembered in many
    MANY_SEEN = 1 << 14

cdef struct Way:
    # How the places so far were cut.
    uint64_t chains[CHAINS]  # open ones: a nibble for each length, the last also for longer ones
    uint16_t objects[MAX_OBJECTS]  # planes that carry wings, and chains of pairs that are wings
    uint16_t entries[PLACES]  # what is left of each rank, and of which planes with wings it is
    uint16_t high[LOW_PLACES]  # the same of A and 2, where they may yet be of planes that begin with them
    uint8_t object_count
    uint8_t entry_count
    uint16_t place
    int budget  # the budget that it was tried with
    int taken  # plays

cdef struct Search:
    const ManyRules* rules
    const int* group_prices[WEIGHTS]
    int cards[PLACES]
    uint16_t starts[CHAINS]  # places from which a chain down may be long enough
    int first
    Layers* tables[WEIGHTS]
    Layer layers[WEIGHTS][PLACES + 1]  # below each place
    LayerSpace spaces[WEIGHTS][PLACES]  # for layers that are not kept
    Loose jokers
    int budget
    int best
    int64_t steps  # places of ways, choices of wings, and rests that were searched
    Way* seen
    int seen_size

cdef inline int sum_of(uint64_t nibbles) noexcept nogil:
    return <int>(nibbles * 0x1111111111111111ULL >> 60)

cdef inline uint64_t below(int shortest) noexcept nogil:
    """The nibbles of the chains that are too short to end."""
    return (<uint64_t>1 << 4 * (shortest - 1)) - 1

cdef inline int limit_of(const Search* search) noexcept nogil:
    """More plays than this are of no use."""
    return min(search.budget, search.best - 1)

cdef inline int joker_price(const Search* search, int index, int black, int red) noexcept nogil:
    return search.rules.loose.joker_prices[search.jokers.bombs > 0][search.rules.weights[index]][black][red]

cdef inline void add_entry(Way* way, int entry) noexcept nogil:
    """Keeps entries sorted, so that the same ones are the same state."""
    cdef int index = way.entry_count
    while index and way.entries[index - 1] < entry:
        way.entries[index] = way.entries[index - 1]
        index -= 1
    way.entries[index] = <uint16_t>entry
    way.entry_count += 1

# Fewest plays of a hand with at most so many bomb-class plays, or any number up to `enough`. Adds the
# steps that it took to `steps`, unless that is NULL.
cdef int fewest_of_many(
    const ManyRules* rules, uint64_t cards, int bombs, int enough, int64_t* steps
) noexcept nogil
