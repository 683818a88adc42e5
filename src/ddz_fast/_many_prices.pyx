"""Prices of the cards from a place on, worked out hand by hand. See `_many_prices.pxd`."""

from libc.stdint cimport int16_t, uint16_t, uint64_t

from ddz_fast._loose cimport FAR, WEIGHTS
from ddz_fast._many cimport (
    CHAINS,
    ChainLine,
    FROM_ACE,
    LOW_PLACES,
    Options,
    Price,
    Search,
    hash_of,
    may_go_on,
    options_of,
)


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
