# The chains that may go on from a rank to the next, what a rank's cards can do with them, and what
# that costs: the paths of which the lower bound (`_bound`) takes the cheapest.

from libc.stdint cimport int8_t, uint64_t

cdef enum:
    COUNTS = 5  # of a rank: 0 to 4
    MAX_FIELDS = 3
    MAX_OPEN = 256  # sets of chains that go on
    MAX_MOVES = 1 << 15
    SORTS = 3
    # Sorts of ranks by what chains may do there: any; those that may begin below 3, as at 2 where
    # that is so; these, and there are no other cards, as with aces below 3.
    ANY_CHAIN = 0
    LOW_CHAIN = 1
    LOW_ACES = 2
    FAR = 100  # a cost that no path has

cdef struct Worths:
    # What kickers are worth to their body, in such units that a play is a whole number of them.
    int play
    int single
    int pair

cdef struct Field:
    # A kind of chain. How many are open, by how long they are, is one nibble for each length up to
    # the shortest that may be played, in which the longer ones are counted too.
    int shift
    int lengths
    int group
    int group_cost  # of a group in the chain: less than 0 where it may carry a kicker
    bint is_low  # may begin below 3

cdef struct Move:
    int to
    int cost

cdef struct Moves:
    Move moves[MAX_MOVES]
    int first_move[MAX_OPEN * COUNTS + 1]  # by set and count

cdef struct Paths:
    # Sets of chains that go on, and how a rank of each sort and count leads from one to another.
    Field fields[MAX_FIELDS]
    int field_count
    int play  # what a chain costs
    int rest[COUNTS]  # what cards of a rank cost that are in no chain
    int jokers[3]  # what so many cost as themselves
    int least_wild[3]  # and at least, in no chain, if they may be wild
    uint64_t open[MAX_OPEN]  # the first: none
    int count
    Moves by_sort[SORTS]
    bint fits  # false: more of something than there is room for

# Sets up the kinds of chain and the costs of a rule set. False if that is more than there is room for.
cdef bint describe(Paths* paths, object rules, Worths worths) except -1

# Finds all sets of chains that can be reached, and the moves between them; with `low` for all
# sorts of ranks.
cdef void find_paths(Paths* paths, bint low) noexcept nogil

# By ranks read, one set and another: how much more the other one costs at most from there on. FAR: it
# may not be able to end. −FAR: the one cannot. NULL: no memory.
cdef int8_t* most_saved(const Paths* paths, const int* sorts, int ranks) noexcept

cdef inline const int8_t* saved_by(const int8_t* saved, int rank, int open) noexcept nogil:
    """What a set saves at most, by the other one."""
    return saved + (rank * MAX_OPEN + open) * MAX_OPEN
