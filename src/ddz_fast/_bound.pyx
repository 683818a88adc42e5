"""Builds the automatons of the lower bound. See `_bound.pxd`."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from ddz_fast._paths cimport (
    ANY_CHAIN,
    COUNTS,
    FAR,
    LOW_ACES,
    LOW_CHAIN,
    MAX_OPEN,
    Move,
    Moves,
    Paths,
    describe,
    find_paths,
    most_saved,
    saved_by,
)

from .cards import BLACK_JOKER, RED_JOKER
from .kinds import GRAMMAR, Kind

cdef enum:
    MAX_STATES = 1 << 12
    MOST_COST = (1 << COST_BITS) - 1
    MAX_LAYERS = LINE_RANKS + 1  # aces below 3 are one more
    SLOTS = 1 << 15  # of a hash table, more than any layer's states


cdef struct Layer:
    # What the counts of the first ranks can lead to. Each state has a cost for every set of chains
    # that go on, relative to none; beside it where each count leads, and the cost of that.
    int8_t* costs
    int32_t* next
    int8_t* offsets
    int count
    int room


cdef struct Line:
    # The ranks that an automaton reads, as `_paths` sorts them.
    int sorts[MAX_LAYERS]
    int ranks  # the first may be aces below 3


cdef class Bound:
    def __init__(self, Table table):
        rules = table.rules
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
        chains = [kind for kind in GRAMMAR if GRAMMAR[kind].chain and rules.lengths(kind)]
        low = [kind for kind in chains if rules.line(kind).start < 0]
        self.c.is_low = table.c.is_wild and len(low) > 0
        self.c.shortest_low = min((rules.lengths(kind).start for kind in low), default=0)
        if max(rules.deck) < COUNTS and max(rules.deck[BLACK_JOKER], rules.deck[RED_JOKER]) <= 1:
            if self.c.is_low or not low:
                for number, worths in enumerate(_worths(rules)):
                    self.build(rules, number, worths)

    def __dealloc__(self):
        for number in range(MAX_AUTOMATONS):
            free(self.c.automatons[number].steps)

    cdef int build(self, object rules, int number, Worths worths) except -1:
        cdef Paths* paths = <Paths*>malloc(sizeof(Paths))
        cdef Automaton* automaton = &self.c.automatons[number]
        cdef int index
        if paths == NULL:
            raise MemoryError("no memory for an automaton")
        try:
            self.c.count = number + 1
            automaton.bias = COST_BIAS
            fits = describe(paths, rules, worths)
            for index in range(MAX_PRICE):
                automaton.plays[index] = <uint8_t>((index + worths.play - 1) // worths.play)
            memcpy(automaton.themselves, paths.jokers, sizeof(automaton.themselves))
            memcpy(automaton.jokers, paths.least_wild, sizeof(automaton.jokers))
            if fits:
                find_paths(paths, self.c.is_low)
                if paths.fits:
                    build_automaton(automaton, paths, _line_of(rules, self.c.is_low))
        finally:
            free(paths)
        return 0


cdef list _worths(object rules):
    """What kickers may be worth: each choice makes a bound (docs/decomposition.md)."""
    scarce = {"play": 3, "single": 1, "pair": 1}
    if rules.trio_any_two:
        return [scarce, {"play": 4, "single": 3, "pair": 4}]
    plenty = {"play": 1, "single": 1, "pair": 1}
    return [scarce, plenty] if rules.wild_jokers else [plenty]


cdef Line _line_of(object rules, bint is_low) except *:
    cdef Line line
    cdef int rank
    line.ranks = len(rules.line(Kind.PAIR_CHAIN)) if not is_low else MAX_LAYERS
    for rank in range(line.ranks):
        line.sorts[rank] = ANY_CHAIN
    if is_low:
        line.sorts[0] = LOW_ACES
        line.sorts[1] = LOW_CHAIN
    return line


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


cdef int least_of_hand(const BoundTable* bound, uint64_t cards) noexcept nogil:
    cdef uint64_t natural = cards & ((<uint64_t>1 << BLACK_SHIFT) - 1)
    return least_plays(bound, in_order(bound, natural), card_count(cards - natural))


# Sets of paths: the states ------------------------------------------------------------------------


cdef struct Reached:
    int sets[MAX_OPEN]
    int count


cdef int step(
    const Paths* paths, const Moves* moves, const int8_t* costs, int count, const int8_t* saved,
    int8_t* after
) noexcept nogil:
    """Reads a rank of `count` cards: what it costs, and beyond that each set of chains that go on.

    Costs are relative to that of none, or where none is too dear to the cheapest.
    """
    cdef Reached reached
    cdef int base = FAR
    cdef int open, index
    cdef const Move* move
    reached.count = 0
    memset(after, FAR, MAX_OPEN)
    for open in range(paths.count):
        if costs[open] == FAR:
            continue
        for index in range(
            moves.first_move[open * COUNTS + count], moves.first_move[open * COUNTS + count + 1]
        ):
            move = &moves.moves[index]
            reached.sets[reached.count] = move.to
            reached.count += after[move.to] == FAR
            after[move.to] = <int8_t>min(<int>after[move.to], costs[open] + move.cost)
    drop(&reached, saved, after)
    for index in range(reached.count):
        base = min(base, <int>after[reached.sets[index]])
    # Where aces below 3 are in chains the cheapest may change by more at once than a step can say:
    # what is too much is left to the next step.
    base = after[0] if after[0] < FAR else base if base < FAR else 0
    base = min(max(base, paths.play - MOST_COST), paths.play)
    for index in range(reached.count):
        open = reached.sets[index]
        if after[open] < FAR:
            after[open] = <int8_t>(after[open] - base)
    return base


cdef void drop(Reached* reached, const int8_t* saved, int8_t* costs) noexcept nogil:
    """Drops the sets that are never the only cheapest: another is no dearer, whatever comes."""
    cdef int index, second, open, other
    cdef const int8_t* saves
    for index in range(reached.count):
        open = reached.sets[index]
        saves = saved_by(saved, 0, open)
        if saves[open] == -FAR:
            costs[open] = FAR
            continue
        for second in range(reached.count):
            other = reached.sets[second]
            if other != open and costs[other] < FAR and costs[open] >= costs[other] + saves[other]:
                costs[open] = FAR
                break


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


cdef bint is_dead(const int8_t* costs) noexcept nogil:
    """Whether no path can end in time."""
    cdef int open
    for open in range(MAX_OPEN):
        if costs[open] < FAR:
            return False
    return True


cdef bint read_rank(
    const Paths* paths, int sort, Layer* layer, Layer* after, const int8_t* saved,
    int32_t* slots
) noexcept:
    """Finds where each state of a layer leads; false if there are too many."""
    cdef int8_t costs[MAX_OPEN]
    cdef int state, count, to
    memset(slots, 0, SLOTS * sizeof(int32_t))
    for state in range(layer.count):
        for count in range(COUNTS):
            layer.offsets[state * COUNTS + count] = <int8_t>step(
                paths, &paths.by_sort[sort], layer.costs + state * MAX_OPEN, count, saved, costs
            )
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
    Automaton* automaton, const Paths* paths, const Layer* layers, const Line* line, int32_t* slots
) noexcept:
    """Writes the steps of all layers, the last rank first; false if there are too many, or a step too dear."""
    cdef uint16_t row[SYMBOLS]
    cdef int32_t* numbers
    cdef int rank, state, count, cost, number
    cdef int states = 0
    cdef int first = line.sorts[0] == LOW_ACES
    memset(slots, 0, SLOTS * sizeof(int32_t))
    for count in range(SYMBOLS):
        row[count] = DEAD << COST_BITS  # such counts are not read, or there is no such hand
    if line.ranks - first < LINE_RANKS:  # the 2 is in no chain
        for count in range(COUNTS):
            row[count] = <uint16_t>(paths.rest[count] + automaton.bias)
        row_number(automaton.steps, &states, row, slots)
    # The last states are the dead one and all others.
    for state in range(layers[line.ranks].count):
        layers[line.ranks].next[state * COUNTS] = is_dead(layers[line.ranks].costs + state * MAX_OPEN)
        if layers[line.ranks].costs[state * MAX_OPEN] < 0:
            return False  # prices would be too high
    for rank in range(line.ranks - 1, first - 1, -1):
        numbers = layers[rank + 1].next
        for state in range(layers[rank].count):
            for count in range(COUNTS):
                number = numbers[layers[rank].next[state * COUNTS + count] * COUNTS]
                cost = layers[rank].offsets[state * COUNTS + count] + automaton.bias
                if not 0 <= cost <= MOST_COST:
                    return False
                row[count] = <uint16_t>(number << COST_BITS | cost)
            number = row_number(automaton.steps, &states, row, slots)
            if number < 0:
                return False
            layers[rank].next[state * COUNTS] = number  # is not needed any more as it was
    write_starts(automaton, layers, first)
    return True


cdef void write_starts(Automaton* automaton, const Layer* layers, int first) noexcept:
    """Writes where the automaton starts, by aces below 3 where chains may have them."""
    cdef int aces, state
    for aces in range(COUNTS if first else 1):
        state = layers[0].next[aces] if first else 0
        automaton.starts[aces] = <uint16_t>(layers[first].next[state * COUNTS] << COST_BITS)
        automaton.start_costs[aces] = layers[0].offsets[aces] if first else 0


cdef void set_bias(Automaton* automaton, const Layer* layers, const Line* line) noexcept:
    """Makes what is added to the costs of steps such that the cheapest is 0, if it must."""
    cdef int rank, index
    cdef int least = -COST_BIAS
    for rank in range(line.sorts[0] == LOW_ACES, line.ranks):
        for index in range(layers[rank].count * COUNTS):
            least = min(least, <int>layers[rank].offsets[index])
    automaton.bias = -least


cdef int build_automaton(Automaton* automaton, const Paths* paths, Line line) except -1:
    """Builds the automaton, or none if it would be too large: then there is no bound."""
    cdef Layer layers[MAX_LAYERS + 1]
    cdef int8_t* saved = most_saved(paths, line.sorts, line.ranks)
    cdef int32_t* slots = <int32_t*>malloc(SLOTS * sizeof(int32_t))
    cdef int8_t first[MAX_OPEN]
    cdef bint fits = saved != NULL and slots != NULL
    cdef int rank = 0
    memset(layers, 0, sizeof(layers))
    memset(first, FAR, MAX_OPEN)
    first[0] = 0
    automaton.steps = <uint16_t*>malloc(MAX_STATES * SYMBOLS * sizeof(uint16_t))
    if fits and automaton.steps != NULL:
        memset(slots, 0, SLOTS * sizeof(int32_t))
        fits = state_of(&layers[0], first, slots) == 0
        while fits and rank < line.ranks:
            fits = read_rank(
                paths, line.sorts[rank], &layers[rank], &layers[rank + 1],
                saved_by(saved, rank + 1, 0), slots
            )
            rank += 1
        if fits:
            set_bias(automaton, layers, &line)
        fits = fits and write_steps(automaton, paths, layers, &line, slots)
    if not fits:
        free(automaton.steps)
        automaton.steps = NULL
    for rank in range(MAX_LAYERS + 1):
        free(layers[rank].costs)
        free(layers[rank].next)
        free(layers[rank].offsets)
    free(saved)
    free(slots)
    return 0
