# From the shape sets of a hand to its plays: how many they are, and writing them.
#
# A loop that ends after a few turns is mispredicted, which costs as much as several plays. So where
# it pays, plays are written in blocks of BLOCK or one for every rank, and what is too much is written
# over by the next: SLACK records behind a hand's plays may be lost.

from libc.stdint cimport int64_t, uint64_t

from ddz_fast._kickers cimport (
    BLOCK,
    Kickers,
    count_choices,
    kicker_caps,
    list_kickers,
    list_several_kickers,
    no_vectors,
    write_choices,
    write_each,
    write_play,
)
from ddz_fast._nibbles cimport RANK_COUNT, at_least_one, is_within, lowest_bit, ranks_in
from ddz_fast._shapes cimport (
    ACE_SHIFT,
    LOW_SHIFT,
    SEVERAL_RUNS,
    Hand,
    ShapeSet,
    Shapes,
    by_rank,
    chain_starts,
    lowest_run,
    run_of,
    run_start,
)
from ddz_fast._table cimport FROM_ACE, KindRow, PlayRecord, RuleTable, TRIO, WINGS, head_rank, head_rank_at

cdef enum:
    MOST_RUNS = 5  # in 14 places, of two ranks and more

cdef inline uint64_t caps_of(
    const RuleTable* table, const KindRow* row, uint64_t cards, uint64_t body, int rank, int length
) noexcept nogil:
    """The kicker caps of a body, those of its neighbours on the line limited if need be."""
    cdef int place = rank + 2 * row.is_low
    cdef uint64_t start = <uint64_t>1 << 4 * place
    cdef uint64_t neighbours = 0
    if row.neighbour_line & start:
        neighbours = (start >> 4 | start << 4 * length) & row.neighbour_line
        if row.is_low:
            neighbours = by_rank(neighbours)
    return kicker_caps(row, table.kicker_ranks[row.kicker_size], cards, body, neighbours)

cdef inline uint64_t kicker_ranks(
    const RuleTable* table, const Hand* hand, int kicker_size
) noexcept nogil:
    """The ranks that may be the only kicker of a body, but for the body's own."""
    return hand.lanes[0] >> (kicker_size - 1) & table.kicker_ranks[kicker_size]

cdef inline int64_t count_with_kickers(
    const RuleTable* table, const Hand* hand, const ShapeSet* shapes
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[shapes.first.kind]
    cdef uint64_t starts = shapes.starts
    cdef uint64_t ranks, body, caps
    cdef int64_t count = 0
    if shapes.slots == 1:
        ranks = kicker_ranks(table, hand, row.kicker_size)
        return ranks_in(starts) * ranks_in(ranks) - ranks_in(starts & ranks)
    while starts:
        body = shapes.first.cards * (starts & -starts)
        caps = caps_of(
            table, row, hand.cards, body, shapes.first.rank + place_of(starts), shapes.first.length
        )
        count += count_choices(
            caps, shapes.slots, table.both_jokers_kicker or row.kicker_size == 2
        )
        starts &= starts - 1
    return count

cdef inline uint64_t wing_starts(
    const RuleTable* table, const Hand* hand, int pairs, uint64_t body
) noexcept nogil:
    """The places where a chain of so many pairs may begin, beside a body (A-13)."""
    cdef uint64_t groups = hand.lanes[table.wings.is_low] >> table.wings.lane & table.wings.places
    cdef uint64_t ranks = at_least_one(body)
    if not table.wings_overlap:
        groups &= ~(ranks << LOW_SHIFT | ranks >> ACE_SHIFT if table.wings.is_low else ranks)
    groups = chain_starts(table, groups, pairs)
    if pairs == 13:
        groups &= -groups  # all ranks are the same cards wherever they begin
    return groups

cdef inline uint64_t wings_at(const KindRow* wings, int pairs, uint64_t start) noexcept nogil:
    return by_rank(wings.bodies[pairs] * start) if wings.is_low else wings.bodies[pairs] * start

cdef inline int64_t write_with_wings(
    const RuleTable* table, const Hand* hand, const ShapeSet* shapes, PlayRecord* out
) noexcept nogil:
    """Writes bodies that carry a chain of pairs, and gives their number; out NULL: only counts."""
    cdef const KindRow* row = &table.kinds[shapes.first.kind]
    cdef int length = shapes.first.length
    cdef uint64_t starts = shapes.starts
    cdef uint64_t body, wings, cards, head
    cdef int64_t count = 0
    cdef int lengths, pairs
    while starts:
        body = shapes.first.cards * (starts & -starts)
        lengths = row.wing_lengths[length]
        if shapes.wing_size:
            lengths &= 1 << (shapes.wing_size >> 1)
        while lengths:
            pairs = lowest_bit(lengths)
            lengths &= lengths - 1
            wings = wing_starts(table, hand, pairs, body)
            head = shapes.first.head + head_rank_at(lowest_bit(starts)) + table.wings.heads[pairs]
            while wings:
                cards = body + wings_at(&table.wings, pairs, wings & -wings)
                wings &= wings - 1
                if table.wings_overlap and not is_within(cards, hand.cards):
                    continue
                if out != NULL:
                    write_play(out + count, cards, head)
                count += 1
        starts &= starts - 1
    return count

cdef inline int place_of(uint64_t starts) noexcept nogil:
    """The place of the lowest start."""
    return lowest_bit(starts) >> 2

cdef inline PlayRecord* write_bodies(const ShapeSet* shapes, PlayRecord* out) noexcept nogil:
    """Writes the plays that are a body without kickers."""
    cdef uint64_t starts = shapes.starts
    cdef uint64_t body = shapes.first.cards
    cdef uint64_t head = shapes.first.head
    while starts:
        out.cards = body * (starts & -starts)
        out.head = head + head_rank_at(lowest_bit(starts))
        out += 1
        starts &= starts - 1
    return out

cdef inline PlayRecord* write_low_bodies(const ShapeSet* shapes, PlayRecord* out) noexcept nogil:
    """The same on a line with A and 2 below 3: place 0 is rank −2."""
    cdef uint64_t starts = shapes.starts
    cdef uint64_t head = shapes.first.head - head_rank(-2)  # a rank byte from −2 up would carry
    while starts:
        out.cards = by_rank(shapes.first.cards * (starts & -starts))
        out.head = head + head_rank((lowest_bit(starts) >> 2) - 2)
        out += 1
        starts &= starts - 1
    return out

cdef inline PlayRecord* write_plain(
    const PlayRecord* plain, uint64_t starts, PlayRecord* out
) noexcept nogil:
    """Writes solos, pairs or trios, each from the list of them all."""
    cdef int rank
    if ranks_in(starts) > 4:
        # Every rank's play, over the one before if that is not held: no branch to mispredict.
        for rank in range(RANK_COUNT):
            out[0] = plain[rank]
            out += starts >> 4 * rank & 1
        return out
    while starts:
        # A record has 16 bytes and a rank 4 bits: no need to work out the place.
        out[0] = (<const PlayRecord*>(<const char*>plain + 4 * lowest_bit(starts)))[0]
        out += 1
        starts &= starts - 1
    return out

cdef inline PlayRecord* write_run(
    const RuleTable* table, const ShapeSet* shapes, PlayRecord* out
) noexcept nogil:
    """Writes all chains of a run from its list, or of several runs."""
    cdef const KindRow* row = &table.kinds[shapes.first.kind]
    cdef const PlayRecord* plays
    if shapes.run == SEVERAL_RUNS:
        return write_runs(table, row, shapes.starts, out)
    plays = &table.run_plays[row.run_plays[shapes.run]]
    return move_plays(out, plays, row.run_counts[shapes.run], lowest_bit(shapes.starts))

cdef inline PlayRecord* write_runs(
    const RuleTable* table, const KindRow* row, uint64_t starts, PlayRecord* out
) noexcept nogil:
    """Writes all chains of several runs, length by length."""
    cdef const PlayRecord* plays[MOST_RUNS]
    cdef int lengths[MOST_RUNS]
    cdef int bits[MOST_RUNS]
    cdef int runs = 0
    cdef int longest = 0
    cdef int run, length, count
    while starts:
        run = run_of(starts, row.min_length, row.is_low)
        plays[runs] = &table.run_plays[row.run_plays[run]]
        lengths[runs] = run % FROM_ACE
        bits[runs] = lowest_bit(run_start(starts, row.is_low))
        longest = max(longest, lengths[runs])
        starts ^= lowest_run(starts)
        runs += 1
    for length in range(row.min_length, min(longest, <int>row.max_length) + 1):
        for run in range(runs):
            count = max(lengths[run] - length + 1, 0)
            out = move_plays(out, plays[run], count, bits[run])
            plays[run] += count
    return out

cdef inline PlayRecord* move_plays(
    PlayRecord* out, const PlayRecord* plays, int count, int bit
) noexcept nogil:
    """Writes plays moved up by so many bits of a mask."""
    cdef uint64_t rank = head_rank_at(bit)
    cdef int index = 0
    while index < count:
        move_play(out + index, plays + index, bit, rank)
        move_play(out + index + 1, plays + index + 1, bit, rank)
        move_play(out + index + 2, plays + index + 2, bit, rank)
        move_play(out + index + 3, plays + index + 3, bit, rank)
        no_vectors()
        index += BLOCK
    return out + count

cdef inline int count_run(const RuleTable* table, const ShapeSet* shapes) noexcept nogil:
    cdef const KindRow* row = &table.kinds[shapes.first.kind]
    cdef uint64_t starts = shapes.starts
    cdef int count = 0
    if shapes.run != SEVERAL_RUNS:
        return row.run_counts[shapes.run]
    while starts:
        count += row.run_counts[run_of(starts, row.min_length, row.is_low)]
        starts ^= lowest_run(starts)
    return count

cdef inline int64_t count_set(
    const RuleTable* table, const Hand* hand, const ShapeSet* shapes
) noexcept nogil:
    if shapes.slots == WINGS:
        return write_with_wings(table, hand, shapes, NULL)
    if shapes.slots:
        return count_with_kickers(table, hand, shapes)
    if shapes.run:
        return count_run(table, shapes)
    return ranks_in(shapes.starts)

cdef inline int64_t count_sets(
    const RuleTable* table, const Hand* hand, const Shapes* shapes
) noexcept nogil:
    cdef const ShapeSet* shape_set = shapes.sets
    cdef const ShapeSet* end = shape_set + shapes.count
    cdef int64_t count = 0
    while shape_set < end:
        count += count_set(table, hand, shape_set)
        shape_set += 1
    return count

cdef inline void move_play(
    PlayRecord* out, const PlayRecord* play, int bit, uint64_t rank
) noexcept nogil:
    out.cards = play.cards << bit
    out.head = play.head + rank

cdef inline PlayRecord* write_with_one_kicker(
    const ShapeSet* shapes, uint64_t ranks, const PlayRecord* kickers, PlayRecord* out
) noexcept nogil:
    """Writes bodies of one group with one kicker: any but the body's own rank (A-01)."""
    cdef uint64_t starts = shapes.starts
    cdef uint64_t start, head, body
    cdef int count = ranks_in(ranks)
    cdef int below, behind
    while starts:
        start = starts & -starts
        body = shapes.first.cards * start
        head = shapes.first.head + head_rank_at(lowest_bit(starts))
        below = ranks_in(ranks & (start - 1))
        behind = below + (ranks & start != 0)
        out = write_each(out, body, head, kickers, below)
        out = write_each(out, body, head, kickers + behind, count - behind)
        starts ^= start
    return out

cdef inline PlayRecord* write_with_kickers(
    const RuleTable* table, const Hand* hand, const ShapeSet* shapes, PlayRecord* out,
    Kickers* kickers
) noexcept nogil:
    """Writes bodies with several kickers."""
    cdef const KindRow* row = &table.kinds[shapes.first.kind]
    cdef bint both_jokers = table.both_jokers_kicker or row.kicker_size == 2
    cdef int length = shapes.first.length
    cdef uint64_t starts = shapes.starts
    cdef uint64_t caps
    cdef PlayRecord play
    while starts:
        play = shapes.first
        play.cards *= starts & -starts
        play.head += head_rank_at(lowest_bit(starts))
        caps = caps_of(
            table, row, hand.cards, play.cards, shapes.first.rank + place_of(starts), length
        )
        list_several_kickers(kickers, caps, row.kicker_size)
        out = write_choices(
            out, play.cards, play.head, kickers, 0, shapes.slots, both_jokers
        )
        starts &= starts - 1
    return out

cdef inline PlayRecord* write_sets(
    const RuleTable* table, const Hand* hand, const Shapes* shapes, PlayRecord* out
) noexcept nogil:
    cdef const ShapeSet* shape_set = shapes.sets
    cdef const ShapeSet* end = shape_set + shapes.count
    cdef const PlayRecord* lists[TRIO + 1]
    cdef uint64_t listed[TRIO + 1]
    cdef Kickers kickers
    cdef uint64_t ranks
    cdef int size
    listed[1] = listed[2] = 0
    while shape_set < end:
        size = shape_set.first.kind
        if size <= TRIO:
            # A lead's solos and pairs, once written, list the kickers of one and two cards.
            lists[size] = out
            listed[size] = shape_set.starts
            out = write_plain(table.plain[size], shape_set.starts, out)
        elif shape_set.slots == 1:
            size = table.kinds[size].kicker_size
            ranks = kicker_ranks(table, hand, size)
            if listed[size] != ranks:
                list_kickers(&kickers, ranks, size)
                lists[size] = kickers.units
            out = write_with_one_kicker(shape_set, ranks, lists[size], out)
        elif shape_set.run:
            out = write_run(table, shape_set, out)
        elif shape_set.slots == WINGS:
            out += write_with_wings(table, hand, shape_set, out)
        elif shape_set.slots:
            out = write_with_kickers(table, hand, shape_set, out, &kickers)
        elif shape_set.is_low:
            out = write_low_bodies(shape_set, out)
        else:
            out = write_bodies(shape_set, out)
        shape_set += 1
    return out
