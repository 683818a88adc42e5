"""What a learner sees, written without a loop over cards. See `_features.pxd`."""

from libc.string cimport memcpy, memset

from ddz_fast._nibbles cimport BLACK_SHIFT, RED_SHIFT

cdef enum:
    RANKS_OF_FOUR = 13
    BOMBS_WIDTH = MOST_BOMBS + 1

# By the number of cards of a rank; a learner's decks have at most four of one.
cdef int8_t[16][4] BYTES
cdef float[16][4] FLOATS


cdef void make_tables() noexcept:
    cdef int count, place
    for count in range(16):
        for place in range(4):
            BYTES[count][place] = place < count
            FLOATS[count][place] = place < count


make_tables()


cdef void write_cards(uint64_t cards, int8_t* out) noexcept nogil:
    cdef int rank
    for rank in range(RANKS_OF_FOUR):
        memcpy(out + 4 * rank, BYTES[cards >> 4 * rank & 15], 4)
    out[CARDS_WIDTH - 2] = <int8_t>(cards >> BLACK_SHIFT & 1)
    out[CARDS_WIDTH - 1] = <int8_t>(cards >> RED_SHIFT & 1)


cdef void write_cards_float(uint64_t cards, float* out) noexcept nogil:
    cdef int rank
    for rank in range(RANKS_OF_FOUR):
        memcpy(out + 4 * rank, FLOATS[cards >> 4 * rank & 15], 4 * sizeof(float))
    out[CARDS_WIDTH - 2] = <float>(cards >> BLACK_SHIFT & 1)
    out[CARDS_WIDTH - 1] = <float>(cards >> RED_SHIFT & 1)


cdef void write_history(const uint64_t* recent, int8_t* out) noexcept nogil:
    cdef int ply
    for ply in range(HISTORY_PLIES):
        if recent[ply]:
            write_cards(recent[ply], out + CARDS_WIDTH * ply)
        else:
            memset(out + CARDS_WIDTH * ply, 0, CARDS_WIDTH)


cdef int8_t* put_cards(uint64_t cards, int8_t* out) noexcept nogil:
    write_cards(cards, out)
    return out + CARDS_WIDTH


cdef int8_t* put_one_of(int number, int width, int8_t* out) noexcept nogil:
    memset(out, 0, width)
    out[number] = 1
    return out + width


cdef int8_t* put_left(int left, int width, int8_t* out) noexcept nogil:
    """How many cards are left, from 1 on; none left takes the last place, as in DouZero."""
    return put_one_of(left - 1 if left else width - 1, width, out)


cdef void write_state(const Observed* seen, int8_t* out) noexcept nogil:
    cdef int mate = 3 - seen.seat
    out = put_cards(seen.own, out)
    out = put_cards(seen.others, out)
    if seen.seat == 0:
        out = put_cards(seen.beat, out)
        out = put_cards(seen.played[2], out)
        out = put_cards(seen.played[1], out)
        out = put_left(seen.left[2], MOST_FARMER, out)
        out = put_left(seen.left[1], MOST_FARMER, out)
    else:
        out = put_cards(seen.played[0], out)
        out = put_cards(seen.played[mate], out)
        out = put_cards(seen.beat, out)
        out = put_cards(seen.last[0], out)
        out = put_cards(seen.last[mate], out)
        out = put_left(seen.left[0], MOST_LANDLORD, out)
        out = put_left(seen.left[mate], MOST_FARMER, out)
    put_one_of(min(seen.bombs, MOST_BOMBS), BOMBS_WIDTH, out)


cdef void write_rows(
    const int8_t* state, int width, const uint64_t* plays, Py_ssize_t count, float* out
) noexcept nogil:
    cdef const float* first = out
    cdef Py_ssize_t row
    if count == 0:
        return
    repeat_as_float(state, width, 1, out)
    for row in range(count):
        if row:
            memcpy(out, first, width * sizeof(float))
        write_cards_float(plays[row], out + width)
        out += width + CARDS_WIDTH


cdef void repeat_as_float(
    const int8_t* values, int width, Py_ssize_t times, float* out
) noexcept nogil:
    cdef const float* first = out
    cdef Py_ssize_t row
    cdef int index
    if times == 0:
        return
    for index in range(width):
        out[index] = values[index]
    for row in range(1, times):
        memcpy(out + row * width, first, width * sizeof(float))
