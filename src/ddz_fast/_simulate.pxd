# What random games need of a rule set, and their seed.

from libc.stdint cimport uint64_t

from ddz_fast._playouts cimport Dealing, Stakes

# How a rule set deals, and what its games are worth where nobody bids.
cdef int fill_dealing(Dealing* dealing, object rules) except -1
cdef int fill_stakes(Stakes* stakes, object rules) except -1

# The seed that a user gives as a number, a numpy Generator or None. Raises TypeError, ValueError.
cdef uint64_t seed_from(object rng) except? 0
