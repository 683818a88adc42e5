# Hands without chains: how few plays empty them is looked up in a table.
#
# Where no chain is to be taken any more it does not matter which ranks a hand holds, only how many
# of them have 1, 2, 3 and 4 cards, and how many jokers there are. These *groups* are the index of a
# table, which an exact walk over all such rests fills from the smallest to the largest. A plane
# that has been taken and may yet carry wings has tables of its own: the rest with the wings still
# in it (docs/decomposition.md).

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_fast._nibbles cimport RANK_COUNT, every_rank, lanes_of, ranks_in
from ddz_fast._table cimport Table

cdef enum:
    MAX_GROUP = 4  # cards of a rank
    MAX_BODIES = 12
    MAX_WINGED = 5  # the longest plane that has tables
    NONE = 100  # more than any number of plays: cannot be emptied so

cdef struct RestShape:
    # How groups are numbered: the sum of a weight for each group and for each joker.
    int64_t weights[MAX_GROUP + 1]
    int64_t steps[MAX_GROUP + 1]  # weights[i] - weights[i - 1]
    int most[MAX_GROUP + 1]  # groups of each size in the largest hand
    int most_cards

cdef struct RestTable:
    # Fewest plays by index; what is no rest of the rule set is never asked for.
    uint8_t* plain
    uint8_t* winged[MAX_WINGED + 1][MAX_WINGED + 2]  # by the plane's length and its own cards left
    bint absorbs  # taking a card of a group of 1 or 2 costs nothing, where there is no group of 4

cdef inline int64_t rest_index(const RestShape* shape, uint64_t cards) noexcept nogil:
    """The number of the groups of a hand: its ranks counted by at least 1, 2, 3 and 4 cards."""
    cdef uint64_t lanes = lanes_of(cards)
    cdef uint64_t ranks = every_rank() >> 8  # no jokers
    return (
        ranks_in(lanes & ranks) * shape.steps[1]
        + ranks_in(lanes >> 1 & ranks) * shape.steps[2]
        + ranks_in(lanes >> 2 & ranks) * shape.steps[3]
        + ranks_in(lanes >> 3 & ranks) * shape.steps[4]
        + <int64_t>((lanes >> 52 & 1) + (lanes >> 56 & 1))
    )

cdef class RestTables:
    # The tables of a rule set, for each number of bombs and of bare trios that are still allowed.
    cdef RestShape shape
    cdef RestTable tables[16][3]
    cdef readonly int most_bombs  # that a hand can have; as many are no limit
    cdef readonly int most_trios  # 2: no limit
    cdef object rules
    cdef const RestTable* table(self, int bombs, int trios) except NULL
    cdef int build(self, int bombs, int trios) except -1
    cdef int build_winged(self, RestTable* table, int length, int own) except -1
    cdef uint8_t* room(self, int cards) except NULL
