# What the batch functions share: checked inputs, arrays to fill, and threads.

from libc.stdint cimport int64_t

from ddz_fast._objects cimport Plays
from ddz_fast._plays cimport BatchInput
from ddz_fast._table cimport Table

cdef class Batch:
    # Checked inputs of a batch call: n hands, and for each its rival play and bomb quota.
    cdef Table table
    cdef BatchInput c
    cdef readonly Py_ssize_t size
    cdef tuple kept  # the arrays that `c` points into

    # Says what is wrong with an item that could not be read: raises HandError or PlayError.
    cdef int refuse(self, Py_ssize_t index) except -1

    # Refuses an array that cannot take `needed` items: raises TypeError or ValueError.
    cdef int check_output(self, object array, object dtype, Py_ssize_t needed, str name) except -1

# Room for SPARE_BLOCK plays and twice all plays of a rule set, to be given back to table.spares. It is
# kept with the rule set from call to call, so that a call into given arrays needs no memory.
cdef Plays take_spare(Table table)

# Does work(start, stop) for the ranges between bounds, each in a thread of its own.
cdef object in_threads(object work, list bounds)

# The number of threads that a user asks for: 1 to 1024, else TypeError or ValueError.
cdef int thread_count(object threads) except -1

# Where so many even shares of `size` begin and end.
cdef list even_bounds(Py_ssize_t size, int threads)

# Makes offsets of the counts from `start` on.
cdef void add_up(int64_t[::1] offsets, Py_ssize_t start) noexcept nogil

# The two arrays of an `out` that takes plays.
cdef tuple pair(object out)
