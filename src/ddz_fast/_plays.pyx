"""Legal plays in the core: shape sets, and what is done with them. See `_plays.pxd`."""

from ddz_fast._kickers cimport (
    BLACK_SHIFT,
    BLOCK,
    Kickers,
    RED_SHIFT,
    count_choices,
    kicker_caps,
    list_kickers,
    write_choices,
    write_each,
)
from ddz_fast._nibbles cimport (
    at_least,
    at_least_one,
    card_count,
    every_rank,
    is_within,
    lanes_of,
    lowest_bit,
    ranks_above,
    ranks_in,
)
from ddz_fast._table cimport (
    BOMB,
    BOMB_CHAIN,
    BombRow,
    KIND_COUNT,
    KindRow,
    MAX_LENGTH,
    ROCKET,
    head_of,
    head_rank,
)

cdef enum:
    LOW_SHIFT = 8  # two places: A and 2 below 3
    TWO_LOW_PLACES = 0xFF
    ACE_SHIFT = 44
    FOURTEEN_PLACES = 56  # bits


cdef Hand hand_of(uint64_t cards) noexcept nogil:
    cdef Hand hand
    cdef uint64_t lanes = lanes_of(cards)
    cdef uint64_t low = lanes << LOW_SHIFT & ((<uint64_t>1 << FOURTEEN_PLACES) - 1)
    hand.cards = cards
    hand.lanes[0] = lanes
    hand.lanes[1] = low | (lanes >> ACE_SHIFT & TWO_LOW_PLACES)
    hand.size = card_count(cards)
    return hand


# Shapes ------------------------------------------------------------------------------------------


cdef inline ShapeSet* add_set(
    ShapeSet* shapes, int kind, int length, uint64_t starts
) noexcept nogil:
    """Writes a shape set and gives the place for the next: the same place if the set is empty."""
    shapes.starts = starts
    shapes.kind = <uint8_t>kind
    shapes.length = <uint8_t>length
    return shapes + (starts != 0)


cdef inline ShapeSet* add_kind(
    const KindRow* row, const Hand* hand, int kind, int lowest, int highest, uint64_t above,
    ShapeSet* shapes
) noexcept nogil:
    """Adds the bodies of a kind, of `lowest` to `highest` groups, that start in `above`."""
    cdef uint64_t groups = hand.lanes[row.is_low] >> row.lane & row.places
    cdef uint64_t starts = groups
    cdef int length, size
    if not row.is_chain:
        return add_set(shapes, kind, 1, starts & above if row.group_size <= hand.size else 0)
    for length in range(1, lowest):
        groups >>= 4
        starts &= groups
    size = lowest * row.group_size
    length = lowest
    while starts and length <= highest and size <= hand.size:
        shapes = add_set(shapes, kind, length, starts & above)
        groups >>= 4
        starts &= groups
        size += row.group_size
        length += 1
    return shapes


cdef inline bint is_open(const KindRow* row, const Hand* hand) noexcept nogil:
    """Whether the hand's size lets the kind be played (rules.md 1b.4)."""
    return not row.only_as_last or hand.size == row.group_size


cdef inline uint64_t rocket_starts(const Hand* hand, int jokers) noexcept nogil:
    """A bit at 4p for each number p of red jokers that a rocket of so many jokers may have."""
    cdef int black = <int>(hand.cards >> BLACK_SHIFT & 15)
    cdef int red = <int>(hand.cards >> RED_SHIFT)
    cdef int lowest = max(0, jokers - black)
    cdef int highest = min(jokers, red)
    if lowest > highest:
        return 0
    return every_rank() & ranks_above(lowest - 1) & ~ranks_above(highest)


cdef inline ShapeSet* add_bombs(
    const RuleTable* table, const Hand* hand, int power, uint64_t above, ShapeSet* shapes
) noexcept nogil:
    """Adds the bomb-class bodies of more power, and those of the same that start in `above`."""
    cdef const BombRow* bomb
    cdef uint64_t starts, above_this
    cdef int index
    if not hand.lanes[0] >> 3 & every_rank() and card_count(hand.cards >> BLACK_SHIFT) < 2:
        return shapes
    for index in range(table.bomb_count):
        bomb = &table.bombs[index]
        if bomb.power < power:
            continue
        above_this = above if bomb.power == power else every_rank()
        if bomb.kind == BOMB_CHAIN:
            shapes = add_kind(
                &table.kinds[BOMB_CHAIN], hand, BOMB_CHAIN, bomb.length, bomb.length, above_this, shapes
            )
            continue
        if bomb.kind == ROCKET:
            starts = rocket_starts(hand, bomb.length)
        else:
            starts = at_least(hand.cards, bomb.length) & table.kinds[BOMB].places
        shapes = add_set(shapes, bomb.kind, bomb.length, starts & above_this)
    return shapes


cdef inline ShapeSet* add_leads(
    const RuleTable* table, const Hand* hand, ShapeSet* shapes
) noexcept nogil:
    cdef const KindRow* row
    cdef int kind
    for kind in range(1, BOMB):
        row = &table.kinds[kind]
        if row.max_length and is_open(row, hand):
            shapes = add_kind(
                row, hand, kind, row.min_length, row.max_length, every_rank(), shapes
            )
    return shapes


cdef void find_shapes(
    const RuleTable* table, const Hand* hand, PlayRecord rival, bint bombs, Shapes* shapes
) noexcept nogil:
    cdef ShapeSet* end = shapes.sets
    cdef const KindRow* row = &table.kinds[rival.kind]
    cdef int power = 0
    cdef uint64_t above = 0
    if rival.kind == 0:
        end = add_leads(table, hand, end)
    else:
        above = ranks_above(rival.rank + 2 * row.is_low)
        if rival.kind >= BOMB:
            power = table.power[rival.kind][rival.length]
        elif is_open(row, hand):
            end = add_kind(row, hand, rival.kind, rival.length, rival.length, above, end)
    if bombs:
        end = add_bombs(table, hand, power, above, end)
    shapes.count = <int>(end - shapes.sets)


# Bodies ------------------------------------------------------------------------------------------


cdef inline uint64_t by_rank(uint64_t by_place, bint is_low) noexcept nogil:
    """A chain's cards or ranks, from places to ranks: A and 2 low go to the top."""
    if is_low:
        return by_place >> LOW_SHIFT | (by_place & TWO_LOW_PLACES) << ACE_SHIFT
    return by_place


cdef inline int place_of(uint64_t starts) noexcept nogil:
    """The place of the lowest start; 15 where there is none."""
    return lowest_bit(starts | <uint64_t>1 << 60) >> 2


cdef inline uint64_t rocket_body(int jokers, int red) noexcept nogil:
    return (<uint64_t>(jokers - red) << BLACK_SHIFT) + (<uint64_t>red << RED_SHIFT)


cdef inline uint64_t caps_at(
    const RuleTable* table, const KindRow* row, uint64_t cards, uint64_t body, uint64_t start,
    int length
) noexcept nogil:
    """The kicker caps of the body that starts at a place, its neighbours limited if need be."""
    cdef uint64_t neighbours = 0
    if row.neighbour_line & start:
        neighbours = by_rank((start >> 4 | start << 4 * length) & row.neighbour_line, row.is_low)
    return kicker_caps(row, table.kicker_ranks[row.kicker_size], cards, body, neighbours)


cdef inline uint64_t kicker_ranks(
    const RuleTable* table, const Hand* hand, int kicker_size
) noexcept nogil:
    """The ranks that may be the only kicker of a body, but for the body's own."""
    return hand.lanes[0] >> (kicker_size - 1) & table.kicker_ranks[kicker_size]


# Counting and writing ----------------------------------------------------------------------------


cdef inline int64_t count_set(
    const RuleTable* table, const Hand* hand, const ShapeSet* shape_set
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[shape_set.kind]
    cdef uint64_t starts = shape_set.starts
    cdef int slots = row.kickers * shape_set.length
    cdef uint64_t start, body, ranks
    cdef int64_t count = 0
    if slots == 0:
        return ranks_in(starts)
    if slots == 1:
        ranks = kicker_ranks(table, hand, row.kicker_size)
        return ranks_in(starts) * ranks_in(ranks) - ranks_in(starts & ranks)
    while starts:
        start = starts & -starts
        starts ^= start
        body = by_rank(row.bodies[shape_set.length] * start, row.is_low)
        count += count_choices(
            caps_at(table, row, hand.cards, body, start, shape_set.length), slots,
            table.both_jokers_kicker or row.kicker_size == 2
        )
    return count


cdef int64_t count_shapes(
    const RuleTable* table, const Hand* hand, const Shapes* shapes
) noexcept nogil:
    cdef int64_t count = 0
    cdef int index
    for index in range(shapes.count):
        count += count_set(table, hand, &shapes.sets[index])
    return count


cdef inline PlayRecord* write_rockets(const ShapeSet* shape_set, PlayRecord* out) noexcept nogil:
    cdef int red
    for red in range(shape_set.length + 1):
        if shape_set.starts >> 4 * red & 1:
            out.cards = rocket_body(shape_set.length, red)
            out.head = head_of(ROCKET, shape_set.length, shape_set.length) + head_rank(red)
            out += 1
    return out


cdef inline PlayRecord* write_bodies(
    PlayRecord* out, uint64_t body, uint64_t head, uint64_t starts, bint is_low
) noexcept nogil:
    """Writes the plays that are a body without kickers; in blocks, as `write_each` does."""
    cdef PlayRecord* end = out + ranks_in(starts)
    cdef int step
    starts |= <uint64_t>15 << 60  # so that a block finds a bit even behind the last start
    while out < end:
        for step in range(BLOCK):
            out[step].cards = by_rank(body * (starts & -starts), is_low)
            out[step].head = head + head_rank(place_of(starts) - 2 * is_low)
            starts &= starts - 1
        out += BLOCK
    return end


cdef inline PlayRecord* write_with_one_kicker(
    const RuleTable* table, const Hand* hand, const ShapeSet* shape_set, PlayRecord* out,
    Kickers* kickers
) noexcept nogil:
    """Writes bodies of one group with one kicker: any but the body's own rank."""
    cdef const KindRow* row = &table.kinds[shape_set.kind]
    cdef uint64_t ranks = kicker_ranks(table, hand, row.kicker_size)
    cdef uint64_t starts = shape_set.starts
    cdef uint64_t start, head, body
    cdef int below
    list_kickers(kickers, ranks, row.kicker_size)
    while starts:
        start = starts & -starts
        body = row.bodies[1] * start
        head = row.heads[1] + head_rank(place_of(starts))
        below = ranks_in(ranks & (start - 1))
        out = write_each(out, body, head, kickers.units, below)
        below += (ranks & start) != 0
        out = write_each(out, body, head, &kickers.units[below], kickers.count - below)
        starts ^= start
    return out


cdef inline PlayRecord* write_with_kickers(
    const RuleTable* table, const Hand* hand, const ShapeSet* shape_set, PlayRecord* out,
    Kickers* kickers
) noexcept nogil:
    """Writes bodies with several kickers."""
    cdef const KindRow* row = &table.kinds[shape_set.kind]
    cdef bint both_jokers = table.both_jokers_kicker or row.kicker_size == 2
    cdef int length = shape_set.length
    cdef uint64_t starts = shape_set.starts
    cdef uint64_t start, head, body
    while starts:
        start = starts & -starts
        body = by_rank(row.bodies[length] * start, row.is_low)
        head = row.heads[length] + head_rank(place_of(starts) - 2 * row.is_low)
        list_kickers(
            kickers, caps_at(table, row, hand.cards, body, start, length), row.kicker_size
        )
        out = write_choices(out, body, head, kickers, 0, row.kickers * length, both_jokers)
        starts ^= start
    return out


cdef PlayRecord* write_shapes(
    const RuleTable* table, const Hand* hand, const Shapes* shapes, PlayRecord* out
) noexcept nogil:
    cdef const ShapeSet* shape_set = shapes.sets
    cdef const ShapeSet* end = shape_set + shapes.count
    cdef const KindRow* row
    cdef Kickers kickers
    while shape_set < end:
        row = &table.kinds[shape_set.kind]
        if row.kickers * shape_set.length > 1:
            out = write_with_kickers(table, hand, shape_set, out, &kickers)
        elif row.kickers:
            out = write_with_one_kicker(table, hand, shape_set, out, &kickers)
        elif shape_set.kind == ROCKET:
            out = write_rockets(shape_set, out)
        else:
            out = write_bodies(
                out, row.bodies[shape_set.length], row.heads[shape_set.length], shape_set.starts,
                row.is_low
            )
        shape_set += 1
    return out


cdef int64_t count_plays(
    const RuleTable* table, uint64_t cards, PlayRecord rival, bint bombs
) noexcept nogil:
    cdef Hand hand = hand_of(cards)
    cdef Shapes shapes
    find_shapes(table, &hand, rival, bombs, &shapes)
    return count_shapes(table, &hand, &shapes)


cdef PlayRecord* write_plays(
    const RuleTable* table, uint64_t cards, PlayRecord rival, bint bombs, PlayRecord* out
) noexcept nogil:
    cdef Hand hand = hand_of(cards)
    cdef Shapes shapes
    find_shapes(table, &hand, rival, bombs, &shapes)
    return write_shapes(table, &hand, &shapes, out)


cdef int64_t write_all_plays(const RuleTable* table, PlayRecord* out) noexcept nogil:
    # The whole deck as a hand of max_hand cards: every play that fits both. Its size lets through
    # what no smaller hand may do, and a trio as the last play is let through by a copy of the table.
    cdef RuleTable open_table = table[0]
    cdef Hand deck = hand_of(table.deck)
    cdef Shapes shapes
    cdef PlayRecord lead
    cdef int kind
    lead.cards = lead.head = 0
    for kind in range(KIND_COUNT):
        open_table.kinds[kind].only_as_last = False
    deck.size = table.max_hand
    find_shapes(&open_table, &deck, lead, True, &shapes)
    if out != NULL:
        write_shapes(&open_table, &deck, &shapes, out)
    return count_shapes(&open_table, &deck, &shapes)


# Checking ----------------------------------------------------------------------------------------


cdef bint has_body(
    const RuleTable* table, PlayRecord play, uint64_t* start, uint64_t* body
) noexcept nogil:
    """Whether kind, length and rank of a record are a body of the rule set; if so, gives it."""
    cdef const KindRow* row = &table.kinds[play.kind]
    cdef int place = play.rank + 2 * row.is_low
    cdef int groups = play.length if row.is_chain else 1
    if not row.min_length <= play.length <= row.max_length or place < 0 or place + groups > 15:
        return False
    if play.kind >= BOMB and not table.power[play.kind][play.length]:
        return False
    start[0] = <uint64_t>1 << 4 * place
    if play.kind == ROCKET:
        body[0] = rocket_body(play.length, place)
        return place <= play.length
    body[0] = by_rank(row.bodies[play.length] * start[0], row.is_low)
    return (ranks_above(place - 1) & ~ranks_above(place + groups - 1) & every_rank() & ~row.places) == 0


cdef bint has_right_kickers(
    const RuleTable* table, PlayRecord play, uint64_t start, uint64_t body
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[play.kind]
    cdef uint64_t kickers = play.cards - body
    if row.kickers == 0:
        return kickers == 0
    if row.kicker_size == 2:
        if kickers & every_rank():
            return False
        kickers >>= 1
    elif kickers >> RED_SHIFT and kickers >> BLACK_SHIFT & 15 and not table.both_jokers_kicker:
        return False
    return card_count(kickers) == row.kickers * play.length and is_within(
        kickers, caps_at(table, row, play.cards, body, start, play.length)
    )


cdef bint is_play(const RuleTable* table, PlayRecord play) noexcept nogil:
    cdef uint64_t start = 0, body = 0
    if not 0 < play.kind < KIND_COUNT or play.wild or play.cards >> 60:
        return False
    if play.size != card_count(play.cards) or play.size > table.max_hand:
        return False
    if not has_body(table, play, &start, &body) or not is_within(body, play.cards):
        return False
    return has_right_kickers(table, play, start, body) and is_within(play.cards, table.deck)


cdef bint play_beats(const RuleTable* table, PlayRecord play, PlayRecord rival) noexcept nogil:
    cdef int power = table.power[play.kind][play.length] if play.kind >= BOMB else 0
    cdef int rival_power = table.power[rival.kind][rival.length] if rival.kind >= BOMB else 0
    if power or rival_power:
        return power > rival_power or (power == rival_power and play.rank > rival.rank)
    return (
        play.kind == rival.kind
        and play.length == rival.length
        and play.size == rival.size
        and play.rank > rival.rank
    )


cdef bint is_legal_play(
    const RuleTable* table, PlayRecord play, uint64_t cards, PlayRecord rival, bint bombs
) noexcept nogil:
    if not is_play(table, play) or not is_within(play.cards, cards):
        return False
    if play.kind >= BOMB and not bombs:
        return False
    if table.kinds[play.kind].only_as_last and play.size != card_count(cards):
        return False
    return rival.kind == 0 or play_beats(table, play, rival)


cdef int write_readings(const RuleTable* table, uint64_t cards, PlayRecord* out) noexcept nogil:
    cdef Hand hand = hand_of(cards)
    cdef Shapes shapes
    cdef PlayRecord play
    cdef uint64_t starts
    cdef int index, count = 0
    play.cards = play.head = 0
    find_shapes(table, &hand, play, True, &shapes)
    play.cards = cards
    for index in range(shapes.count):
        starts = shapes.sets[index].starts
        play.kind = shapes.sets[index].kind
        play.length = shapes.sets[index].length
        play.size = <uint8_t>hand.size
        while starts:
            play.rank = <signed char>((lowest_bit(starts) >> 2) - 2 * table.kinds[play.kind].is_low)
            starts &= starts - 1
            if is_play(table, play) and count < MAX_READINGS:
                out[count] = play
                count += 1
    return count
