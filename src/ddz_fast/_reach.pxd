# Bodies that a hand has but for a card or two, which wild jokers may fill (rules.md 1b.7).

from libc.stdint cimport uint64_t

from ddz_fast._shapes cimport Hand
from ddz_fast._table cimport KindRow

cdef struct Reach:
    # The places where a chain may begin of which the hand lacks at most 0, 1, 2 cards.
    uint64_t lacking[3]

cdef inline Reach groups_of(const Hand* hand, const KindRow* row, int group) noexcept nogil:
    """The places of the groups, of so many cards each, of which the hand lacks at most 0, 1, 2."""
    cdef uint64_t lanes = hand.lanes[row.is_low]
    cdef Reach groups
    cdef int short
    for short in range(3):
        groups.lacking[short] = row.places
        if short < group:
            groups.lacking[short] &= lanes >> (group - short - 1)
    return groups

cdef inline void grow(Reach* reach, const Reach* groups, int shift) noexcept nogil:
    """Makes chains longer by the group that is so many bits above their start."""
    cdef uint64_t none = groups.lacking[0] >> shift
    cdef uint64_t one = groups.lacking[1] >> shift
    cdef uint64_t two = groups.lacking[2] >> shift
    reach.lacking[2] = reach.lacking[2] & none | reach.lacking[1] & one | reach.lacking[0] & two
    reach.lacking[1] = reach.lacking[1] & none | reach.lacking[0] & one
    reach.lacking[0] &= none

cdef inline Reach chains_of(const KindRow* row, const Reach* groups, int length) noexcept nogil:
    """The places of the chains of so many groups; of a kind that is no chain the groups."""
    cdef Reach reach = groups[0]
    cdef int place
    if row.is_chain:
        for place in range(1, length):
            grow(&reach, groups, 4 * place)
    return reach
