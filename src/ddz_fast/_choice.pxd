# One play out of all that a hand's shape sets make, by its number, without making the others.
#
# Numbers run from 0 to below the count of the plays; which play has which is not the order in which
# they are written.

from libc.stdint cimport int64_t, uint64_t

from ddz_fast._kickers cimport count_choices, red_cards
from ddz_fast._nibbles cimport BLACK_SHIFT, at_least, every_rank, lowest_bit, ranks_above, ranks_in
from ddz_fast._shapes cimport (
    SEVERAL_RUNS,
    Hand,
    ShapeSet,
    Shapes,
    by_rank,
    lowest_run,
    may_have_bombs,
    run_of,
    run_start,
)
from ddz_fast._table cimport KindRow, PlayRecord, RuleTable, TRIO, WINGS, head_rank, head_rank_at
from ddz_fast._writing cimport (
    caps_of,
    count_set,
    kicker_ranks,
    place_of,
    write_with_wings,
)

cdef enum:
    MOST_WINGS = 160  # chains of pairs beside one body: less than 13 lengths at 13 places

cdef inline uint64_t bit_at(uint64_t mask, int64_t index) noexcept nogil:
    """The bit of that number in a mask, from the lowest one on."""
    # In the product each nibble has the number of bits up to it.
    mask = at_least(mask * every_rank(), index + 1)
    return mask & -mask

cdef inline PlayRecord body_at(const ShapeSet* shapes, uint64_t start) noexcept nogil:
    """The body of a shape set that starts at one bit."""
    cdef PlayRecord play
    play.cards = shapes.first.cards * start
    if shapes.is_low:
        play.cards = by_rank(play.cards)
        play.head = shapes.first.head - head_rank(-2) + head_rank((lowest_bit(start) >> 2) - 2)
    else:
        play.head = shapes.first.head + head_rank_at(lowest_bit(start))
    return play

cdef inline PlayRecord run_play_at(
    const RuleTable* table, const ShapeSet* shapes, int64_t index
) noexcept nogil:
    """A chain out of those of one run of ranks or of several."""
    cdef const KindRow* row = &table.kinds[shapes.first.kind]
    cdef uint64_t starts = shapes.starts
    cdef int run = shapes.run
    cdef PlayRecord play
    cdef int bit
    if run == SEVERAL_RUNS:
        run = run_of(starts, row.min_length, row.is_low)
        while index >= row.run_counts[run]:
            index -= row.run_counts[run]
            starts ^= lowest_run(starts)
            run = run_of(starts, row.min_length, row.is_low)
        starts = run_start(starts, row.is_low)
    bit = lowest_bit(starts)
    play = table.run_plays[row.run_plays[run] + index]
    play.cards <<= bit
    play.head += head_rank_at(bit)
    return play

cdef inline PlayRecord one_kicker_at(
    const RuleTable* table, const Hand* hand, const ShapeSet* shapes, int64_t index
) noexcept nogil:
    """A body with one kicker: for every body as many, less one where its own rank is among them."""
    cdef int size = table.kinds[shapes.first.kind].kicker_size
    cdef uint64_t ranks = kicker_ranks(table, hand, size)
    cdef uint64_t starts = shapes.starts
    cdef uint64_t start = starts & -starts
    cdef int64_t count = ranks_in(ranks & ~start)
    cdef PlayRecord play
    while index >= count:
        index -= count
        starts ^= start
        start = starts & -starts
        count = ranks_in(ranks & ~start)
    play = body_at(shapes, start)
    play.cards += bit_at(ranks & ~start, index) << (size - 1)
    return play

cdef inline uint64_t kickers_at(
    uint64_t caps, int slots, bint both_jokers, int64_t index
) noexcept nogil:
    """Of the choices of so many kickers within the caps one by its number, in kickers a rank."""
    cdef uint64_t chosen = 0
    cdef uint64_t lowest, rest
    cdef int64_t count
    cdef int bit
    while slots:
        # Those without a kicker of the lowest rank come first, and so on for one kicker more.
        bit = lowest_bit(caps) & ~3
        lowest = <uint64_t>1 << bit
        rest = caps & ~(<uint64_t>15 << bit)
        count = count_choices(rest, slots, both_jokers)
        while index >= count:
            index -= count
            chosen += lowest
            slots -= 1
            if bit == BLACK_SHIFT and not both_jokers:
                rest &= ~red_cards()
            count = count_choices(rest, slots, both_jokers) if slots else 1
        caps = rest
    return chosen

cdef inline PlayRecord kickers_play_at(
    const RuleTable* table, const Hand* hand, const ShapeSet* shapes, int64_t index
) noexcept nogil:
    """A body with several kickers."""
    cdef const KindRow* row = &table.kinds[shapes.first.kind]
    cdef bint both_jokers = table.both_jokers_kicker or row.kicker_size == 2
    cdef uint64_t starts = shapes.starts
    cdef uint64_t caps
    cdef int64_t count
    cdef PlayRecord play
    while True:
        play = body_at(shapes, starts & -starts)
        caps = caps_of(
            table, row, hand.cards, play.cards, shapes.first.rank + place_of(starts),
            shapes.first.length
        )
        count = count_choices(caps, shapes.slots, both_jokers)
        if index < count:
            break
        index -= count
        starts &= starts - 1
    play.cards += kickers_at(caps, shapes.slots, both_jokers, index) * row.kicker_size
    return play

cdef inline PlayRecord wings_play_at(
    const RuleTable* table, const Hand* hand, const ShapeSet* shapes, int64_t index
) noexcept nogil:
    """A body that carries a chain of pairs."""
    cdef PlayRecord plays[MOST_WINGS]
    cdef ShapeSet one = shapes[0]
    cdef uint64_t starts = shapes.starts
    cdef int64_t count
    one.starts = starts & -starts
    count = write_with_wings(table, hand, &one, NULL)
    while index >= count:
        index -= count
        starts ^= one.starts
        one.starts = starts & -starts
        count = write_with_wings(table, hand, &one, NULL)
    write_with_wings(table, hand, &one, plays)
    return plays[index]

cdef inline PlayRecord set_play_at(
    const RuleTable* table, const Hand* hand, const ShapeSet* shapes, int64_t index
) noexcept nogil:
    """A play of one shape set."""
    if shapes.slots == WINGS:
        return wings_play_at(table, hand, shapes, index)
    if shapes.slots > 1:
        return kickers_play_at(table, hand, shapes, index)
    if shapes.slots:
        return one_kicker_at(table, hand, shapes, index)
    if shapes.run:
        return run_play_at(table, shapes, index)
    return body_at(shapes, bit_at(shapes.starts, index))

cdef inline PlayRecord play_at(
    const RuleTable* table, const Hand* hand, const Shapes* shapes, int64_t index
) noexcept nogil:
    """The play of that number out of all."""
    cdef const ShapeSet* shape_set = shapes.sets
    cdef int64_t count = count_set(table, hand, shape_set)
    while index >= count:
        index -= count
        shape_set += 1
        count = count_set(table, hand, shape_set)
    return set_play_at(table, hand, shape_set, index)

cdef inline bint has_plain_answers(
    const RuleTable* table, const Hand* hand, PlayRecord rival
) noexcept nogil:
    """Whether a hand can answer only with plays that are one group, as the rival is."""
    return (
        0 < rival.kind <= TRIO
        and not table.kinds[rival.kind].only_as_last
        and not may_have_bombs(table, hand)
    )

cdef inline uint64_t plain_answers(
    const RuleTable* table, const Hand* hand, PlayRecord rival
) noexcept nogil:
    """The ranks of these answers."""
    cdef const KindRow* row = &table.kinds[rival.kind]
    return hand.lanes[0] >> row.lane & row.places & ranks_above(rival.rank)
