"""The functions on many hands: CSR results, no GIL while they work, nothing allocated on the way.

A batch is walked twice: once to count, which gives the offsets and so the exact room that is
needed, once to write. Each walk goes over ranges of hands, so that threads share the work.
"""

from concurrent.futures import ThreadPoolExecutor
from operator import index as as_index

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_fast._objects cimport (
    Plays,
    bombs_left,
    cards_from,
    hand_fault,
    no_play,
    plays_with_room,
    record_from,
)
from ddz_fast._plays cimport (
    NO_LIMIT,
    Relay,
    SLACK,
    SPARE_BLOCK,
    count_batch,
    fill_batch,
    fill_in_turns,
    write_all_plays,
)
from ddz_fast._table cimport PlayRecord, Table, table_of

from .cards import MAX_COUNT, RANK_COUNT, count_fault, counts_of, packed_array, parse_hand
from .errors import HandError, PlayError
from .kinds import PLAY


cdef class Batch:
    def __init__(self, hands, beat, rules, bombs):
        self.table = table_of(rules)
        count_all_plays(self.table)
        self.kept = (self._take_hands(hands), self._take_rivals(beat), self._take_bombs(bombs))

    def _take_hands(self, hands):
        cdef const uint64_t[::1] packed
        cdef const uint8_t[:, ::1] counts
        hands = _hands_array(hands)
        self.size = len(hands)
        if hands.ndim == 1:
            packed = hands
            self.c.packed = &packed[0] if self.size else <const uint64_t*>&self.c
        elif self.size:
            counts = hands
            self.c.counts = &counts[0, 0]
        return hands

    def _take_rivals(self, beat):
        cdef const uint8_t[::1] rivals
        if not (isinstance(beat, np.ndarray) and beat.ndim):
            record_from(beat, self.table, &self.c.rival)
            return None
        if beat.dtype != PLAY:
            raise TypeError(f"beat is a play or an array of dtype PLAY, not {beat.dtype}")
        if beat.shape != (self.size,):
            raise ValueError(f"beat has shape {beat.shape} for {self.size} hands")
        beat = _in_words_of_8(beat)
        if self.size:
            rivals = beat.view(np.uint8)
            self.c.rivals = <const PlayRecord*>&rivals[0]
        return beat

    def _take_bombs(self, bombs):
        cdef const uint8_t[::1] quotas
        self.c.bombs = NO_LIMIT
        if bombs is None or np.ndim(bombs) == 0:
            self.c.bombs = bombs_left(bombs)
            return None
        bombs = _whole_numbers(bombs)
        if bombs.shape != (self.size,):
            raise ValueError(f"bombs has shape {bombs.shape} for {self.size} hands")
        if (bombs < 0).any():
            index = int(np.argmax(bombs < 0))
            raise ValueError(
                f"bombs[{index}]={bombs[index]}: a number of bombs is 0 or more,"
                f" or {NO_LIMIT} for no limit"
            )
        quotas = np.minimum(bombs, NO_LIMIT).astype(np.uint8)
        if self.size:
            self.c.quotas = &quotas[0]
        return quotas

    def count(self, Py_ssize_t start, Py_ssize_t stop, int64_t[::1] counts):
        """Counts the plays of the hands in a range into `counts`."""
        cdef int64_t done = stop
        if start < stop:
            with nogil:
                done = count_batch(&self.table.c, &self.c, start, stop, &counts[0])
        if done < stop:
            self.refuse(done)

    def fill(self, int64_t[::1] offsets, uint8_t[::1] plays, int threads):
        """Writes the plays of the hands, and the offsets behind them, as far as there is room.

        Gives the number of hands that are done; the rest has no room, or a wrong hand.
        """
        cdef int64_t room = plays.shape[0] // <int64_t>sizeof(PlayRecord)
        cdef PlayRecord* records = <PlayRecord*>&plays[0]
        cdef Relay relay
        cdef int64_t written
        relay.claimed = relay.turn = relay.base = relay.done = 0
        offsets[0] = 0

        def take_turns(_start, _stop):
            cdef Plays spare = take_spare(self.table)
            with nogil:
                if threads == 1:
                    relay.done = fill_batch(
                        &self.table.c, &self.c, 0, self.size, &offsets[0], 0, records, room,
                        spare.records, &written
                    )
                else:
                    fill_in_turns(
                        &self.table.c, &self.c, &relay, self.size, &offsets[0], records, room,
                        spare.records
                    )
            self.table.spares.append(spare)

        in_threads(take_turns, list(range(threads + 1)))
        return relay.done

    def write(
        self, Py_ssize_t start, Py_ssize_t stop, int64_t[::1] offsets, uint8_t[::1] plays
    ):
        """Writes the plays of the hands in a range at their offsets, which are known."""
        cdef int64_t base = offsets[start]
        cdef int64_t room = offsets[stop] - base
        cdef int64_t done = -1
        cdef int64_t written = 0
        cdef Plays spare
        if 0 <= base <= base + room <= plays.shape[0] // <int64_t>sizeof(PlayRecord):
            if room == 0:
                return
            spare = take_spare(self.table)
            with nogil:
                done = fill_batch(
                    &self.table.c, &self.c, start, stop, &offsets[0], base,
                    <PlayRecord*>&plays[0] + base, room, spare.records, &written
                )
            self.table.spares.append(spare)
        if done != stop or written != room:
            raise RuntimeError("an array was changed while it was in use")

    cdef int refuse(self, Py_ssize_t index) except -1:
        hands, rivals = self.kept[:2]
        hand = hands[index]
        if hands.ndim == 2:
            if hand.max() > MAX_COUNT:
                rank = int(hand.argmax())
                raise HandError(f"hand {index}: {count_fault(hand[rank], rank)}")
            hand = cards_from(hand)
        fault = hand_fault(hand, self.table)
        if fault:
            raise HandError(f"hand {index}: {fault}")
        cards = self.c.rival.cards if rivals is None else rivals[index]["cards"]
        raise PlayError(no_play(f"beat[{index}]", cards, self.table))

    cdef int check_output(self, object array, object dtype, Py_ssize_t needed, str name) except -1:
        if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != 1:
            raise TypeError(f"out: {name} is an array of dtype {np.dtype(dtype).name}, one dimension")
        if not array.flags.c_contiguous or not array.flags.writeable or array.ctypes.data % min(8, array.itemsize):
            raise ValueError(f"out: {name} is not contiguous, writeable and aligned to its items")
        if len(array) < needed:
            raise ValueError(f"out: {name} has room for {len(array)}, {needed} are needed")
        for given in self.kept:
            if given is not None and np.may_share_memory(array, given):
                raise ValueError(f"out: {name} lies over an input")


cdef int count_all_plays(Table table) except -1:
    if not table.c.play_count:
        table.c.play_count = write_all_plays(&table.c, NULL)
    return 0


cdef Plays take_spare(Table table):
    count_all_plays(table)
    try:
        return table.spares.pop()
    except IndexError:
        return plays_with_room(SPARE_BLOCK + 2 * table.c.play_count + SLACK)


cdef object _hands_array(object hands):
    """The hands as a contiguous uint64[n] or uint8[n, 15]; an array that is one is not copied."""
    if isinstance(hands, (str, int, bytes, bytearray)):
        raise TypeError("a batch takes many hands, an array or a list; for one see legal_plays")
    if not isinstance(hands, np.ndarray):
        hands = _array_of_list(list(hands))
    if hands.ndim == 1 and hands.dtype.kind in "UO":
        return parse_hand(hands)
    if hands.ndim == 1 and hands.dtype == np.uint64:
        return _in_words_of_8(hands)
    if hands.ndim == 1 and hands.dtype.kind in "iu" and hands.dtype.itemsize == 8:
        return _in_words_of_8(packed_array(hands))
    if hands.ndim != 2:
        raise HandError(
            f"hands are packed uint64[n], counts [n, 15] or n texts, not {hands.dtype}{hands.shape}"
        )
    if hands.dtype != np.uint8 or hands.shape[1] != RANK_COUNT:
        hands = counts_of(hands)
    return np.ascontiguousarray(hands)


cdef object _in_words_of_8(object array):
    """The array itself if the core can read it: contiguous, in 8-byte words. Else a copy."""
    array = np.ascontiguousarray(array)
    return array if array.ctypes.data % 8 == 0 else array.copy()


cdef object _array_of_list(list hands):
    """An array of texts, of packed ints or of rows of counts."""
    if not hands:
        return np.empty(0, np.uint64)
    if all(isinstance(hand, str) for hand in hands):
        return parse_hand(hands)
    if np.ndim(hands[0]) == 0:
        return np.array([cards_from(hand) for hand in hands], dtype=np.uint64)
    return np.asarray(hands)


cdef object _whole_numbers(object bombs):
    """An array of the numbers, which may be larger than numpy's own: then it is one of objects."""
    numbers = np.asarray(bombs)
    if numbers.dtype.kind not in "iu":
        # Of lists with numbers above its largest, numpy makes floats or objects.
        exact = np.asarray(bombs, dtype=object)
        if not all(type(one) is int or isinstance(one, np.integer) for one in exact.flat):
            raise TypeError(f"bombs are integers ({NO_LIMIT}: no limit), not {numbers.dtype}")
        return exact
    return numbers


cdef object in_threads(object work, list bounds):
    if len(bounds) == 2:
        work(bounds[0], bounds[1])
        return
    with ThreadPoolExecutor(len(bounds) - 1) as pool:
        list(pool.map(work, bounds[:-1], bounds[1:]))


cdef int thread_count(object threads) except -1:
    if isinstance(threads, bool):
        raise TypeError("threads is a number, not a bool")
    number = as_index(threads)
    if not 1 <= number <= 1024:
        raise ValueError(f"threads={number}: 1 to 1024")
    return number


cdef list even_bounds(Py_ssize_t size, int threads):
    return [size * part // threads for part in range(threads + 1)]


cdef void add_up(int64_t[::1] offsets, Py_ssize_t start) noexcept nogil:
    cdef Py_ssize_t index
    for index in range(start + 1, offsets.shape[0]):
        offsets[index] += offsets[index - 1]


def count_plays_batch(hands, beat=None, *, rules="classic", bombs=None, threads=1, out=None):
    """How many legal plays each of n hands has, without making them: ``int64[n]``.

    `hands` is packed ``uint64[n]``, counts ``[n, 15]`` or n texts; `beat` None, one play for all,
    or an array of n PLAY records (all zero: lead); `bombs` None, a number, or n numbers. `out` is
    an ``int64`` array of n items or more to fill. The GIL is released, `threads` share the batch.
    Raises HandError or PlayError with the number of the item (from 0), or as :func:`count_plays`.

    >>> count_plays_batch(["34567", "2BR"]).tolist()
    [6, 4]
    """
    cdef Batch batch = Batch(hands, beat, rules, bombs)
    cdef int number = thread_count(threads)
    if out is None:
        out = np.empty(batch.size, np.int64)
    else:
        batch.check_output(out, np.int64, batch.size, "counts")
    counts = out[: batch.size]
    in_threads(
        lambda start, stop: batch.count(start, stop, counts), even_bounds(batch.size, number)
    )
    return counts


def legal_plays_batch(hands, beat=None, *, rules="classic", bombs=None, threads=1, out=None):
    """The legal plays of n hands, one after the other: ``(plays, offsets)``.

    `plays` is ``PLAY[m]``, `offsets` ``int64[n + 1]``: hand i has plays[offsets[i]:offsets[i + 1]],
    in the order of :func:`legal_plays`. Takes and raises as :func:`count_plays_batch`; `out` is a
    pair of arrays to fill, and too small an array is a ValueError that says how much is needed.

    >>> plays, offsets = legal_plays_batch(["33", "BR"])
    >>> offsets.tolist(), plays["size"].tolist()
    ([0, 2, 5], [1, 2, 1, 1, 2])
    """
    cdef Batch batch = Batch(hands, beat, rules, bombs)
    cdef int number = thread_count(threads)
    plays, offsets = (None, np.empty(batch.size + 1, np.int64)) if out is None else pair(out)
    batch.check_output(offsets, np.int64, batch.size + 1, "offsets")
    offsets = offsets[: batch.size + 1]
    offsets[0] = 0
    done = 0
    if plays is not None:
        batch.check_output(plays, PLAY, 0, "plays")
        if np.may_share_memory(plays, offsets):
            raise ValueError("out: plays lies over offsets")
        if len(plays):
            done = batch.fill(offsets, plays.view(np.uint8), number)
    if done < batch.size or plays is None:
        plays = _count_and_write(batch, done, number, plays, offsets)
    return plays[: offsets[batch.size]], offsets


cdef object _count_and_write(Batch batch, Py_ssize_t done, int threads, object plays, object offsets):
    """Does the hands from `done` on in two walks; makes the array of plays if there is none."""
    counts = offsets[1:]
    bounds = [done + bound for bound in even_bounds(batch.size - done, threads)]
    in_threads(lambda start, stop: batch.count(start, stop, counts), bounds)
    add_up(offsets, done)
    total = int(offsets[batch.size])
    if plays is None:
        plays = np.empty(total, PLAY)
    batch.check_output(plays, PLAY, total, "plays")
    data = plays[:total].view(np.uint8)
    # Hands differ much in their number of plays: the writing is shared by plays, not by hands.
    first = int(offsets[done])
    shares = [first + bound for bound in even_bounds(total - first, threads)]
    bounds = [done, *np.searchsorted(offsets, shares[1:-1]).tolist(), batch.size]
    in_threads(lambda start, stop: batch.write(start, stop, offsets, data), bounds)
    return plays


cdef tuple pair(object out):
    if not isinstance(out, (tuple, list)) or len(out) != 2:
        raise TypeError("out is a pair of arrays: (plays, offsets)")
    return tuple(out)
