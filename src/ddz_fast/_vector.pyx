"""VecGames: many games that are stepped together, for learners."""

from operator import index as as_index

import numpy as np

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.string cimport memmove, memset

from ddz_fast._batch cimport even_bounds, in_threads, take_spare, thread_count
from ddz_fast._features cimport (
    CARDS_WIDTH,
    HISTORY_PLIES,
    HISTORY_WIDTH,
    LANDLORD_WIDTH,
    MAX_STATE_WIDTH,
    Observed,
    write_cards,
    write_history,
    write_state,
)
from ddz_fast._game cimport MAX_SEATS, NO_SEAT, Position, lay_down, may_pass, pass_turn, settle
from ddz_fast._objects cimport Plays
from ddz_fast._playouts cimport (
    Dealing,
    Random,
    Stakes,
    deal_hands,
    random_stream,
    score_game,
)
from ddz_fast._plays cimport BatchInput, NO_LIMIT, count_batch, fill_batch
from ddz_fast._simulate cimport fill_dealing, fill_stakes, seed_from
from ddz_fast._state cimport State
from ddz_fast._table cimport PlayRecord, RANK_COUNT, RuleTable, Table, table_of
from ddz_fast._view cimport MADE_HERE

from .errors import RulesError
from .kinds import PLAY

cdef int64_t PLAYS_A_GAME = 64  # room to begin with

cdef struct Game:
    Position position
    Random random
    uint64_t played[MAX_SEATS]  # cards, by seat
    uint64_t last[MAX_SEATS]  # of the last ply of each seat; none for a pass
    uint64_t recent[HISTORY_PLIES]  # of the last plies, the oldest first


cdef class VecGames:
    """n games under one rule set that are stepped together; a game that ends begins anew.

    Seat 0 is the landlord and has the bottom cards, as in :func:`playouts`; nobody bids. All arrays
    are the object's own and are written over by the next :meth:`step`: copy what is to be kept. Games
    depend on the seed and their number only, not on `threads`. Raises RulesError, TypeError, or
    ValueError.

    >>> games = VecGames(4, seed=1)
    >>> plays, offsets = games.legal()
    >>> scores, done = games.step([0, 0, 0, 0])   # everyone leads the first of his plays
    >>> games.to_move.tolist(), done.any(), scores.shape
    ([1, 1, 1, 1], np.False_, (4, 3))
    """

    cdef Table table
    cdef Game* games
    cdef Dealing dealing
    cdef Stakes stakes
    cdef int threads
    cdef list bounds
    cdef readonly int64_t n
    cdef readonly int players
    cdef object _hands, _rivals, _quotas, _to_move, _may_pass, _scores, _done, _plays, _offsets
    cdef object _rows, _seen, _features, _history

    def __cinit__(self, n, rules="classic", seed=None, threads=1):
        self.table = table_of(rules)
        self.n = _number_of(n)
        self.threads = thread_count(threads)
        self.games = <Game*>PyMem_Calloc(self.n, sizeof(Game))
        if self.games == NULL:
            raise MemoryError(f"no memory for {n} games")

    def __init__(self, n, rules="classic", seed=None, threads=1):
        cdef uint64_t start = seed_from(seed)
        cdef int64_t game
        fill_dealing(&self.dealing, self.table.rules)
        fill_stakes(&self.stakes, self.table.rules)
        self.players = self.table.rules.players
        self.bounds = even_bounds(self.n, self.threads)
        self._make_arrays()
        for game in range(self.n):
            self.games[game].random = random_stream(start, <uint64_t>game)
            begin_game(&self.dealing, &self.games[game])
        self._ask()

    def __dealloc__(self):
        PyMem_Free(self.games)

    def _make_arrays(self):
        n = self.n
        self._hands, self._rivals = np.zeros(n, np.uint64), np.zeros(n, PLAY)
        self._quotas, self._to_move = np.zeros(n, np.uint8), np.zeros(n, np.int8)
        self._may_pass, self._done = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._scores = np.zeros((n, self.players), np.int64)
        self._offsets = np.zeros(n + 1, np.int64)
        self._plays = np.zeros(PLAYS_A_GAME * n, PLAY)

    @property
    def rules(self):
        """The rule set."""
        return self.table.rules

    @property
    def to_move(self):
        """Whose turn it is in each game: ``int8[n]``."""
        return _read_only(self._to_move)

    @property
    def may_pass(self):
        """Whether the player may pass: ``bool[n]``."""
        return _read_only(self._may_pass)

    def legal(self):
        """The legal plays of all games: ``(PLAY[m], int64[n + 1])``.

        Game i has plays[offsets[i]:offsets[i + 1]], in the order of :func:`legal_plays`. A pass is
        not among them.
        """
        return _read_only(self._plays[: self._offsets[self.n]]), _read_only(self._offsets)

    def rows(self):
        """The cards of these plays as DouZero has them: ``int8[m, 54]`` (docs/douzero.md)."""
        cdef const PlayRecord* plays = records_of(self._plays)
        cdef int8_t[:, ::1] out
        cdef int64_t count = self._offsets[self.n]
        cdef int64_t index
        self._check_deck()
        if self._rows is None or len(self._rows) < len(self._plays):
            self._rows = np.zeros((len(self._plays), CARDS_WIDTH), np.int8)
        out = self._rows
        with nogil:
            for index in range(count):
                write_cards(plays[index].cards, &out[index, 0])
        return _read_only(self._rows[:count])

    def obs(self, layout="counts"):
        """What the players to move see: :meth:`counts`, or with "douzero" :meth:`features`."""
        if layout not in ("counts", "douzero"):
            raise ValueError(f"layout={layout!r}: 'counts' or 'douzero'")
        return self.counts() if layout == "counts" else self.features()

    def counts(self):
        """What the players to move see, in counts: ``uint8[n, 48 + 16 * players]``.

        15 numbers each: the own hand, all cards of the others, the play to beat, and what each seat
        has played; then how many cards each seat has; the bombs, chains of bombs and rockets that
        were played. Seats begin with the player's own, in the order of play.
        """
        if self._seen is None:
            self._seen = np.zeros((self.n, 48 + 16 * self.players), np.uint8)
        in_threads(self._write_counts, self.bounds)
        return _read_only(self._seen)

    def features(self):
        """What they see in the layout of DouZero: ``int8[n, 430]`` and ``int8[n, 5, 162]``.

        The first are the features of the seat without those of a play (a landlord has 319, and
        zeros behind them), the second the last 15 plies (docs/douzero.md). Raises RulesError for
        rule sets of other decks, or of more or fewer than three players.
        """
        self._check_deck()
        if self._features is None:
            self._features = np.zeros((self.n, MAX_STATE_WIDTH), np.int8)
            self._history = np.zeros((self.n, 5, HISTORY_WIDTH // 5), np.int8)
        in_threads(self._write_features, self.bounds)
        return _read_only(self._features), _read_only(self._history)

    def state(self, index):
        """One of the games as a :class:`State` of its own, without what came before."""
        cdef int64_t number = as_index(index)
        cdef State state
        if not 0 <= number < self.n:
            raise IndexError(f"game {number} of {self.n}")
        state = State.__new__(State, MADE_HERE)
        state.table = self.table
        state.position = self.games[number].position
        settle(&state.position)
        return state

    def step(self, indices):
        """Play one ply in every game: ``(scores int64[n, players], done bool[n])``.

        `indices` are n whole numbers: of a play among those of its game in :meth:`legal`, or, for
        a pass, how many plays there are. A game that ends is `done`, has its `scores` (0 otherwise),
        and is dealt anew. Raises ValueError, which names the game, before anything is played.
        """
        chosen = self._checked(np.asarray(indices))
        in_threads(lambda first, last: self._step(first, last, chosen), self.bounds)
        self._ask()
        return _read_only(self._scores), _read_only(self._done)

    def _checked(self, indices):
        """The indices as the core reads them; what is right already is not copied."""
        if indices.shape != (self.n,) or indices.dtype.kind not in "iu":
            raise ValueError(f"indices are {self.n} whole numbers, not {indices.dtype}{indices.shape}")
        chosen = np.ascontiguousarray(indices, np.int64)
        game = self._first_wrong(chosen)
        if game < self.n:
            plays = self._offsets[game + 1] - self._offsets[game]
            what = "or that for a pass" if self._may_pass[game] else "and no pass"
            raise ValueError(
                f"game {game}: index {indices[game]}; there are plays 0 to {plays - 1}, {what}"
            )
        return chosen

    def _first_wrong(self, const int64_t[::1] chosen):
        """The first game that has nothing of its index; n if there is none."""
        cdef const int64_t[::1] offsets = self._offsets
        cdef const uint8_t[::1] passes = self._may_pass.view(np.uint8)
        cdef int64_t game = 0
        with nogil:
            while game < self.n and 0 <= chosen[game] < (
                offsets[game + 1] - offsets[game] + passes[game]
            ):
                game += 1
        return game

    def _step(self, int64_t first, int64_t last, const int64_t[::1] chosen):
        cdef const PlayRecord* plays = records_of(self._plays)
        cdef const int64_t[::1] offsets = self._offsets
        cdef int64_t[:, ::1] scores = self._scores
        cdef uint8_t[::1] done = self._done.view(np.uint8)
        cdef PlayRecord play
        cdef int64_t index
        cdef Game* game
        with nogil:
            for index in range(first, last):
                game = &self.games[index]
                play.cards = play.head = 0
                if offsets[index] + chosen[index] < offsets[index + 1]:
                    play = plays[offsets[index] + chosen[index]]
                advance(&self.table.c, game, play)
                done[index] = game.position.winner != NO_SEAT
                memset(&scores[index, 0], 0, self.players * sizeof(int64_t))
                if done[index]:
                    score_game(&self.stakes, &game.position, &scores[index, 0])
                    begin_game(&self.dealing, game)

    def _ask(self):
        """List the plays of the players that are to move."""
        in_threads(self._show, self.bounds)
        if self.threads > 1:
            self._list_in_threads()
        else:
            self._list_in_one_walk()

    def _show(self, int64_t first, int64_t last):
        cdef uint64_t[::1] hands = self._hands
        cdef PlayRecord* rivals = records_of(self._rivals)
        cdef uint8_t[::1] quotas = self._quotas
        cdef int8_t[::1] to_move = self._to_move
        cdef uint8_t[::1] passes = self._may_pass.view(np.uint8)
        cdef const Position* position
        cdef int64_t index
        with nogil:
            for index in range(first, last):
                position = &self.games[index].position
                hands[index] = position.hands[position.to_move].cards
                rivals[index] = position.beat
                quotas[index] = position.bombs[position.to_move]
                to_move[index] = <int8_t>position.to_move
                passes[index] = may_pass(position)

    cdef BatchInput _questions(self):
        cdef const uint64_t[::1] hands = self._hands
        cdef const uint8_t[::1] quotas = self._quotas
        cdef BatchInput asked
        memset(&asked, 0, sizeof(BatchInput))
        asked.packed, asked.rivals, asked.quotas = &hands[0], records_of(self._rivals), &quotas[0]
        asked.bombs = NO_LIMIT
        return asked

    def _list_in_one_walk(self):
        done = 0
        while done < self.n:
            done = self._list(done, self.n, self._offsets[done], len(self._plays))
            if done < self.n:
                self._make_room(2 * len(self._plays))

    def _list_in_threads(self):
        offsets = self._offsets
        in_threads(self._count, self.bounds)
        np.cumsum(offsets[1:], out=offsets[1:])
        self._make_room(offsets[self.n])
        starts = {first: int(offsets[first]) for first in self.bounds}
        in_threads(
            lambda first, last: self._list(first, last, starts[first], starts[last]), self.bounds
        )

    def _make_room(self, room):
        if room > len(self._plays):
            more = np.zeros(room - len(self._plays), PLAY)
            self._plays = np.concatenate([self._plays, more])

    def _list(self, int64_t first, int64_t last, int64_t base, int64_t end):
        """Write the plays of some games from `base` on; gives the first whose plays do not fit."""
        cdef BatchInput asked = self._questions()
        cdef Plays spare = take_spare(self.table)
        cdef int64_t[::1] offsets = self._offsets
        cdef PlayRecord* plays = records_of(self._plays)
        cdef int64_t written
        with nogil:
            first = fill_batch(
                &self.table.c, &asked, first, last, &offsets[0], base, plays + base, end - base,
                spare.records, &written
            )
        self.table.spares.append(spare)
        return first

    def _count(self, int64_t first, int64_t last):
        cdef BatchInput asked = self._questions()
        cdef int64_t[::1] offsets = self._offsets
        with nogil:
            count_batch(&self.table.c, &asked, first, last, &offsets[1])

    def _check_deck(self):
        if self.players != 3 or max(self.rules.deck) > 4 or max(self.rules.deck[13:]) > 1:
            raise RulesError(f"DouZero's layout is of three players and one deck, not {self.rules.name}")

    def _write_features(self, int64_t first, int64_t last):
        cdef int8_t[:, ::1] features = self._features
        cdef int8_t[:, :, ::1] history = self._history
        cdef Observed seen
        cdef int64_t index
        with nogil:
            for index in range(first, last):
                seen = observed(&self.games[index])
                memset(&features[index, LANDLORD_WIDTH], 0, MAX_STATE_WIDTH - LANDLORD_WIDTH)
                write_state(&seen, &features[index, 0])
                write_history(seen.recent, &history[index, 0, 0])

    def _write_counts(self, int64_t first, int64_t last):
        cdef uint8_t[:, ::1] seen = self._seen
        cdef int64_t index
        with nogil:
            for index in range(first, last):
                write_counts(&self.games[index], &seen[index, 0])


cdef PlayRecord* records_of(object plays):
    """Where an array of PLAY that has items begins."""
    cdef uint8_t[::1] data = plays.view(np.uint8)
    return <PlayRecord*>&data[0]


cdef object _read_only(object array):
    view = array.view()
    view.flags.writeable = False
    return view


cdef int64_t _number_of(object n) except -1:
    if isinstance(n, bool) or as_index(n) < 1:
        raise ValueError(f"n={n}: a number of games is 1 or more")
    return as_index(n)


cdef void begin_game(const Dealing* dealing, Game* game) noexcept nogil:
    deal_hands(dealing, &game.random, &game.position)
    memset(game.played, 0, sizeof(game.played))
    memset(game.last, 0, sizeof(game.last))
    memset(game.recent, 0, sizeof(game.recent))


cdef void advance(const RuleTable* table, Game* game, PlayRecord play) noexcept nogil:
    """Makes a legal play or a pass (all zero), and keeps what is seen of it."""
    cdef int seat = game.position.to_move
    game.played[seat] += play.cards
    game.last[seat] = play.cards
    memmove(game.recent, &game.recent[1], (HISTORY_PLIES - 1) * sizeof(uint64_t))
    game.recent[HISTORY_PLIES - 1] = play.cards
    if play.kind:
        lay_down(table, &game.position, play)
    else:
        pass_turn(&game.position)


cdef Observed observed(const Game* game) noexcept nogil:
    """What the player to move sees, as features are written from it."""
    cdef const Position* position = &game.position
    cdef Observed seen
    cdef int seat
    memset(&seen, 0, sizeof(Observed))
    seen.seat = position.to_move
    seen.own = position.hands[position.to_move].cards
    for seat in range(3):
        if seat != position.to_move:
            seen.others += position.hands[seat].cards
        seen.last[seat] = game.last[seat]
        seen.played[seat] = game.played[seat]
        seen.left[seat] = <uint8_t>position.hands[seat].size
        seen.bombs += <uint8_t>position.bombed[seat]  # bombs, chains and rockets
    memmove(seen.recent, game.recent, sizeof(game.recent))
    seen.beat = game.recent[HISTORY_PLIES - 1] or game.recent[HISTORY_PLIES - 2]
    return seen


cdef void write_counts(const Game* game, uint8_t* out) noexcept nogil:
    cdef const Position* position = &game.position
    cdef uint64_t counts
    cdef int step, seat, rank
    memset(out, 0, 48 + 16 * position.players)
    add_counts(position.beat.cards, out + 30)
    for step in range(position.players):
        seat = (position.to_move + step) % position.players
        add_counts(position.hands[seat].cards, out + (15 if step else 0))
        add_counts(game.played[seat], out + 45 + 15 * step)
        out[45 + 15 * position.players + step] = <uint8_t>position.hands[seat].size
    for rank in range(3):
        out[45 + 16 * position.players + rank] = <uint8_t>position.bombed[rank]


cdef inline void add_counts(uint64_t cards, uint8_t* out) noexcept nogil:
    cdef int rank
    for rank in range(RANK_COUNT):
        out[rank] += <uint8_t>(cards >> 4 * rank & 15)
