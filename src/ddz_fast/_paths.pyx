"""Finds the sets of chains and the moves between them. See `_paths.pxd`."""

from libc.stdint cimport int8_t, uint64_t
from libc.stdlib cimport malloc
from libc.string cimport memset

from .kinds import GRAMMAR, Kind

cdef enum:
    MOST_BITS = 60  # of a set


cdef int number_of(Paths* paths, uint64_t open) noexcept nogil:
    cdef int index
    for index in range(paths.count):
        if paths.open[index] == open:
            return index
    if paths.count == MAX_OPEN:
        paths.fits = False
        return 0
    paths.open[paths.count] = open
    paths.count += 1
    return paths.count - 1


cdef void add_move(
    Paths* paths, int sort, int first, int end, uint64_t open, int cost
) noexcept nogil:
    """Adds a move to the list that starts at `first`, or makes one cheaper that is there."""
    cdef Moves* list_ = &paths.by_sort[sort]
    cdef int to = number_of(paths, open)
    cdef int index
    for index in range(first, list_.first_move[end]):
        if list_.moves[index].to == to:
            list_.moves[index].cost = min(list_.moves[index].cost, cost)
            return
    if list_.first_move[end] == MAX_MOVES:
        paths.fits = False
        return
    list_.moves[list_.first_move[end]].to = to
    list_.moves[list_.first_move[end]].cost = cost
    list_.first_move[end] += 1


cdef void add_moves(
    Paths* paths, int sort, int first, int end, uint64_t before, uint64_t after, int cards, int cost,
    int index
) noexcept nogil:
    """Adds all ways to begin chains of the fields from `index` on, and to end some of them here."""
    cdef const Field* field = &paths.fields[index]
    cdef uint64_t lengths, now
    cdef int top, begun, number
    if index == paths.field_count:
        if cards == 0 or sort != LOW_ACES:
            add_move(paths, sort, first, end, after, cost + paths.rest[cards])
        return
    top = 4 * (field.lengths - 1)
    lengths = before >> field.shift & below(top + 4)
    for begun in range(cards // field.group + 1):
        number = begun + sum_of(lengths)
        if number * field.group > cards or (number and sort != ANY_CHAIN and not field.is_low):
            break
        now = ((lengths & below(top)) << 4) + (lengths >> top << top) + begun
        while True:
            add_moves(
                paths, sort, first, end, before, after | now << field.shift,
                cards - number * field.group,
                cost + begun * paths.play + number * field.group_cost, index + 1
            )
            if now >> top == 0:
                break
            now -= <uint64_t>1 << top


cdef inline uint64_t below(int bit) noexcept nogil:
    return ((<uint64_t>1) << bit) - 1


cdef inline int sum_of(uint64_t lengths) noexcept nogil:
    """How many chains there are of all lengths."""
    cdef int number = 0
    while lengths:
        number += <int>(lengths & 15)
        lengths >>= 4
    return number


cdef void find_paths(Paths* paths, bint low) noexcept nogil:
    cdef int index = 0
    cdef int sort, count, end
    cdef Moves* list_
    paths.fits = True
    paths.count = 0
    number_of(paths, 0)
    for sort in range(SORTS):
        paths.by_sort[sort].first_move[0] = 0
    while index < paths.count and paths.fits:
        for sort in range(SORTS if low else 1):
            list_ = &paths.by_sort[sort]
            for count in range(COUNTS):
                end = index * COUNTS + count + 1
                list_.first_move[end] = list_.first_move[end - 1]
                add_moves(
                    paths, sort, list_.first_move[end - 1], end, paths.open[index], 0, count, 0, 0
                )
        index += 1


cdef int8_t* most_saved(const Paths* paths, const int* sorts, int ranks) noexcept:
    cdef int8_t* saved = <int8_t*>malloc((ranks + 1) * MAX_OPEN * MAX_OPEN)
    cdef int rank, open, other
    if saved == NULL:
        return NULL
    memset(saved + ranks * MAX_OPEN * MAX_OPEN, -FAR, MAX_OPEN * MAX_OPEN)
    memset(saved + ranks * MAX_OPEN * MAX_OPEN, FAR, MAX_OPEN)
    saved[ranks * MAX_OPEN * MAX_OPEN] = 0
    for rank in range(ranks - 1, -1, -1):
        for open in range(paths.count):
            for other in range(paths.count):
                (<int8_t*>saved_by(saved, rank, open))[other] = saved_before(
                    &paths.by_sort[sorts[rank]], saved + (rank + 1) * MAX_OPEN * MAX_OPEN, open, other
                )
    return saved


cdef int8_t saved_before(
    const Moves* moves, const int8_t* after, int open, int other
) noexcept nogil:
    """What a set saves at most, given what sets save behind the next rank."""
    cdef int most = -FAR
    cdef int count, index, end, best
    cdef const Move* move
    for count in range(COUNTS):
        end = moves.first_move[open * COUNTS + count + 1]
        for index in range(moves.first_move[open * COUNTS + count], end):
            move = &moves.moves[index]
            if after[move.to * MAX_OPEN + move.to] == -FAR:  # cannot end
                continue
            best = least_lost(moves, after + move.to * MAX_OPEN, other * COUNTS + count) - move.cost
            most = max(most, best)
            if most >= FAR:
                return FAR
    return <int8_t>most


cdef inline int least_lost(const Moves* moves, const int8_t* after, int other) noexcept nogil:
    """What the best of a set's moves costs more than a move to another."""
    cdef int least = 2 * FAR
    cdef int index
    cdef const Move* move
    for index in range(moves.first_move[other], moves.first_move[other + 1]):
        move = &moves.moves[index]
        if after[move.to] < FAR:
            least = min(least, move.cost + after[move.to])
    return least


# What a rule set's kinds cost ---------------------------------------------------------------------


cdef bint describe(Paths* paths, object rules, Worths worths) except -1:
    cdef Field* field
    cdef int shift = 0
    paths.field_count = 0
    paths.play = worths.play
    for kind in (Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.PLANE):
        same = [other for other in GRAMMAR if GRAMMAR[other][:2] == GRAMMAR[kind][:2]]
        lengths = [rules.lengths(other).start for other in same if rules.lengths(other)]
        if lengths:
            field = &paths.fields[paths.field_count]
            field.shift = shift
            field.lengths = min(lengths)
            field.group = GRAMMAR[kind].group
            field.group_cost = -max(
                _worth_of_kickers(rules, other, worths) for other in same if rules.lengths(other)
            )
            field.is_low = rules.line(kind).start < 0
            shift += 4 * field.lengths
            paths.field_count += 1
    _set_rest_costs(paths, rules, worths)
    return shift <= MOST_BITS


cdef int _worth_of_kickers(object rules, object kind, Worths worths) except -1:
    """What the kickers of a group are worth together."""
    shapes = (rules.kicker_shape(kind), GRAMMAR[kind][2:4])  # a TRIO_PAIR may have two singles (A-26)
    return max(
        kickers * (worths.single if size == 1 else worths.pair) for kickers, size in shapes
    )


cdef int _set_rest_costs(Paths* paths, object rules, Worths worths) except -1:
    is_wild = rules.wild_jokers or rules.trio_any_two
    pieces = _pieces(rules, worths)
    costs = [0]
    for count in range(1, 7):
        costs.append(min(pieces[size] + costs[count - size] for size in pieces if size <= count))
        if count == 4 and not is_wild:
            # As little as with kickers, whether the rules have them or not: a bound may be low,
            # bombs that chain cost less than one play each, and other costs make the automaton
            # much larger.
            costs[4] = min(costs[4], costs[3] - 1, 0)
    for count in range(COUNTS):
        paths.rest[count] = costs[count]
    itself = min(pieces[1], worths.play)
    both = min(2 * itself, worths.play) if (Kind.ROCKET, 2) in rules.bombs else 2 * itself
    paths.jokers[0], paths.jokers[1], paths.jokers[2] = 0, itself, both
    paths.least_wild = paths.jokers
    if rules.wild_jokers:
        # A joker more makes a rank's cards cheaper by so much at most.
        one = min(itself, *(costs[count + 1] - costs[count] for count in range(COUNTS)))
        two = (costs[count + 2] - costs[count] for count in range(COUNTS))
        paths.least_wild[1], paths.least_wild[2] = one, min(both, 2 * one, *two)
    return 0


cdef dict _pieces(object rules, Worths worths):
    """What the cheapest plays and kickers of a few equal cards cost, by how many they are."""
    pieces = {1: worths.single}
    for kind, grammar in GRAMMAR.items():
        if not rules.lengths(kind):
            continue
        costs = {}
        if grammar.kicker_size == 2:
            costs[2] = worths.pair
        if grammar.group and not grammar.chain and grammar.group > 1:
            costs.setdefault(grammar.group, worths.play - _worth_of_kickers(rules, kind, worths))
        for size, cost in costs.items():
            pieces[size] = min(cost, pieces.get(size, cost))
    if rules.wild_jokers or rules.trio_any_two:
        # A bomb in the longest chain of bombs costs a part of a play.
        quad = worths.play // max(1, len(rules.lengths(Kind.BOMB_CHAIN)) and rules.lianzha_max)
        pieces[4] = min(quad, pieces.get(4, quad))
    return pieces
