# Kickers: how many of each rank a body may carry (*caps*), and every choice from them.
#
# Caps are packed like a hand, in kickers, not cards. Counting, writing and checking all ask
# `kicker_caps`, so that a rule on kickers is said once. Only whether both jokers may be kickers
# of one play (A-03) is no cap: `both_jokers` says it.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    RANK_COUNT,
    RED_SHIFT,
    at_least,
    at_least_one,
    capped,
    lowest_bit,
    ranks_in,
    whole_nibbles,
)
from ddz_fast._table cimport KindRow, PlayRecord

cdef extern from "bits.h" nogil:
    void no_vectors "ddz_no_vectors"()

cdef enum:
    MAX_SLOTS = 16
    BLOCK = 4  # plays that are written at once

cdef struct Kickers:
    # The kickers that a body may carry, lowest rank first, each as the cards of a record.
    int count
    int before_red  # how many are below the red joker
    PlayRecord units[RANK_COUNT + BLOCK]  # write_each reads up to a block behind the last
    uint8_t caps[RANK_COUNT]  # how many of its rank

cdef inline uint64_t black_cards() noexcept nogil:
    return <uint64_t>15 << BLACK_SHIFT

cdef inline uint64_t red_cards() noexcept nogil:
    return <uint64_t>15 << RED_SHIFT

cdef inline uint64_t kicker_caps(
    const KindRow* row, uint64_t ranks, uint64_t cards, uint64_t body, uint64_t neighbours
) noexcept nogil:
    """Most kickers of each of the ranks: none of the body's (A-01), and within the limits."""
    cdef uint64_t caps = cards
    if row.kicker_size == 2:
        caps = cards >> 1 & 0x777777777777777ULL
    caps &= whole_nibbles(ranks & ~at_least_one(body))
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

cdef inline void list_kickers(Kickers* kickers, uint64_t ranks, int size) noexcept nogil:
    """Lists one kicker of `size` cards of each rank in a mask."""
    cdef uint64_t units = ranks << (size - 1)
    cdef PlayRecord* unit = kickers.units
    kickers.count = ranks_in(ranks)
    while units:
        unit.cards = units & -units
        unit += 1
        units &= units - 1

cdef inline void list_several_kickers(Kickers* kickers, uint64_t caps, int size) noexcept nogil:
    """Lists the kickers within the caps, with how many there may be of each."""
    cdef uint64_t ranks = at_least_one(caps)
    cdef int count = 0
    while ranks:
        kickers.units[count].cards = (ranks & -ranks) << (size - 1)
        kickers.caps[count] = <uint8_t>(caps >> lowest_bit(ranks) & 15)
        ranks &= ranks - 1
        count += 1
    kickers.count = count
    kickers.before_red = count - (caps >> RED_SHIFT != 0)

cdef inline void write_play(PlayRecord* out, uint64_t cards, uint64_t head) noexcept nogil:
    out.cards = cards
    out.head = head

cdef inline PlayRecord* write_each(
    PlayRecord* out, uint64_t cards, uint64_t head, const PlayRecord* units, int count
) noexcept nogil:
    """Writes a play for each of `count` kickers as the only, or the last, one.

    In whole blocks: the processor foresees the end of the loop better than that of one by plays.
    """
    cdef const PlayRecord* end = out + count
    cdef PlayRecord* block = out
    while block < end:
        write_play(block, cards + units[0].cards, head)
        write_play(block + 1, cards + units[1].cards, head)
        write_play(block + 2, cards + units[2].cards, head)
        write_play(block + 3, cards + units[3].cards, head)
        no_vectors()
        block += BLOCK
        units += BLOCK
    return out + count

cdef inline PlayRecord* write_two(
    PlayRecord* out, uint64_t cards, uint64_t head, const Kickers* kickers, int first,
    bint both_jokers
) noexcept nogil:
    """Writes a play for every two kickers from `first` on, lowest ranks first."""
    cdef int index, second, end
    cdef uint64_t unit
    for index in range(first, kickers.count):
        unit = kickers.units[index].cards
        second = index + (kickers.caps[index] < 2)
        end = kickers.count
        if not both_jokers and unit >> BLACK_SHIFT == 1:
            end = kickers.before_red
        out = write_each(out, cards + unit, head, &kickers.units[second], end - second)
    return out

cdef inline PlayRecord* write_choices(
    PlayRecord* out, uint64_t cards, uint64_t head, const Kickers* kickers, int first, int slots,
    bint both_jokers
) noexcept nogil:
    """Writes a play for every multiset of `slots` (2 and up) kickers from `first` on."""
    cdef int index, taken
    cdef uint64_t carried
    if slots == 2:
        return write_two(out, cards, head, kickers, first, both_jokers)
    for index in range(first, kickers.count):
        for taken in range(min(<int>kickers.caps[index], slots), 0, -1):
            carried = cards + kickers.units[index].cards * taken
            if taken == slots:
                out.cards = carried
                out.head = head
                out += 1
            elif not both_jokers and kickers.units[index].cards >> BLACK_SHIFT == 1:
                pass  # only the red joker is left, which may not join the black one
            elif taken == slots - 1:
                out = write_each(
                    out, carried, head, &kickers.units[index + 1], kickers.count - index - 1
                )
            else:
                out = write_choices(
                    out, carried, head, kickers, index + 1, slots - taken, both_jokers
                )
    return out
