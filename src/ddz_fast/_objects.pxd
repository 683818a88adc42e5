# Play and Plays, and what is taken for a hand, a rival play and a bomb quota. All checks of what a
# user gives are here: the core below takes packed hands and records that are right.

from libc.stdint cimport uint64_t

from ddz_fast._table cimport PlayRecord, Table

cdef class Play:
    cdef PlayRecord record

cdef class Plays:
    cdef PlayRecord* records
    cdef Py_ssize_t size
    cdef Py_ssize_t shape[1]
    cdef bint _is_at(self, Py_ssize_t index, object play) except -1

cdef Play play_from(PlayRecord record)
cdef Plays plays_with_room(Py_ssize_t count)

# A hand of the rule set: packed, from text, a packed int or 15 counts. Raises HandError, TypeError.
cdef uint64_t hand_from(object hand, Table table) except? 0xFFFFFFFFFFFFFFFF

# Why packed cards are no hand of the rule set; None if they are.
cdef object hand_fault(uint64_t cards, Table table)

# That something, which has these cards, is no play of the rule set; and why, if its cards are no hand.
cdef object no_play(object something, uint64_t cards, Table table)

# Packed cards that need not be a hand of any rule set.
cdef uint64_t cards_from(object cards) except? 0xFFFFFFFFFFFFFFFF

# A play of the rule set: from a Play, a PLAY record or text in its canonical reading. None is the
# all-zero record. Raises PlayError, HandError, TypeError.
cdef int record_from(object play, Table table, PlayRecord* record) except -1

# Every reading of some cards, the canonical one first.
cdef list readings_of(uint64_t cards, Table table)

# The readings that a text may mean, the one it writes out first, else the canonical one. With a
# kicker behind a + only the one that it writes out. Raises PlayError if there is none.
cdef list readings_of_text(str text, Table table)

# How many bomb-class plays a quota (None or a count) leaves: NO_LIMIT for None and for more than that.
cdef int bombs_left(object bombs) except -1
