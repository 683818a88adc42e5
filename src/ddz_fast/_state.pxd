# A game that Python holds: a position, how it came about, and the table of its rules.

from ddz_fast._game cimport Ply
from ddz_fast._table cimport PlayRecord
from ddz_fast._view cimport View

cdef class State(View):
    cdef Ply* plies  # that were made, oldest first
    cdef Py_ssize_t made
    cdef Py_ssize_t room
    cdef int _make(self, PlayRecord play) except -1
    cdef PlayRecord _legal_record(self, object play) except *
