"""Solving: who wins a position with all hands open, and how (docs/solver.md)."""

import threading
import time
from operator import index as as_index

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from ddz_fast._game cimport (
    NO_SEAT,
    Position,
    lay_down,
    may_pass,
    pass_turn,
)
from ddz_fast._memory cimport (
    Value,
    forget_all,
    free_memory,
    is_proven,
    set_up_memory,
    share_filled,
    share_memory,
    unshare_memory,
)
from ddz_fast._objects cimport Play, play_from
from ddz_fast._search cimport (
    NO_MEMORY,
    PAUSED,
    SOLVED,
    Search,
    free_search,
    root_choice,
    root_value,
    run_search,
    set_up_search,
    start_search,
)
from ddz_fast._sight cimport can_beat
from ddz_fast._state cimport State
from ddz_fast._table cimport PlayRecord, Table

from .errors import PositionError
from .solving import Analysis, Outcome, Solution

cdef extern from "bits.h" nogil:
    int64_t load "ddz_load"(int64_t* number)
    void store "ddz_store"(int64_t* number, int64_t value)

cdef int64_t UNLIMITED = <int64_t>1 << 62
cdef int64_t LOOKS_BETWEEN_CHECKS = 50_000  # a few hundredths of a second
PROGRESS_SECONDS = 0.1
MOST_MEGABYTES = 1 << 24
MOST_THREADS = 256


cdef class SolveTable:
    """What searches remember of positions, for one search after another.

    It takes as many megabytes (a million bytes each) as it needs, up to `megabytes`. It knows positions
    of one rule set and one set of roles, and forgets all when another is solved. One search at a time
    may use it. Raises ValueError for a size that is not 1 and up, or MemoryError when there is no room.

    >>> table = SolveTable(16)
    >>> solve(State.from_hands(["KK5543", "225543"]), table=table).outcome.name
    'WIN'
    >>> 0 < table.used < 1
    True
    """

    def __init__(self, megabytes=256):
        self.megabytes = _number(megabytes, "megabytes", 1, MOST_MEGABYTES)

    def __dealloc__(self):
        free_memory(&self.memory)

    @property
    def used(self):
        """The share that is filled, 0 to 1."""
        return share_filled(&self.memory) if self.memory.entries != NULL else 0.0

    def clear(self):
        """Forget all. Raises RuntimeError while a search uses it."""
        if self.is_busy:
            raise RuntimeError("a search uses this table")
        if self.memory.entries != NULL:
            forget_all(&self.memory)

    cdef int take(self, object game, int words) except -1:
        """Make it ready for positions of a game."""
        if self.is_busy:
            raise RuntimeError("another search uses this table: give each its own")
        # Comparing games may let another thread go on, so it is taken before that.
        self.is_busy = True
        try:
            if game != self.game:
                self.renew(words)
                self.game = game
        except BaseException:
            self.is_busy = False
            raise
        return 0

    cdef int renew(self, int words) except -1:
        """Begin an empty table."""
        self.game = None
        free_memory(&self.memory)
        if not set_up_memory(&self.memory, words, self.megabytes * 1_000_000):
            raise MemoryError(f"no memory for a table of {self.megabytes} MB")
        return 0


cdef class Solver:
    # One search with its budget. Positions are those of one game.
    cdef Search search
    cdef SolveTable memory
    cdef Table table
    cdef Position start
    cdef int side
    cdef int64_t most_nodes
    cdef object seconds
    cdef object progress
    cdef double began
    cdef double told
    cdef bint is_set_up
    cdef int threads
    cdef list helpers
    cdef int64_t helped  # positions that helpers searched before

    def __init__(self, State state, SolveTable memory, nodes, seconds, threads, progress):
        self.helpers = []
        self.threads = _number(threads, "threads", 1, MOST_THREADS)
        self.start = state.position
        self.table = state.table
        self.side = side_of(state)
        self.most_nodes = UNLIMITED if nodes is None else _number(nodes, "nodes", 1, UNLIMITED)
        self.seconds = _seconds(seconds)
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is a function, not {type(progress).__name__}")
        self.progress = progress
        self.memory = memory
        memory.take(
            (state.rules, state.players, self.side, state.allowance, state.position.must_hold),
            state.players + 1,
        )
        self.is_set_up = True
        if not set_up_search(
            &self.search, &self.table.c, &memory.memory, &self.start, self.side
        ):
            self.release()
            raise MemoryError("no memory for a search")
        self.began = self.told = time.perf_counter()

    def __dealloc__(self):
        free_search(&self.search)

    cdef Value proven(self, const Position* position, bint must_list) except *:
        """Search a position until it is proven or the budget ends."""
        cdef int status
        with nogil:
            status = start_search(&self.search, position, must_list)
        if status == PAUSED and not self.is_spent():
            status = self.step()
        if status == PAUSED and self.threads > 1 and not must_list and not self.is_spent():
            return self.race(position)
        while status == PAUSED and not self.is_spent():
            status = self.step()
        return root_value(&self.search)

    cdef int step(self) except? -9:
        """Search on for a moment."""
        cdef int status
        cdef int64_t looks = self.search.looks + LOOKS_BETWEEN_CHECKS
        cdef int64_t nodes = self.most_nodes - (self.nodes() - self.search.nodes)
        with nogil:
            status = run_search(&self.search, nodes, looks)
        if status == NO_MEMORY:
            raise MemoryError("no memory for the plays of a position")
        self.check()
        return status

    cdef Value race(self, const Position* position) except *:
        """Search on with several threads, until one of them is done."""
        cdef Helper helper
        if not share_memory(&self.memory.memory):
            raise MemoryError("no memory for threads")
        try:
            for number in range(1, self.threads):
                self.helpers.append(Helper(self, number))
            for helper in self.helpers:
                helper.begin(position)
            while self.step() == PAUSED and not self.is_spent():
                for helper in self.helpers:
                    if helper.is_solved:
                        return root_value(&helper.search)
            return root_value(&self.search)
        finally:
            for helper in self.helpers:
                helper.end()
                self.helped += helper.search.nodes
            self.helpers = []
            unshare_memory(&self.memory.memory)

    cdef int64_t nodes(self):
        """The positions that were searched by all threads."""
        cdef int64_t nodes = self.search.nodes + self.helped
        cdef Helper helper
        for helper in self.helpers:
            nodes += helper.search.nodes
        return nodes

    cdef bint is_spent(self) except *:
        if self.nodes() >= self.most_nodes:
            return True
        return self.seconds is not None and time.perf_counter() - self.began >= self.seconds

    cdef int check(self) except -1:
        """Let signals (Ctrl-C) and the progress callback have their turn."""
        PyErr_CheckSignals()
        now = time.perf_counter()
        if self.progress is not None and now - self.told >= PROGRESS_SECONDS:
            self.told = now
            self.progress(self.nodes(), now - self.began, self.memory.used)
        return 0

    cdef object outcome(self, const Position* position, bint ours):
        """The outcome of a position for one of the sides."""
        cdef Value value
        if position.winner != NO_SEAT:
            return Outcome.WIN if (self.side >> position.winner & 1) == ours else Outcome.LOSS
        self.check()
        if self.is_spent():
            return Outcome.UNKNOWN
        value = self.proven(position, False)
        if not is_proven(value):
            return Outcome.UNKNOWN
        return Outcome.WIN if (value.proof == 0) == ours else Outcome.LOSS

    def solution(self):
        """Solve the start."""
        outcome = self.outcome(&self.start, self.side >> self.start.to_move & 1)
        nodes = self.nodes()
        line = []
        if outcome != Outcome.UNKNOWN:
            # What was proven may take some searching to be shown, if the table lost it.
            self.most_nodes = UNLIMITED
            self.seconds = None
            line = self.line()
        best = line[0][1] if line else None
        return Solution(outcome, best, line, nodes, self.memory.used)

    cdef list line(self):
        """Play the game to its end: who wins plays what wins, who loses what was hardest to refute."""
        cdef Position position = self.start
        cdef PlayRecord play
        cdef int seat
        line = []
        while position.winner == NO_SEAT:
            seat = position.to_move
            play = self.choice(&position)
            line.append((seat, play_from(play) if play.kind else None))
            if play.kind:
                lay_down(&self.table.c, &position, play)
            else:
                pass_turn(&position)
        return line

    cdef PlayRecord choice(self, const Position* position) except *:
        cdef PlayRecord play
        play.cards = play.head = 0
        if may_pass(position) and not can_beat(
            &self.table.c, position, position.to_move, position.beat
        ):
            return play
        self.proven(position, True)
        if not root_choice(&self.search, &play):
            raise PositionError("the rule set leaves a player no play")
        return play

    def analysis(self, State state):
        """Solve what comes after each play of the start, and after the pass."""
        cdef Position after
        cdef bint ours = self.side >> self.start.to_move & 1
        plays = []
        for play in [*state.legal_plays(), *([None] if state.may_pass else [])]:
            after = self.start
            if play is None:
                pass_turn(&after)
            else:
                lay_down(&self.table.c, &after, (<Play>play).record)
            plays.append((play, self.outcome(&after, ours)))
        outcomes = {outcome for _, outcome in plays}
        outcome = Outcome.LOSS
        for better in (Outcome.UNKNOWN, Outcome.WIN):
            outcome = better if better in outcomes else outcome
        return Analysis(outcome, plays, self.nodes(), self.memory.used)

    def release(self):
        """Let the table go."""
        if self.is_set_up:
            self.memory.is_busy = False
            self.is_set_up = False


cdef class Helper:
    # A search of the same position by another thread, which goes about it in another order.
    cdef Search search
    cdef Solver solver  # whose table it shares
    cdef object thread
    cdef int64_t stop  # not 0: it is to end
    cdef bint is_solved

    def __init__(self, Solver solver, number):
        self.solver = solver
        if not set_up_search(
            &self.search, &solver.table.c, &solver.memory.memory, &solver.start, solver.side
        ):
            raise MemoryError("no memory for a search")
        self.search.salt = number

    def __dealloc__(self):
        free_search(&self.search)

    cdef int begin(self, const Position* position) except -1:
        if start_search(&self.search, position, False) == PAUSED:
            self.thread = threading.Thread(target=self.run)
            self.thread.start()
        return 0

    def run(self):
        """Search until it is proven or the others are done."""
        cdef int status = PAUSED
        with nogil:
            while status == PAUSED and not load(&self.stop):
                status = run_search(&self.search, UNLIMITED, self.search.looks + 1000)
        self.is_solved = status == SOLVED

    cdef int end(self) except -1:
        store(&self.stop, 1)
        if self.thread is not None:
            self.thread.join()
        return 0


def solve(
    State state not None, *, nodes=None, seconds=None, table_mb=256, threads=1,
    SolveTable table=None, progress=None,
):
    """Say who wins with all hands open and perfect play, and how.

    The landlords play against all others; where there are none, two players each for himself. The
    search ends without an answer after so many positions (`nodes`) or `seconds`. It remembers what it
    finds in `table`, or in one of its own of at most `table_mb` megabytes. `progress` is called some
    ten times a second with the number of positions, the seconds, and the share of the table that is
    filled; what it raises ends the search, as Ctrl-C does. Gives a
    :class:`Solution`; the answer is exact. Raises PositionError for a game that is over or
    has more than two sides, ValueError or TypeError for other arguments.

    >>> solution = solve(State.from_hands(["KK5543", "225543"]))
    >>> solution.outcome.name, str(solution.best) in ("4", "5")
    ('WIN', True)
    """
    cdef Solver solver = _solver(state, nodes, seconds, table_mb, threads, table, progress)
    try:
        return solver.solution()
    finally:
        solver.release()


def analyze(
    State state not None, *, nodes=None, seconds=None, table_mb=256, threads=1,
    SolveTable table=None, progress=None,
):
    """Give the outcome of every legal play, for the side that makes it; see :func:`solve`.

    The budgets are for all plays together. Gives an :class:`Analysis`.

    >>> found = analyze(State.from_hands(["KK5543", "225543"]))
    >>> [str(play) for play, outcome in found.plays if outcome == Outcome.WIN]
    ['4', '5']
    """
    cdef Solver solver = _solver(state, nodes, seconds, table_mb, threads, table, progress)
    try:
        return solver.analysis(state)
    finally:
        solver.release()


cdef Solver _solver(State state, nodes, seconds, table_mb, threads, SolveTable table, progress):
    if state.is_over:
        raise PositionError(f"the game is over: seat {state.winner} has won")
    if table is None:
        table = SolveTable(_number(table_mb, "table_mb", 1, MOST_MEGABYTES))
    return Solver(state, table, nodes, seconds, threads, progress)


cdef int side_of(State state) except -1:
    """The seats of one of two sides, as a mask: the landlords, or of two players the first."""
    cdef int every = (1 << state.players) - 1
    if state.position.landlords == 0 and state.players == 2:
        return 1
    if state.position.landlords in (0, every):
        raise PositionError(
            f"{state.players} players without two sides: solving needs a landlord against others,"
            " or two players"
        )
    return state.position.landlords


cdef object _number(object number, str name, lowest, highest):
    if isinstance(number, bool):
        raise TypeError(f"{name} is a number, not a bool")
    value = as_index(number)
    if not lowest <= value <= highest:
        raise ValueError(f"{name}={value}: {lowest} to {highest}")
    return value


cdef object _seconds(object seconds):
    if seconds is None:
        return None
    if isinstance(seconds, (bool, str)):
        raise TypeError(f"seconds is a number, not {type(seconds).__name__}")
    try:
        value = float(seconds)
    except OverflowError:
        value = float("inf")
    if not value > 0:
        raise ValueError(f"seconds={seconds}: a time is more than 0")
    return value
