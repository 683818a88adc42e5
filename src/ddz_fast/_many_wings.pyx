"""Wings of planes, at the end of a way. See `_many_wings.pxd`."""

from libc.string cimport memset

from ddz_fast._layers cimport LOW_PLACES
from ddz_fast._loose cimport Loose, PLAY_PRICE, WEIGHTS, fewest_of_loose
from ddz_fast._many cimport ACE, Search, Way, add_entry, joker_price, limit_of
from ddz_fast._many_rules cimport (
    CANNON,
    CANNON_WING,
    ManyRules,
    PLACES,
    WINGED,
    WING_SIZES,
    end_of,
    length_of,
)


cdef struct Ending:
    Search* search
    const Way* way
    Loose rest
    int sizes[PLACES]
    int later[WEIGHTS]  # what wings that are still to be chosen may save


cdef void end_way(Search* search, const Way* way) noexcept nogil:
    cdef Ending ending
    cdef Way whole
    cdef int index, weight
    if way.object_count and not has_wings(search.rules, way, 0, 0):
        return
    whole = way[0]
    for index in range(LOW_PLACES):
        if whole.high[index]:
            add_entry(&whole, whole.high[index])
    ending.search = search
    ending.way = &whole
    ending.rest = search.jokers
    memset(ending.later, 0, sizeof(ending.later))
    for index in range(whole.entry_count):
        ending.sizes[index] = whole.entries[index] & 15
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
    cdef int places = ((1 << length_of(object)) - 1) << end_of(object)
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
    ending.search.steps += 1
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
    cdef int choice, index, price
    for choice in range(search.rules.weight_count):
        price = PLAY_PRICE * ending.way.taken - ending.later[search.rules.weights[choice]]
        price += joker_price(search, choice, ending.rest.black, ending.rest.red)
        for index in range(ending.way.entry_count):
            price += search.group_prices[choice][ending.sizes[index]]
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
