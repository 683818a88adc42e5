# Fewest plays where a rank may have more than four cards: a search place by place.
#
# At each place it is chosen which chains go on and which begin; what is left of the rank is a group.
# At the end the groups are looked up (`_loose`). A path is given up where it cannot get below a
# budget, whatever follows: prices (docs/decomposition.md section 3) tell, worked out hand by hand.

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from libc.string cimport memset

from ddz_fast._loose cimport Loose, LooseRules, LooseTable, WEIGHTS
from ddz_fast._table cimport Table

cdef enum:
    LOW_PLACES = 2
    ACE = 13  # the places of A and 2, above K
    TWO = 14
    FROM_ACE = 60  # the nibble of the chains that begin with A below 3
    MAX_OBJECTS = 12
    SMALL = 1 << 11  # prices on the stack
    LARGE = 1 << 17
    NODES_UNSEEN = 200  # steps before states are remembered
    SEEN = 1 << 14
    WINGED = 0
    CANNON = 1
    CANNON_WING = 2
    OPEN = 1 << 8
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

cdef struct Price:
    uint64_t chains[CHAINS]  # open ones: a nibble for each length, the last also for longer ones
    int16_t costs[WEIGHTS]
    uint16_t place

cdef struct Way:
    # How the places so far were cut.
    uint64_t chains[CHAINS]
    uint16_t objects[MAX_OBJECTS]  # planes that carry wings, and chains of pairs that are wings
    uint16_t entries[PLACES]  # what is left of each rank, and of which planes with wings it is
    uint8_t object_count
    uint8_t entry_count
    uint16_t place
    int budget  # the budget that it was tried with
    int taken  # plays

cdef struct Search:
    const ManyRules* rules
    const int* group_prices[WEIGHTS]
    int cards[PLACES]
    bint starts[CHAINS][PLACES]  # whether a chain that begins there may be long enough
    int first
    int end
    Price* prices
    uint8_t* used
    int room
    int price_count
    bint is_full
    Loose jokers
    int budget
    int best
    int nodes
    Way* seen

cdef inline int sum_of(uint64_t nibbles) noexcept nogil:
    return <int>(nibbles * 0x1111111111111111ULL >> 60)

cdef inline uint64_t below(int shortest) noexcept nogil:
    """The nibbles of the chains that are too short to end."""
    return (<uint64_t>1 << 4 * (shortest - 1)) - 1

cdef inline bint may_go_on(const Search* search, const uint64_t* chains, int place, bint priced) noexcept nogil:
    """Whether there are cards for all chains that may not end yet."""
    cdef int kind, shortest, needed = 0
    cdef const ChainLine* line
    cdef uint64_t some
    for kind in range(CHAINS):
        if chains[kind] == 0:
            continue
        line = &search.rules.lines[kind]
        shortest = line.shortest_priced if priced else line.shortest
        some = chains[kind] & below(shortest)
        if place < shortest:
            some |= chains[kind] & <uint64_t>15 << FROM_ACE
        if some and place >= line.end:
            return False
        needed += line.group * sum_of(some)
    return needed <= search.cards[place] if place < search.end else needed == 0

cdef inline uint64_t hash_of(const uint64_t* words, int count, int place) noexcept nogil:
    cdef uint64_t value = place + 1
    cdef int index
    for index in range(count):
        value = (value ^ words[index]) * 0x9E3779B97F4A7C15ULL
        value ^= value >> 32
    return value

cdef struct Options:
    # How the chains of a kind may go on at a place.
    uint64_t kept  # too short to end
    int kept_count
    uint64_t ripe  # one that may end, where it goes on to
    int ripe_count
    int least_from_ace
    int most_from_ace
    uint64_t start
    int most_starts
    int most  # chains in all

cdef inline Options options_of(
    const Search* search, int kind, uint64_t chains, int shortest, int place, int left
) noexcept nogil:
    cdef Options options
    cdef const ChainLine* line = &search.rules.lines[kind]
    cdef int from_ace = <int>(chains >> FROM_ACE)
    options.most = left // line.group if line.first <= place < line.end else 0
    if shortest == 0:
        memset(&options, 0, sizeof(options))
        return options
    options.kept = (chains & below(shortest)) << 4
    options.kept_count = sum_of(chains & below(shortest))
    options.ripe = <uint64_t>1 << 4 * (shortest - 1)
    options.ripe_count = <int>(chains >> 4 * (shortest - 1) & 15)
    options.least_from_ace = from_ace if place < shortest else 0
    options.most_from_ace = 0 if place == ACE else from_ace
    options.start = <uint64_t>1 << (0 if place else FROM_ACE)
    options.most_starts = options.most if search.starts[kind][place] else 0
    return options

cdef inline int limit_of(const Search* search) noexcept nogil:
    """More plays than this are of no use."""
    return min(search.budget, search.best - 1)

cdef inline int group_of(int object) noexcept nogil:
    return 2 if object >> 9 == CANNON_WING else 3

cdef inline int start_of(int object) noexcept nogil:
    return object & 15

cdef inline int length_of(int object) noexcept nogil:
    return object >> 4 & 15

cdef inline int shortest_object(const ManyRules* rules, int object) noexcept nogil:
    if object >> 9 == WINGED:
        return rules.shortest_winged
    if object >> 9 == CANNON:
        return rules.shortest_cannon
    return rules.cannon_wing if rules.cannon_wing else rules.shortest_cannon

cdef int fewest_of_many(const ManyRules* rules, uint64_t cards, int bombs, int enough) noexcept nogil

cdef class ManyTable:
    cdef ManyRules c
    cdef LooseTable loose
