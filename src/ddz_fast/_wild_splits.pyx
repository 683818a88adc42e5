"""Fewest plays with wild jokers. See `_wild_splits.pxd`."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from ddz_fast._bound cimport (
    A_PLACE,
    Automaton,
    BoundTable,
    COST_BITS,
    DEAD,
    FAR_PRICE,
    LINE_RANKS,
    aces_below,
    in_order,
    least_of_hand,
    next_step,
    plays_of,
)
from ddz_fast._chains cimport WildSearch, search_wild_chains, set_up
from ddz_fast._nibbles cimport BLACK_SHIFT, at_least, at_least_one, card_count, lowest_bit
from ddz_fast._rest cimport MAX_GROUP, rest_index
from ddz_fast._table cimport KindRow, SOLO_CHAIN

cdef enum:
    CHOICES = 105  # of ranks that two jokers stand for in chains: none, 13, and 91 pairs
    FIRST_ONE = 1  # where the choices of one rank begin
    FIRST_TWO = 14  # and those of two


cdef struct Wild:
    # A hand, and what its jokers may do. Places are those of ranks in an automaton's order.
    const SplitTable* table
    uint64_t cards
    uint64_t natural
    uint64_t places  # the natural cards in an automaton's order
    int jokers
    int in_chains  # jokers that may stand for cards of chains
    int bombs
    int trios
    int nodes  # as in a WildSearch, of all choices together
    uint64_t threes  # mask of the places with three natural cards or more
    uint64_t fours  # and of those with four
    uint8_t least[CHOICES]  # fewer plays than this are not possible with a choice


cdef inline int choice_of(int first, int second) noexcept nogil:
    """The number of a choice of two places, the first one no higher."""
    return FIRST_TWO + second * (second + 1) // 2 + first


cdef inline uint64_t card_at(const BoundTable* bound, int place) noexcept nogil:
    """A card of the rank at a place."""
    if bound.is_low:
        place = place - 1 if place else A_PLACE
    return <uint64_t>1 << 4 * place


# All choices at once ------------------------------------------------------------------------------


cdef struct Front:
    # How far an automaton has come with each choice.
    int64_t steps[CHOICES]
    int totals[CHOICES]


cdef inline void go_on(
    const Automaton* automaton, Front* front, int first, int end, uint64_t count
) noexcept nogil:
    """Reads a rank's cards for choices that are made already."""
    cdef int choice
    for choice in range(first, end):
        front.steps[choice] = next_step(automaton, front.steps[choice], count)
        front.totals[choice] += front.steps[choice] & 15


cdef inline void choose(
    const Automaton* automaton, Front* front, int before, int choice, uint64_t count
) noexcept nogil:
    """Makes a choice out of one of fewer jokers, by reading more cards."""
    front.steps[choice] = next_step(automaton, front.steps[before], count)
    front.totals[choice] = front.totals[before] + <int>(front.steps[choice] & 15)


cdef inline int read_place(
    const Wild* wild, const Automaton* automaton, Front* front, int place, uint64_t count, int end
) noexcept nogil:
    """Reads a rank's cards for all choices, and makes those that end here. Gives the end of them."""
    cdef int first
    if wild.in_chains == 2:
        go_on(automaton, front, FIRST_TWO, end, count)
        for first in range(place):
            choose(automaton, front, FIRST_ONE + first, end + first, count + 1)
        choose(automaton, front, 0, end + place, count + 2)
        end += place + 1
    go_on(automaton, front, FIRST_ONE, FIRST_ONE + place, count)
    choose(automaton, front, 0, FIRST_ONE + place, count + 1)
    go_on(automaton, front, 0, 1, count)
    return end


cdef void price_choices(
    const Wild* wild, const Automaton* automaton, int aces, int* prices
) noexcept nogil:
    """Lowers the prices of all choices to those with so many aces below 3."""
    cdef Front front
    cdef uint64_t left = wild.places
    cdef int place, choice
    cdef int end = FIRST_TWO
    front.steps[0] = automaton.starts[aces]
    front.totals[0] = automaton.start_costs[aces] - automaton.bias * LINE_RANKS
    for place in range(LINE_RANKS):
        # Fewer than no ace is left where a joker has to be one: such a count leads to the dead state.
        end = read_place(
            wild, automaton, &front, place, (left & 7) - (aces if place == A_PLACE else 0), end
        )
        left >>= 4
    for choice in range(end):
        if wild.table.bound.is_low and front.steps[choice] >> COST_BITS == DEAD:
            front.totals[choice] = FAR_PRICE
        prices[choice] = min(prices[choice], front.totals[choice])


cdef void bound_choices(Wild* wild) noexcept nogil:
    """Finds the least numbers of plays of all choices."""
    cdef const BoundTable* bound = wild.table.bound
    cdef int number
    memset(wild.least, 0, sizeof(wild.least))
    for number in range(bound.count):
        if bound.automatons[number].steps != NULL:
            bound_by(wild, &bound.automatons[number])


cdef void bound_by(Wild* wild, const Automaton* automaton) noexcept nogil:
    """Raises the least numbers of plays to what an automaton tells."""
    cdef int prices[CHOICES]
    cdef int aces, choice
    for choice in range(CHOICES):
        prices[choice] = FAR_PRICE
    for aces in range(aces_below(wild.table.bound, wild.places, wild.in_chains) + 1):
        price_choices(wild, automaton, aces, prices)
    leave_full(wild, prices)
    add_others(wild, automaton, prices)
    for choice in range(FIRST_TWO if wild.in_chains < 2 else CHOICES):
        wild.least[choice] = max(
            wild.least[choice], <uint8_t>plays_of(automaton, prices[choice])
        )


cdef void leave_full(const Wild* wild, int* prices) noexcept nogil:
    """Takes out the prices of choices with more cards of a rank than automatons read."""
    cdef uint64_t full = wild.fours
    cdef int place, other
    while full:
        place = lowest_bit(full) >> 2
        full &= full - 1
        prices[FIRST_ONE + place] = FAR_PRICE
        for other in range(LINE_RANKS):
            prices[choice_of(min(place, other), max(place, other))] = FAR_PRICE
    full = wild.threes
    while full:
        place = lowest_bit(full) >> 2
        full &= full - 1
        prices[choice_of(place, place)] = FAR_PRICE


cdef void add_others(const Wild* wild, const Automaton* automaton, int* prices) noexcept nogil:
    """Makes prices those with the other jokers in no chain: as other cards, or as themselves."""
    cdef int place, first, choice
    cdef int least = prices[0] + automaton.themselves[wild.jokers]
    if wild.threes if wild.jokers == 2 else wild.fours:
        least = min(least, prices[0] + automaton.jokers[wild.jokers])
    if wild.jokers == 2:
        for place in range(LINE_RANKS):
            prices[FIRST_ONE + place] += automaton.jokers[1] if (
                wild.fours or wild.threes >> 4 * place & 1
            ) else automaton.themselves[1]
        choice = FIRST_TWO
        for place in range(LINE_RANKS):
            for first in range(place + 1):
                prices[FIRST_ONE + place] = min(prices[FIRST_ONE + place], prices[choice])
                prices[FIRST_ONE + first] = min(prices[FIRST_ONE + first], prices[choice])
                choice += 1
    for place in range(LINE_RANKS):
        least = min(least, prices[FIRST_ONE + place])
    prices[0] = least


cdef inline int jokers_of(int choice) noexcept nogil:
    return (choice >= FIRST_ONE) + (choice >= FIRST_TWO)


# The search ----------------------------------------------------------------------------------------


cdef struct Choice:
    # The places of the ranks that jokers stand for in chains; −1: a joker is in no chain.
    int number
    int first
    int second


cdef int search_choice(Wild* wild, const Choice* choice, int most, int enough) noexcept nogil:
    """Fewest plays with a choice, or most + 1."""
    cdef const BoundTable* bound = wild.table.bound
    cdef uint64_t stand = 0
    cdef uint64_t jokers = wild.cards - wild.natural
    cdef WildSearch search
    set_up(&search, wild.table, wild.bombs, wild.trios, most + 1, enough)
    if choice.first >= 0:
        stand += card_at(bound, choice.first)
        jokers &= jokers - 1
    if choice.second >= 0:
        stand += card_at(bound, choice.second)
        jokers &= jokers - 1
    if stand:
        search.guards = at_least_one(stand) << 3
        search.natural = wild.natural & (search.guards >> 3) * 7
        search.forbidden = chain_of_jokers(wild, choice, stand)
        search.sets_only = wild.table.sets_only
    search.nodes = wild.nodes
    search_wild_chains(&search, wild.natural + stand + jokers)
    wild.nodes = search.nodes
    return search.best


cdef inline uint64_t chain_of_jokers(
    const Wild* wild, const Choice* choice, uint64_t stand
) noexcept nogil:
    """The chain of two single cards that are both jokers: no play (rules.md 1b.7)."""
    cdef const KindRow* row = &wild.table.rules.kinds[SOLO_CHAIN]
    if row.max_length == 0 or row.min_length > 2 or choice.second < 0:
        return 0
    if wild.natural & (stand * 15):
        return 0
    return stand


cdef inline bint is_full(const Wild* wild, const Choice* choice) noexcept nogil:
    """Whether a rank has more cards than automatons read, so that the choice has no bound."""
    if choice.first == choice.second and choice.first >= 0 and wild.threes >> 4 * choice.first & 1:
        return True
    return (choice.first >= 0 and wild.fours >> 4 * choice.first & 1) or (
        choice.second >= 0 and wild.fours >> 4 * choice.second & 1
    )


cdef inline bint next_choice(const Wild* wild, Choice* choice) noexcept nogil:
    """Goes to the next choice; false if there is none."""
    choice.number += 1
    if choice.number == FIRST_ONE:
        choice.first = 0
        return True
    if choice.number < FIRST_TWO:
        choice.first += 1
        return True
    if wild.in_chains < 2 or choice.number == CHOICES:
        return False
    choice.first += 1
    if choice.first > choice.second:
        choice.first = 0
        choice.second += 1
    return True


cdef inline Choice no_choice() noexcept nogil:
    cdef Choice choice
    choice.number = 0
    choice.first = choice.second = -1
    return choice


cdef int try_choices(Wild* wild, int most, int enough, bint only_full) noexcept nogil:
    """Fewest plays of all choices that may be done in `most`, or any number up to `enough`, or most + 1."""
    cdef Choice choice = no_choice()
    cdef int best = most + 1
    while best > enough:
        if wild.least[choice.number] < best and (not only_full or is_full(wild, &choice)):
            best = min(best, search_choice(wild, &choice, best - 1, enough))
        if not next_choice(wild, &choice):
            break
    return best


cdef int least_of_all(Wild* wild) noexcept nogil:
    """The least number of plays of the choices with a bound; it takes away those of the others."""
    cdef Choice choice = no_choice()
    cdef int least = wild.least[0]
    while next_choice(wild, &choice):
        if wild.threes and is_full(wild, &choice):
            wild.least[choice.number] = 0
        else:
            least = min(least, <int>wild.least[choice.number])
    return least


cdef int fewest_without_wild(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int enough
) noexcept nogil:
    """Fewest plays where no joker is in a chain."""
    cdef WildSearch search
    set_up(
        &search, table, bombs, trios,
        table.rests[bombs][trios].plain[rest_index(table.shape, cards)],
        max(enough, least_of_hand(table.bound, cards))
    )
    if search.best > search.enough:
        search_wild_chains(&search, cards)
    return search.best


cdef inline Wild wild_of(
    const SplitTable* table, uint64_t cards, int bombs, int trios
) noexcept nogil:
    cdef Wild wild
    wild.table = table
    wild.cards = cards
    wild.natural = cards & ((<uint64_t>1 << BLACK_SHIFT) - 1)
    wild.places = in_order(table.bound, wild.natural)
    wild.threes = at_least(wild.places, 3)
    wild.fours = at_least(wild.places, 4)
    wild.jokers = card_count(cards - wild.natural)
    wild.in_chains = min(wild.jokers, table.most_in_chains)
    wild.bombs = bombs
    wild.trios = trios
    wild.nodes = 0
    return wild


cdef int fewest_of_wild(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int enough
) noexcept nogil:
    cdef Wild wild = wild_of(table, cards, bombs, trios)
    cdef int most, best
    if wild.in_chains == 0:
        return fewest_without_wild(table, cards, bombs, trios, enough)
    bound_choices(&wild)
    most = max(1, least_of_all(&wild))
    # Choices without a bound may need fewer plays than all others do.
    if wild.threes and most > enough + 1:
        best = try_choices(&wild, most - 1, enough, True)
        if best < most:
            return best
    most = max(most, enough)
    best = try_choices(&wild, most, most, False)
    while best > most:
        most += 1
        best = try_choices(&wild, most, most, False)
    return best


cdef bint is_wild_split_into(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int most
) noexcept nogil:
    cdef Wild wild = wild_of(table, cards, bombs, trios)
    if wild.in_chains == 0:
        return fewest_without_wild(table, cards, bombs, trios, most) <= most
    if most < 1:
        return False
    bound_choices(&wild)
    least_of_all(&wild)
    return try_choices(&wild, most, most, False) <= most
