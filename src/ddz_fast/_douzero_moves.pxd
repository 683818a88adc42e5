# Moves as DouZero makes, reads and compares them, faults included: in its order, with what it lists
# twice. Moves are packed cards here; types have DouZero's numbers.

from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    MAX_MOVES = 4096  # of a hand of 20 cards, counted with what is listed twice, there are below 3,000

cdef enum:
    PASS = 0
    SINGLE = 1
    PAIR_MOVE = 2
    TRIPLE = 3
    QUAD = 4
    KINGS = 5
    TRIPLE_1 = 6
    TRIPLE_2 = 7
    SERIAL_SINGLE = 8
    SERIAL_PAIR = 9
    SERIAL_TRIPLE = 10
    SERIAL_3_1 = 11
    SERIAL_3_2 = 12
    QUAD_2 = 13
    QUAD_22 = 14
    WRONG = 15

cdef struct Moves:
    int size
    uint64_t cards[MAX_MOVES]

cdef struct MoveType:
    int type
    int rank  # 0 to 14
    int length  # of chains; else 0

# A hand ready for its moves. `singles` are its ranks in the order of DouZero's list of singles.
cdef struct Source:
    uint64_t cards
    int size
    int ranks
    uint8_t counts[15]
    uint8_t singles[15]

cdef void set_source(Source* source, uint64_t cards) noexcept nogil

# Appends the moves of a type; chains of `length` groups only, or all if it is below the least.
cdef void add_type(const Source* source, int kind, int length, Moves* out) noexcept nogil

# Appends all moves that it lets a hand lead, or answer.
cdef void add_leads(const Source* source, Moves* out) noexcept nogil
cdef void add_answers(const Source* source, uint64_t rival, Moves* out) noexcept nogil

# What its detector takes cards for.
cdef MoveType detected(uint64_t cards) noexcept nogil

# What it compares, of two moves of a type, as a rank.
cdef int strength(int kind, uint64_t cards) noexcept nogil
