"""What is done with many games at once: counting them (perft) and playing them at random."""

from typing import NamedTuple
from operator import index as as_index

import numpy as np

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, int8_t, uint16_t, uint64_t

from ddz_fast._batch cimport even_bounds, in_threads, take_spare, thread_count
from ddz_fast._game cimport NO_SEAT, Ply, Position, count_sequences, make_ply, take_back
from ddz_fast._objects cimport Plays, plays_with_room
from ddz_fast._playouts cimport (
    MAX_CARDS,
    Dealing,
    Random,
    Stakes,
    deal_hands,
    play_out,
    random_stream,
    score_game,
)
from ddz_fast._state cimport State
from ddz_fast._table cimport PlayRecord, Table, table_of

cdef int MAX_DEPTH = 64


def perft(State state not None, depth):
    """How many sequences of exactly `depth` plays there are, passes included.

    As in chess, a game that has ended goes on nowhere; plays with other readings are other plays.
    The last ply is counted and not played. Raises ValueError for a depth that is negative.

    >>> perft(State.from_hands(["34", "5"]), 2)
    4
    """
    cdef int64_t count = 1
    cdef int plies = _depth(depth, 0)
    cdef Position position = state.position
    cdef Table table = state.table
    with nogil:
        if plies:
            count = count_sequences(&table.c, &position, plies)
    if count < 0:
        raise MemoryError("no memory for the plays")
    return count


def perft_divide(State state not None, depth):
    """The same for each play and the pass: a list of (Play, or None for the pass, count).

    >>> perft_divide(State.from_hands(["34", "5"]), 2)
    [(<Play 3 SOLO>, 2), (<Play 4 SOLO>, 2)]
    """
    cdef State after = state.copy()
    plies = _depth(depth, 1)
    counts = []
    for play in [*state.legal_plays(), *([None] if state.may_pass else [])]:
        after.play(play)
        counts.append((play, perft(after, plies - 1)))
        after.undo()
    return counts


cdef int _depth(object depth, int lowest) except -1:
    if isinstance(depth, bool):
        raise TypeError("a depth is a number, not a bool")
    number = as_index(depth)
    if not lowest <= number <= MAX_DEPTH:
        raise ValueError(f"depth={number}: {lowest} to {MAX_DEPTH}")
    return number


def replayed(State state not None, rounds):
    """Play all plies of a game again, and take them back, so many times; gives their number.

    For benchmarks: nothing comes of it.
    """
    cdef Position position = state.position
    cdef Table table = state.table
    cdef Py_ssize_t count = state.made
    cdef Py_ssize_t index
    cdef int64_t left = rounds
    cdef Plays plays = plays_with_room(count)
    cdef Ply* plies = <Ply*>PyMem_Malloc(count * sizeof(Ply))
    if plies == NULL:
        raise MemoryError("no memory for the plies")
    for index in range(count - 1, -1, -1):
        plays.records[index] = state.plies[index].play
        take_back(&position, &state.plies[index])
    with nogil:
        while left > 0:
            left -= 1
            for index in range(count):
                make_ply(&table.c, &position, plays.records[index], &plies[index])
            for index in range(count - 1, -1, -1):
                take_back(&position, &plies[index])
    PyMem_Free(plies)
    return rounds * count


class Playout(NamedTuple):
    """How one random game ended.

    >>> playout(State.from_hands(["3", "5"]), 1).winner
    0
    """

    winner: int  #: the seat that went out
    winners: tuple  #: the seats that won with it
    scores: tuple  #: what each seat receives
    length: int  #: plays and passes


class Playouts(NamedTuple):
    """How n random games ended.

    >>> playouts("four", 10, 1).scores.shape
    (10, 4)
    """

    winners: object  #: ``int8[n]``: the seat that went out
    scores: object  #: ``int64[n, players]``: what each seat receives
    lengths: object  #: ``uint16[n]``: plays and passes


def playout(State state not None, rng=None):
    """Play a game on at random to its end: every legal play, and the pass, is as likely as another.

    The state stays as it is. `rng` is a seed or a numpy Generator (None: any seed). The score is
    that of a game at the base stake (docs/game.md). Raises ValueError where the game is over.

    >>> playout(State.from_hands(["3", "5"]), 1)
    Playout(winner=0, winners=(0,), scores=(2, -2), length=1)
    """
    results = playouts(state, 1, rng)
    cdef State end = state.copy()
    winner = int(results.winners[0])
    return Playout(
        winner, end._side_of(winner), tuple(results.scores[0].tolist()), int(results.lengths[0])
    )


def playouts(start, n, rng=None, threads=1):
    """Play n games at random, without the GIL: who went out, what each seat receives, how long.

    `start` is a State, from which every game goes on, or a rule set: then each game has a deal of
    its own, in which seat 0 is the landlord and has the bottom cards (a second landlord is any other
    seat), nobody has bid and nobody's bombs are limited. `rng` is a seed or a numpy Generator (None:
    any seed); games depend on it and their number only, not on `threads`. Gives
    :class:`Playouts`. Raises ValueError where the game is over, TypeError, RulesError where the
    rule set cannot be dealt, or OverflowError for scores that are no int64.

    >>> results = playouts("classic", 1000, rng=1)
    >>> results.winners.shape, results.scores.shape, bool(results.scores.sum() == 0)
    ((1000,), (1000, 3), True)
    """
    cdef Table table = (<State>start).table if type(start) is State else table_of(start)
    cdef Games games = Games(start if type(start) is State else None, table, seed_from(rng))
    if isinstance(n, bool) or as_index(n) < 0:
        raise ValueError(f"n={n}: a number of games is 0 or more")
    number = as_index(n)
    results = Playouts(
        np.empty(number, np.int8),
        np.empty((number, games.players), np.int64),
        np.empty(number, np.uint16),
    )
    in_threads(
        lambda first, last: games.play(first, last, *results),
        even_bounds(number, thread_count(threads)),
    )
    return results


cdef class Games:
    # Random games of one start.
    cdef Table table
    cdef Position start
    cdef bint is_dealt
    cdef Dealing dealing
    cdef Stakes stakes
    cdef uint64_t seed
    cdef readonly int players

    def __init__(self, State state, Table table, uint64_t seed):
        rules = table.rules
        self.table = table
        self.seed = seed
        self.is_dealt = state is None
        if state is None:
            fill_dealing(&self.dealing, rules)
            self.players = rules.players
        else:
            if state.position.winner != NO_SEAT:
                raise ValueError(f"the game is over: seat {state.position.winner} has won")
            self.start = state.position
            self.players = state.players
        fill_stakes(&self.stakes, rules)

    def play(
        self, int64_t first, int64_t last, int8_t[::1] winners, int64_t[:, ::1] scores,
        uint16_t[::1] lengths,
    ):
        """Play the games from `first` to `last`."""
        cdef bint is_written = self.table.c.is_wild or self.start.must_hold
        cdef Plays spare = take_spare(self.table) if is_written else plays_with_room(0)
        cdef int64_t seats[6]
        cdef Position position
        cdef Random random
        cdef int64_t game, length
        cdef int seat
        cdef bint is_score = True
        with nogil:
            for game in range(first, last):
                random = random_stream(self.seed, <uint64_t>game)
                if self.is_dealt:
                    deal_hands(&self.dealing, &random, &position)
                else:
                    position = self.start
                length = play_out(&self.table.c, &position, &random, spare.records)
                if not score_game(&self.stakes, &position, seats):
                    is_score = False
                    break
                winners[game] = <int8_t>position.winner
                lengths[game] = <uint16_t>length
                for seat in range(self.players):
                    scores[game, seat] = seats[seat]
        if is_written:
            self.table.spares.append(spare)
        if not is_score:
            raise OverflowError(
                f"game {game} pays more than 2**60: lower base, the factors, or the bombs played"
            )


cdef int fill_dealing(Dealing* dealing, object rules) except -1:
    rules.check_deal()
    ranks = [rank for rank, count in enumerate(rules.deck) for _ in range(count)]
    dealing.players = rules.players
    dealing.hand_size = rules.hand_size
    dealing.bottom = rules.bottom if rules.landlords else 0
    dealing.landlords = rules.landlords
    dealing.cards = len(ranks)
    for place, rank in enumerate(ranks):
        dealing.ranks[<int>place] = rank
    return 0


cdef int fill_stakes(Stakes* stakes, object rules) except -1:
    stakes.base = 0 if rules.scoring == "winner_only" else rules.base
    stakes.factors[0] = rules.bomb_factor
    stakes.factors[1] = rules.bomb_factor**rules.lianzha_counts
    stakes.factors[2] = rules.rocket_factor
    stakes.spring = rules.spring_factor
    return 0


cdef uint64_t seed_from(object rng) except? 0:
    if rng is None:
        rng = np.random.default_rng()
    if isinstance(rng, np.random.Generator):
        return rng.integers(1 << 63)
    if isinstance(rng, bool) or not hasattr(rng, "__index__"):
        raise TypeError(f"rng is a seed, a numpy Generator or None, not {type(rng).__name__}")
    seed = as_index(rng)
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"rng={seed}: a seed is 0 to 2**64 - 1")
    return seed
