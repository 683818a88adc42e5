# Plays in the core: what is done with the shapes of a hand. All of it takes hands and rival plays
# that are right; only is_hand, is_play and the batches check.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_fast._shapes cimport Hand, Shapes
from ddz_fast._table cimport PlayRecord, RuleTable

# How many plays the shapes make with all their kickers.
cdef int64_t count_shapes(
    const RuleTable* table, const Hand* hand, const Shapes* shapes
) noexcept nogil

# Writes these plays by kind, length, rank and kickers, and gives the end of what was written. The
# buffer must have room for count_shapes plays and SLACK more: plays are written in blocks, and what
# lies behind the last may be written over.
cdef enum:
    SLACK = 8
cdef PlayRecord* write_shapes(
    const RuleTable* table, const Hand* hand, const Shapes* shapes, PlayRecord* out
) noexcept nogil

# All three steps at once.
cdef int64_t count_plays(
    const RuleTable* table, uint64_t cards, PlayRecord rival, bint bombs
) noexcept nogil
cdef PlayRecord* write_plays(
    const RuleTable* table, uint64_t cards, PlayRecord rival, bint bombs, PlayRecord* out
) noexcept nogil

# Whether a record is a play of the rule set.
cdef bint is_play(const RuleTable* table, PlayRecord play) noexcept nogil

# Whether a play of the rule set beats another.
cdef bint play_beats(const RuleTable* table, PlayRecord play, PlayRecord rival) noexcept nogil

# Whether a record is a play that may be made from a hand (rival all zero: as a lead).
cdef bint is_legal_play(
    const RuleTable* table, PlayRecord play, uint64_t cards, PlayRecord rival, bint bombs
) noexcept nogil

# Writes every reading of some cards as a play; at most MAX_READINGS, the number is returned.
cdef enum:
    MAX_READINGS = 256
cdef int write_readings(const RuleTable* table, uint64_t cards, PlayRecord* out) noexcept nogil

# Every play of the rule set: as many as all hands can make (out NULL: only counts them).
cdef int64_t write_all_plays(const RuleTable* table, PlayRecord* out) noexcept nogil

# Whether packed cards are a hand of the rule set.
cdef bint is_hand(const RuleTable* table, uint64_t cards) noexcept nogil

# The hands of a batch, and for each its rival play and bomb quota. A NULL is not given.
cdef struct BatchInput:
    const uint64_t* packed  # the hands are either packed
    const uint8_t* counts  # or rows of 15 counts
    const PlayRecord* rivals  # of each
    const uint8_t* quotas  # of each: bomb-class plays still allowed, NO_LIMIT is any number
    PlayRecord rival  # of all
    int bombs  # of all

cdef struct Item:
    uint64_t cards
    PlayRecord rival
    int bombs

cdef enum:
    NO_LIMIT = 255

# Reads one item into `item`, which first_item has made ready. False where its hand or its rival play
# is none of the rule set.
cdef Item first_item(const BatchInput* batch) noexcept nogil
cdef bint read_item(
    const RuleTable* table, const BatchInput* batch, int64_t index, Item* item
) noexcept nogil

# Counts the plays of the hands from `start` to `stop` into counts[start] and on. Gives `stop`, or
# the first hand that is none of the rule set, or whose rival play is none.
cdef int64_t count_batch(
    const RuleTable* table, const BatchInput* batch, int64_t start, int64_t stop, int64_t* counts
) noexcept nogil

# Writes the plays of the hands from `start` to `stop`, and the offsets behind them, in one walk: the
# first play is at offset `base`. Gives the number of the hand that is to be done next: it ends at a
# wrong one as count_batch does, and at one whose plays do not fit `room`. `written` is set to the
# number of plays. `spare` has room for all plays of the rule set and SLACK. Nothing is written past
# the room even if another thread changes the hands or the offsets meanwhile.
cdef int64_t fill_batch(
    const RuleTable* table, const BatchInput* batch, int64_t start, int64_t stop,
    int64_t* offsets, int64_t base, PlayRecord* plays, int64_t room, PlayRecord* spare,
    int64_t* written
) noexcept nogil

# How threads fill one array together: each claims a block of hands, writes its plays into a room of
# its own, and copies them when it is the block's turn and so known where they begin; and again.
cdef struct Relay:
    int64_t claimed  # blocks that some thread has claimed
    int64_t turn  # the block that may go on; MAX_TURN: no more of them
    int64_t base  # where its plays begin
    int64_t done  # hands that are done

cdef enum:
    BLOCK_HANDS = 256
    SPARE_BLOCK = 1 << 15  # plays that a block of hands seldom exceeds

# `spare` has room for SPARE_BLOCK plays, twice all plays of the rule set, and twice SLACK.
cdef void fill_in_turns(
    const RuleTable* table, const BatchInput* batch, Relay* relay, int64_t stop,
    int64_t* offsets, PlayRecord* plays, int64_t room, PlayRecord* spare
) noexcept nogil
