"""Plays with wild jokers: bodies that a hand has but for a card or two, and what fills them.

What a play stands for is its *meaning*: a body and kickers as without wild jokers. A meaning of which
the hand lacks at most as many cards as it has jokers is a play for every way to put the jokers for
cards of it, those that are lacking among them. See `_wild.pxd`.
"""

from ddz_fast._kickers cimport Kickers, count_choices, list_several_kickers, write_each
from ddz_fast._nibbles cimport (
    at_least,
    at_least_one,
    card_count,
    is_within,
    lowest_bit,
    ranks_above,
)
from ddz_fast._reach cimport Reach, chains_of, groups_of, grow
from ddz_fast._shapes cimport Hand, by_rank, hand_of, is_open, rocket_body
from ddz_fast._table cimport (
    BOMB,
    BombRow,
    KindRow,
    ROCKET,
    TRIO_PAIR,
    head_rank,
    is_limited,
)
from ddz_fast._ways cimport (
    BLACK,
    RED,
    Ways,
    count_ways,
    jokers_in,
    jokers_of,
    lacking_of,
    write_ways,
)
from ddz_fast._writing cimport caps_of, place_of

cdef enum:
    SINGLES = 1  # forms of a TRIO_PAIR's kickers
    PAIRS = 2

cdef struct Walk:
    # What is asked, and what was found.
    const RuleTable* table
    Hand hand
    uint64_t naturals  # the hand without jokers
    int jokers  # that the hand has
    int size  # most cards of a play
    bint deck  # the hand is the whole deck
    int forms  # of a TRIO_PAIR's kickers that are asked for
    PlayRecord* out  # NULL: only counts
    int64_t count

cdef struct Body:
    # The plays of one body have this in common.
    const KindRow* row
    uint64_t cards
    uint64_t head
    int length
    int rank
    int most_wild  # jokers that may stand for cards of the play

cdef PlayRecord NO_KICKER[4]  # a block of them, each no card


cdef int64_t walk_plays(
    const RuleTable* table, uint64_t cards, int size, bint deck, PlayRecord rival, bint bombs,
    PlayRecord* out
) noexcept nogil:
    cdef Walk walk
    cdef int kind
    walk.table = table
    walk.hand = hand_of(cards)
    walk.naturals = cards & ((<uint64_t>1 << BLACK_SHIFT) - 1)
    walk.jokers = BLACK * (cards >> BLACK_SHIFT & 15 != 0) + RED * (cards >> RED_SHIFT != 0)
    walk.size = size
    walk.deck = deck
    walk.forms = SINGLES | PAIRS
    walk.out = out
    walk.count = 0
    if rival.kind == 0:
        for kind in range(1, BOMB):
            walk_kind(&walk, kind)
    elif rival.kind < BOMB:
        walk_answers(&walk, rival)
    walk_bombs(&walk, rival, bombs)
    return walk.count


cdef void walk_answers(Walk* walk, PlayRecord rival) noexcept nogil:
    """Goes over the plays of the rival's kind and length that are higher."""
    cdef const KindRow* row = &walk.table.kinds[rival.kind]
    if walk.table.trio2_split and rival.kind == TRIO_PAIR:
        walk.forms = PAIRS if carries_pair(rival) else SINGLES
    walk_length(walk, rival.kind, rival.length, ranks_above(rival.rank + 2 * row.is_low))


cdef void walk_bombs(Walk* walk, PlayRecord rival, bint bombs) noexcept nogil:
    """Goes over the bomb-class plays of more power than the rival's, and higher ones of the same.

    Without `bombs` only over those that use up no limit.
    """
    cdef const BombRow* bomb
    cdef int power = walk.table.power[rival.kind][rival.length] if rival.kind >= BOMB else 0
    cdef uint64_t above
    cdef int index
    for index in range(walk.table.bomb_count):
        bomb = &walk.table.bombs[index]
        if bomb.power < power or (is_limited(walk.table, bomb.kind) and not bombs):
            continue
        above = bomb.starts
        if bomb.power == power:
            above &= ranks_above(rival.rank + 2 * walk.table.kinds[bomb.kind].is_low)
            if bomb.kind == ROCKET and walk.table.flat_rockets:
                above = 0
        walk_length(walk, bomb.kind, bomb.length, above)


# Bodies ------------------------------------------------------------------------------------------


cdef void walk_kind(Walk* walk, int kind) noexcept nogil:
    """Goes over all plays of a kind that is not bomb-class."""
    cdef const KindRow* row = &walk.table.kinds[kind]
    cdef Reach groups, reach
    cdef uint64_t starts
    cdef int length
    if row.max_length == 0 or not (walk.deck or is_open(row, &walk.hand)):
        return
    groups = groups_of(&walk.hand, row, row.lane + 1)
    reach = chains_of(row, &groups, row.min_length)
    for length in range(row.min_length, row.max_length + 1):
        if length > row.min_length:
            grow(&reach, &groups, 4 * (length - 1))
        starts = reach.lacking[most_wild(walk, row, length)]
        if starts == 0 or length * row.group_size > walk.size:
            break
        walk_starts(walk, row, length, starts)


cdef void walk_length(Walk* walk, int kind, int length, uint64_t above) noexcept nogil:
    """Goes over the plays of a kind and length that start in `above`."""
    cdef const KindRow* row = &walk.table.kinds[kind]
    cdef Reach reach
    if length * row.group_size > walk.size or not is_open(row, &walk.hand):
        return
    if kind == ROCKET:
        walk_rockets(walk, row, length, above)
        return
    reach = groups_of(&walk.hand, row, length if kind == BOMB else row.lane + 1)
    reach = chains_of(row, &reach, length)
    walk_starts(walk, row, length, reach.lacking[most_wild(walk, row, length)] & above)


cdef inline int most_wild(Walk* walk, const KindRow* row, int length) noexcept nogil:
    """How many jokers may be wild in a play: a natural card is beside them (rules.md 1b.7)."""
    return min(min(<int>row.most_wild, jokers_in(walk.jokers)), length * row.group_size - 1)


cdef void walk_starts(
    Walk* walk, const KindRow* row, int length, uint64_t starts
) noexcept nogil:
    """Goes over the plays of the bodies that start at some places."""
    cdef Body body
    cdef uint64_t start
    body.row = row
    body.length = length
    body.most_wild = most_wild(walk, row, length)
    while starts:
        start = starts & -starts
        starts ^= start
        body.rank = place_of(start) - 2 * row.is_low
        body.cards = row.bodies[length] * start
        if row.is_low:
            body.cards = by_rank(body.cards)
        body.head = row.heads[length] + head_rank(body.rank)
        walk_body(walk, &body)


cdef void walk_rockets(
    Walk* walk, const KindRow* row, int jokers, uint64_t above
) noexcept nogil:
    """Goes over the rockets of so many jokers: in them a joker is itself."""
    cdef int red
    for red in range(jokers + 1):
        if above >> 4 * red & 1 and is_within(rocket_body(jokers, red), walk.hand.cards):
            if walk.out != NULL:
                walk.out[walk.count].cards = rocket_body(jokers, red)
                walk.out[walk.count].head = row.heads[jokers] + head_rank(red)
            walk.count += 1


cdef void walk_body(Walk* walk, const Body* body) noexcept nogil:
    """Goes over the plays of one body."""
    cdef const KindRow* row = body.row
    if row.kickers == 0:
        take_meaning(walk, body, body.cards)
    elif row.has_pairs and row.kicker_size == 1:
        walk_any_two(walk, body)
    elif row.has_pairs:
        walk_pairs(walk, body)
    else:
        walk_singles(walk, body)


# Meanings and kickers ---------------------------------------------------------------------------


cdef inline void take_meaning(Walk* walk, const Body* body, uint64_t meaning) noexcept nogil:
    """Takes every play that stands for a meaning."""
    cdef uint64_t lacking = lacking_of(meaning, walk.hand.cards)
    if walk.out == NULL:
        walk.count += count_ways(meaning, lacking, walk.jokers, body.most_wild)
    else:
        walk.count = write_ways(
            meaning, lacking, walk.jokers, body.most_wild, body.head, walk.out + walk.count
        ) - walk.out


cdef void list_ways(Walk* walk, const Body* body, Ways* ways) noexcept nogil:
    """Lists the ways of a body, by the jokers that are single kickers and so not wild."""
    cdef uint64_t lacking = lacking_of(body.cards, walk.naturals)
    cdef int used, jokers
    for used in range(4):
        jokers = walk.jokers & ~used
        ways[used].count = count_ways(body.cards, lacking, jokers, body.most_wild)
        if walk.out != NULL and ways[used].count:
            write_ways(
                body.cards, lacking, jokers, body.most_wild, body.head, ways[used].plays
            )


cdef inline void take_with(
    Walk* walk, const Ways* ways, uint64_t carried, const PlayRecord* units, int number
) noexcept nogil:
    """Takes each way of a body with each of some kickers as the last one."""
    cdef PlayRecord* out = walk.out + walk.count
    cdef int index
    walk.count += ways.count * number
    if walk.out == NULL or ways.count == 0:
        return
    if ways.count == 1:
        write_each(out, ways.plays[0].cards + carried, ways.plays[0].head, units, number)
        return
    for index in range(number):
        if ways.count == 3:  # known numbers of ways are written without a loop
            out = write_with(out, ways.plays, 3, carried + units[index].cards)
        elif ways.count == 4:
            out = write_with(out, ways.plays, 4, carried + units[index].cards)
        else:
            out = write_with(out, ways.plays, ways.count, carried + units[index].cards)


cdef inline PlayRecord* write_with(
    PlayRecord* out, const PlayRecord* ways, int number, uint64_t kickers
) noexcept nogil:
    cdef int way
    for way in range(number):
        out[way].cards = ways[way].cards + kickers
        out[way].head = ways[way].head
    return out + number


cdef void walk_singles(Walk* walk, const Body* body) noexcept nogil:
    """Goes over the plays of a body with single kickers; a joker among them is itself."""
    cdef Ways ways[4]
    cdef Kickers kickers
    cdef uint64_t caps = caps_of(
        walk.table, body.row, walk.hand.cards, body.cards, body.rank, body.length
    )
    cdef int slots = body.row.kickers * body.length
    list_ways(walk, body, ways)
    if walk.out == NULL:
        walk.count += count_singles(walk, ways, caps, slots)
    else:
        list_several_kickers(&kickers, caps, 1)
        take_singles(walk, ways, &kickers, 0, slots, 0)


cdef int64_t count_singles(
    Walk* walk, const Ways* ways, uint64_t caps, int slots
) noexcept nogil:
    cdef uint64_t natural = caps & ((<uint64_t>1 << BLACK_SHIFT) - 1)
    cdef int64_t count = ways[0].count * count_choices(natural, slots, True)
    cdef int64_t with_one = count_choices(natural, slots - 1, True)
    if caps >> BLACK_SHIFT & 15:
        count += ways[BLACK].count * with_one
    if caps >> RED_SHIFT:
        count += ways[RED].count * with_one
    if both_may_join(walk, caps) and slots >= 2:
        count += ways[BLACK | RED].count * count_choices(natural, slots - 2, True)
    return count


cdef inline bint both_may_join(Walk* walk, uint64_t caps) noexcept nogil:
    """Whether both jokers may be single kickers of one play (A-03)."""
    return walk.table.both_jokers_kicker and caps >> BLACK_SHIFT & 15 and caps >> RED_SHIFT


cdef void take_singles(
    Walk* walk, const Ways* ways, const Kickers* kickers, int first, int slots, uint64_t carried
) noexcept nogil:
    """Takes every multiset of `slots` kickers from `first` on, lowest ranks and most copies first."""
    cdef uint64_t cards
    cdef int index, taken
    if slots == 1:
        take_last(walk, ways, kickers, first, carried)
        return
    for index in range(first, kickers.count):
        for taken in range(min(<int>kickers.caps[index], slots), 0, -1):
            cards = carried + kickers.units[index].cards * taken
            if jokers_of(cards) == BLACK | RED and not walk.table.both_jokers_kicker:
                continue
            if taken == slots:
                take_with(walk, &ways[jokers_of(cards)], cards, NO_KICKER, 1)
            else:
                take_singles(walk, ways, kickers, index + 1, slots - taken, cards)


cdef inline void take_last(
    Walk* walk, const Ways* ways, const Kickers* kickers, int first, uint64_t carried
) noexcept nogil:
    """Takes each of the kickers from `first` on as the last one: natural cards, then jokers."""
    cdef int used = jokers_of(carried)
    cdef int natural = kickers.count
    cdef int index
    while natural > first and jokers_of(kickers.units[natural - 1].cards):
        natural -= 1
    take_with(walk, &ways[used], carried, &kickers.units[first], max(natural - first, 0))
    for index in range(max(natural, first), kickers.count):
        if used and not walk.table.both_jokers_kicker:
            continue
        take_with(
            walk, &ways[used | jokers_of(kickers.units[index].cards)], carried,
            &kickers.units[index], 1
        )


cdef void walk_any_two(Walk* walk, const Body* body) noexcept nogil:
    """Goes over a trio with a pair, in which jokers may be wild, or with two single cards (A-26)."""
    cdef Ways ways[4]
    cdef Kickers kickers
    cdef uint64_t others = every_rank() & ~at_least_one(body.cards)
    cdef uint64_t singles = walk.hand.lanes[0] & others
    cdef uint64_t pairs = affordable_pairs(
        walk, body.most_wild - card_count(lacking_of(body.cards, walk.naturals))
    ) & others
    cdef uint64_t ranks, rank
    cdef int index = 0
    if not walk.forms & PAIRS:
        pairs = 0
    list_ways(walk, body, ways)
    list_several_kickers(&kickers, singles, 1)
    ranks = singles | pairs
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        if pairs & rank:
            take_meaning(walk, body, body.cards + 2 * rank)
        if singles & rank:
            index += 1
            if walk.forms & SINGLES:
                take_last(walk, ways, &kickers, index, rank)


cdef inline uint64_t affordable_pairs(Walk* walk, int lacking) noexcept nogil:
    """The ranks of pairs of which the hand lacks at most so many cards."""
    cdef uint64_t ranks = walk.table.kicker_ranks[2]
    if lacking >= 2:
        return ranks
    return walk.hand.lanes[0] >> (1 - lacking) & ranks


cdef void walk_pairs(Walk* walk, const Body* body) noexcept nogil:
    """Goes over the plays of a body with pairs as kickers, in which jokers may be wild."""
    cdef uint64_t reach = walk.naturals + (every_rank() >> 8) * body.most_wild
    cdef uint64_t four = reach >> 2 & every_rank()
    cdef uint64_t caps
    reach &= ~(four * 3)  # no rank above four
    caps = caps_of(walk.table, body.row, reach, body.cards, body.rank, body.length)
    take_pairs(walk, body, caps, body.row.kickers * body.length, body.cards)


cdef void take_pairs(
    Walk* walk, const Body* body, uint64_t caps, int slots, uint64_t meaning
) noexcept nogil:
    """Takes every multiset of `slots` pairs within the caps, beside what is carried already."""
    cdef uint64_t rank, cards
    cdef uint64_t ranks = at_least_one(caps) & affordable_pairs(
        walk, body.most_wild - card_count(lacking_of(meaning, walk.naturals))
    )
    cdef int taken
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        for taken in range(min(<int>(caps >> lowest_bit(rank) & 15), slots), 0, -1):
            cards = meaning + rank * (2 * taken)
            if taken > 1 and card_count(lacking_of(cards, walk.naturals)) > body.most_wild:
                continue
            if taken == slots:
                take_meaning(walk, body, cards)
            else:
                take_pairs(walk, body, caps & -(rank * 16), slots - taken, cards)


# Checking ----------------------------------------------------------------------------------------


cdef bint may_mean(const RuleTable* table, PlayRecord play) noexcept nogil:
    cdef int jokers = (black_as(play) != 0) + (red_as(play) != 0)
    # A natural card is beside them (rules.md 1b.7).
    if jokers > min(<int>table.kinds[play.kind].most_wild, play.size - 1):
        return False
    return may_mean_any(play)


cdef bint may_mean_any(PlayRecord play) noexcept nogil:
    cdef int black = black_as(play)
    cdef int red = red_as(play)
    if red > NATURAL_RANKS or black > NATURAL_RANKS or (red and black > red):
        return False
    if (black and not play.cards >> BLACK_SHIFT & 15) or (red and not play.cards >> RED_SHIFT):
        return False
    return at_least(meaning_of(play), MAX_MEANT + 1) == 0
