# Plays in the core: what a hand can do, as shape sets, and what is done with them.
#
# A *shape* is a body without its kickers: kind, length and where it starts. A *shape set* is all
# bodies of one kind and length at once, one bit each, or for a lead all chains of a run of ranks. `lead_sets` and `follow_sets` are the only
# places that find shapes; generating, counting and reading all go through them.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_fast._table cimport PlayRecord, RuleTable

cdef enum:
    MAX_SETS = 256

cdef struct Hand:
    uint64_t cards  # packed
    uint64_t lanes[2]  # by place: as ranks, and with A and 2 once more below 3
    int size

cdef struct ShapeSet:
    uint64_t starts  # bit 4p: a body starts p ranks above the first
    PlayRecord first  # the play without its kickers, were there a start at bit 0
    uint8_t run  # not 0: all chains of the kind in a run of so many ranks that starts so
    uint8_t slots  # kickers of each play

cdef struct Shapes:
    int count
    ShapeSet sets[MAX_SETS]

# A hand made ready for the functions below.
cdef Hand hand_of(uint64_t cards) noexcept nogil

# The shapes that a hand can lead, or with which it can beat `rival` (all zero: lead).
# `bombs` is false where the player may make no bomb-class play.
cdef void find_shapes(
    const RuleTable* table, const Hand* hand, PlayRecord rival, bint bombs, Shapes* shapes
) noexcept nogil

# How many plays the shapes make with all their kickers.
cdef int64_t count_shapes(
    const RuleTable* table, const Hand* hand, const Shapes* shapes
) noexcept nogil

# Writes these plays by kind, length, rank and kickers, and gives the end of what was written. The
# buffer must have room for count_shapes plays and SLACK more: plays are written in blocks, and what
# lies behind the last may be written over.
cdef enum:
    SLACK = 4
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

# Like write_plays, but into a room whose end is `limit`; NULL, and nothing of use is written, if the
# plays and SLACK may not fit.
cdef PlayRecord* write_plays_within(
    const RuleTable* table, uint64_t cards, PlayRecord rival, bint bombs, PlayRecord* out,
    const PlayRecord* limit
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
