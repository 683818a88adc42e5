# The lower bound of `_many`: what the cards from a place on cost at least.

from libc.stdint cimport uint64_t

from ddz_fast._many cimport Search

# For each pair of kicker prices, with these chains open. Kept in the search's table of prices; FAR
# where the chains cannot end, −FAR where the table is full.
cdef void price_from(Search* search, const uint64_t* chains, int place, int* costs) noexcept nogil
