# Bodies with their kickers where jokers may be wild: counting them, and writing them (rules.md 1b.7).

from libc.stdint cimport int64_t, uint64_t

from ddz_fast._carrying cimport (
    Naturals,
    list_naturals,
    write_both_jokers,
    write_carrying,
    write_last,
    write_last_two,
)
from ddz_fast._kickers cimport count_choices
from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    RED_SHIFT,
    at_least_one,
    card_count,
    every_rank,
    lowest_bit,
)
from ddz_fast._shapes cimport Hand
from ddz_fast._table cimport KindRow, PlayRecord, RuleTable
from ddz_fast._ways cimport (
    BLACK,
    MAX_WAYS,
    Meaning,
    RED,
    StandIns,
    Ways,
    Words,
    count_ways,
    lacking_of,
    list_ways,
    list_ways_of_rank,
    put,
    rank_at,
    sum_of,
    words_from,
    words_of,
    write_ways,
)
from ddz_fast._writing cimport caps_of

cdef enum:
    SINGLES = 1  # forms of a TRIO_PAIR's kickers
    PAIRS = 2

cdef struct Walk:
    # What is asked, and what was found.
    const RuleTable* table
    const StandIns* stand_ins
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
    Meaning meaning  # of the body alone

cdef inline void take_cards(
    Walk* walk, const Body* body, uint64_t cards, int number
) noexcept nogil:
    """Takes the plays that stand for a body with pairs, of which the hand lacks so many cards."""
    if walk.out == NULL:
        count_cards(walk, body, cards)
    else:
        walk.out = write_cards(walk.stand_ins, body.meaning, cards, body.head, number, walk.out)

cdef inline void count_cards(Walk* walk, const Body* body, uint64_t cards) noexcept nogil:
    """Counts the plays that stand for some cards, which are a body, with kickers or without."""
    walk.count += count_ways(cards, lacking_of(cards, walk.hand.cards), walk.jokers, body.most_wild)

cdef inline PlayRecord* write_cards(
    const StandIns* every, Meaning meaning, uint64_t cards, uint64_t head, int number,
    PlayRecord* out
) noexcept nogil:
    """Writes the plays that stand for a body with pairs."""
    meaning.play = words_from(cards, head)
    meaning.cards = cards
    meaning.number = number
    meaning.is_run = False
    meaning.twice = 1
    return write_ways(every, &meaning, out)

cdef inline void list_body_ways(
    const Walk* walk, const Body* body, Ways* ways, PlayRecord* room
) noexcept nogil:
    """Lists the ways of a body, by the jokers that are single kickers and so not wild."""
    if body.most_wild and body.meaning.count == 1:
        list_ways_of_rank(walk.stand_ins, &body.meaning, ways, room)
    else:
        list_ways(walk.stand_ins, &body.meaning, walk.jokers, ways, room)

cdef inline void walk_singles(Walk* walk, const Body* body) noexcept nogil:
    """Goes over the plays of a body with single kickers; a joker among them is itself."""
    cdef Ways ways
    cdef PlayRecord room[MAX_WAYS]
    cdef Naturals kickers
    cdef int slots = body.row.kickers * body.length
    cdef uint64_t caps = caps_of(
        walk.table, body.row, walk.hand.cards, body.cards, body.rank, body.length
    )
    if walk.out == NULL:
        count_singles(walk, body, caps, slots)
        return
    list_body_ways(walk, body, &ways, room)
    list_naturals(&kickers, caps, 1, walk.table.both_jokers_kicker)
    walk.out = write_carrying(walk.out, &ways, words_from(0, 0), &kickers, 0, slots)

cdef inline void count_singles(
    Walk* walk, const Body* body, uint64_t caps, int slots
) noexcept nogil:
    cdef uint64_t natural = caps & ((<uint64_t>1 << BLACK_SHIFT) - 1)
    cdef int64_t with_one = count_choices(natural, slots - 1, True)
    walk.count += ways_beside(walk, body, 0) * count_choices(natural, slots, True)
    if caps >> BLACK_SHIFT & 15:
        walk.count += ways_beside(walk, body, BLACK) * with_one
    if caps >> RED_SHIFT:
        walk.count += ways_beside(walk, body, RED) * with_one
    if both_may_join(walk, caps) and slots >= 2:
        walk.count += (
            ways_beside(walk, body, BLACK | RED) * count_choices(natural, slots - 2, True)
        )

cdef inline int64_t ways_beside(const Walk* walk, const Body* body, int kickers) noexcept nogil:
    """In how many ways jokers may be wild in a body, beside those that are kickers."""
    return count_ways(
        body.cards, lacking_of(body.cards, walk.naturals), walk.jokers & ~kickers, body.most_wild
    )

cdef inline bint both_may_join(Walk* walk, uint64_t caps) noexcept nogil:
    """Whether both jokers may be single kickers of one play (A-03)."""
    return walk.table.both_jokers_kicker and caps >> BLACK_SHIFT & 15 and caps >> RED_SHIFT

cdef inline void walk_any_two(Walk* walk, const Body* body) noexcept nogil:
    """Goes over a trio with a pair, in which jokers may be wild, or with two single cards (A-26)."""
    cdef Ways ways
    cdef PlayRecord room[MAX_WAYS]
    cdef Naturals kickers
    cdef uint64_t others = every_rank() & ~at_least_one(body.cards)
    cdef int more_wild = body.most_wild - body.meaning.number
    cdef uint64_t pairs = affordable_pairs(walk, more_wild) & others
    cdef uint64_t singles = walk.hand.lanes[0] & others
    cdef uint64_t caps
    if not walk.forms & PAIRS:
        pairs = 0
    if not walk.forms & SINGLES:
        singles = 0
    if walk.out == NULL:
        count_any_two(walk, body, singles, pairs)
        return
    list_body_ways(walk, body, &ways, room)
    if walk.forms == SINGLES | PAIRS and more_wild == 0:
        # A pair is two single cards of a rank.
        singles = caps_of(walk.table, body.row, walk.hand.cards, body.cards, body.rank, 1)
    list_naturals(&kickers, singles, 1, walk.table.both_jokers_kicker)
    if walk.forms == SINGLES | PAIRS and more_wild == 0:
        walk.out = write_last_two(walk.out, &ways, words_from(0, 0), &kickers, 0)
    else:
        walk.out = write_any_two(
            walk, body, &ways, &kickers, singles & every_rank() >> 8, pairs, walk.out
        )

cdef inline void count_any_two(
    Walk* walk, const Body* body, uint64_t singles, uint64_t pairs
) noexcept nogil:
    count_singles(walk, body, singles, 2)
    while pairs:
        count_cards(walk, body, body.cards + 2 * (pairs & -pairs))
        pairs &= pairs - 1

cdef inline PlayRecord* write_any_two(
    const Walk* walk, const Body* body, const Ways* ways, const Naturals* kickers,
    uint64_t singles, uint64_t pairs, PlayRecord* out
) noexcept nogil:
    """Writes a trio with any two cards, rank by rank of the lower."""
    cdef const StandIns* every = walk.stand_ins
    cdef Meaning meaning = body.meaning
    cdef uint64_t lanes = walk.hand.lanes[0]
    cdef uint64_t head = body.head
    cdef uint64_t ranks = singles | pairs
    cdef uint64_t rank
    cdef int index = 0
    cdef bint fills_one = meaning.number == 1 and meaning.both
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        if pairs & rank:
            if fills_one:
                out = write_pair_beside_one(every, &meaning, ways, rank, lanes, out)
            else:
                out = write_cards(
                    every, meaning, meaning.cards + 2 * rank, head,
                    meaning.number + pair_lacks(lanes, rank), out
                )
        if singles & rank:
            index += 1
            out = write_last(out, ways, words_from(rank, 0), kickers, index)
    return write_both_jokers(out, ways, words_from(0, 0), kickers)

cdef inline PlayRecord* write_pair_beside_one(
    const StandIns* every, const Meaning* meaning, const Ways* ways, uint64_t rank, uint64_t lanes,
    PlayRecord* out
) noexcept nogil:
    """Writes a pair beside a trio of which one card is lacking.

    If the pair is there, the ways are those of the trio, black, red, both, and one joker for a card of
    each; else this one.
    """
    cdef Words pair = words_from(2 * rank, 0)
    cdef int kicker = rank_at(rank)
    cdef bint is_lower = kicker < meaning.first
    cdef Words apart = sum_of(
        sum_of(meaning.play, pair), words_of(&every.both[1][meaning.first][kicker])
    )
    if lanes & 2 * rank == 0:
        put(out, apart)
        return out + 1
    put(out, sum_of(pair, words_of(ways.free)))
    put(out + 1, sum_of(pair, words_of(ways.free + 1)))
    put(out + 2 + is_lower, sum_of(pair, words_of(ways.free + 2)))
    put(out + 3 - is_lower, apart)
    return out + 4

cdef inline uint64_t affordable_pairs(Walk* walk, int lacking) noexcept nogil:
    """The ranks of pairs of which the hand lacks at most so many cards."""
    cdef uint64_t ranks = walk.table.kicker_ranks[2]
    if lacking >= 2:
        return ranks
    return walk.hand.lanes[0] >> (1 - lacking) & ranks

cdef inline int pair_lacks(uint64_t lanes, uint64_t rank) noexcept nogil:
    """How many cards of a pair a hand lacks."""
    return (lanes & rank == 0) + (lanes & 2 * rank == 0)

cdef inline void walk_pairs(Walk* walk, const Body* body) noexcept nogil:
    """Goes over the plays of a body with pairs as kickers, in which jokers may be wild."""
    cdef int slots = body.row.kickers * body.length
    cdef uint64_t reach, four, caps
    if walk.out != NULL and body.meaning.number == body.most_wild:
        write_natural_pairs(walk, body, slots)
        return
    reach = walk.naturals + (every_rank() >> 8) * body.most_wild
    four = reach >> 2 & every_rank()
    reach &= ~(four * 3)  # no rank above four
    caps = caps_of(walk.table, body.row, reach, body.cards, body.rank, body.length)
    take_pairs(walk, body, caps, slots, body.cards, body.meaning.number)

cdef inline void write_natural_pairs(Walk* walk, const Body* body, int slots) noexcept nogil:
    """Writes the plays of a body that needs all jokers."""
    cdef Ways ways
    cdef PlayRecord room[MAX_WAYS]
    cdef Naturals kickers
    cdef uint64_t caps = caps_of(
        walk.table, body.row, walk.naturals, body.cards, body.rank, body.length
    )
    list_naturals(&kickers, caps, 2, False)
    list_ways(walk.stand_ins, &body.meaning, 0, &ways, room)
    walk.out = write_carrying(walk.out, &ways, words_from(0, 0), &kickers, 0, slots)

cdef inline void take_pairs(
    Walk* walk, const Body* body, uint64_t caps, int slots, uint64_t carried, int number
) noexcept nogil:
    """Takes every choice of `slots` pairs within the caps, beside what is carried already."""
    cdef uint64_t rank, cards
    cdef uint64_t ranks = at_least_one(caps) & affordable_pairs(walk, body.most_wild - number)
    cdef int taken, lacking
    if slots == 1:
        take_last_pair(walk, body, ranks, carried, number)
        return
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        for taken in range(min(<int>(caps >> lowest_bit(rank) & 15), slots), 0, -1):
            cards = carried + rank * (2 * taken)
            lacking = card_count(lacking_of(cards, walk.naturals))
            if lacking > body.most_wild:
                continue
            if taken == slots:
                take_cards(walk, body, cards, lacking)
            else:
                take_pairs(walk, body, caps & -(rank * 16), slots - taken, cards, lacking)

cdef inline void take_last_pair(
    Walk* walk, const Body* body, uint64_t ranks, uint64_t carried, int number
) noexcept nogil:
    """Takes each pair of the ranks as the last one."""
    cdef const StandIns* every = walk.stand_ins
    cdef Meaning meaning = body.meaning
    cdef uint64_t lanes = walk.hand.lanes[0]
    cdef uint64_t head = body.head
    cdef PlayRecord* out = walk.out
    while ranks:
        if out == NULL:
            count_cards(walk, body, carried + 2 * (ranks & -ranks))
        else:
            out = write_cards(
                every, meaning, carried + 2 * (ranks & -ranks), head,
                number + pair_lacks(lanes, ranks & -ranks), out
            )
        ranks &= ranks - 1
    walk.out = out
