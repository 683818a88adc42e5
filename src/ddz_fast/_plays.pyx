"""Legal plays in the core: shape sets, and what is done with them. See `_plays.pxd`."""

from ddz_fast._kickers cimport (
    BLACK_SHIFT,
    RED_SHIFT,
    count_choices,
    kicker_caps,
    write_choices,
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


cdef inline void add_set(Shapes* shapes, int kind, int length, uint64_t starts) noexcept nogil:
    cdef ShapeSet* shape_set = &shapes.sets[shapes.count]
    shape_set.starts = starts
    shape_set.kind = <uint8_t>kind
    shape_set.length = <uint8_t>length
    shapes.count += 1


cdef inline void add_kind(
    const RuleTable* table, const Hand* hand, int kind, int lowest, int highest, uint64_t above,
    Shapes* shapes
) noexcept nogil:
    """Adds the bodies of a kind, of `lowest` to `highest` groups, that start in `above`."""
    cdef const KindRow* row = &table.kinds[kind]
    cdef uint64_t groups = hand.lanes[row.is_low] >> (row.group - 1) & row.places
    cdef uint64_t starts = groups
    cdef int group_size = row.group + row.kickers * row.kicker_size
    cdef int length
    if row.only_as_last and hand.size != group_size:
        return
    highest = min(highest, hand.size // group_size)
    for length in range(1, lowest):
        starts &= groups >> 4 * length
    for length in range(lowest, highest + 1):
        if not starts:
            return
        if starts & above:
            add_set(shapes, kind, length, starts & above)
        starts &= groups >> 4 * length


cdef inline uint64_t rocket_starts(const Hand* hand, int jokers) noexcept nogil:
    """A bit at 4p for each number p of red jokers that a rocket of so many jokers may have."""
    cdef int black = <int>(hand.cards >> BLACK_SHIFT & 15)
    cdef int red = <int>(hand.cards >> RED_SHIFT)
    cdef int lowest = max(0, jokers - black)
    cdef int highest = min(jokers, red)
    if lowest > highest:
        return 0
    return every_rank() & ranks_above(lowest - 1) & ~ranks_above(highest)


cdef inline void add_bombs(
    const RuleTable* table, const Hand* hand, int power, uint64_t above, Shapes* shapes
) noexcept nogil:
    """Adds the bomb-class bodies of more power, and those of the same that start in `above`."""
    cdef const BombRow* bomb
    cdef uint64_t starts, above_this
    cdef int index
    if not hand.lanes[0] >> 3 & every_rank() and card_count(hand.cards >> BLACK_SHIFT) < 2:
        return
    for index in range(table.bomb_count):
        bomb = &table.bombs[index]
        if bomb.power < power:
            continue
        above_this = above if bomb.power == power else every_rank()
        if bomb.kind == BOMB:
            starts = at_least(hand.cards, bomb.length) & table.kinds[BOMB].places & above_this
        elif bomb.kind == ROCKET:
            starts = rocket_starts(hand, bomb.length) & above_this
        else:
            add_kind(table, hand, bomb.kind, bomb.length, bomb.length, above_this, shapes)
            continue
        if starts:
            add_set(shapes, bomb.kind, bomb.length, starts)


cdef void find_shapes(
    const RuleTable* table, const Hand* hand, PlayRecord rival, bint bombs, Shapes* shapes
) noexcept nogil:
    cdef int kind, low
    shapes.count = 0
    if rival.kind == 0:
        for kind in range(1, BOMB):
            if table.kinds[kind].max_length:
                add_kind(
                    table, hand, kind, table.kinds[kind].min_length, table.kinds[kind].max_length,
                    every_rank(), shapes
                )
        if bombs:
            add_bombs(table, hand, 0, 0, shapes)
        return
    cdef int power = 0
    cdef uint64_t above = ranks_above(rival.rank + 2 * table.kinds[rival.kind].is_low)
    if rival.kind >= BOMB:
        power = table.power[rival.kind][rival.length]
    else:
        add_kind(table, hand, rival.kind, rival.length, rival.length, above, shapes)
    if bombs:
        add_bombs(table, hand, power, above, shapes)


# Bodies ------------------------------------------------------------------------------------------


cdef inline uint64_t ones(int length) noexcept nogil:
    """One card in each of so many places."""
    return every_rank() & ~ranks_above(length - 1)


cdef inline uint64_t by_rank(const KindRow* row, uint64_t by_place) noexcept nogil:
    """A chain's cards or ranks, from places to ranks: A and 2 low go to the top."""
    if row.is_low:
        return by_place >> LOW_SHIFT | (by_place & TWO_LOW_PLACES) << ACE_SHIFT
    return by_place


cdef inline uint64_t first_body(const KindRow* row, int kind, int length) noexcept nogil:
    """The body at place 0; times 16**p it is the body at place p."""
    if row.group == 0:
        return length
    return ones(length if row.is_chain else 1) * row.group


cdef inline uint64_t rocket_body(int jokers, int red) noexcept nogil:
    return (<uint64_t>(jokers - red) << BLACK_SHIFT) + (<uint64_t>red << RED_SHIFT)


cdef inline int size_of(const KindRow* row, int length) noexcept nogil:
    if row.group == 0:
        return length
    return length * (row.group + row.kickers * row.kicker_size)


cdef inline uint64_t caps_at(
    const KindRow* row, uint64_t cards, uint64_t body, uint64_t start, int length
) noexcept nogil:
    """The kicker caps of the body that starts at a place, its neighbours limited if need be."""
    cdef uint64_t neighbours = 0
    if row.neighbour_line & start:
        neighbours = (start >> 4 | start << 4 * length) & row.neighbour_line
    return kicker_caps(row, cards, body, by_rank(row, neighbours))


# Counting and writing ----------------------------------------------------------------------------


cdef inline int64_t count_set(
    const RuleTable* table, const Hand* hand, const ShapeSet* shape_set
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[shape_set.kind]
    cdef uint64_t starts = shape_set.starts
    cdef int slots = row.kickers * shape_set.length
    cdef uint64_t start, body
    cdef int64_t count = 0
    if slots == 0:
        return ranks_in(starts)
    cdef uint64_t first = first_body(row, shape_set.kind, shape_set.length)
    while starts:
        start = starts & -starts
        starts ^= start
        body = by_rank(row, first * start)
        count += count_choices(
            caps_at(row, hand.cards, body, start, shape_set.length), slots,
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


cdef inline PlayRecord* write_set(
    const RuleTable* table, const Hand* hand, const ShapeSet* shape_set, PlayRecord* out
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[shape_set.kind]
    cdef uint64_t starts = shape_set.starts
    cdef int length = shape_set.length
    cdef int slots = row.kickers * length
    cdef bint both_jokers = table.both_jokers_kicker or row.kicker_size == 2
    cdef uint64_t first = first_body(row, shape_set.kind, length)
    cdef uint64_t head = head_of(shape_set.kind, <uint8_t>length, <uint8_t>size_of(row, length))
    cdef uint64_t start, body, full_head
    while starts:
        start = starts & -starts
        starts ^= start
        body = by_rank(row, first * start)
        full_head = head + head_rank((lowest_bit(start) >> 2) - 2 * row.is_low)
        if slots == 0:
            out.cards = body
            out.head = full_head
            out += 1
        else:
            out = write_choices(
                out, body, full_head, caps_at(row, hand.cards, body, start, length), slots,
                row.kicker_size, both_jokers
            )
    return out


cdef PlayRecord* write_shapes(
    const RuleTable* table, const Hand* hand, const Shapes* shapes, PlayRecord* out
) noexcept nogil:
    cdef int index
    for index in range(shapes.count):
        if shapes.sets[index].kind == ROCKET:
            out = write_rockets(&shapes.sets[index], out)
        else:
            out = write_set(table, hand, &shapes.sets[index], out)
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
    body[0] = by_rank(row, first_body(row, play.kind, play.length) * start[0])
    return (ones(groups) << 4 * place & ~row.places) == 0


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
        kickers, caps_at(row, play.cards, body, start, play.length)
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
