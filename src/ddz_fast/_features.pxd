# What a learner sees, in the layout of DouZero: cards as 54 numbers, the last 15 plies, and the
# features of a seat. Nothing here loops over cards: each rank is one store out of a table.
#
# 54 numbers of cards: four for each rank from 3 to 2, of which the first n are 1 if there are n cards
# of it; then one for the black and one for the red joker.
#
# Seats in the order of play: 0 the landlord, 1 the farmer after him ("landlord_down"), 2 the farmer
# before him ("landlord_up").

from libc.stdint cimport int8_t, uint8_t, uint64_t

cdef enum:
    CARDS_WIDTH = 54
    HISTORY_PLIES = 15
    HISTORY_WIDTH = 810  # five rows of three plies, 5 x 162; the oldest first, and zeros before it
    LANDLORD_WIDTH = 319
    FARMER_WIDTH = 430
    MAX_STATE_WIDTH = 430
    MOST_LANDLORD = 20  # cards in hand that the layout has room for
    MOST_FARMER = 17
    MOST_BOMBS = 14

cdef struct Observed:
    # Cards are packed, four bits a rank.
    uint64_t own
    uint64_t others  # both other hands together
    uint64_t beat  # the last ply that was no pass, of the last two
    uint64_t last[3]  # the last ply of each seat
    uint64_t played[3]
    uint64_t recent[HISTORY_PLIES]  # zeros where there are fewer, and for a pass
    uint8_t left[3]  # cards in hand
    uint8_t bombs
    uint8_t seat

# Cards as 54 numbers.
cdef void write_cards(uint64_t cards, int8_t* out) noexcept nogil
cdef void write_cards_float(uint64_t cards, float* out) noexcept nogil

# The last plies as 5 x 162 numbers.
cdef void write_history(const uint64_t* recent, int8_t* out) noexcept nogil

# How many features a seat has, without those of a play.
cdef inline int state_width(int seat) noexcept nogil:
    return FARMER_WIDTH if seat else LANDLORD_WIDTH

# The features of a seat without those of a play. Of the landlord: own and other cards, the play to
# beat, what landlord_up and landlord_down have played (54 each), how many cards each of them has (one
# of 17, two times), bombs (one of 15). Of a farmer: own and other cards, what the landlord and the
# other farmer have played, the play to beat, the last plies of these two (54 each), how many cards
# each of them has (one of 20, one of 17), bombs (one of 15).
cdef void write_state(const Observed* seen, int8_t* out) noexcept nogil

# One row for each play: the features of the seat, and the play's cards behind them.
cdef void write_rows(
    const int8_t* state, int width, const uint64_t* plays, Py_ssize_t count, float* out
) noexcept nogil

# Numbers as floats, so many times one behind the other.
cdef void repeat_as_float(
    const int8_t* values, int width, Py_ssize_t times, float* out
) noexcept nogil
