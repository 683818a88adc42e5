"""Builds the automaton of the lower bound. See `_bound.pxd`."""

from libc.stdint cimport int8_t, int32_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from .cards import BLACK_JOKER, RED_JOKER
from .kinds import GRAMMAR, Kind

cdef enum:
    COUNTS = 5  # of a rank: 0 to 4
    MAX_FIELDS = 3
    MAX_OPEN = 256  # sets of open chains
    MAX_MOVES = 1 << 15
    MAX_STATES = 1 << 12
    SLOTS = 1 << 15  # of a hash table, more than any layer's states
    FAR = 100  # a cost that no path has


# One path: its open chains ------------------------------------------------------------------------


cdef struct Field:
    # A kind of chain. How many are open, by how long they are, is one nibble for each length up to
    # the shortest that may be played, in which the longer ones are counted too.
    int shift
    int lengths
    int group
    int group_cost  # of a group in the chain: −1 where it may carry a kicker


cdef struct Move:
    int to
    int cost


cdef struct Paths:
    # Sets of open chains, and how a rank of each count leads from one to another.
    Field fields[MAX_FIELDS]
    int field_count
    int rest[COUNTS]  # what cards of a rank cost that are in no chain
    uint64_t open[MAX_OPEN]
    bint done[MAX_OPEN]  # whether all chains that are open may end
    int count
    Move moves[MAX_MOVES]
    int first_move[MAX_OPEN * COUNTS + 1]  # by set and count
    bint fits  # false: more of something than there is room for


cdef inline bint is_done(const Paths* paths, uint64_t open) noexcept nogil:
    """Whether every open chain is long enough to end."""
    cdef int index
    for index in range(paths.field_count):
        field = &paths.fields[index]
        if open >> field.shift & (((<uint64_t>1) << 4 * (field.lengths - 1)) - 1):
            return False
    return True


cdef int number_of(Paths* paths, uint64_t open) noexcept nogil:
    cdef int index
    for index in range(paths.count):
        if paths.open[index] == open:
            return index
    if paths.count == MAX_OPEN:
        paths.fits = False
        return 0
    paths.open[paths.count] = open
    paths.done[paths.count] = is_done(paths, open)
    paths.count += 1
    return paths.count - 1


cdef void add_move(Paths* paths, int first, int end, uint64_t open, int cost) noexcept nogil:
    """Adds a move to the list that starts at `first`, or makes one cheaper that is there."""
    cdef int to = number_of(paths, open)
    cdef int index
    for index in range(first, paths.first_move[end]):
        if paths.moves[index].to == to:
            paths.moves[index].cost = min(paths.moves[index].cost, cost)
            return
    if paths.first_move[end] == MAX_MOVES:
        paths.fits = False
        return
    paths.moves[paths.first_move[end]].to = to
    paths.moves[paths.first_move[end]].cost = cost
    paths.first_move[end] += 1


cdef void add_moves(
    Paths* paths, int first, int end, uint64_t before, uint64_t after, int cards, int cost, int index
) noexcept nogil:
    """Adds all ways to go on with the chains of the fields from `index` on, and to begin new ones."""
    cdef const Field* field = &paths.fields[index]
    cdef uint64_t lengths, now
    cdef int top, kept, begun, number, length
    if index == paths.field_count:
        add_move(paths, first, end, after, cost + paths.rest[cards])
        return
    top = 4 * (field.lengths - 1)
    lengths = before >> field.shift & (((<uint64_t>1) << (top + 4)) - 1)
    for kept in range(<int>(lengths >> top) + 1):
        for begun in range(cards // field.group + 1):
            now = (lengths & (((<uint64_t>1) << top) - 1)) << 4
            now += (<uint64_t>kept << top) + begun
            number = 0
            for length in range(field.lengths):
                number += <int>(now >> 4 * length & 15)
            if number * field.group <= cards:
                add_moves(
                    paths, first, end, before, after | now << field.shift,
                    cards - number * field.group,
                    cost + begun + number * field.group_cost, index + 1
                )


cdef void find_paths(Paths* paths) noexcept nogil:
    """Finds all sets of open chains that can be reached, and the moves between them."""
    cdef int index = 0
    cdef int count, end
    paths.fits = True
    paths.count = 0
    number_of(paths, 0)
    paths.first_move[0] = 0
    while index < paths.count and paths.fits:
        for count in range(COUNTS):
            end = index * COUNTS + count + 1
            paths.first_move[end] = paths.first_move[end - 1]
            add_moves(
                paths, paths.first_move[end - 1], end, paths.open[index], 0, count, 0, 0
            )
        index += 1


cdef int describe(Paths* paths, object rules) except -1:
    """Sets up the kinds of chain and the costs of a rule set."""
    cdef Field* field
    cdef int shift = 0
    paths.field_count = 0
    for kind in (Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.PLANE):
        same = [other for other in GRAMMAR if GRAMMAR[other][:2] == GRAMMAR[kind][:2]]
        lengths = [rules.lengths(other).start for other in same if rules.lengths(other)]
        if lengths:
            field = &paths.fields[paths.field_count]
            field.shift = shift
            field.lengths = min(lengths)
            field.group = GRAMMAR[kind].group
            field.group_cost = -max(
                GRAMMAR[other].kickers for other in same if rules.lengths(other)
            )
            shift += 4 * field.lengths
            paths.field_count += 1
    for count, cost in enumerate(_rest_costs(rules)):
        paths.rest[<int>count] = cost
    return shift


cdef object _fills(object rules):
    """Whether each kind with single kickers has one with pairs beside it, and pairs are plays."""
    solos, pairs = (
        {
            (grammar.group, grammar.chain)
            for kind, grammar in GRAMMAR.items()
            if grammar.kicker_size == size and rules.lengths(kind)
        }
        for size in (1, 2)
    )
    bare_trios = rules.trio_only_as_last and (3, False) not in solos
    return solos == pairs and Kind.PAIR in rules.kinds and not bare_trios


cdef list _rest_costs(object rules):
    """What 0 to 4 cards of a rank cost that are in no chain, cut in the cheapest way."""
    pieces = {1: 1}
    for kind, grammar in GRAMMAR.items():
        if not rules.lengths(kind):
            continue
        if grammar.kicker_size == 2:
            pieces[2] = 1
        if grammar.group and not grammar.chain:
            cost = 1 - grammar.kickers
            pieces[grammar.group] = min(cost, pieces.get(grammar.group, cost))
    costs = [0]
    for count in range(1, COUNTS):
        costs.append(min(pieces[size] + costs[count - size] for size in pieces if size <= count))
    # As little as with kickers, whether the rules have them or not: a bound may be low, bombs that
    # chain cost less than one play each, and other costs make the automaton much larger.
    costs[4] = min(costs[4], costs[3] - 1, 0)
    return costs


# Sets of paths: the states ------------------------------------------------------------------------


cdef struct Layer:
    # What the counts of the first ranks can lead to. Each state has a cost for every set of open
    # chains, relative to none being open; beside it where each count leads, and the cost of that.
    int8_t* costs
    int32_t* next
    int8_t* offsets
    int count
    int room


cdef class Bound:
    def __init__(self, Table table):
        rules = table.rules
        rocket = (Kind.ROCKET, 2) in rules.bombs
        self.c.rules = &table.c
        self.c.solo_chain = &table.c.kinds[<int>Kind.SOLO_CHAIN]
        self.c.pair_chain = &table.c.kinds[<int>Kind.PAIR_CHAIN]
        self.c.fills = _fills(rules)
        self.c.quads_fill = len(rules.lengths(Kind.QUAD_SOLO)) > 0
        self.c.plane_kickers = max(
            len(rules.lengths(kind)) > 0 for kind in (Kind.PLANE_SOLO, Kind.PLANE_PAIR)
        )
        shortest = min(rules.solo_chain_min, 2 * rules.pair_chain_min)
        for cards in range(64):
            self.c.chains_of[cards] = cards // shortest
        self.c.jokers[0], self.c.jokers[1], self.c.jokers[2] = 0, 1, 1 if rocket else 2
        lines = {rules.line(kind) for kind in (Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.PLANE)}
        if len(lines) == 1 and max(rules.deck) < COUNTS:
            line = lines.pop()
            if line.start == 0 and max(rules.deck[BLACK_JOKER], rules.deck[RED_JOKER]) <= 1:
                self.build(rules, len(line))

    def __dealloc__(self):
        free(self.c.steps)

    cdef int build(self, object rules, int ranks) except -1:
        cdef Paths* paths = <Paths*>malloc(sizeof(Paths))
        if paths == NULL:
            raise MemoryError("no memory for an automaton")
        try:
            if describe(paths, rules) <= 60:
                find_paths(paths)
                if paths.fits:
                    build_automaton(&self.c, paths, ranks)
        finally:
            free(paths)
        return 0


cdef int8_t* give_up_costs(const Paths* paths, int ranks) noexcept:
    """By ranks read and set: what it costs at most to have had no chain open instead.

    A path that is dearer than that needs no look. FAR: it cannot end in time.
    """
    cdef int8_t* limits = <int8_t*>malloc((ranks + 1) * MAX_OPEN)
    cdef int rank, open, count, index, most
    cdef const Move* move
    if limits == NULL:
        return NULL
    for open in range(paths.count):
        limits[ranks * MAX_OPEN + open] = 0 if paths.done[open] else -FAR
    for rank in range(ranks - 1, -1, -1):
        for open in range(paths.count):
            most = -FAR
            for count in range(COUNTS):
                for index in range(
                    paths.first_move[open * COUNTS + count],
                    paths.first_move[open * COUNTS + count + 1]
                ):
                    move = &paths.moves[index]
                    if limits[(rank + 1) * MAX_OPEN + move.to] > -FAR:
                        most = max(most, paths.rest[count] - move.cost
                                   + limits[(rank + 1) * MAX_OPEN + move.to])
            limits[rank * MAX_OPEN + open] = <int8_t>most
    return limits


cdef int step(
    const Paths* paths, const int8_t* costs, int count, const int8_t* limits, int8_t* after
) noexcept nogil:
    """Reads a rank of `count` cards: what it costs, and beyond that each set of open chains.

    Costs are relative to the cheapest path that may end here. Those that need no look are dropped.
    """
    cdef int reached[MAX_OPEN]
    cdef int reached_count = 0
    cdef int base = FAR
    cdef int open, index, dropped
    cdef const Move* move
    memset(after, FAR, MAX_OPEN)
    for open in range(paths.count):
        if costs[open] == FAR:
            continue
        for index in range(
            paths.first_move[open * COUNTS + count], paths.first_move[open * COUNTS + count + 1]
        ):
            move = &paths.moves[index]
            reached[reached_count] = move.to
            reached_count += after[move.to] == FAR
            after[move.to] = <int8_t>min(<int>after[move.to], costs[open] + move.cost)
    for index in range(reached_count):
        if paths.done[reached[index]]:
            base = min(base, <int>after[reached[index]])
    dropped = after[0] - base
    for index in range(reached_count):
        open = reached[index]
        after[open] = <int8_t>(after[open] - base)
        if open and after[open] >= dropped + limits[open]:
            after[open] = FAR
    return base


cdef uint64_t hash_of(const void* data, int words) noexcept nogil:
    cdef const uint64_t* word = <const uint64_t*>data
    cdef uint64_t value = 0
    cdef int index
    for index in range(words):
        value = (value ^ word[index]) * 0x9E3779B97F4A7C15ULL
        value ^= value >> 29
    return value


cdef bint grow(Layer* layer) noexcept:
    """Makes room for one more state."""
    if layer.count < layer.room:
        return True
    layer.room = max(64, 2 * layer.room)
    layer.costs = <int8_t*>realloc(layer.costs, layer.room * MAX_OPEN)
    layer.next = <int32_t*>realloc(layer.next, layer.room * COUNTS * sizeof(int32_t))
    layer.offsets = <int8_t*>realloc(layer.offsets, layer.room * COUNTS)
    return layer.costs != NULL and layer.next != NULL and layer.offsets != NULL


cdef int state_of(Layer* layer, const int8_t* costs, int32_t* slots) noexcept:
    """The number of the state with these costs, a new one if need be; −1: no room."""
    cdef uint64_t slot = hash_of(costs, MAX_OPEN // 8) % SLOTS
    while slots[slot]:
        if memcmp(layer.costs + (slots[slot] - 1) * MAX_OPEN, costs, MAX_OPEN) == 0:
            return slots[slot] - 1
        slot = (slot + 1) % SLOTS
    if layer.count > SLOTS // 2 or not grow(layer):
        return -1
    memcpy(layer.costs + layer.count * MAX_OPEN, costs, MAX_OPEN)
    layer.count += 1
    slots[slot] = layer.count
    return layer.count - 1


cdef bint read_rank(
    const Paths* paths, Layer* layer, Layer* after, const int8_t* limits, bint last, int32_t* slots
) noexcept:
    """Finds where each state of a layer leads; false if there are too many."""
    cdef int8_t costs[MAX_OPEN]
    cdef int state, count, to
    memset(slots, 0, SLOTS * sizeof(int32_t))
    for state in range(layer.count):
        for count in range(COUNTS):
            layer.offsets[state * COUNTS + count] = <int8_t>step(
                paths, layer.costs + state * MAX_OPEN, count, limits, costs
            )
            if last:  # whatever chains are open end here
                memset(costs, 0, MAX_OPEN)
            to = state_of(after, costs, slots)
            if to < 0:
                return False
            layer.next[state * COUNTS + count] = to
    return True


# The smallest automaton: states that lead to the same are one ---------------------------------------


cdef int row_number(uint16_t* rows, int* count, const uint16_t* row, int32_t* slots) noexcept:
    """The number of a row of steps, a new one if need be; −1: too many."""
    cdef uint64_t slot = hash_of(row, 2) % SLOTS
    while slots[slot]:
        if memcmp(rows + (slots[slot] - 1) * SYMBOLS, row, SYMBOLS * sizeof(uint16_t)) == 0:
            return slots[slot] - 1
        slot = (slot + 1) % SLOTS
    if count[0] == MAX_STATES:
        return -1
    memcpy(rows + count[0] * SYMBOLS, row, SYMBOLS * sizeof(uint16_t))
    count[0] += 1
    slots[slot] = count[0]
    return count[0] - 1


cdef bint write_steps(
    Automaton* automaton, const Paths* paths, const Layer* layers, int ranks, int32_t* slots
) noexcept:
    """Writes the steps of all layers, the last rank first; false if there are too many, or a step too dear."""
    cdef uint16_t row[SYMBOLS]
    cdef int32_t* numbers = NULL
    cdef int rank, state, count, cost, number = 0
    cdef int states = 0
    memset(slots, 0, SLOTS * sizeof(int32_t))
    memset(row, 0, sizeof(row))
    if ranks < LINE_RANKS:  # the 2 is in no chain
        for count in range(COUNTS):
            row[count] = <uint16_t>(paths.rest[count] + COST_BIAS)
        row_number(automaton.steps, &states, row, slots)
    for rank in range(ranks - 1, -1, -1):
        for state in range(layers[rank].count):
            for count in range(COUNTS):
                number = layers[rank].next[state * COUNTS + count]
                number = 0 if rank == ranks - 1 else layers[rank + 1].next[number * COUNTS]
                cost = layers[rank].offsets[state * COUNTS + count] + COST_BIAS
                if not 0 <= cost < 1 << COST_BITS:
                    return False
                row[count] = <uint16_t>(number << COST_BITS | cost)
            number = row_number(automaton.steps, &states, row, slots)
            if number < 0:
                return False
            layers[rank].next[state * COUNTS] = number  # is not needed any more as it was
    automaton.start = <uint16_t>(number << COST_BITS)
    return True


cdef int build_automaton(Automaton* automaton, const Paths* paths, int ranks) except -1:
    """Builds the automaton, or none if it would be too large: then there is no bound."""
    cdef Layer layers[LINE_RANKS + 1]
    cdef int8_t* limits = give_up_costs(paths, ranks)
    cdef int32_t* slots = <int32_t*>malloc(SLOTS * sizeof(int32_t))
    cdef int8_t first[MAX_OPEN]
    cdef bint fits = limits != NULL and slots != NULL
    cdef int rank = 0
    memset(layers, 0, sizeof(layers))
    memset(first, FAR, MAX_OPEN)
    first[0] = 0
    automaton.steps = <uint16_t*>malloc(MAX_STATES * SYMBOLS * sizeof(uint16_t))
    if fits and automaton.steps != NULL:
        memset(slots, 0, SLOTS * sizeof(int32_t))
        fits = state_of(&layers[0], first, slots) == 0
        while fits and rank < ranks:
            fits = read_rank(
                paths, &layers[rank], &layers[rank + 1], limits + (rank + 1) * MAX_OPEN,
                rank == ranks - 1, slots
            )
            rank += 1
        fits = fits and write_steps(automaton, paths, layers, ranks, slots)
    if not fits:
        free(automaton.steps)
        automaton.steps = NULL
    for rank in range(LINE_RANKS + 1):
        free(layers[rank].costs)
        free(layers[rank].next)
        free(layers[rank].offsets)
    free(limits)
    free(slots)
    return 0
