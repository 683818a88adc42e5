"""Searches hands of several decks. See `_many.pxd`."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from ddz_fast._layers cimport MOST_OPEN, first_layer, least_cost, low_layer, next_layer
from ddz_fast._loose cimport FAR, PLAY_PRICE
from ddz_fast._many_rules cimport (
    CANNON,
    CANNON_WING,
    ChainLine,
    OPEN,
    WINGED,
    end_of,
    group_of,
    length_of,
    shortest_object,
)
from ddz_fast._many_wings cimport end_way


cdef struct Step:
    # One place of the way that is being tried.
    Search* search
    const Way* before
    Way way
    int costs[WEIGHTS]
    int place
    int owners  # planes with wings that the place's rank is in


cdef void take_place(Search* search, const Way* before, const int* costs, int place) noexcept nogil:
    """Tries all ways to cut the places from one down."""
    cdef Step step
    cdef int index
    if search.best <= search.budget:
        return
    search.steps += 1
    if place < search.first:
        end_way(search, before)
        return
    if was_seen(search, before, place):
        return
    step.search = search
    step.before = before
    step.way = before[0]
    step.place = place
    for index in range(search.rules.weight_count):
        step.costs[index] = costs[index]
    step.owners = 0
    take_objects(&step, 0, search.cards[place])


cdef bint was_seen(Search* search, const Way* way, int place) noexcept nogil:
    """Whether the same state was tried before with no more plays; it is remembered."""
    cdef Way* seen
    cdef size_t size = offsetof_place()
    cdef int key = place | search.cards[0] << 4 | search.cards[1] << 8
    if search.steps < STEPS_UNSEEN or not has_memory(search):
        return False
    seen = &search.seen[hash_of(way, size, key) & (search.seen_size - 1)]
    if (seen.budget == search.budget and seen.place == key and seen.taken <= way.taken
            and memcmp(seen, way, size) == 0):
        return True
    seen[0] = way[0]
    seen.place = <uint16_t>key
    seen.budget = search.budget
    return False


cdef bint has_memory(Search* search) noexcept nogil:
    """Whether there is room for states; it is made where it is worth its time."""
    cdef int wanted = FEW_SEEN if search.steps < STEPS_FEW_SEEN else MANY_SEEN
    if search.seen_size != wanted:
        free(search.seen)
        search.seen_size = wanted
        search.seen = <Way*>calloc(wanted, sizeof(Way))
    return search.seen != NULL


cdef inline size_t offsetof_place() noexcept nogil:
    """How much of a way is the cut itself."""
    cdef Way way
    return <char*>&way.place - <char*>&way


cdef inline uint64_t hash_of(const Way* way, size_t size, int key) noexcept nogil:
    cdef const uint64_t* words = <const uint64_t*>way
    cdef uint64_t value = key
    cdef size_t index
    for index in range(size // sizeof(uint64_t)):
        value = (value ^ words[index]) * 0x9E3779B97F4A7C15ULL
        value ^= value >> 32
    return value


cdef void take_objects(Step* step, int index, int left) noexcept nogil:
    """Gives the open objects from one on a group each; those that are long enough may end with it."""
    cdef int object, longer
    while index < step.way.object_count and not step.way.objects[index] & OPEN:
        index += 1
    if index == step.way.object_count:
        take_kinds(step, 0, left)
        return
    object = step.way.objects[index]
    longer = object + 16
    left -= group_of(object)
    if left < 0:
        return
    add_wings(step, index, 1)
    if not (step.place == 1 and end_of(object) == ACE):
        step.way.objects[index] = <uint16_t>longer
        take_objects(step, index + 1, left)
    if length_of(longer) >= shortest_object(step.search.rules, object):
        step.way.objects[index] = <uint16_t>closed(longer, step.place)
        add_object(step, object, 1)
        take_objects(step, index + 1, left)
        add_object(step, object, -1)
    step.way.objects[index] = <uint16_t>object
    add_wings(step, index, -1)


cdef inline int closed(int object, int lowest) noexcept nogil:
    """An object that has ended: where a plane with wings lay does not matter any more."""
    object &= ~(OPEN | 15)
    return object | (15 if object >> 9 == WINGED else lowest)


cdef inline void add_object(Step* step, int object, int number) noexcept nogil:
    """Counts an object. A plane with a chain of pairs is one play, a part of which the chain costs."""
    cdef const ManyRules* rules = step.search.rules
    cdef int sort = object >> 9
    cdef int index, price
    step.way.taken += number * (sort != CANNON_WING)
    for index in range(rules.weight_count):
        price = rules.chain_prices[rules.weights[index]]
        if sort == CANNON:
            price = PLAY_PRICE - price
        step.costs[index] += number * (PLAY_PRICE if sort == WINGED else price)


cdef inline void add_wings(Step* step, int index, int number) noexcept nogil:
    """Counts what the wings of one more group of a plane are worth."""
    cdef const ManyRules* rules = step.search.rules
    cdef int choice
    if step.way.objects[index] >> 9 == WINGED:
        step.owners += number * (1 << index)
        for choice in range(rules.weight_count):
            step.costs[choice] -= number * rules.wing_prices[rules.weights[choice]]


cdef void take_kinds(Step* step, int kind, int left) noexcept nogil:
    """Gives all open chains of a kind a group, and tries all ways in which others begin and some end."""
    cdef int most, started
    cdef bint may_start
    while kind < CHAINS:
        may_start = step.search.rules.lines[kind].shortest and step.search.starts[kind] >> step.place & 1
        if may_start or step.before.chains[kind]:
            break
        kind += 1
    if kind == CHAINS:
        start_objects(step, WINGED, left)
        return
    most = left // step.search.rules.lines[kind].group - sum_of(step.before.chains[kind])
    if not may_start:
        most = min(most, 0)
    for started in range(most + 1):
        end_chains(step, kind, started, left)


cdef void end_chains(Step* step, int kind, int started, int left) noexcept nogil:
    """Tries all ways in which chains end here, from as few as possible on."""
    cdef const ChainLine* line = &step.search.rules.lines[kind]
    cdef int place = step.place
    cdef uint64_t top = <uint64_t>15 << TO_ACE
    cdef uint64_t before = step.before.chains[kind]
    cdef uint64_t chains = (before & below(line.shortest)) << 4
    cdef uint64_t ripe_one = <uint64_t>1 << 4 * (line.shortest - 1)
    cdef int ripe, to_ace, ended, most_ripe, most_to_ace, least_to_ace
    chains += before & ~top & ~below(line.shortest)
    left -= (started + sum_of(before)) * line.group
    most_ripe = <int>(chains >> 4 * (line.shortest - 1) & 15)
    chains -= most_ripe * ripe_one
    most_to_ace = <int>(before >> TO_ACE)
    if place == ACE and line.first == 0:
        most_to_ace = started
    else:
        chains += started
    least_to_ace = 0 if ACE - place + 1 >= line.shortest else most_to_ace
    for to_ace in range(most_to_ace, least_to_ace - 1, -1):
        if to_ace and place == 1:
            continue
        for ripe in range(most_ripe, -1, -1):
            step.way.chains[kind] = chains + ripe * ripe_one + (<uint64_t>to_ace << TO_ACE)
            ended = most_ripe - ripe + most_to_ace - to_ace
            if ended:
                add_plays(step, ended)
            take_kinds(step, kind + 1, left)
            if ended:
                add_plays(step, -ended)


cdef inline void add_plays(Step* step, int number) noexcept nogil:
    cdef int index
    step.way.taken += number
    for index in range(step.search.rules.weight_count):
        step.costs[index] += number * PLAY_PRICE


cdef void start_objects(Step* step, int sort, int left) noexcept nogil:
    """Begins no or more planes with wings, then planes with chains of pairs, then those chains."""
    cdef const ManyRules* rules = step.search.rules
    cdef int object, group, count
    if sort > CANNON_WING or left < 2:
        end_place(step, left)
        return
    object = (sort << 9) + OPEN + 16 + step.place
    group = group_of(object)
    count = step.way.object_count
    start_objects(step, sort + 1, left)
    if not (rules.shortest_winged if sort == WINGED else rules.shortest_cannon):
        return
    if left < group or not step.search.starts[group - 1] >> step.place & 1 or count == MAX_OBJECTS:
        return
    step.way.objects[count] = <uint16_t>object
    step.way.object_count += 1
    add_wings(step, count, 1)
    start_objects(step, sort, left - group)
    add_wings(step, count, -1)
    step.way.object_count -= 1
    step.way.objects[count] = 0


cdef inline uint64_t wanted_chains(const Step* step) noexcept nogil:
    """The chains that go on below a place, as layers know them: by how long they must be there."""
    cdef const ManyRules* rules = step.search.rules
    cdef uint64_t chains, wanted = rules.nothing
    cdef int kind, length, index, object
    for kind in range(CHAINS):
        chains = step.way.chains[kind]
        if chains >> TO_ACE:
            wanted += (chains >> TO_ACE) * rules.lines[kind].wanted[ACE - step.place + 1]
            chains &= ~(<uint64_t>15 << TO_ACE)
        length = 1
        while chains:
            wanted += (chains & 15) * rules.lines[kind].wanted[length]
            chains >>= 4
            length += 1
    for index in range(step.way.object_count):
        object = step.way.objects[index]
        if object & OPEN:
            wanted += rules.wanted_by[object >> 9][length_of(object)]
    return wanted


cdef inline bint lacks_partners(const Step* step) noexcept nogil:
    """Whether planes have too few chains of pairs, or these too few planes, and none can follow."""
    cdef int index, sort
    cdef int more_wings = 0
    cdef int lower = (1 << step.place) - 1
    for index in range(step.way.object_count):
        sort = step.way.objects[index] >> 9
        more_wings += (sort == CANNON_WING) - (sort == CANNON)
    if more_wings > 0:
        return not step.search.starts[2] & lower
    return more_wings < 0 and not step.search.starts[1] & lower


cdef void end_place(Step* step, int left) noexcept nogil:
    """Keeps what is left of a rank, and goes on if that can still be good enough."""
    cdef Search* search = step.search
    cdef int place = step.place
    cdef int costs[WEIGHTS]
    cdef uint64_t wanted
    cdef Way way
    cdef int index
    if (left and place < LOW_PLACES) or lacks_partners(step):
        return
    wanted = wanted_chains(step)
    for index in range(search.rules.weight_count):
        costs[index] = step.costs[index] + search.group_prices[index][left]
        if costs[index] + least_cost(
            search.tables[index], &search.layers[index][place], wanted
        ) > PLAY_PRICE * limit_of(search):
            return
    way = step.way
    keep_entry(search, &way, place, left | step.owners << 4)
    take_place(search, &way, costs, place - 1)


cdef inline void keep_entry(const Search* search, Way* way, int place, int entry) noexcept nogil:
    if place < LOW_PLACES:
        if way.high[place]:
            way.high[place] |= <uint16_t>entry
    elif entry & 15 and search.rules.low and place >= ACE:
        way.high[place - ACE] = <uint16_t>entry
    elif entry & 15:
        add_entry(way, entry)


# One hand -------------------------------------------------------------------------------------------


cdef void set_cards(Search* search, uint64_t cards) noexcept nogil:
    cdef int place
    for place in range(LOW_PLACES, PLACES):
        search.cards[place] = <int>(cards >> 4 * (place - LOW_PLACES) & 15)
    search.cards[0] = search.cards[1] = 0


cdef bint set_low(Search* search, int aces, int twos) noexcept nogil:
    """Makes ready for prices with so many A and 2 in chains below 3; gives whether that can be."""
    cdef int index
    search.cards[ACE] += search.cards[0] - aces
    search.cards[TWO] += search.cards[1] - twos
    search.cards[0] = aces
    search.cards[1] = twos
    search.first = 0 if aces else 1 if twos else LOW_PLACES
    for index in range(search.rules.weight_count):
        if not set_layers(search, index):
            return False
    return True


cdef bint set_layers(Search* search, int index) noexcept nogil:
    cdef Layers* table = search.tables[index]
    cdef Layer* layer = &search.layers[index][search.first]
    cdef LayerSpace* space = search.spaces[index]
    cdef int place
    first_layer(table, layer)
    for place in range(search.first, search.rules.end):
        if place < LOW_PLACES:
            low_layer(table, layer, place, search.cards[0], search.cards[place], layer + 1, &space[place])
        else:
            next_layer(table, layer, search.cards[place], layer + 1, &space[place])
        layer += 1
        if layer.count == 0:
            return False
    return True


cdef void set_starts(Search* search) noexcept nogil:
    """From which places a chain down may be long enough."""
    cdef int place, kind, step
    cdef uint16_t starts
    cdef const ChainLine* line
    for kind in range(CHAINS):
        line = &search.rules.lines[kind]
        starts = 0
        for place in range(line.first, line.end if line.shortest_priced else 0):
            starts |= <uint16_t>((search.cards[place] >= line.group) << place)
        for step in range(1, line.shortest_priced):
            starts &= starts << 1
        search.starts[kind] = starts


cdef int bound_of(Search* search) noexcept nogil:
    """A lower bound for the low cards that are set."""
    cdef int end = search.rules.end
    cdef int index, cost, bound = 0
    for index in range(search.rules.weight_count):
        cost = least_cost(search.tables[index], &search.layers[index][end], search.tables[index].nothing)
        cost += joker_price(search, index, search.jokers.black, search.jokers.red)
        if end == TWO:
            cost += search.group_prices[index][search.cards[TWO]]
        bound = max(bound, (cost + PLAY_PRICE - 1) // PLAY_PRICE)
    return bound


cdef struct LowCards:
    # A choice of how many A and 2 are in chains below 3.
    int aces
    int twos
    int bound


cdef int list_low_cards(Search* search, LowCards* choices) noexcept nogil:
    cdef int aces, twos, fewest_aces
    cdef int count = 0
    cdef int most_aces = search.cards[ACE]
    cdef int most_twos = search.cards[TWO] if search.rules.low else 0
    for twos in range(most_twos + 1):
        # Chains that have a 2 and no 3 are of A and 2.
        fewest_aces = max(0, twos - search.cards[LOW_PLACES])
        for aces in range(fewest_aces, min(twos, most_aces) + 1):
            if not set_low(search, aces, twos):
                continue
            choices[count].aces = aces
            choices[count].twos = twos
            choices[count].bound = bound_of(search)
            count += 1
    return count


cdef int try_budget(Search* search, const LowCards* choices, int count) noexcept nogil:
    """Tries to keep to the budget with all choices of low cards; gives the least budget to try next."""
    cdef int costs[WEIGHTS]
    cdef Way way
    cdef int index, choice
    cdef int least = FAR
    for choice in range(count):
        least = min(least, max(choices[choice].bound, search.budget + 1))
        if choices[choice].bound > search.budget or search.best <= search.budget:
            continue
        if search.rules.low:
            set_low(search, choices[choice].aces, choices[choice].twos)
        set_starts(search)
        memset(&way, 0, sizeof(way))
        for index in range(search.rules.weight_count):
            costs[index] = joker_price(search, index, search.jokers.black, search.jokers.red)
        take_place(search, &way, costs, TWO)
    return least


cdef int fewest_of_many(
    const ManyRules* rules, uint64_t cards, int bombs, int enough, int64_t* steps
) noexcept nogil:
    cdef Search search
    cdef LowCards choices[(MOST_OPEN + 1) * (MOST_OPEN + 1)]
    cdef int index, count
    search.rules = rules
    search.seen = NULL
    search.seen_size = 0
    search.steps = 0
    search.best = FAR
    memset(&search.jokers, 0, sizeof(search.jokers))
    search.jokers.steps = &search.steps
    search.jokers.black = <int>(cards >> 52 & 15)
    search.jokers.red = <int>(cards >> 56 & 15)
    search.jokers.bombs = min(bombs, rules.loose.no_limit)
    for index in range(rules.weight_count):
        search.tables[index] = rules.layers[bombs > 0][index]
        search.group_prices[index] = rules.loose.prices[bombs > 0][rules.weights[index]]
    set_cards(&search, cards)
    count = list_low_cards(&search, choices)
    search.budget = FAR
    for index in range(count):
        search.budget = min(search.budget, choices[index].bound)
    search.budget = max(enough, search.budget)
    while search.best > search.budget:
        index = try_budget(&search, choices, count)
        search.budget = min(search.best, index)
    free(search.seen)
    if steps != NULL:
        steps[0] += search.steps
    return search.best
