# Plays where jokers may stand for other cards (rules.md 1b.7), and where a TRIO_PAIR may carry any two
# cards (A-26). `_plays` asks here for the plays of such a rule set.

from libc.stdint cimport int64_t, uint64_t

from ddz_fast._nibbles cimport BLACK_SHIFT, RED_SHIFT, every_rank
from ddz_fast._table cimport PlayRecord, RuleTable, TRIO_PAIR

cdef enum:
    MAX_MEANT = 4  # cards of one rank that a play with a wild joker may stand for

# Writes the plays that a hand can lead, or with which it can beat `rival` (all zero: lead), by kind,
# length, rank, kickers and wild, and gives their number: up to SLACK records behind them may be written
# over. With out NULL it only counts them. `size` is
# the most cards of a play; `deck` says that the cards are those of all hands together.
cdef int64_t walk_plays(
    const RuleTable* table, uint64_t cards, int size, bint deck, PlayRecord rival, bint bombs,
    PlayRecord* out
) noexcept nogil

# Whether these plays are to be found here: those of a hand without jokers mostly need not.
cdef inline bint is_walk(const RuleTable* table, uint64_t cards, PlayRecord rival) noexcept nogil:
    return table.is_wild and (
        cards >> BLACK_SHIFT != 0 or (table.trio2_split and rival.kind == TRIO_PAIR)
    )

# Whether a record's jokers may stand for what it says, as far as its cards tell, and its kind.
cdef bint may_mean_any(PlayRecord play) noexcept nogil
cdef bint may_mean(const RuleTable* table, PlayRecord play) noexcept nogil

cdef inline int black_as(PlayRecord play) noexcept nogil:
    """One more than the rank that the black joker stands for; 0: itself."""
    return play.wild & 255

cdef inline int red_as(PlayRecord play) noexcept nogil:
    return play.wild >> 8

cdef inline uint64_t meaning_of(PlayRecord play) noexcept nogil:
    """The cards that a play stands for."""
    cdef uint64_t meaning = play.cards
    if black_as(play):
        meaning += (<uint64_t>1 << 4 * (black_as(play) - 1)) - (<uint64_t>1 << BLACK_SHIFT)
    if red_as(play):
        meaning += (<uint64_t>1 << 4 * (red_as(play) - 1)) - (<uint64_t>1 << RED_SHIFT)
    return meaning

cdef inline bint is_held(uint64_t ranks, int number) noexcept nogil:
    """Whether a mask has the rank that a joker stands for."""
    return number == 0 or ranks >> 4 * (number - 1) & 1

cdef inline bint carries_pair(PlayRecord play) noexcept nogil:
    """Whether the kickers of a TRIO_PAIR are a pair (A-26)."""
    return (meaning_of(play) - (<uint64_t>3 << 4 * play.rank)) >> 1 & every_rank() != 0
