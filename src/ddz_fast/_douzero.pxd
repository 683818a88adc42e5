# DouZero's lists of card numbers and packed cards, and what may be moved.

from libc.stdint cimport uint64_t

from ddz_fast._douzero_moves cimport MoveType, Moves

# Packed cards of a list of 3 to 14, 17, 20 and 30, and the sorted list of packed cards. ValueError,
# TypeError.
cdef uint64_t packed_of(object move) except? 0xFFFFFFFFFFFFFFFF
cdef list list_of(uint64_t cards)
cdef list lists_of(const uint64_t* cards, Py_ssize_t count)

# Packed cards that are a hand of DouZero's rules.
cdef uint64_t packed_hand(object hand) except? 0xFFFFFFFFFFFFFFFF

# What a hand may lead (no rival: 0) or answer, the pass last. With `exact` in DouZero's order and with
# its faults; else sorted by kind, and each once.
cdef int find_moves(uint64_t hand, uint64_t rival, bint exact, Moves* out) except -1

# Whether the cards of several hands are of one deck.
cdef bint is_of_one_deck(uint64_t cards) noexcept nogil

# Whether cards are a bomb or a rocket.
cdef bint is_bomb(uint64_t cards) noexcept nogil
