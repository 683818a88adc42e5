# Packed hands: four bits a rank. Every function here works on all ranks at once.
#
# A *mask* has bit 4r set for each rank r in it. *Lanes* hold four masks in one word: bit 4r + k - 1
# says that the hand has at least k cards of rank r, for k = 1..4. Shifting lanes by 4 moves all four
# masks by one rank, so that a chain of any group size grows with one shift and one AND.

from libc.stdint cimport uint64_t

cdef extern from "bits.h" nogil:
    int lowest_bit "ddz_lowest"(uint64_t word)

from ddz_fast._table cimport RANK_COUNT

cdef enum:
    NATURAL_RANKS = 13  # 3 to 2
    BLACK_SHIFT = 52  # where the counts of the jokers are
    RED_SHIFT = 56

cdef inline uint64_t every_rank() noexcept nogil:
    return 0x111111111111111ULL

cdef inline uint64_t at_least_one(uint64_t counts) noexcept nogil:
    """The mask of the ranks that are there."""
    counts |= counts >> 2
    counts |= counts >> 1
    return counts & every_rank()

cdef inline uint64_t at_least(uint64_t counts, uint64_t least) noexcept nogil:
    """The mask of ranks with `least` (1..15) cards or more: a carry out of the nibble says so."""
    cdef uint64_t add = (16 - least) * 0x0101010101010101ULL
    cdef uint64_t even = ((counts & 0x0F0F0F0F0F0F0F0FULL) + add) >> 4 & 0x0101010101010101ULL
    cdef uint64_t odd = ((counts >> 4 & 0x0F0F0F0F0F0F0F0FULL) + add) >> 4 & 0x0101010101010101ULL
    return (even | odd << 4) & every_rank()

cdef inline uint64_t lanes_of(uint64_t counts) noexcept nogil:
    """The masks of at least 1, 2, 3 and 4 cards, as lanes."""
    cdef uint64_t one = counts & every_rank()
    cdef uint64_t two = counts >> 1 & every_rank()
    cdef uint64_t four = (counts >> 2 | counts >> 3) & every_rank()
    return one | two | four | (two | four) << 1 | (one & two | four) << 2 | four << 3

cdef inline uint64_t whole_nibbles(uint64_t mask) noexcept nogil:
    """All four bits of each rank in the mask."""
    return mask * 15

cdef inline int ranks_in(uint64_t mask) noexcept nogil:
    """How many ranks are in a mask: at most 15, so their sum fits the highest nibble."""
    return <int>(mask * every_rank() >> 56 & 15)

cdef inline int card_count(uint64_t counts) noexcept nogil:
    """How many cards a hand has: at most 225, so their sum fits the highest byte."""
    counts = (counts & 0x0F0F0F0F0F0F0F0FULL) + (counts >> 4 & 0x0F0F0F0F0F0F0F0FULL)
    return <int>(counts * 0x0101010101010101ULL >> 56)

cdef inline bint is_within(uint64_t some, uint64_t counts) noexcept nogil:
    """Whether `some` has no more of any rank than `counts`: no byte borrows from its guard bit."""
    cdef uint64_t guard = 0x1010101010101010ULL
    cdef uint64_t even = (counts & 0x0F0F0F0F0F0F0F0FULL | guard) - (some & 0x0F0F0F0F0F0F0F0FULL)
    cdef uint64_t odd = (counts >> 4 & 0x0F0F0F0F0F0F0F0FULL | guard) - (some >> 4 & 0x0F0F0F0F0F0F0F0FULL)
    return even & odd & guard == guard

cdef inline uint64_t capped(uint64_t counts, int limit) noexcept nogil:
    """Each count, but at most `limit` (1..15)."""
    cdef uint64_t result = 0
    cdef int least
    if limit >= 15:
        return counts
    for least in range(1, limit + 1):
        result += at_least(counts, least)
    return result

cdef inline uint64_t ranks_above(int place) noexcept nogil:
    """All bits of the places above one (-1..14)."""
    return -(<uint64_t>1 << 4 * (place + 1))
