"""Searches hands of several decks. See `_many.pxd`."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from ddz_fast._loose cimport FAR, PLAY_PRICE
from ddz_fast._many_prices cimport price_from
from ddz_fast._many_wings cimport end_way

from .errors import RulesError
from .kinds import GRAMMAR, Kind
from ._loose import KICKER_PRICES, kicker_limit, kicker_prices

# Setting up ---------------------------------------------------------------------------------------


cdef class ManyTable:
    def __init__(self, Table table):
        rules = table.rules
        if rules.lianzha or rules.trio_only_as_last or not rules.wing_extends_plane:
            raise RulesError(f"手数 of several decks is not known with all options of {rules.name}")
        self.loose = LooseTable(table)
        self.c.loose = &self.loose.c
        _describe_wings(&self.c, rules)
        _describe_lines(&self.c, rules)


cdef int _describe_wings(ManyRules* table, object rules) except -1:
    for kind in (Kind.PLANE_SOLO, Kind.PLANE_PAIR):
        lengths = rules.lengths(kind)
        size = GRAMMAR[kind].kicker_size
        table.wing_limits[<int>size] = kicker_limit(rules, size)
        table.wing_starts[<int>size] = lengths.start if lengths else 0
        for weight in range(WEIGHTS if lengths else 0):
            table.wing_prices[<int>weight] = max(
                table.wing_prices[<int>weight], kicker_prices(rules, weight)[size]
            )
        if lengths:
            table.shortest_winged = min(table.shortest_winged or lengths.start, lengths.start)
    for weight in range(WEIGHTS):
        table.chain_prices[<int>weight] = KICKER_PRICES[weight][1]
    if Kind.PLANE_CHAIN in rules.kinds:
        table.shortest_cannon = rules.plane_min
        table.cannon_wing = 0 if rules.cannon == "equal" else 2
        table.longer_wings = rules.cannon == "any"
        table.overlap = rules.cannon_overlap
    return 0


cdef int _describe_lines(ManyRules* table, object rules) except -1:
    cdef ChainLine* line
    cdef int weight
    for index, kind in enumerate((Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.PLANE)):
        line = &table.lines[<int>index]
        line.group = GRAMMAR[kind].group
        lengths = rules.lengths(kind)
        places = rules.line(kind)
        line.shortest = lengths.start if lengths else 0
        line.first, line.end = places.start + LOW_PLACES, places.stop + LOW_PLACES
        table.low = table.low or line.first == 0
        starts = [line.shortest]
        if index == 1 and table.shortest_cannon:
            starts.append(table.cannon_wing or table.shortest_cannon)
        if index == 2:
            starts += [table.shortest_winged, table.shortest_cannon]
        line.shortest_priced = min(filter(None, starts), default=0)
        for weight in range(WEIGHTS):
            line.start_prices[weight] = PLAY_PRICE
            if index == 1 and table.shortest_cannon:
                line.start_prices[weight] = table.chain_prices[weight]
            if index == 2 and table.shortest_winged:
                line.group_prices[weight] = -table.wing_prices[weight]
            if index == 2 and table.shortest_cannon:
                line.start_prices[weight] = PLAY_PRICE - table.chain_prices[weight]
    return 0


# The search ---------------------------------------------------------------------------------------


cdef struct Step:
    # One place of the way that is being tried.
    Search* search
    const Way* before
    Way way
    int costs[WEIGHTS]
    int place


cdef void take_place(Search* search, const Way* before, const int* costs, int place) noexcept nogil:
    """Tries all ways to cut the places from one on."""
    cdef Step step
    cdef int weight
    if search.best <= search.budget:
        return
    search.nodes += 1
    if place == PLACES:
        end_way(search, before)
        return
    if was_seen(search, before, place):
        return
    step.search = search
    step.before = before
    step.way = before[0]
    step.place = place
    for weight in range(WEIGHTS):
        step.costs[weight] = costs[weight]
    take_objects(&step, 0, search.cards[place])


cdef bint was_seen(Search* search, const Way* way, int place) noexcept nogil:
    """Whether the same state was tried before with no more plays; it is remembered."""
    cdef Way* seen
    cdef int words = 72 // 8
    cdef int key = place | search.cards[0] << 4 | search.cards[1] << 8
    if search.nodes < NODES_UNSEEN:
        return False
    if search.seen == NULL:
        search.seen = <Way*>calloc(SEEN, sizeof(Way))
        if search.seen == NULL:
            return False
    seen = &search.seen[hash_of(<const uint64_t*>way, words, key) & (SEEN - 1)]
    if seen.budget == search.budget and seen.place == key and seen.taken <= way.taken and (
        memcmp(seen, way, 24 + 2 * MAX_OBJECTS + 2 * PLACES + 2) == 0
    ):
        return True
    seen[0] = way[0]
    seen.place = <uint16_t>key
    seen.budget = search.budget
    return False


cdef void take_objects(Step* step, int index, int left) noexcept nogil:
    """Ends the open objects from one on, or goes on with them."""
    cdef int object, length
    cdef const ChainLine* line
    while index < step.way.object_count and not step.way.objects[index] & OPEN:
        index += 1
    if index == step.way.object_count:
        take_kinds(step, 0, left)
        return
    object = step.way.objects[index]
    length = length_of(object)
    if length >= shortest_object(step.search.rules, object):
        step.way.objects[index] = <uint16_t>closed(object)
        take_objects(step, index + 1, left)
    line = &step.search.rules.lines[group_of(object) - 1]
    if (step.place < line.end and line.group <= left
            and not (step.place == ACE and start_of(object) == 0)):
        step.way.objects[index] = <uint16_t>(object + 16)
        add_wing_prices(step, object, 1)
        take_objects(step, index + 1, left - line.group)
        add_wing_prices(step, object, -1)
    step.way.objects[index] = <uint16_t>object


cdef inline int closed(int object) noexcept nogil:
    """An object that has ended: where a plane with wings lay matters only for A and 2 below 3."""
    object &= ~OPEN
    if object >> 9 == WINGED and start_of(object) >= LOW_PLACES:
        object |= 15
    return object


cdef inline void add_wing_prices(Step* step, int object, int number) noexcept nogil:
    cdef int weight
    if object >> 9 == WINGED:
        for weight in range(WEIGHTS):
            step.costs[weight] -= number * step.search.rules.wing_prices[weight]


cdef void take_kinds(Step* step, int kind, int left) noexcept nogil:
    """Tries all ways in which chains without wings go on and begin."""
    cdef Search* search = step.search
    cdef const ChainLine* line
    cdef Options options
    cdef int from_ace, ripe, started, total
    if kind == CHAINS:
        start_objects(step, WINGED, left)
        return
    line = &search.rules.lines[kind]
    options = options_of(search, kind, step.before.chains[kind], line.shortest, step.place, left)
    for started in range(options.most_starts + 1):
        for from_ace in range(options.least_from_ace, options.most_from_ace + 1):
            for ripe in range(options.ripe_count, -1, -1):
                total = options.kept_count + from_ace + ripe + started
                if total > options.most:
                    continue
                step.way.chains[kind] = (
                    options.kept + (<uint64_t>from_ace << FROM_ACE) + ripe * options.ripe
                    + started * options.start
                )
                add_plays(step, started)
                take_kinds(step, kind + 1, left - total * line.group)
                add_plays(step, -started)


cdef inline void add_plays(Step* step, int number) noexcept nogil:
    cdef int weight
    step.way.taken += number
    for weight in range(WEIGHTS):
        step.costs[weight] += number * PLAY_PRICE


cdef void start_objects(Step* step, int sort, int left) noexcept nogil:
    """Begins no or more planes with wings, then planes with chains of pairs, then those chains."""
    cdef const ManyRules* rules = step.search.rules
    cdef int object = (sort << 9) + OPEN + 16 + step.place
    cdef const ChainLine* line
    cdef int count = step.way.object_count
    if sort > CANNON_WING:
        end_place(step, left)
        return
    start_objects(step, sort + 1, left)
    if not (rules.shortest_winged if sort == WINGED else rules.shortest_cannon):
        return
    line = &rules.lines[group_of(object) - 1]
    if left < line.group or not step.search.starts[line.group - 1][step.place] or count == MAX_OBJECTS:
        return
    step.way.objects[count] = <uint16_t>object
    step.way.object_count += 1
    add_object(step, sort, 1)
    start_objects(step, sort, left - line.group)
    add_object(step, sort, -1)
    step.way.object_count -= 1
    step.way.objects[count] = 0


cdef inline void add_object(Step* step, int sort, int number) noexcept nogil:
    """Counts an object. A plane with a chain of pairs is one play, a part of which the chain costs."""
    cdef const ManyRules* rules = step.search.rules
    cdef int weight
    step.way.taken += number * (sort != CANNON_WING)
    for weight in range(WEIGHTS):
        if sort == CANNON_WING:
            step.costs[weight] += number * rules.chain_prices[weight]
        elif sort == CANNON:
            step.costs[weight] += number * (PLAY_PRICE - rules.chain_prices[weight])
        else:
            step.costs[weight] += number * (PLAY_PRICE - rules.wing_prices[weight])


cdef void priced_chains(const Step* step, uint64_t* chains) noexcept nogil:
    """The open chains as prices know them: with the planes and chains that are objects."""
    cdef const ManyRules* rules = step.search.rules
    cdef int kind, index, object, length, shortest
    for kind in range(CHAINS):
        chains[kind] = step.way.chains[kind]
        shortest = rules.lines[kind].shortest_priced
        if shortest != rules.lines[kind].shortest and rules.lines[kind].shortest:
            index = sum_of(chains[kind] & below(rules.lines[kind].shortest + 1) & ~below(shortest))
            chains[kind] &= below(shortest) | <uint64_t>15 << FROM_ACE
            chains[kind] += <uint64_t>index << 4 * (shortest - 1)
    for index in range(step.way.object_count):
        object = step.way.objects[index]
        if object & OPEN:
            kind = group_of(object) - 1
            length = min(length_of(object), rules.lines[kind].shortest_priced)
            chains[kind] += <uint64_t>1 << (4 * (length - 1) if start_of(object) else FROM_ACE)


cdef inline int owners_at(const Step* step) noexcept nogil:
    """Which planes with wings the rank of a place is in."""
    cdef int index, object, start
    cdef int owners = 0
    for index in range(step.way.object_count):
        object = step.way.objects[index]
        start = start_of(object)
        if object >> 9 == WINGED and (
            object & OPEN or (step.place == ACE and start == 0)
            or (step.place == TWO and start < LOW_PLACES)
        ):
            owners |= 1 << index
    return owners


cdef void end_place(Step* step, int left) noexcept nogil:
    """Keeps what is left of a rank, and goes on if that can still be good enough."""
    cdef Search* search = step.search
    cdef uint64_t chains[CHAINS]
    cdef int costs[WEIGHTS]
    cdef Way way
    cdef int weight
    if left and step.place < LOW_PLACES:
        return
    if not may_go_on(search, step.way.chains, step.place + 1, False):
        return
    priced_chains(step, chains)
    if step.place < search.end:
        price_from(search, chains, step.place + 1, costs)
    else:
        memset(costs, 0, sizeof(costs))
    for weight in range(WEIGHTS):
        if step.place < TWO and search.end == TWO:
            costs[weight] += search.group_prices[weight][search.cards[TWO]]
        costs[weight] += step.costs[weight] + search.group_prices[weight][left]
        if costs[weight] > PLAY_PRICE * limit_of(search):
            return
        costs[weight] = step.costs[weight] + search.group_prices[weight][left]
    way = step.way
    if left:
        add_entry(&way, left | owners_at(step) << 4)
    take_place(search, &way, costs, step.place + 1)


cdef void add_entry(Way* way, int entry) noexcept nogil:
    """Keeps entries sorted, so that the same ones are the same state."""
    cdef int index = way.entry_count
    while index and way.entries[index - 1] < entry:
        way.entries[index] = way.entries[index - 1]
        index -= 1
    way.entries[index] = <uint16_t>entry
    way.entry_count += 1


# One hand -------------------------------------------------------------------------------------------


cdef void set_low(Search* search, uint64_t cards, int aces, int twos) noexcept nogil:
    """Makes ready for chains that take so many A and 2 below 3."""
    cdef int place, kind, run
    cdef const ChainLine* line
    search.cards[0] = aces
    search.cards[1] = twos
    for place in range(LOW_PLACES, PLACES):
        search.cards[place] = <int>(cards >> 4 * (place - LOW_PLACES) & 15)
    search.cards[ACE] -= aces
    search.cards[TWO] -= twos
    search.first = 0 if aces else 1 if twos else LOW_PLACES
    for kind in range(CHAINS):
        line = &search.rules.lines[kind]
        run = 0
        for place in range(PLACES - 1, -1, -1):
            run = run + 1 if line.first <= place < line.end and search.cards[place] >= line.group else 0
            search.starts[kind][place] = line.shortest_priced and run >= line.shortest_priced


cdef int bound_of(Search* search) noexcept nogil:
    """A lower bound for the low cards that are set."""
    cdef int costs[WEIGHTS]
    cdef uint64_t chains[CHAINS]
    cdef int weight, bound = 0
    memset(chains, 0, sizeof(chains))
    price_from(search, chains, search.first, costs)
    for weight in range(WEIGHTS):
        if search.end == TWO:
            costs[weight] += search.group_prices[weight][search.cards[TWO]]
        costs[weight] += search.rules.loose.joker_prices[search.jokers.bombs > 0][weight][
            search.jokers.black][search.jokers.red]
        bound = max(bound, (costs[weight] + PLAY_PRICE - 1) // PLAY_PRICE)
    return bound


cdef int try_budget(Search* search, uint64_t cards) noexcept nogil:
    """Tries to keep to the budget with all choices of low cards; gives the least budget to try next."""
    cdef int costs[WEIGHTS]
    cdef Way way
    cdef int aces, twos, weight, bound, fewest_aces
    cdef int least = FAR
    cdef int most_twos = <int>(cards >> 4 * (TWO - LOW_PLACES) & 15) if search.rules.low else 0
    for twos in range(most_twos + 1):
        # Chains that have a 2 and no 3 are of A and 2.
        fewest_aces = max(0, twos - <int>(cards & 15))
        for aces in range(fewest_aces, min(twos, <int>(cards >> 4 * (ACE - LOW_PLACES) & 15)) + 1):
            set_low(search, cards, aces, twos)
            bound = bound_of(search)
            least = min(least, max(bound, search.budget + 1))
            if bound > search.budget or search.best <= search.budget:
                continue
            memset(&way, 0, sizeof(way))
            for weight in range(WEIGHTS):
                costs[weight] = search.rules.loose.joker_prices[search.jokers.bombs > 0][weight][
                    search.jokers.black][search.jokers.red]
            take_place(search, &way, costs, search.first)
    return least


cdef void set_prices(Search* search, Price* prices, uint8_t* used, int room) noexcept nogil:
    search.prices = prices
    search.used = used
    search.room = room
    search.price_count = 0
    search.is_full = False
    memset(used, 0, room)


cdef int fewest_of_many(
    const ManyRules* rules, uint64_t cards, int bombs, int enough
) noexcept nogil:
    cdef Search search
    cdef Price prices[SMALL]
    cdef uint8_t used[SMALL]
    cdef void* more = NULL
    cdef int weight, least
    search.rules = rules
    search.end = TWO if rules.low else PLACES
    search.seen = NULL
    search.nodes = 0
    search.best = FAR
    memset(&search.jokers, 0, sizeof(search.jokers))
    search.jokers.black = <int>(cards >> 52 & 15)
    search.jokers.red = <int>(cards >> 56 & 15)
    search.jokers.bombs = min(bombs, rules.loose.no_limit)
    for weight in range(WEIGHTS):
        search.group_prices[weight] = rules.loose.prices[search.jokers.bombs > 0][weight]
    set_prices(&search, prices, used, SMALL)
    search.budget = -1
    search.budget = max(enough, try_budget(&search, cards))
    if search.is_full:
        more = calloc(LARGE, sizeof(Price) + 1)
        if more != NULL:
            set_prices(&search, <Price*>more, <uint8_t*>more + LARGE * sizeof(Price), LARGE)
            search.budget = -1
            search.budget = max(enough, try_budget(&search, cards))
    while search.best > search.budget:
        least = try_budget(&search, cards)
        search.budget = min(search.best, least)
    free(more)
    free(search.seen)
    return search.best
