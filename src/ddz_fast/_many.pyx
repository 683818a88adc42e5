"""Searches hands of several decks. See `_many.pxd`."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from ddz_fast._loose cimport FAR, Loose, PLAY_PRICE, TOP, fewest_of_loose

from .errors import RulesError
from .kinds import GRAMMAR, Kind
from ._loose import KICKER_PRICES, kicker_limit, kicker_prices

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


# Prices -------------------------------------------------------------------------------------------


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


cdef int find_price(Search* search, const uint64_t* chains, int place) noexcept nogil:
    """Where a price is, or where it is to be."""
    cdef int index = <int>(hash_of(chains, CHAINS, place) & (search.room - 1))
    cdef Price* price
    while search.used[index]:
        price = &search.prices[index]
        if (price.place == place and price.chains[0] == chains[0] and price.chains[1] == chains[1]
                and price.chains[2] == chains[2]):
            return index
        index = (index + 1) & (search.room - 1)
    return index


cdef void price_from(Search* search, const uint64_t* chains, int place, int* costs) noexcept nogil:
    """What the cards from a place on cost at least, with these chains open."""
    cdef int best[WEIGHTS]
    cdef int costs_so_far[WEIGHTS]
    cdef uint64_t after[CHAINS]
    cdef int weight, index
    cdef int key = place | search.cards[0] << 4 | (search.cards[1] << 8 if place < LOW_PLACES else 0)
    if not may_go_on(search, chains, place, True):
        for weight in range(WEIGHTS):
            costs[weight] = FAR
        return
    if place == search.end:
        for weight in range(WEIGHTS):
            costs[weight] = 0
        return
    index = find_price(search, chains, key)
    if search.used[index]:
        for weight in range(WEIGHTS):
            costs[weight] = search.prices[index].costs[weight]
        return
    for weight in range(WEIGHTS):
        best[weight] = FAR
        costs_so_far[weight] = 0
    if not search.is_full:
        price_kinds(search, chains, after, place, 0, search.cards[place], costs_so_far, best)
    if search.is_full:  # anything may be
        for weight in range(WEIGHTS):
            costs[weight] = -FAR
        return
    index = find_price(search, chains, key)
    search.used[index] = 1
    for weight in range(WEIGHTS):
        costs[weight] = best[weight]
        search.prices[index].costs[weight] = <int16_t>best[weight]
    for weight in range(CHAINS):
        search.prices[index].chains[weight] = chains[weight]
    search.prices[index].place = <uint16_t>key
    search.price_count += 1
    search.is_full = search.price_count * 4 > search.room * 3


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


cdef void price_kinds(
    Search* search, const uint64_t* chains, uint64_t* after, int place, int kind, int left,
    const int* costs, int* best
) noexcept nogil:
    """Tries all ways in which chains go on and begin at a place."""
    cdef int costs_then[WEIGHTS]
    cdef int weight, from_ace, ripe, started, total
    cdef Options options
    cdef const ChainLine* line
    if kind == CHAINS:
        if left and place < LOW_PLACES:
            return
        price_from(search, after, place + 1, costs_then)
        for weight in range(WEIGHTS):
            best[weight] = min(
                best[weight], costs[weight] + costs_then[weight] + search.group_prices[weight][left]
            )
        return
    line = &search.rules.lines[kind]
    options = options_of(search, kind, chains[kind], line.shortest_priced, place, left)
    for from_ace in range(options.least_from_ace, options.most_from_ace + 1):
        for ripe in range(options.ripe_count + 1):
            for started in range(options.most_starts + 1):
                total = options.kept_count + from_ace + ripe + started
                if total > options.most:
                    break
                after[kind] = (
                    options.kept + (<uint64_t>from_ace << FROM_ACE) + ripe * options.ripe
                    + started * options.start
                )
                for weight in range(WEIGHTS):
                    costs_then[weight] = (
                        costs[weight] + started * line.start_prices[weight]
                        + total * line.group_prices[weight]
                    )
                price_kinds(search, chains, after, place, kind + 1, left - total * line.group, costs_then, best)


# The search ---------------------------------------------------------------------------------------


cdef struct Step:
    # One place of the way that is being tried.
    Search* search
    const Way* before
    Way way
    int costs[WEIGHTS]
    int place


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


# The end of a way: wings ----------------------------------------------------------------------------


cdef struct Ending:
    Search* search
    const Way* way
    Loose rest
    int sizes[PLACES]
    int later[WEIGHTS]  # what wings that are still to be chosen may save


cdef void end_way(Search* search, const Way* way) noexcept nogil:
    cdef Ending ending
    cdef int index, weight
    for index in range(way.object_count):
        if length_of(way.objects[index]) < shortest_object(search.rules, way.objects[index]):
            return
    if way.object_count and not has_wings(search.rules, way, 0, 0):
        return
    ending.search = search
    ending.way = way
    ending.rest = search.jokers
    memset(ending.later, 0, sizeof(ending.later))
    for index in range(way.entry_count):
        ending.sizes[index] = way.entries[index] & 15
    for index in range(way.object_count):
        for weight in range(WEIGHTS if way.objects[index] >> 9 == WINGED else 0):
            ending.later[weight] += search.rules.wing_prices[weight] * length_of(way.objects[index])
    choose_wings(&ending, 0)


cdef bint has_wings(const ManyRules* rules, const Way* way, int index, int used) noexcept nogil:
    """Whether each plane from one on finds a chain of pairs of its own, and none is left over."""
    cdef int other
    while index < way.object_count and way.objects[index] >> 9 != CANNON:
        index += 1
    if index == way.object_count:
        for other in range(way.object_count):
            if way.objects[other] >> 9 == CANNON_WING and not used >> other & 1:
                return False
        return True
    for other in range(way.object_count):
        if way.objects[other] >> 9 == CANNON_WING and not used >> other & 1 and (
            is_cannon(rules, way.objects[index], way.objects[other])
            and has_wings(rules, way, index + 1, used | 1 << other)
        ):
            return True
    return False


cdef inline int ranks_of(int object) noexcept nogil:
    """Its ranks as bits, with A and 2 below 3 where they are above."""
    cdef int places = ((1 << length_of(object)) - 1) << start_of(object)
    return places >> LOW_PLACES | (places & 3) << (ACE - LOW_PLACES)


cdef inline bint is_cannon(const ManyRules* rules, int plane, int wing) noexcept nogil:
    cdef int wanted = rules.cannon_wing if rules.cannon_wing else length_of(plane)
    if length_of(wing) < wanted or (length_of(wing) > wanted and not rules.longer_wings):
        return False
    return rules.overlap or not ranks_of(plane) & ranks_of(wing)


cdef void choose_wings(Ending* ending, int index) noexcept nogil:
    """Chooses wings for the planes from one on, then looks up the rest."""
    cdef const ManyRules* rules = ending.search.rules
    cdef int size, length, weight
    while index < ending.way.object_count and ending.way.objects[index] >> 9 != WINGED:
        index += 1
    if is_hopeless(ending):
        return
    if index == ending.way.object_count:
        end_rest(ending)
        return
    length = length_of(ending.way.objects[index])
    for weight in range(WEIGHTS):
        ending.later[weight] -= rules.wing_prices[weight] * length
    for size in range(1, WING_SIZES + 1):
        if rules.wing_starts[size] and length >= rules.wing_starts[size]:
            choose_kickers(ending, index, size, length, 0, 0, 0)
    for weight in range(WEIGHTS):
        ending.later[weight] += rules.wing_prices[weight] * length


cdef bint is_hopeless(const Ending* ending) noexcept nogil:
    """Whether what is left costs too much, whatever wings are still chosen."""
    cdef const Search* search = ending.search
    cdef int weight, index, price
    for weight in range(WEIGHTS):
        price = PLAY_PRICE * ending.way.taken - ending.later[weight]
        price += search.rules.loose.joker_prices[search.jokers.bombs > 0][weight][ending.rest.black][ending.rest.red]
        for index in range(ending.way.entry_count):
            price += search.group_prices[weight][ending.sizes[index]]
        if price > PLAY_PRICE * limit_of(search):
            return True
    return False


cdef void end_rest(Ending* ending) noexcept nogil:
    cdef Search* search = ending.search
    cdef int index, limit, fewest
    memset(ending.rest.groups, 0, sizeof(ending.rest.groups))
    for index in range(ending.way.entry_count):
        ending.rest.groups[ending.sizes[index]] += 1
    ending.rest.groups[0] = 0
    limit = limit_of(search) - ending.way.taken
    fewest = fewest_of_loose(search.rules.loose, &ending.rest, limit)
    if fewest <= limit:
        search.best = ending.way.taken + fewest


cdef void choose_kickers(
    Ending* ending, int index, int size, int wings, int entry, int same, int taken_before
) noexcept nogil:
    """Chooses wings of a plane from the entries from one on; of equal ones the first give most."""
    cdef int whole, most, taken
    if ending.search.best <= ending.search.budget:
        return
    if wings == 0:
        choose_wings(ending, index + 1)
        return
    if entry == ending.way.entry_count:
        choose_jokers(ending, index, size, wings)
        return
    whole = ending.sizes[entry] | (ending.way.entries[entry] & ~15)
    most = min(wings, ending.search.rules.wing_limits[size], ending.sizes[entry] // size)
    if ending.way.entries[entry] >> 4 >> index & 1:
        most = 0
    if whole == same:
        most = min(most, taken_before)
    for taken in range(most, -1, -1):
        ending.sizes[entry] -= taken * size
        choose_kickers(ending, index, size, wings - taken, entry + 1, whole, taken)
        ending.sizes[entry] += taken * size


cdef void choose_jokers(Ending* ending, int index, int size, int wings) noexcept nogil:
    cdef const ManyRules* rules = ending.search.rules
    cdef int limit = rules.wing_limits[size]
    cdef int black
    if size == 2 and not rules.loose.joker_kickers:
        return
    for black in range(min(wings, limit, ending.rest.black // size) + 1):
        if wings - black > min(limit, ending.rest.red // size):
            continue
        if size == 1 and 0 < black < wings and not rules.loose.both_jokers:
            continue
        ending.rest.black -= black * size
        ending.rest.red -= (wings - black) * size
        choose_wings(ending, index + 1)
        ending.rest.black += black * size
        ending.rest.red += (wings - black) * size


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
