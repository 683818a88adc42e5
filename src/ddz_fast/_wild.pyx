"""Plays with wild jokers: bodies that a hand has but for a card or two, and what fills them.

What a play stands for is its *meaning*: a body and kickers as without wild jokers. A meaning of which
the hand lacks at most as many cards as it has jokers is a play for every way to put the jokers for
cards of it, those that are lacking among them. See `_wild.pxd`.
"""

from ddz_fast._carrying cimport list_naturals
from ddz_fast._nibbles cimport (
    NATURAL_RANKS,
    at_least,
    at_least_one,
    is_within,
    lowest_bit,
    ranks_above,
)
from ddz_fast._reach cimport Reach, chains_of, groups_of, grow
from ddz_fast._shapes cimport LOW_SHIFT, TWO_LOW_PLACES, by_rank, hand_of, is_open, rocket_body
from ddz_fast._table cimport (
    BOMB,
    BombRow,
    KindRow,
    ROCKET,
    TRIO_PAIR,
    head_rank,
    head_rank_at,
    is_limited,
)
from ddz_fast._walk cimport Body, PAIRS, SINGLES, Walk, count_cards
from ddz_fast._ways cimport (
    BLACK,
    Meaning,
    RED,
    StandIns,
    fill_stand_ins,
    jokers_in,
    put,
    rank_at,
    words_from,
    write_ways,
    write_ways_of_rank,
)
from ddz_fast._wild_pairs cimport walk_pairs
from ddz_fast._wild_singles cimport walk_any_two, walk_singles
from ddz_fast._writing cimport place_of

cdef StandIns STAND_INS


cdef int64_t walk_plays(
    const RuleTable* table, uint64_t cards, int size, bint deck, PlayRecord rival, bint bombs,
    PlayRecord* out
) noexcept nogil:
    cdef Walk walk
    cdef int kind
    walk.table = table
    walk.stand_ins = &STAND_INS
    walk.hand = hand_of(cards)
    walk.naturals = cards & ((<uint64_t>1 << BLACK_SHIFT) - 1)
    walk.jokers = BLACK * (cards >> BLACK_SHIFT & 15 != 0) + RED * (cards >> RED_SHIFT != 0)
    walk.size = size
    walk.deck = deck
    walk.forms = SINGLES | PAIRS
    walk.out = out
    walk.count = 0
    if out != NULL:
        list_naturals(&walk.singles, at_least_one(cards), 1)
        list_naturals(&walk.pairs, at_least(cards, 2), 2)
    if rival.kind == 0:
        for kind in range(1, BOMB):
            walk_kind(&walk, kind)
    elif rival.kind < BOMB:
        walk_answers(&walk, rival)
    walk_bombs(&walk, rival, bombs)
    return walk.count if out == NULL else walk.out - out


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
        walk_starts(walk, row, length, starts, &reach)


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
    walk_starts(walk, row, length, reach.lacking[most_wild(walk, row, length)] & above, &reach)


cdef inline int most_wild(Walk* walk, const KindRow* row, int length) noexcept nogil:
    """How many jokers may be wild in a play: a natural card is beside them (rules.md 1b.7)."""
    return min(min(<int>row.most_wild, jokers_in(walk.jokers)), length * row.group_size - 1)


cdef void walk_starts(
    Walk* walk, const KindRow* row, int length, uint64_t starts, const Reach* reach
) noexcept nogil:
    """Goes over the plays of the bodies that start at some places."""
    cdef Body body
    body.row = row
    body.length = length
    body.most_wild = most_wild(walk, row, length)
    body.meaning.held = walk.naturals
    body.meaning.jokers = walk.jokers if body.most_wild else 0
    body.meaning.both = walk.jokers == BLACK | RED and body.most_wild >= 2
    body.meaning.count = length if row.is_chain else 1
    body.meaning.twice = not (row.is_chain and row.lane == 0)
    if row.kickers or walk.out == NULL:
        walk_bodies(walk, &body, starts, reach)
    else:
        walk.out = write_bodies(walk, &body, starts, reach, walk.out)


cdef void walk_bodies(
    Walk* walk, Body* body, uint64_t starts, const Reach* reach
) noexcept nogil:
    """Goes over the plays of some bodies with kickers; without, it only counts."""
    cdef const KindRow* row = body.row
    while starts:
        find_body(body, starts & -starts, reach)
        starts &= starts - 1
        if row.kickers == 0:
            count_cards(walk, body, body.cards)
        elif row.has_pairs and row.kicker_size == 1:
            walk_any_two(walk, body)
        elif row.has_pairs:
            walk_pairs(walk, body)
        else:
            walk_singles(walk, body)


cdef PlayRecord* write_bodies(
    const Walk* walk, const Body* given, uint64_t starts, const Reach* reach, PlayRecord* out
) noexcept nogil:
    """Writes the plays that stand for some bodies alone."""
    cdef const StandIns* every = walk.stand_ins
    cdef Body body = given[0]
    cdef uint64_t low = 0
    if not body.row.is_chain:
        return write_of_one_rank(walk, given, starts, reach, out)
    if body.row.is_low:
        low = starts & TWO_LOW_PLACES
        starts ^= low
    while low:
        find_body(&body, low & -low, reach)
        low &= low - 1
        out = write_ways(every, &body.meaning, out)
    return write_runs(walk, given, starts, reach, out)


cdef PlayRecord* write_of_one_rank(
    const Walk* walk, const Body* given, uint64_t starts, const Reach* reach, PlayRecord* out
) noexcept nogil:
    """Writes the plays that stand for a single card or several of one rank."""
    cdef const StandIns* every = walk.stand_ins
    cdef Meaning meaning = given.meaning
    cdef uint64_t cards = given.row.bodies[given.length]
    cdef uint64_t head = given.row.heads[given.length]
    cdef bint may_be_wild = given.most_wild != 0
    cdef uint64_t start
    while starts:
        start = starts & -starts
        starts ^= start
        meaning.play = words_from(cards * start, head + head_rank_at(lowest_bit(start)))
        if may_be_wild:
            meaning.first = rank_at(start)
            meaning.number = lacking_at(reach, start)
            out = write_ways_of_rank(every, &meaning, out)
        else:
            put(out, meaning.play)
            out += 1
    return out


cdef PlayRecord* write_runs(
    const Walk* walk, const Body* given, uint64_t starts, const Reach* reach, PlayRecord* out
) noexcept nogil:
    """Writes the plays that stand for chains of ranks that follow each other."""
    cdef const StandIns* every = walk.stand_ins
    cdef Meaning meaning = given.meaning
    cdef uint64_t cards = given.row.bodies[given.length]
    cdef uint64_t head = given.row.heads[given.length]
    cdef int low = LOW_SHIFT if given.row.is_low else 0
    cdef int bit
    meaning.is_run = True
    while starts:
        bit = lowest_bit(starts) - low
        meaning.cards = cards << bit
        meaning.play = words_from(meaning.cards, head + head_rank_at(bit))
        meaning.first = bit >> 2
        meaning.number = lacking_at(reach, starts & -starts)
        out = write_ways(every, &meaning, out)
        starts &= starts - 1
    return out


cdef inline int lacking_at(const Reach* reach, uint64_t start) noexcept nogil:
    """How many cards the hand lacks of the body that starts at a place."""
    return (start & reach.lacking[0] == 0) + (start & reach.lacking[1] == 0)


cdef inline void find_body(Body* body, uint64_t start, const Reach* reach) noexcept nogil:
    """Fills in the body that starts at a place."""
    cdef const KindRow* row = body.row
    body.rank = place_of(start) - 2 * row.is_low
    body.cards = row.bodies[body.length] * start
    if row.is_low:
        body.cards = by_rank(body.cards)
    body.head = row.heads[body.length] + head_rank(body.rank)
    body.meaning.play = words_from(body.cards, body.head)
    body.meaning.cards = body.cards
    body.meaning.number = lacking_at(reach, start)
    body.meaning.is_run = body.rank >= 0
    body.meaning.first = body.rank


cdef void walk_rockets(
    Walk* walk, const KindRow* row, int jokers, uint64_t above
) noexcept nogil:
    """Goes over the rockets of so many jokers: in them a joker is itself."""
    cdef int red
    for red in range(jokers + 1):
        if above >> 4 * red & 1 and is_within(rocket_body(jokers, red), walk.hand.cards):
            walk.count += 1
            if walk.out != NULL:
                walk.out.cards = rocket_body(jokers, red)
                walk.out.head = row.heads[jokers] + head_rank(red)
                walk.out += 1


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


fill_stand_ins(&STAND_INS)
