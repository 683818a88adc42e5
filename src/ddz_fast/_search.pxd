# Who wins a position with all hands open: proof-number search (df-pn), in steps that can be paused.
#
# A *side* is a mask of the seats that win together; the others are the other side. The search goes down
# to the child that is nearest to a proof as long as it stays the nearest, and keeps what it learns in a
# Memory (Nagai 2002). Passes that are forced are made at once and are no positions of their own.

from libc.stdint cimport int64_t

from ddz_fast._game cimport Ply, Position
from ddz_fast._keys cimport Key
from ddz_fast._memory cimport Memory, Value
from ddz_fast._table cimport PlayRecord, RuleTable

cdef struct Child:
    PlayRecord play
    Key key
    Value value

cdef struct Frame:
    # A position on the path from the root.
    Ply ply  # that led to it
    Key key
    Value value
    Value limit  # it is left when one of its numbers reaches that
    int64_t nodes  # there were before it
    Child* children
    int64_t room
    int count
    int best

cdef struct Search:
    const RuleTable* table
    Memory* memory
    int side
    bint has_sight  # wins are looked for without search
    bint is_nameless  # keys leave out the names of ranks
    bint may_repeat  # kickers may be two of a rank
    int half_extra  # twice what each further child adds to a far number: found by trying
    int salt  # not 0: guesses are stirred, for one of several searches at once
    Position position
    Frame* frames
    int most_frames
    int depth
    int64_t nodes  # positions that were searched
    int64_t looks  # positions that were looked at: the children of those
    PlayRecord* plays  # of the position that was looked at last, and the pass
    int64_t choices  # how many
    int64_t room

# Makes a search ready; False: no memory. The table, the memory and the search must stay where they are.
cdef bint set_up_search(
    Search* search, const RuleTable* table, Memory* memory, const Position* start, int side
) noexcept nogil
cdef void free_search(Search* search) noexcept nogil

cdef enum:
    SOLVED = 1
    PAUSED = 0
    NO_MEMORY = -1

# Goes to the position to be solved, for run_search; one more of the same game may follow. SOLVED: there
# is nothing to search. `must_list`: its plays are looked at even then, for root_choice.
cdef int start_search(Search* search, const Position* start, bint must_list) noexcept nogil

# Searches on until the root is proven, or there were so many nodes, or looks, since the set-up.
cdef int run_search(Search* search, int64_t most_nodes, int64_t most_looks) noexcept nogil

# A play of the root, or the pass (all zero), once it was searched with `must_list`: one that wins, or
# where none does the one that was refuted last. False: it has none.
cdef bint root_choice(const Search* search, PlayRecord* play) noexcept nogil

# What the search has found out about its root.
cdef Value root_value(const Search* search) noexcept nogil
