# What a position is for a search: two with the same key are won by the same side.
#
# A key is exact: it says all that still matters, so that no answer rests on a hash. It leaves out
# what does not matter: how many plays were made, which cards are gone, and, where the rule set treats
# all ranks alike, what ranks are called. Ranks that no hand holds are closed up, and ranks next to
# each other that one hand holds alone are sorted, but for those in chains (docs/solver.md).

from libc.stdint cimport uint64_t

from ddz_fast._game cimport MAX_SEATS, Position
from ddz_fast._shapes cimport Hand
from ddz_fast._table cimport RuleTable

cdef enum:
    MAX_WORDS = MAX_SEATS + 1

cdef struct Key:
    uint64_t words[MAX_WORDS]  # one for each seat, and one for what is to be beaten, and by whom
    uint64_t hash

# Ranks that chains of a hand go through.
cdef struct Chained:
    uint64_t ranks  # mask of the ranks that are in some chain
    uint64_t links  # of those whose next rank is in the same

# Whether any rank may be a group or a kicker, and no card stands for another.
cdef bint has_plain_kinds(const RuleTable* table) noexcept nogil

# Whether names of ranks may be left out: all of them are treated alike, but for chains.
cdef bint has_equal_ranks(const RuleTable* table) noexcept nogil

cdef Chained chains_through(const RuleTable* table, const Hand* hand) noexcept nogil

# The key, given the chains of each seat; NULL: ranks keep their names.
cdef void make_key(
    const RuleTable* table, const Position* position, const Chained* chained, Key* key
) noexcept nogil

cdef inline bint same_key(const Key* one, const Key* other, int words) noexcept nogil:
    cdef int index
    if one.hash != other.hash:
        return False
    for index in range(words):
        if one.words[index] != other.words[index]:
            return False
    return True

# The hash of the first words of a key.
cdef uint64_t key_hash(const uint64_t* words, int count) noexcept nogil
