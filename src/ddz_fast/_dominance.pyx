"""Plays that need not be searched. See `_dominance.pxd`."""

from ddz_fast._losers cimport is_mine, naturals
from ddz_fast._nibbles cimport at_least_one, every_rank, ranks_above
from ddz_fast._shapes cimport Hand
from ddz_fast._table cimport BOMB, KindRow, PAIR


cdef bint may_repeat_kickers(const RuleTable* table) noexcept nogil:
    cdef const KindRow* row
    cdef int kind
    for kind in range(1, BOMB):
        row = &table.kinds[kind]
        if row.max_length and row.kickers and row.kicker_size == 1:
            if row.kicker_limit < 2 or row.neighbour_limit < 2:
                return False
    return True


cdef void find_spares(
    const Position* position, int side, const Chained* chained, bint repeat, Spares* spares
) noexcept nogil:
    cdef int seat = position.to_move
    cdef const Hand* hand = &position.hands[seat]
    cdef uint64_t one = hand.lanes[0] & naturals() & ~chained.ranks
    cdef uint64_t two = hand.lanes[0] >> 1 & naturals()
    cdef uint64_t three = hand.lanes[0] >> 2 & naturals()
    cdef uint64_t lanes = 0
    cdef int other
    spares.partners = 0
    for other in range(position.players):
        if other != seat:
            lanes |= position.hands[other].lanes[0]
            if is_mine(side, seat, other):
                spares.partners |= position.hands[other].lanes[0] & every_rank()
    spares.free[1] = one & ~two
    spares.dear[1] = hand.lanes[0] & naturals() & ~(three if repeat else two)
    spares.free[2] = one & two & ~three
    spares.dear[2] = two & ~three
    spares.others[1] = lanes & every_rank()
    spares.others[2] = lanes >> 1 & every_rank() | spares.partners
    spares.least_rank = position.beat.rank if position.beat.kind else -1


cdef inline uint64_t highest_of(uint64_t mask) noexcept nogil:
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    return mask ^ mask >> 4


cdef inline bint has_lower(uint64_t free, uint64_t rank, uint64_t between) noexcept nogil:
    """Whether a free rank is below one, with no rank of a mask above it and up to that one."""
    free &= rank - 1
    between &= (rank << 1) - 1
    return free != 0 and (between == 0 or free >= highest_of(between))


cdef bint is_dominated(
    const RuleTable* table, const Spares* spares, PlayRecord play
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[play.kind]
    cdef uint64_t start = <uint64_t>1 << 4 * play.rank
    cdef uint64_t kickers, dear, free
    if 0 < play.kind <= PAIR:
        free = spares.free[play.kind] & ranks_above(spares.least_rank)
        return spares.dear[play.kind] & start and has_lower(free, start, spares.others[play.kind])
    if row.kickers == 0 or row.has_wings:
        return False
    kickers = at_least_one(play.cards - (row.bodies[play.length] << 4 * play.rank))
    dear = kickers & spares.dear[row.kicker_size]
    free = spares.free[row.kicker_size] & ~kickers
    if spares.partners == 0:
        return free != 0 and dear > (free & -free)
    while dear:
        if has_lower(free, dear & -dear, spares.partners):
            return True
        dear &= dear - 1
    return False
