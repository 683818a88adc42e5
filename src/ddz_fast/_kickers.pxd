# Kickers: how many of each rank a body may carry (*caps*), and every choice from them.
#
# Caps are packed like a hand, in kickers, not cards. Counting, writing and checking all ask
# `kicker_caps`, so that a rule on kickers is said once. Only whether both jokers may be kickers
# of one play (A-03) is no cap: `both_jokers` says it.

from libc.stdint cimport int64_t, uint64_t

from ddz_fast._nibbles cimport at_least, at_least_one, capped, lowest_bit, ranks_in, whole_nibbles
from ddz_fast._table cimport KindRow, PlayRecord

cdef enum:
    MAX_SLOTS = 16
    BLACK_SHIFT = 52
    RED_SHIFT = 56

cdef inline uint64_t black_cards() noexcept nogil:
    return <uint64_t>15 << BLACK_SHIFT

cdef inline uint64_t red_cards() noexcept nogil:
    return <uint64_t>15 << RED_SHIFT

cdef inline uint64_t kicker_caps(
    const KindRow* row, uint64_t cards, uint64_t body, uint64_t neighbours
) noexcept nogil:
    """Most kickers of each rank: from the cards, none of the body's ranks (A-01), within limits."""
    cdef uint64_t caps = cards
    if row.kicker_size == 2:
        caps = cards >> 1 & 0x777777777777777ULL
    caps &= whole_nibbles(row.kicker_ranks & ~at_least_one(body))
    caps = capped(caps, row.kicker_limit)
    if neighbours:
        neighbours = whole_nibbles(neighbours)
        caps = caps & ~neighbours | capped(caps & neighbours, row.neighbour_limit)
    return caps

cdef inline int64_t count_choices(uint64_t caps, int slots, bint both_jokers) noexcept nogil:
    """How many multisets of `slots` kickers there are within the caps."""
    cdef uint64_t black = caps & black_cards()
    cdef uint64_t red = caps & red_cards()
    if both_jokers or not black or not red:
        return count_free_choices(caps, slots)
    return (
        count_free_choices(caps ^ black, slots)
        + count_free_choices(caps ^ red, slots)
        - count_free_choices(caps ^ black ^ red, slots)
    )

cdef inline int64_t count_free_choices(uint64_t caps, int slots) noexcept nogil:
    """The coefficient of x**slots in the product over the ranks of 1 + x + ... + x**cap."""
    cdef int64_t ways[MAX_SLOTS + 1]
    cdef int total, taken, cap
    cdef int64_t ranks = ranks_in(at_least_one(caps))
    if slots == 1:
        return ranks
    if slots == 2:
        return ranks * (ranks - 1) // 2 + ranks_in(at_least(caps, 2))
    for total in range(slots + 1):
        ways[total] = 0
    ways[0] = 1
    while caps:
        cap = <int>(caps & 15)
        caps >>= 4
        for total in range(slots, 0, -1):
            for taken in range(1, min(cap, total) + 1):
                ways[total] += ways[total - taken]
    return ways[slots]

cdef inline PlayRecord* write_choices(
    PlayRecord* out, uint64_t cards, uint64_t head, uint64_t caps, int slots, int size,
    bint both_jokers
) noexcept nogil:
    """Writes a play for every multiset of `slots` kickers of `size` cards, lowest ranks first."""
    cdef uint64_t ranks = at_least_one(caps)
    cdef uint64_t one, rest
    cdef int taken
    while ranks:
        one = ranks & -ranks
        ranks ^= one
        if slots == 1:
            out.cards = cards + one * size
            out.head = head
            out += 1
            continue
        rest = caps & -(one << 4)
        if one >> BLACK_SHIFT == 1 and not both_jokers:
            rest = 0
        for taken in range(min(<int>(caps >> lowest_bit(one) & 15), slots), 0, -1):
            if taken == slots:
                out.cards = cards + one * size * taken
                out.head = head
                out += 1
            elif rest:
                out = write_choices(
                    out, cards + one * size * taken, head, rest, slots - taken, size, both_jokers
                )
    return out
