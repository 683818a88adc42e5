# Fewest plays where jokers may be wild, or a TRIO_PAIR may carry any two cards (A-26).
#
# A joker stands for a card of a chain, or it is in no chain. For each choice of the ranks that jokers
# stand for in chains, the hand with these cards in their place is searched as any other; the tables
# of rests know what the jokers that are left can do (docs/decomposition.md).

from libc.stdint cimport uint64_t

from ddz_fast._chains cimport SplitTable

# As `fewest_plays` in `_splits`.
cdef int fewest_of_wild(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int enough
) noexcept nogil

# Whether a hand can be emptied by so many plays.
cdef bint is_wild_split_into(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int most
) noexcept nogil
