# Plays that need not be searched, because another is as good at least.
#
# A *free* rank of a hand has just so many cards there and is in no chain of it. To have a higher free
# rank instead of a lower one is never worse, so of two plays that differ only in such ranks, and leave
# all others the same answers, the one that parts with the lower is as good. Partners may want a low
# card to take over; so there must be none of theirs between. docs/solver.md has the proof.

from libc.stdint cimport uint64_t

from ddz_fast._game cimport Position
from ddz_fast._keys cimport Chained
from ddz_fast._table cimport PlayRecord, RuleTable

cdef struct Spares:
    uint64_t free[3]  # by size: mask of the free ranks
    uint64_t dear[3]  # ranks that are no better to part with than a lower free one
    uint64_t others[3]  # ranks of which another seat has so many, or a partner any
    uint64_t partners  # ranks that partners have
    int least_rank  # of an answer

# Whether all rules on kickers let two cards of a rank stand for two of different ranks.
cdef bint may_repeat_kickers(const RuleTable* table) noexcept nogil

# What the seat to move can spare.
cdef void find_spares(
    const Position* position, int side, const Chained* chained, bint repeat, Spares* spares
) noexcept nogil

# Whether another legal play of the rule set is as good as this one.
cdef bint is_dominated(
    const RuleTable* table, const Spares* spares, PlayRecord play
) noexcept nogil
