"""DouZero's observations: what `_features` writes, as its dictionary of arrays."""

import numpy as np

from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int8_t, uint64_t

from ddz_fast._douzero cimport packed_of
from ddz_fast._douzero_infoset cimport InfoSet
from ddz_fast._features cimport (
    CARDS_WIDTH,
    HISTORY_PLIES,
    HISTORY_WIDTH,
    MAX_STATE_WIDTH,
    MOST_BOMBS,
    MOST_FARMER,
    MOST_LANDLORD,
    Observed,
    repeat_as_float,
    state_width,
    write_cards,
    write_history,
    write_rows,
    write_state,
)

from ._douzero_infoset import SEATS as _SEATS

cdef tuple SEATS = _SEATS
cdef object EMPTY = np.empty
cdef object BYTE = np.dtype(np.int8)
cdef object FLOAT = np.dtype(np.float32)


def get_obs(infoset):
    """What a learner sees of an information set, ours or DouZero's: DouZero's dictionary.

    `position`, `legal_actions`, and float32 `x_batch` (a row for each legal action: 319 features of
    the landlord or 430 of a farmer, and 54 of the action) and `z_batch` (5 x 162 numbers of the last
    15 moves, for each action); int8 `x_no_action` and `z` are the same without the actions.

    An attribute that was set is taken as it is; a change inside a list of an information set of ours
    is not seen.
    """
    cdef Observed seen
    cdef InfoSet info
    if type(infoset) is InfoSet and (<InfoSet>infoset).is_told():
        info = <InfoSet>infoset
        info.observe(&seen)
        return observation(&seen, info.legal, info.legal_count, info.legal_actions)
    return given_observation(infoset)


cdef dict given_observation(object infoset):
    """The same from attributes that somebody has set."""
    cdef Observed seen
    cdef list actions = infoset.legal_actions
    cdef Py_ssize_t count = len(actions), index
    cdef uint64_t* legal = <uint64_t*>PyMem_Malloc((count + 1) * sizeof(uint64_t))
    if legal == NULL:
        raise MemoryError("no memory for the legal moves")
    try:
        for index in range(count):
            legal[index] = packed_of(actions[index])
        read_attributes(infoset, &seen)
        return observation(&seen, legal, count, actions)
    finally:
        PyMem_Free(legal)


cdef int read_attributes(object infoset, Observed* seen) except -1:
    cdef list recent = list(infoset.card_play_action_seq[-HISTORY_PLIES:])
    cdef int seat, place
    if infoset.player_position not in SEATS:
        raise ValueError(f"no position: {infoset.player_position!r}; there are {', '.join(SEATS)}")
    seen.seat = <int>SEATS.index(infoset.player_position)
    seen.own = packed_of(infoset.player_hand_cards)
    seen.others = packed_of(infoset.other_hand_cards)
    seen.beat = packed_of(infoset.last_move)
    if not 0 <= infoset.bomb_num <= MOST_BOMBS:
        raise IndexError(f"{infoset.bomb_num} bombs: there is room for {MOST_BOMBS}")
    seen.bombs = infoset.bomb_num
    for seat in range(3):
        seen.left[seat] = min(255, max(0, infoset.num_cards_left_dict.get(SEATS[seat], 1)))
        seen.last[seat] = packed_of(infoset.last_move_dict.get(SEATS[seat], ()))
        seen.played[seat] = packed_of(infoset.played_cards.get(SEATS[seat], ()))
    recent = [()] * (HISTORY_PLIES - len(recent)) + recent
    for place in range(HISTORY_PLIES):
        seen.recent[place] = packed_of(recent[place])
    return 0


cdef int check_left(const Observed* seen) except -1:
    cdef int seat, most
    for seat in range(3):
        most = MOST_FARMER if seat else MOST_LANDLORD
        if seat != seen.seat and seen.left[seat] > most:
            raise IndexError(f"{SEATS[seat]} has {seen.left[seat]} cards: there is room for {most}")
    return 0


cdef dict observation(
    const Observed* seen, const uint64_t* legal, Py_ssize_t count, list actions
):
    cdef int width = state_width(seen.seat)
    cdef int8_t[MAX_STATE_WIDTH] state
    cdef int8_t[HISTORY_WIDTH] history
    check_left(seen)
    write_state(seen, state)
    write_history(seen.recent, history)
    x_batch = EMPTY((count, width + CARDS_WIDTH), FLOAT)
    z_batch = EMPTY((count, 5, 162), FLOAT)
    fill_rows(x_batch, state, width, legal, count)
    fill_repeated(z_batch, history, count)
    return {
        "position": SEATS[seen.seat],
        "x_batch": x_batch,
        "z_batch": z_batch,
        "legal_actions": actions,
        "x_no_action": bytes_as_array(state, width, (width,)),
        "z": bytes_as_array(history, HISTORY_WIDTH, (5, 162)),
    }


cdef int fill_rows(
    object array, const int8_t* state, int width, const uint64_t* legal, Py_ssize_t count
) except -1:
    cdef Py_buffer room
    PyObject_GetBuffer(array, &room, PyBUF_SIMPLE | PyBUF_WRITABLE)
    write_rows(state, width, legal, count, <float*>room.buf)
    PyBuffer_Release(&room)
    return 0


cdef int fill_repeated(object array, const int8_t* history, Py_ssize_t count) except -1:
    cdef Py_buffer room
    PyObject_GetBuffer(array, &room, PyBUF_SIMPLE | PyBUF_WRITABLE)
    repeat_as_float(history, HISTORY_WIDTH, count, <float*>room.buf)
    PyBuffer_Release(&room)
    return 0


cdef object bytes_as_array(const int8_t* values, int width, tuple shape):
    cdef Py_buffer room
    cdef int index
    array = EMPTY(shape, BYTE)
    PyObject_GetBuffer(array, &room, PyBUF_SIMPLE | PyBUF_WRITABLE)
    for index in range(width):
        (<int8_t*>room.buf)[index] = values[index]
    PyBuffer_Release(&room)
    return array


def cards_array(cards):
    """The 54 numbers of a list of cards, in int8 (see `_features.pxd`).

    >>> cards_array([3, 3, 4, 30])[:8].tolist(), cards_array([30])[-2:].tolist()
    ([1, 1, 0, 0, 1, 0, 0, 0], [0, 1])
    """
    cdef int8_t[CARDS_WIDTH] values
    write_cards(packed_of(cards), values)
    return bytes_as_array(values, CARDS_WIDTH, (CARDS_WIDTH,))
