# Positions that are won at sight: without search, by counting losers (`_losers.pxd`).
#
# What is said to be won is won; much that is won is not seen. docs/solver.md has the proofs.

from ddz_fast._game cimport Position
from ddz_fast._plays cimport count_plays
from ddz_fast._shapes cimport Hand, Shapes, find_shapes
from ddz_fast._table cimport PlayRecord, RuleTable
from ddz_fast._wild cimport is_walk
from ddz_fast._writing cimport count_set

cdef inline int owner_of(const Position* position) noexcept nogil:
    """The seat whose play is to be beaten."""
    cdef int seat = position.to_move - 1 - position.passes
    return seat if seat >= 0 else seat + position.players

cdef inline bint can_beat(
    const RuleTable* table, const Position* position, int seat, PlayRecord rival
) noexcept nogil:
    """Whether a seat has an answer to a play."""
    cdef const Hand* hand = &position.hands[seat]
    cdef bint bombs = position.bombs[seat] != 0
    cdef Shapes shapes
    cdef int index
    if is_walk(table, hand.cards, rival):
        return count_plays(table, hand.cards, rival, bombs) != 0
    find_shapes(table, hand, rival, bombs, &shapes)
    for index in range(shapes.count):
        if shapes.sets[index].slots == 0 or count_set(table, hand, &shapes.sets[index]):
            return True
    return False

# Whether the side of the seat to move is seen to win. `side` has a bit for each seat of one side.
cdef bint wins_at_sight(
    const RuleTable* table, const Position* position, int side
) noexcept nogil
