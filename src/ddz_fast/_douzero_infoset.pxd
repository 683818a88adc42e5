# What a game in DouZero's form has been, and what one seat is told of it.

from libc.stdint cimport uint64_t

from ddz_fast._features cimport Observed

cdef enum:
    MAX_PLIES = 192  # hands of 20 cards: 60 plays, and two passes after each

cdef class History:
    # What was dealt and moved; it only grows. The landlord leads, so ply i is by seat i % 3.
    cdef uint64_t dealt[3]
    cdef uint64_t moves[MAX_PLIES]
    cdef list bottom

cdef class InfoSet:
    # What a seat is told, as of some ply. Attributes are made when they are asked for.
    cdef bint is_set  # whether somebody set an attribute: then `filled` is what counts
    cdef History history  # None: nothing but `filled`
    cdef int plies
    cdef int seat
    cdef int bombs
    cdef int last_seat
    cdef uint64_t hands[3]
    cdef uint64_t* legal
    cdef Py_ssize_t legal_count
    cdef list legal_lists
    cdef dict filled
    # Whether all attributes are what the game told; only then may it be asked what follows.
    cdef bint is_told(self) noexcept
    cdef uint64_t beat(self) noexcept
    cdef void observe(self, Observed* seen) noexcept
