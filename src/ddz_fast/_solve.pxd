# A table that searches share, for Python.

from ddz_fast._memory cimport Memory

cdef class SolveTable:
    cdef Memory memory
    cdef object game  # what its positions are of; None: it is empty
    cdef bint is_busy
    cdef readonly Py_ssize_t megabytes
    cdef int take(self, object game, int words) except -1
    cdef int renew(self, int words) except -1
