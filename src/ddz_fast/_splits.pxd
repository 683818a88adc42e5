# Fewest plays of any rule set's hands, and the splits into so many.
#
# The ways to find them are `_chains` between `_bound` and `_rest`, `_wild_splits` where jokers may be
# wild, and `_many` for several decks.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_fast._bound cimport Bound
from ddz_fast._chains cimport SplitTable
from ddz_fast._many_rules cimport ManyTable
from ddz_fast._plays cimport BatchInput
from ddz_fast._rest cimport RestTables
from ddz_fast._table cimport PlayRecord, Table

# Bombs below are what a quota allows: as many as a hand can have are no limit.
cdef int bombs_allowed(const SplitTable* table, int bombs) noexcept nogil

# Fewest plays that empty a hand with at most so many bomb-class plays and bare trios, or any number
# up to `enough` if that will do.
cdef int fewest_plays(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int enough
) noexcept nogil

# Writes the split that takes the first play in the order of a list that can be part of a minimal
# one, of those with the lowest card that is left; a bare trio that must be the last play is the last.
# Gives their number; −1 if `room` is too small, or if there is no such split: the core is wrong. `spare` has room for all plays and SLACK.
cdef int write_split(
    const SplitTable* table, uint64_t cards, int bombs, PlayRecord* out, int64_t room,
    PlayRecord* spare
) noexcept nogil

# What is still allowed behind a play.
cdef int bombs_after(const SplitTable* table, const PlayRecord* play, int bombs) noexcept nogil
cdef int trios_after(const SplitTable* table, const PlayRecord* play, int trios) noexcept nogil

# Writes the plays of a hand to `plays`, which has room for all plays of the rule set and SLACK, then
# moves to the front those that begin a split into `most` plays or fewer and have the
# hand's lowest card, in their order, and gives their number; with `only_first` no more than one.
cdef int64_t keep_parts(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int most, bint only_first,
    PlayRecord* plays
) noexcept nogil

# The same for hands from `start` to `stop`. Gives `stop`, or the first hand that is none of the rule
# set, or, of the second, whose split has not the number of plays that its offsets say. Nothing is
# written past the room even if another thread changes the hands or the offsets meanwhile.
cdef int64_t fewest_batch(
    const SplitTable* table, const BatchInput* batch, int64_t start, int64_t stop, uint8_t* fewest
) noexcept nogil
cdef int64_t split_batch(
    const SplitTable* table, const BatchInput* batch, int64_t start, int64_t stop,
    const int64_t* offsets, PlayRecord* plays, int64_t room, PlayRecord* spare
) noexcept nogil

cdef class SplitTables:
    # The tables of a rule set.
    cdef SplitTable c
    cdef RestTables rests
    cdef Bound bound
    cdef ManyTable many
    cdef Table table  # keeps the rule table alive
    cdef object lock  # held while tables are built: without the GIL threads would meet there
    cdef int64_t ready[16]  # by bombs that are allowed: whether all that this leads to is built
    # Builds the tables for a quota of bombs, if they are not there yet, and gives what it allows.
    cdef int prepare(self, int bombs) except -1
    cdef int build(self, int bombs) except -1

# The tables of a rule set, ready for any number of bombs; made once and kept on the Rules. Raises
# RulesError for rules without SOLO.
cdef SplitTables split_tables_of(Table table)
