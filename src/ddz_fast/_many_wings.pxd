# The end of a way of `_many`: planes choose their wings, and what is left is looked up.

from ddz_fast._many cimport Search, Way

# Lowers search.best to the fewest plays that a way leads to, if they are within the limit.
cdef void end_way(Search* search, const Way* way) noexcept nogil
