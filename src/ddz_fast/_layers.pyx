"""Makes and keeps layers of prices. See `_layers.pxd`."""

from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp

cdef extern from "bits.h" nogil:
    int64_t load "ddz_load"(int64_t* number)
    void store "ddz_store"(int64_t* number, int64_t value)
    bint try_lock "ddz_try_lock"(int64_t* number)

cdef enum:
    STATE_BITS = 15
    MOST_STATES = 1 << STATE_BITS
    MOST_ENTRIES = 1 << (STATE_BITS + 3)
    BUCKETS = 1 << (STATE_BITS + 1)
    PRICE_BITS = 16  # of a step; above them are the state, and 1 more so that no step is 0
    ZERO_PRICE = 1 << (PRICE_BITS - 1)
    ALL_KINDS = 7
    GROWING_ROOM = 192
    DEAR = 12  # so much above the cheapest entry, in the unit of prices: a play and a half

cdef class LayerTable:
    cdef int prepare(self) except -1:
        cdef Layers* layers = &self.c
        cdef LayerKind* kind
        cdef int index, shift = 0
        for index in range(CHAINS):
            kind = &layers.rules.kinds[index]
            kind.shift = shift
            shift += FIELD * kind.classes
            if kind.classes:
                layers.nothing |= <uint64_t>MOST_OPEN << (shift - FIELD)
        for index in range(0, shift, FIELD):
            layers.guards |= <uint64_t>1 << (index + FIELD - 1)
        layers.steps = <int64_t*>calloc(MOST_STATES * MOST_CARDS, sizeof(int64_t))
        layers.low_steps = <int64_t*>calloc(MOST_CARDS * (MOST_CARDS + 1), sizeof(int64_t))
        layers.starts = <uint32_t*>calloc(MOST_STATES + 1, sizeof(uint32_t))
        layers.chains = <uint64_t*>calloc(MOST_ENTRIES, sizeof(uint64_t))
        layers.costs = <int16_t*>calloc(MOST_ENTRIES, sizeof(int16_t))
        layers.buckets = <uint32_t*>calloc(BUCKETS, sizeof(uint32_t))
        if (layers.steps == NULL or layers.low_steps == NULL or layers.starts == NULL
                or layers.chains == NULL or layers.costs == NULL or layers.buckets == NULL):
            raise MemoryError("no memory for layers of prices")
        layers.chains[0] = layers.nothing
        layers.starts[1] = 1
        layers.state_count = 1
        return 0

    def __dealloc__(self):
        free(self.c.steps)
        free(self.c.low_steps)
        free(self.c.starts)
        free(self.c.chains)
        free(self.c.costs)
        free(self.c.buckets)


cdef void first_layer(const Layers* layers, Layer* layer) noexcept nogil:
    read_state(layers, 0, layer)
    layer.cost = 0


cdef inline void read_state(const Layers* layers, int64_t state, Layer* layer) noexcept nogil:
    cdef uint32_t start = layers.starts[state]
    layer.chains = layers.chains + start
    layer.costs = layers.costs + start
    layer.count = <int>(layers.starts[state + 1] - start)
    layer.state = state


cdef inline bint was_known(const Layers* layers, const Layer* before, int64_t* step, Layer* after) noexcept nogil:
    cdef int64_t known = load(step)
    if known == 0:
        return False
    read_state(layers, (known >> PRICE_BITS) - 1, after)
    after.cost = before.cost + <int>(known & (2 * ZERO_PRICE - 1)) - ZERO_PRICE
    return True


cdef void next_layer(
    Layers* layers, const Layer* before, int cards, Layer* after, LayerSpace* space
) noexcept nogil:
    cdef int64_t* step = NULL
    if before.state >= 0:
        step = &layers.steps[before.state * MOST_CARDS + cards]
        if was_known(layers, before, step, after):
            return
    make_layer(layers, before, cards, ALL_KINDS, False, step, after, space)


cdef void low_layer(
    Layers* layers, const Layer* before, int place, int aces, int cards, Layer* after, LayerSpace* space
) noexcept nogil:
    cdef int64_t* step = &layers.low_steps[(aces + place) * MOST_CARDS + cards if place else cards]
    cdef int kinds = 0
    cdef int kind
    if before.state < 0:
        step = NULL
    elif was_known(layers, before, step, after):
        return
    for kind in range(CHAINS):
        kinds |= layers.rules.kinds[kind].low << kind
    make_layer(layers, before, cards, kinds, True, step, after, space)


# A new layer ----------------------------------------------------------------------------------------


cdef struct Growing:
    const LayerRules* rules
    uint64_t guards
    uint64_t chains[GROWING_ROOM]
    int costs[GROWING_ROOM]
    int count
    int kinds  # whose chains may have cards here
    bint exact  # whether all cards are in chains


cdef void make_layer(
    Layers* layers, const Layer* before, int cards, int kinds, bint exact, int64_t* step,
    Layer* after, LayerSpace* space
) noexcept nogil:
    cdef Growing growing
    cdef int entry, cheapest
    growing.rules = &layers.rules
    growing.guards = layers.guards
    growing.count = 0
    growing.kinds = kinds
    growing.exact = exact
    for entry in range(before.count):
        grow(&growing, before.chains[entry], 0, cards, 0, before.costs[entry])
    sort_entries(&growing)
    join_dearest(&growing)
    cheapest = growing.costs[0] if growing.count else 0
    for entry in range(growing.count):
        space.chains[entry] = growing.chains[entry]
        space.costs[entry] = <int16_t>(growing.costs[entry] - cheapest)
    after.chains, after.costs = space.chains, space.costs
    after.count = growing.count
    after.cost = before.cost + cheapest
    after.state = -1
    if step != NULL and try_lock(&layers.lock):
        keep(layers, after, step, cheapest)
        store(&layers.lock, 0)


cdef void grow(
    Growing* growing, uint64_t before, int index, int left, uint64_t after, int cost
) noexcept nogil:
    """Tries all ways in which chains of a kind, and the kinds behind it, go on and begin at a place."""
    cdef const LayerKind* kind
    cdef uint64_t heads, ones
    cdef int bits, short_ones, ripe, most, gone_on, started, total
    if index == CHAINS:
        if not (left and growing.exact):
            insert(growing, after, cost + growing.rules.left_prices[left])
        return
    kind = &growing.rules.kinds[index]
    if kind.classes == 0:
        grow(growing, before, index + 1, left, after, cost)
        return
    bits = FIELD * (kind.classes - 1)
    heads = before >> kind.shift & ((<uint64_t>1 << bits) - 1)
    short_ones = <int>(heads >> (bits - FIELD))
    ripe = MOST_OPEN - <int>(before >> (kind.shift + bits) & MOST_OPEN) - short_ones
    most = min(MOST_OPEN, left // kind.group) if growing.kinds >> index & 1 else 0
    ones = 0x1084210842108421ULL & ((<uint64_t>1 << bits) - 1)
    heads = heads << FIELD & ((<uint64_t>1 << bits) - 1)
    for gone_on in range(ripe, -1, -1):
        for started in range(most - short_ones - gone_on + 1):
            total = short_ones + gone_on + started
            grow(
                growing, before, index + 1, left - total * kind.group,
                after | (heads + started * ones) << kind.shift
                | <uint64_t>(MOST_OPEN - total) << (kind.shift + bits),
                cost + started * kind.start_price + total * kind.group_price,
            )


cdef inline bint serves(uint64_t guards, uint64_t chains, uint64_t wanted) noexcept nogil:
    """Whether chains may be taken for others: none is shorter, and those that are more may end."""
    return ((wanted | guards) - chains) & guards == guards


cdef void insert(Growing* growing, uint64_t chains, int cost) noexcept nogil:
    """Adds an entry, unless another serves for it at no higher price; drops those that it serves for."""
    cdef int index, kept = 0
    for index in range(growing.count):
        if growing.costs[index] <= cost and serves(growing.guards, growing.chains[index], chains):
            return
    if growing.count == GROWING_ROOM:
        growing.count -= 1
        chains = both(growing.guards, chains, growing.chains[growing.count])
        cost = min(cost, growing.costs[growing.count])
    for index in range(growing.count):
        if not (cost <= growing.costs[index] and serves(growing.guards, chains, growing.chains[index])):
            growing.chains[kept] = growing.chains[index]
            growing.costs[kept] = growing.costs[index]
            kept += 1
    growing.chains[kept] = chains
    growing.costs[kept] = cost
    growing.count = kept + 1


cdef inline uint64_t both(uint64_t guards, uint64_t some, uint64_t others) noexcept nogil:
    """Chains that serve for both: the smaller number of each field."""
    cdef uint64_t larger = ((some | guards) - others) & guards  # where `others` is no larger
    cdef uint64_t mask = larger - (larger >> (FIELD - 1))
    return (others & mask) | (some & ~mask)


cdef void sort_entries(Growing* growing) noexcept nogil:
    """The cheapest first; and equal lists become the same list."""
    cdef uint64_t* sets = growing.chains
    cdef int* costs = growing.costs
    cdef int index, place, cost
    cdef uint64_t chains
    for index in range(1, growing.count):
        chains, cost = sets[index], costs[index]
        place = index
        while place and (costs[place - 1] > cost
                         or (costs[place - 1] == cost and sets[place - 1] > chains)):
            sets[place] = sets[place - 1]
            costs[place] = costs[place - 1]
            place -= 1
        sets[place], costs[place] = chains, cost


cdef void join_dearest(Growing* growing) noexcept nogil:
    """Takes one entry that serves for all of the dearest, which hardly ever matter: still a bound."""
    cdef int last = 0
    cdef int index
    while last < min(LAYER_ROOM, growing.count) - 1 and growing.costs[last] < growing.costs[0] + DEAR:
        last += 1
    for index in range(last + 1, growing.count):
        growing.chains[last] = both(growing.guards, growing.chains[last], growing.chains[index])
    growing.count = min(growing.count, last + 1)


# Keeping --------------------------------------------------------------------------------------------


cdef void keep(Layers* layers, Layer* layer, int64_t* step, int price) noexcept nogil:
    """Keeps a layer as a state, if there is room, and the step to it. Only one thread is here."""
    cdef uint32_t bucket = find_state(layers, layer)
    cdef int64_t state = <int64_t>layers.buckets[bucket] - 1
    cdef uint32_t start
    cdef int index
    if state < 0:
        state = layers.state_count
        start = layers.starts[state]
        if state == MOST_STATES or start + layer.count > MOST_ENTRIES:
            return
        for index in range(layer.count):
            layers.chains[start + index] = layer.chains[index]
            layers.costs[start + index] = layer.costs[index]
        layers.starts[state + 1] = start + layer.count
        layers.state_count = state + 1
        layers.buckets[bucket] = <uint32_t>(state + 1)
    read_state(layers, state, layer)
    store(step, (state + 1) << PRICE_BITS | (price + ZERO_PRICE))


cdef uint32_t find_state(const Layers* layers, const Layer* layer) noexcept nogil:
    """The bucket of the state that is the same layer, or an empty one for it."""
    cdef uint64_t hash = layer.count
    cdef uint32_t bucket
    cdef Layer other
    cdef int index
    for index in range(layer.count):
        hash = (hash ^ layer.chains[index] ^ <uint64_t>layer.costs[index] << 56) * 0x9E3779B97F4A7C15ULL
        hash ^= hash >> 29
    bucket = <uint32_t>(hash & (BUCKETS - 1))
    while layers.buckets[bucket]:
        read_state(layers, <int64_t>layers.buckets[bucket] - 1, &other)
        if other.count == layer.count and (
            memcmp(other.chains, layer.chains, layer.count * sizeof(uint64_t)) == 0
            and memcmp(other.costs, layer.costs, layer.count * sizeof(int16_t)) == 0
        ):
            break
        bucket = (bucket + 1) & (BUCKETS - 1)
    return bucket
