# Losers: the plays of a hand that an enemy can answer, when the hand is played as if always leading.
#
# A hand with one loser or none wins for who leads: all other plays come first, and nobody can answer
# them; with the last one he goes out. A loser costs nothing where a *winner* of the same kind, above
# all that enemies have, takes the lead back. The count is that of the best way that is tried: never
# less than the truth, so that what is won by it is won.

from libc.stdint cimport uint64_t

from ddz_fast._game cimport MAX_SEATS, Position
from ddz_fast._nibbles cimport BLACK_SHIFT, every_rank
from ddz_fast._table cimport RuleTable

cdef enum:
    # A count is that of losers times LOSER, and of all plays, about.
    LOSER = 64
    NO_WAY = 20 * LOSER  # to play all cards was found
    WON = 2 * LOSER  # less than this wins for who leads

# What the enemies of a seat hold.
cdef struct Sight:
    uint64_t masters[4]  # by group size: mask of the ranks that no enemy's group is above
    uint64_t above[4]  # by group size: mask of the ranks above every enemy's group
    uint64_t lanes[MAX_SEATS]  # of each enemy
    int enemies
    int bombs  # bomb-class plays that they can make, at most
    int spare  # cards that each can play beside its bombs without going out
    int quota  # bomb-class plays that the seat itself may still make

cdef inline uint64_t naturals() noexcept nogil:
    """The mask of the ranks that are no jokers."""
    return (<uint64_t>1 << BLACK_SHIFT) - 1 & every_rank()

cdef inline bint is_mine(int side, int seat, int other) noexcept nogil:
    """Whether two seats are of one side; `side` has a bit for each seat of one of the two sides."""
    return (side >> seat ^ side >> other) & 1 == 0

# Looks at the enemies of a seat.
cdef void look_at_enemies(
    const RuleTable* table, const Position* position, int side, int seat, Sight* sight
) noexcept nogil

# The losers of cards of that seat.
cdef int count_losers(const RuleTable* table, const Sight* sight, uint64_t cards) noexcept nogil
