# What a hand can do, as shape sets.
#
# A *shape* is a body without its kickers: kind, length and where it starts. A *shape set* is all
# bodies of one kind and length at once, one bit each, or for a lead all chains of a run of ranks.
# `find_shapes` is the only way to find shapes: generating and counting go through it, and reading
# goes through `add_length`, which it is made of.

from libc.stdint cimport uint8_t, uint64_t

from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    RED_SHIFT,
    at_least,
    card_count,
    every_rank,
    lanes_of,
    lowest_bit,
    ranks_above,
    whole_nibbles,
)
from ddz_fast._table cimport (
    BOMB,
    BombRow,
    FROM_ACE,
    FROM_TWO,
    KindRow,
    LeadRow,
    PlayRecord,
    ROCKET,
    RuleTable,
    WINGS,
    head_rank,
)

cdef enum:
    MAX_SETS = 256
    LOW_SHIFT = 8  # two places: A and 2 below 3
    TWO_LOW_PLACES = 0xFF
    ACE_SHIFT = 44
    FOURTEEN_PLACES = 56  # bits
    SEVERAL_RUNS = 255  # as a run: that of each start

cdef struct Hand:
    uint64_t cards  # packed
    uint64_t lanes[2]  # by place: as ranks, and with A and 2 once more below 3
    int size

cdef struct ShapeSet:
    uint64_t starts  # bit 4p: a body starts p ranks above the first
    PlayRecord first  # the play without its kickers, were there a start at bit 0
    uint8_t run  # not 0: all chains of the kind in a run that starts so, by where they are listed
    uint8_t slots  # kickers of each play; WINGS: a chain of pairs
    uint8_t wing_size  # cards in that chain; 0: any number
    uint8_t is_low  # bit 4p is place p of a line with A and 2 below 3, and so is the body

cdef struct Shapes:
    int count
    ShapeSet sets[MAX_SETS]

cdef inline Hand hand_of(uint64_t cards) noexcept nogil:
    """A hand made ready for the functions below."""
    cdef Hand hand
    cdef uint64_t lanes = lanes_of(cards)
    cdef uint64_t low = lanes << LOW_SHIFT & ((<uint64_t>1 << FOURTEEN_PLACES) - 1)
    hand.cards = cards
    hand.lanes[0] = lanes
    hand.lanes[1] = low | (lanes >> ACE_SHIFT & TWO_LOW_PLACES)
    hand.size = card_count(cards)
    return hand

cdef inline ShapeSet* add_set(
    ShapeSet* shapes, uint64_t starts, uint64_t body, uint64_t head, int slots
) noexcept nogil:
    """Writes a shape set and gives the place for the next: the same place if the set is empty."""
    shapes.starts = starts
    shapes.first.cards = body
    shapes.first.head = head
    shapes.run = 0
    shapes.slots = <uint8_t>slots
    shapes.wing_size = 0
    shapes.is_low = 0
    return shapes + (starts != 0)

cdef inline ShapeSet* add_low_sets(
    ShapeSet* shapes, uint64_t starts, uint64_t body, uint64_t head, int slots
) noexcept nogil:
    """Writes what starts at A or 2 below 3, and from 3 on: with kickers as sets of their own."""
    cdef uint64_t at_two = by_rank(body << 4)
    cdef ShapeSet* end
    if slots == 0:
        end = add_set(shapes, starts, body, head + head_rank(-2), 0)
        shapes.is_low = 1
        return end
    shapes = add_set(shapes, starts & 1, by_rank(body), head + head_rank(-2), slots)
    shapes = add_set(shapes, starts >> 4 & 1, at_two, head + head_rank(-1), slots)
    return add_set(shapes, starts >> LOW_SHIFT, body, head, slots)

cdef inline uint64_t by_rank(uint64_t by_place) noexcept nogil:
    """Cards or ranks from places of a line with A and 2 below 3 to ranks."""
    return by_place >> LOW_SHIFT | (by_place & TWO_LOW_PLACES) << ACE_SHIFT

cdef inline uint64_t chain_starts(
    const RuleTable* table, uint64_t groups, int length
) noexcept nogil:
    """The places from which on so many neighbours are all in a mask."""
    cdef const uint8_t* growth = table.growth[length]
    groups &= groups >> growth[0]
    groups &= groups >> growth[1]
    groups &= groups >> growth[2]
    return groups & groups >> growth[3]

cdef inline ShapeSet* add_length(
    const RuleTable* table, int kind, const Hand* hand, int length, uint64_t above,
    ShapeSet* shapes
) noexcept nogil:
    """Adds the bodies of one kind and length that start in `above`."""
    cdef const KindRow* row = &table.kinds[kind]
    cdef uint64_t starts = hand.lanes[row.is_low] >> row.lane & row.places
    cdef uint64_t body = row.bodies[length]
    cdef uint64_t head = row.heads[length]
    cdef int slots = WINGS if row.has_wings else row.kickers * length
    if kind == ROCKET:
        return add_rockets(row, hand, length, above, shapes)
    if kind == BOMB:
        starts = at_least(hand.cards, length) & row.places
    elif row.is_chain:
        starts = chain_starts(table, starts, length)
    starts &= above
    if length * row.group_size > hand.size:
        return shapes
    if row.is_low:
        return add_low_sets(shapes, starts, body, head, slots)
    return add_set(shapes, starts, body, head, slots)

cdef inline ShapeSet* add_chains(
    const RuleTable* table, int kind, const Hand* hand, ShapeSet* shapes
) noexcept nogil:
    """Adds all bodies of a kind of chain, length by length."""
    cdef const KindRow* row = &table.kinds[kind]
    cdef ShapeSet* end
    cdef int length
    for length in range(row.min_length, row.max_length + 1):
        end = add_length(table, kind, hand, length, every_rank(), shapes)
        if end == shapes:
            break
        shapes = end
    return shapes

cdef inline ShapeSet* add_runs(
    const RuleTable* table, const LeadRow* lead, const Hand* hand, ShapeSet* shapes
) noexcept nogil:
    """Adds all chains of a kind as those of one run of ranks, or of several."""
    cdef uint64_t groups = hand.lanes[lead.is_low] >> lead.lane & lead.places
    cdef uint64_t starts = whole_nibbles(chain_starts(table, groups, lead.min_length))
    if starts == 0:
        return shapes
    shapes.first.head = lead.head
    shapes.slots = 0
    shapes.is_low = lead.is_low
    shapes.starts = starts
    if lowest_run(starts) == starts:
        shapes.run = <uint8_t>run_of(starts, lead.min_length, lead.is_low)
        shapes.starts = run_start(starts, lead.is_low)
    else:
        shapes.run = SEVERAL_RUNS
    return shapes + 1

cdef inline uint64_t lowest_run(uint64_t starts) noexcept nogil:
    """The lowest of the starts, all bits of each, and those next to it."""
    # Adding the lowest start carries through all starts of its run, to the place behind it.
    return starts & ~(starts + (starts & -starts))

cdef inline int run_of(uint64_t starts, int min_length, bint is_low) noexcept nogil:
    """Where the chains are listed of the lowest run."""
    cdef uint64_t lowest = starts & -starts
    cdef int length = ((lowest_bit(starts + lowest) - lowest_bit(lowest)) >> 2) + min_length - 1
    if is_low:
        length += FROM_ACE * (lowest & 1) + FROM_TWO * (lowest >> 4 & 1)
    return length

cdef inline uint64_t run_start(uint64_t starts, bint is_low) noexcept nogil:
    """How far up its list is moved."""
    starts &= -starts
    return starts >> LOW_SHIFT or 1 if is_low else starts

cdef inline bint is_open(const KindRow* row, const Hand* hand) noexcept nogil:
    """Whether the hand's size lets the kind be played (rules.md 1b.4)."""
    return not row.only_as_last or hand.size == row.group_size

cdef inline ShapeSet* add_rockets(
    const KindRow* row, const Hand* hand, int jokers, uint64_t above, ShapeSet* shapes
) noexcept nogil:
    """Adds the rockets of so many jokers, a set for each number of red ones (rules.md 1b.6)."""
    cdef int black = <int>(hand.cards >> BLACK_SHIFT & 15)
    cdef int most_red = min(jokers, <int>(hand.cards >> RED_SHIFT))
    cdef int red
    for red in range(max(0, jokers - black), most_red + 1):
        shapes = add_set(
            shapes, above >> 4 * red & 1, rocket_body(jokers, red),
            row.heads[jokers] + head_rank(red), 0
        )
    return shapes

cdef inline uint64_t rocket_body(int jokers, int red) noexcept nogil:
    return (<uint64_t>(jokers - red) << BLACK_SHIFT) + (<uint64_t>red << RED_SHIFT)

cdef inline bint may_have_bombs(const RuleTable* table, const Hand* hand) noexcept nogil:
    """False where a hand has no bomb-class plays: mostly."""
    return (
        hand.lanes[0] >> table.bomb_lane & every_rank() != 0
        or card_count(hand.cards >> BLACK_SHIFT) >= 2
    )

cdef inline ShapeSet* add_bombs(
    const RuleTable* table, const Hand* hand, int first, int power, uint64_t above,
    ShapeSet* shapes
) noexcept nogil:
    """Adds the bomb-class bodies of more power, and those of the same that start in `above`.

    `first` is the first of the table's bombs that may be played.
    """
    cdef const BombRow* bomb
    cdef uint64_t above_this
    cdef ShapeSet* end
    cdef bint has_more = True  # a hand without bombs of some size has none of more cards
    cdef int index
    if not may_have_bombs(table, hand):
        return shapes
    for index in range(first, table.bomb_count):
        bomb = &table.bombs[index]
        if bomb.power < power or (bomb.kind == BOMB and not has_more):
            continue
        above_this = above & bomb.starts if bomb.power == power else bomb.starts
        end = add_length(table, bomb.kind, hand, bomb.length, above_this, shapes)
        has_more = end != shapes or above_this != every_rank()
        shapes = end
    return shapes

cdef inline ShapeSet* add_leads(
    const RuleTable* table, const Hand* hand, ShapeSet* shapes
) noexcept nogil:
    """Adds all bodies that are not bomb-class."""
    cdef const LeadRow* lead = table.leads
    cdef const LeadRow* last = lead + table.lead_count
    cdef bint has_trios = hand.lanes[0] & every_rank() << 2 != 0
    cdef uint64_t starts
    cdef ShapeSet* end
    while lead < last:
        if not has_trios and lead.skip_without_trios:
            lead += lead.skip_without_trios
            continue
        if lead.is_chain:
            if hand.size < lead.least_hand:
                end = shapes
            elif lead.has_runs:
                end = add_runs(table, lead, hand, shapes)
            else:
                end = add_chains(table, lead.kind, hand, shapes)
            if end == shapes:
                lead += lead.skip_if_none
            shapes = end
        elif hand.size <= lead.most_hand:
            starts = hand.lanes[0] >> lead.lane & lead.places
            shapes = add_set(shapes, starts, lead.body, lead.head, lead.slots)
        lead += 1
    return shapes

cdef inline void limit_wings(ShapeSet* shapes, const ShapeSet* end, int size) noexcept nogil:
    """Only chains of so many cards beside the bodies: a follow has as many as its rival (1b.2)."""
    while shapes < end:
        shapes.wing_size = <uint8_t>size
        shapes += 1

cdef inline void find_shapes(
    const RuleTable* table, const Hand* hand, PlayRecord rival, bint bombs, Shapes* shapes
) noexcept nogil:
    """The shapes that a hand can lead, or with which it can beat `rival` (all zero: lead).

    `bombs` is false where the player may make no bomb-class play that uses up his limit.
    """
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
            if rival.kind == ROCKET and table.flat_rockets:
                above = 0
        elif is_open(row, hand):
            end = add_length(table, rival.kind, hand, rival.length, above, end)
            if row.has_wings:
                limit_wings(shapes.sets, end, rival.size - row.group_size * rival.length)
    if bombs or table.free_rockets:
        end = add_bombs(table, hand, 0 if bombs else table.free_bombs, power, above, end)
    shapes.count = <int>(end - shapes.sets)
