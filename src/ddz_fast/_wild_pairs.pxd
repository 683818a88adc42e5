# Pairs as kickers of bodies where jokers may be wild, and so may be cards of the pairs (rules.md 1b.7).

from libc.stdint cimport uint64_t

from ddz_fast._carrying cimport Naturals, choose_naturals, write_carrying
from ddz_fast._nibbles cimport (
    NATURAL_RANKS,
    at_least_one,
    card_count,
    every_rank,
    lowest_bit,
    ranks_in,
)
from ddz_fast._table cimport PlayRecord
from ddz_fast._walk cimport Body, Walk, count_cards, own_ranks, write_cards
from ddz_fast._ways cimport (
    MAX_WAYS,
    Ways,
    Words,
    lacking_of,
    list_ways,
    put,
    rank_at,
    sum_of,
    words_from,
    words_of,
    write_sums,
)
from ddz_fast._writing cimport caps_of

cdef inline void walk_pairs(Walk* walk, const Body* body) noexcept nogil:
    """Goes over the plays of a body with pairs as kickers."""
    cdef int slots = body.row.kickers * body.length
    cdef int lacking = body.meaning.number
    cdef uint64_t caps
    if walk.out != NULL and lacking == body.most_wild:
        caps = pair_caps(walk, body, walk.naturals)
        walk.out = write_natural_pairs(walk, body, caps, slots, walk.out)
        return
    caps = pair_caps(walk, body, with_wild_cards(walk, body))
    if walk.out == NULL or slots != 2 or lacking == 0 or body.row.kicker_limit > 1:
        take_pairs(walk, body, caps, slots, body.cards, lacking)
    else:
        walk.out = write_two_pairs(walk, body, caps, walk.out)

cdef inline uint64_t with_wild_cards(const Walk* walk, const Body* body) noexcept nogil:
    """The natural cards, and as many more of each rank as jokers may be wild, up to four."""
    cdef uint64_t cards = walk.naturals + (every_rank() >> 8) * body.most_wild
    cdef uint64_t four = cards >> 2 & every_rank()
    return cards & ~(four * 3)

cdef inline uint64_t pair_caps(
    const Walk* walk, const Body* body, uint64_t cards
) noexcept nogil:
    return caps_of(walk.table, body.row, cards, body.cards, body.rank, body.length)

cdef inline uint64_t affordable_pairs(const Walk* walk, int lacking) noexcept nogil:
    """The ranks of pairs of which the hand lacks at most so many cards."""
    cdef uint64_t ranks = walk.table.kicker_ranks[2]
    if lacking >= 2:
        return ranks
    return walk.hand.lanes[0] >> (1 - lacking) & ranks

cdef inline int pair_lacks(uint64_t lanes, uint64_t rank) noexcept nogil:
    """How many cards of a pair a hand lacks."""
    return (lanes & rank == 0) + (lanes & 2 * rank == 0)

cdef inline PlayRecord* write_natural_pairs(
    const Walk* walk, const Body* body, uint64_t caps, int slots, PlayRecord* out
) noexcept nogil:
    """Writes the plays of a body that needs all jokers."""
    cdef Ways ways
    cdef PlayRecord room[MAX_WAYS]
    cdef Naturals kickers
    choose_naturals(&kickers, &walk.pairs, caps)
    list_ways(walk.stand_ins, &body.meaning, 0, &ways, room)
    return write_carrying(out, &ways, words_from(0, 0), &kickers, 0, slots)

cdef inline void take_pairs(
    Walk* walk, const Body* body, uint64_t caps, int slots, uint64_t carried, int number
) noexcept nogil:
    """Takes every multiset of pairs within the caps, beside what is carried and lacks cards already."""
    cdef uint64_t ranks = at_least_one(caps) & affordable_pairs(walk, body.most_wild - number)
    cdef uint64_t rank, cards
    cdef int taken, lacking
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        for taken in range(min(<int>(caps >> lowest_bit(rank) & 15), slots), 0, -1):
            cards = carried + rank * (2 * taken)
            lacking = card_count(lacking_of(cards, walk.naturals))
            if lacking > body.most_wild:
                continue
            if taken < slots:
                take_pairs(walk, body, caps & -(rank * 16), slots - taken, cards, lacking)
            elif walk.out == NULL:
                count_cards(walk, body, cards)
            else:
                walk.out = write_cards(walk, body, cards, lacking, walk.out)

# Beside a body of which one card is lacking ------------------------------------------------------

cdef struct OneLacking:
    # A body, perhaps with a pair, of which the hand lacks one card while it has two jokers.
    Words play
    uint64_t ranks
    const PlayRecord* both  # what the jokers add, one for the card and one for a card of a rank
    const PlayRecord* ways  # one joker for the card, then both, the other for each of the ranks

cdef inline PlayRecord* write_with_pair(
    const OneLacking* body, int count, uint64_t rank, bint is_held, PlayRecord* out
) noexcept nogil:
    """Writes the ways of a body, `count` of them, and a pair.

    Where the other joker is for a card of the pair is one more way, in its place among these. If the hand
    does not hold the pair, it is the only one.
    """
    cdef Words pair = words_from(2 * rank, 0)
    cdef Words apart = sum_of(pair, words_of(body.both + rank_at(rank)))
    cdef int place = 2 + ranks_in(body.ranks & (rank - 1))
    cdef int way
    put(out, sum_of(pair, words_of(body.ways)))
    put(out + 1, sum_of(pair, words_of(body.ways + 1)))
    for way in range(2, count):
        put(out + way + (way >= place), sum_of(pair, words_of(body.ways + way)))
    # No branch on whether it is held: that would be mispredicted.
    put(out + place * is_held, sum_of(body.play, apart))
    return out + 1 + count * is_held

cdef inline PlayRecord* write_two_pairs(
    const Walk* walk, const Body* body, uint64_t caps, PlayRecord* out
) noexcept nogil:
    """Writes the plays of a body with two pairs."""
    cdef uint64_t lanes = walk.hand.lanes[0]
    cdef uint64_t ranks = at_least_one(caps) & affordable_pairs(walk, 1)
    cdef int lacking = rank_at(lacking_of(body.cards, walk.naturals))
    cdef const PlayRecord* both = walk.stand_ins.both[1][lacking]
    cdef Naturals held
    cdef int index = 0
    cdef uint64_t rank
    cdef Words play
    choose_naturals(&held, &walk.pairs, caps)
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        play = sum_of(body.meaning.play, words_from(2 * rank, 0))
        if lanes & 2 * rank:
            index += 1
            out = write_last_pair(walk, play, own_ranks(body) | rank, lacking, ranks, out)
        else:
            play = sum_of(play, words_of(both + rank_at(rank)))
            out = write_sums(out, play, held.cards + index, held.count - index)
    return out

cdef inline PlayRecord* write_last_pair(
    const Walk* walk, Words play, uint64_t ranks, int lacking, uint64_t others, PlayRecord* out
) noexcept nogil:
    """Writes a body and a pair, which have some ranks, with each pair of the others."""
    cdef uint64_t lanes = walk.hand.lanes[0]
    cdef PlayRecord ways[NATURAL_RANKS]
    cdef OneLacking carried
    cdef int count = 2
    carried.play = play
    carried.ranks = ranks
    carried.both = walk.stand_ins.both[1][lacking]
    carried.ways = ways
    put(&ways[0], sum_of(play, words_of(&walk.stand_ins.black[lacking])))
    put(&ways[1], sum_of(play, words_of(&walk.stand_ins.red[lacking])))
    while ranks:
        put(&ways[count], sum_of(play, words_of(carried.both + rank_at(ranks))))
        ranks &= ranks - 1
        count += 1
    while others:
        out = write_with_pair(
            &carried, count, others & -others, lanes & 2 * (others & -others) != 0, out
        )
        others &= others - 1
    return out
