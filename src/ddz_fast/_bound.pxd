# A lower bound of the plays that empty a hand, by an automaton that reads its counts rank by rank.
#
# The bound supposes that every kicker a body could carry finds a card or a pair to be: then what a
# play costs does not depend on the rest of the hand, and the cheapest split is a path through the
# ranks, with the chains that are open as its state. The automaton is made of all sets of such paths
# that the ranks read so far can tell apart (docs/decomposition.md). Where the bound is reached by
# any split at all, that one is minimal.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    RED_SHIFT,
    card_count,
    every_rank,
    lanes_of,
    ranks_in,
    whole_nibbles,
)
from ddz_fast._paths cimport Worths
from ddz_fast._shapes cimport chain_starts
from ddz_fast._rest cimport MAX_GROUP
from ddz_fast._table cimport KindRow, RuleTable, Table

cdef enum:
    LINE_RANKS = 13
    SYMBOLS = 8  # counts that three bits hold
    COST_BITS = 4
    COST_BIAS = 8
    MAX_PRICE = 256
    MAX_AUTOMATONS = 2
    FAR_PRICE = 1000
    A_PLACE = 12  # of the ranks in an automaton's order, where chains may begin below 3
    DEAD = 1  # the state behind the last rank where a chain that is open cannot end

cdef struct Automaton:
    uint16_t* steps  # by SYMBOLS * state + count: the next state, and what the step costs + bias; NULL: none
    uint16_t starts[SYMBOLS]  # by aces that are below 3
    int start_costs[SYMBOLS]
    int bias
    int themselves[3]  # what so many jokers cost as themselves
    int jokers[3]  # and what they cost at least that are in no chain, if they may be wild
    uint8_t plays[MAX_PRICE]  # by price: how many plays that are, at least

cdef struct BoundTable:
    Automaton automatons[MAX_AUTOMATONS]
    int count  # of automatons
    bint fills  # every body with kickers takes single cards or pairs, as its player likes
    bint quads_fill  # a quad may have kickers
    int plane_kickers  # of each group of a plane
    uint8_t chains_of[64]  # by cards: how many chains of singles and pairs can be made of them at most
    const KindRow* solo_chain
    const KindRow* pair_chain
    const RuleTable* rules
    bint is_low  # chains may begin below 3: automatons read the aces that do, 2, 3 to K, other aces
    int shortest_low  # groups of such a chain

cdef inline int lower_bound(const BoundTable* table, uint64_t cards) noexcept nogil:
    """Fewer plays than this cannot empty a hand. Not for rules where jokers may be wild, or the like."""
    cdef const Automaton* automaton = &table.automatons[0]
    cdef int64_t step = automaton.starts[0]
    cdef int64_t total = -COST_BIAS * LINE_RANKS
    cdef int rank
    if automaton.steps == NULL:
        return 0
    for rank in range(LINE_RANKS):
        step = automaton.steps[(step >> COST_BITS) * SYMBOLS + <int64_t>(cards & 7)]
        total += step & 15
        cards >>= 4
    return <int>total + automaton.themselves[(cards & 1) + (cards >> 4 & 1)]

cdef inline uint64_t in_order(const BoundTable* bound, uint64_t natural) noexcept nogil:
    """Natural cards in the order in which automatons read them: with low chains 2 comes first."""
    cdef uint64_t all_places = (<uint64_t>1 << 4 * LINE_RANKS) - 1
    if not bound.is_low:
        return natural
    return (natural << 4 | natural >> 4 * A_PLACE) & all_places

cdef inline int64_t next_step(
    const Automaton* automaton, int64_t step, uint64_t count
) noexcept nogil:
    return automaton.steps[(step >> COST_BITS) * SYMBOLS + <int64_t>(count & 7)]

cdef inline int aces_below(const BoundTable* bound, uint64_t places, int jokers) noexcept nogil:
    """How many aces may be below 3, if jokers stand for what the shortest chain lacks."""
    cdef int aces, place, lacking
    if not bound.is_low:
        return 0
    for aces in range(1, MAX_GROUP + 1):
        lacking = max(0, aces - <int>(places >> 4 * A_PLACE & 15))
        for place in range(bound.shortest_low - 1):
            lacking += max(0, aces - <int>(places >> 4 * place & 15))
        if lacking > jokers:
            return aces - 1
    return MAX_GROUP

cdef inline int price_of(
    const BoundTable* bound, const Automaton* automaton, uint64_t places
) noexcept nogil:
    """The cheapest price of natural cards."""
    cdef int price = FAR_PRICE
    cdef int aces, place, total
    cdef int64_t step
    cdef uint64_t left
    for aces in range(aces_below(bound, places, 0) + 1):
        step = automaton.starts[aces]
        total = automaton.start_costs[aces] - automaton.bias * LINE_RANKS
        left = places - (<uint64_t>aces << 4 * A_PLACE)
        for place in range(LINE_RANKS):
            step = next_step(automaton, step, left)
            total += step & 15
            left >>= 4
        if step >> COST_BITS != DEAD or not bound.is_low:
            price = min(price, total)
    return price

cdef inline int plays_of(const Automaton* automaton, int price) noexcept nogil:
    """How many plays a price is, at least."""
    return automaton.plays[min(max(price, 0), MAX_PRICE - 1)]

cdef inline int least_plays(
    const BoundTable* bound, uint64_t places, int jokers
) noexcept nogil:
    """A lower bound for natural cards and jokers that are in no chain."""
    cdef int least = 0
    cdef int number
    for number in range(bound.count):
        if bound.automatons[number].steps != NULL:
            least = max(least, plays_of(
                &bound.automatons[number],
                price_of(bound, &bound.automatons[number], places)
                + bound.automatons[number].jokers[jokers]
            ))
    return least

cdef inline uint64_t in_chains(
    const RuleTable* rules, const KindRow* row, uint64_t lanes
) noexcept nogil:
    """The mask of the ranks that may be in a chain of a kind."""
    cdef const uint8_t* growth = rules.growth[row.min_length]
    cdef uint64_t ranks = chain_starts(rules, lanes >> row.lane & row.places, row.min_length)
    ranks |= ranks << growth[0]
    ranks |= ranks << growth[1]
    ranks |= ranks << growth[2]
    return ranks | ranks << growth[3]

cdef inline bint is_reached(const BoundTable* table, uint64_t cards, int bound) noexcept nogil:
    """Whether there surely is a split into as many plays as the bound says.

    The path that the bound is taken from leaves at least as many single cards and pairs as it has
    plays more than chains. If these are enough for the kickers of all trios, quads and planes that
    there can be, then all of those are filled, and that is the split.
    """
    cdef uint64_t lanes = lanes_of(cards)
    cdef uint64_t chains = in_chains(table.rules, table.solo_chain, lanes)
    cdef uint64_t trios = lanes >> 2 & every_rank()
    cdef uint64_t quads = lanes >> 3 & every_rank()
    cdef int kickers = ranks_in(trios) + ranks_in(quads)
    cdef int uneven = quads != 0
    if not table.fills or table.automatons[0].steps == NULL or (quads and not table.quads_fill):
        return False
    chains |= in_chains(table.rules, table.pair_chain, lanes)
    if trios & trios >> 4 and table.plane_kickers:
        uneven = max(uneven, ranks_in(trios) - 1)
    bound -= table.automatons[0].themselves[(cards >> BLACK_SHIFT & 1) + (cards >> RED_SHIFT & 1)]
    return bound >= kickers + uneven + table.chains_of[card_count(cards & whole_nibbles(chains))]

# A lower bound for a hand whose jokers are in no chain.
cdef int least_of_hand(const BoundTable* bound, uint64_t cards) noexcept nogil

cdef class Bound:
    # The automatons of a rule set; without steps where the rules are not made for one.
    cdef BoundTable c
    cdef int build(self, object rules, int number, Worths worths) except -1
