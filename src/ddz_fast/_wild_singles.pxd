# Single kickers of bodies where jokers may be wild: a joker among them is itself (rules.md 1b.7). And a
# trio with any two cards (A-26).

from libc.stdint cimport int64_t, uint64_t

from ddz_fast._carrying cimport (
    Naturals,
    choose_naturals,
    write_carrying,
    write_last,
    write_last_two,
)
from ddz_fast._kickers cimport count_choices
from ddz_fast._nibbles cimport BLACK_SHIFT, RED_SHIFT, every_rank
from ddz_fast._table cimport PlayRecord
from ddz_fast._walk cimport (
    Body,
    PAIRS,
    SINGLES,
    Walk,
    count_cards,
    list_body_ways,
    own_ranks,
    write_cards,
)
from ddz_fast._ways cimport (
    BLACK,
    MAX_WAYS,
    RED,
    Ways,
    count_ways,
    lacking_of,
    words_from,
    write_sums,
)
from ddz_fast._wild_pairs cimport OneLacking, affordable_pairs, pair_lacks, write_with_pair
from ddz_fast._writing cimport caps_of

cdef inline void walk_singles(Walk* walk, const Body* body) noexcept nogil:
    """Goes over the plays of a body with single kickers."""
    cdef int slots = body.row.kickers * body.length
    cdef uint64_t caps = single_caps(walk, body)
    cdef Ways ways
    cdef PlayRecord room[MAX_WAYS]
    cdef Naturals kickers
    if walk.out == NULL:
        count_singles(walk, body, caps, slots)
        return
    list_body_ways(walk, body, &ways, room)
    choose_naturals(&kickers, &walk.singles, caps)
    walk.out = write_carrying(walk.out, &ways, words_from(0, 0), &kickers, 0, slots)

cdef inline uint64_t single_caps(const Walk* walk, const Body* body) noexcept nogil:
    return caps_of(walk.table, body.row, walk.hand.cards, body.cards, body.rank, body.length)

cdef inline void count_singles(
    Walk* walk, const Body* body, uint64_t caps, int slots
) noexcept nogil:
    cdef uint64_t natural = caps & ((<uint64_t>1 << BLACK_SHIFT) - 1)
    cdef int64_t with_one = count_choices(natural, slots - 1, True)
    cdef bint black = caps >> BLACK_SHIFT & 15 != 0
    cdef bint red = caps >> RED_SHIFT != 0
    walk.count += ways_beside(walk, body, 0) * count_choices(natural, slots, True)
    if black:
        walk.count += ways_beside(walk, body, BLACK) * with_one
    if red:
        walk.count += ways_beside(walk, body, RED) * with_one
    if black and red and slots >= 2 and walk.table.both_jokers_kicker:
        walk.count += (
            ways_beside(walk, body, BLACK | RED) * count_choices(natural, slots - 2, True)
        )

cdef inline int64_t ways_beside(const Walk* walk, const Body* body, int kickers) noexcept nogil:
    """In how many ways jokers may be wild in a body, beside those that are kickers."""
    return count_ways(
        body.cards, lacking_of(body.cards, walk.naturals), walk.jokers & ~kickers, body.most_wild
    )

# A trio with any two cards -----------------------------------------------------------------------

cdef inline void walk_any_two(Walk* walk, const Body* body) noexcept nogil:
    """Goes over a trio with a pair, in which jokers may be wild, or with two single cards."""
    cdef int more_wild = body.most_wild - body.meaning.number
    cdef uint64_t others = every_rank() & ~own_ranks(body)
    cdef uint64_t pairs = affordable_pairs(walk, more_wild) & others if walk.forms & PAIRS else 0
    cdef uint64_t singles = walk.hand.lanes[0] & others if walk.forms & SINGLES else 0
    cdef Ways ways
    cdef PlayRecord room[MAX_WAYS]
    cdef Naturals kickers
    if walk.out == NULL:
        count_any_two(walk, body, singles, pairs)
        return
    list_body_ways(walk, body, &ways, room)
    if more_wild == 0 and walk.forms == SINGLES | PAIRS:
        # A pair then is no more than two single cards of a rank.
        choose_naturals(&kickers, &walk.singles, single_caps(walk, body))
        walk.out = write_last_two(walk.out, &ways, words_from(0, 0), &kickers, 0)
    else:
        choose_naturals(&kickers, &walk.singles, singles)
        walk.out = write_any_two(walk, body, &ways, &kickers, singles, pairs, walk.out)

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
    """Writes the plays, by rank of the lower card."""
    cdef OneLacking trio = trio_of(walk, body, ways)
    cdef bint is_one_lacking = body.meaning.number == 1 and body.meaning.both
    cdef uint64_t lanes = walk.hand.lanes[0]
    cdef uint64_t ranks = (singles | pairs) & every_rank() >> 8
    cdef uint64_t rank
    cdef int index = 0
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        if pairs & rank and is_one_lacking:
            out = write_with_pair(&trio, 3, rank, lanes & 2 * rank != 0, out)
        elif pairs & rank:
            out = write_cards(
                walk, body, body.cards + 2 * rank, body.meaning.number + pair_lacks(lanes, rank), out
            )
        if singles & rank:
            index += 1
            out = write_last(out, ways, words_from(rank, 0), kickers, index)
    if singles == 0:
        return out
    return write_sums(out, words_from(0, 0), ways.with_both, ways.counts.with_both)

cdef inline OneLacking trio_of(
    const Walk* walk, const Body* body, const Ways* ways
) noexcept nogil:
    """A trio as one of which a card is lacking."""
    cdef OneLacking trio
    trio.play = body.meaning.play
    trio.ranks = own_ranks(body)
    trio.both = walk.stand_ins.both[1][body.rank]
    trio.ways = ways.free
    return trio
