"""The solver as it is called: budgets, tables, threads, progress, wrong arguments; old faults."""

import threading
import time

import pytest

import ddz_fast as ddz
from ddz_fast import Kind, Outcome, SolveTable, State, analyze, solve
from ddz_fast.reference import game, solver
from endgames import signature

EASY = ["KK5543", "225543"]
CLASSIC = ddz.rules("classic")
LIANZHA = ddz.rules("lianzha")
EVERY = frozenset(kind for kind in Kind if kind)
BARE_PLANES = CLASSIC.replace(
    kinds=EVERY - {Kind.PLANE, Kind.PLANE_SOLO, Kind.PLANE_PAIR, Kind.TRIO_SOLO, Kind.TRIO_PAIR}
)
QUADS = LIANZHA.replace(
    kinds=frozenset(
        {Kind.SOLO, Kind.PAIR, Kind.TRIO, Kind.SOLO_CHAIN, Kind.QUAD_PAIR, Kind.ROCKET}
    ),
    pair_kickers_repeat=True,
)
FLAT = ddz.rules("five3").replace(joker_bomb_flat=True)
SIGNATURE = 1_021_944
A_LONG_TIME = 30  # seconds: much more than these tests take, on a busy machine too


def whole_deal(seed: int = 3) -> State:
    """A deal that takes long to solve."""
    dealt = ddz.deal("classic", seed)
    bottom = sum(1 << 4 * card.rank for card in dealt.bottom)
    first, *others = dealt.packed
    return State.from_hands([first + bottom, *others])


# Positions that were got wrong --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        # 44 are two plays where there are no pairs
        (CLASSIC.replace(kinds=CLASSIC.kinds - {Kind.PAIR}), ["44/35"]),
        # a rocket does not beat another of as many jokers
        (FLAT, ["345679BR/5BB", "34567TBR/5RR"]),
        # chains of two pairs beside a plane, where chains of pairs are longer or there are none
        (BARE_PLANES, ["3334446677QQ/JJKK", "3334446688QQ/JJKK", "3334446677QQ/JJKK"]),
        # quads next to one another do not carry each other where BOMB_CHAIN is banned, too
        (QUADS, ["44446666T/KK2", "66667777T/KK2", "44446666T/KK2"]),
        # a chain of quads ends with A where other chains go up to 2
        (LIANZHA.replace(line_32=True), ["KKKKAAAA3/BR4", "AAAA22223/BR4", "KKKKAAAA3/BR4"]),
        # an enemy's bomb of the same rank is not beaten
        (ddz.rules("six4"), ["5666677T/666677"]),
        # ranks that answer and ranks that do not are not sorted together
        (CLASSIC, ["34447788/33557TT"]),
    ],
)
def test_old_faults(rules, hands):
    table = SolveTable(4)
    for text in hands:
        expected = solver.outcomes(game.State.from_hands(text.split("/"), rules=rules))
        state = State.from_hands(text.split("/"), rules=rules)
        found = [outcome == Outcome.WIN for _, outcome in analyze(state, table=table).plays]
        assert found == [is_win for _, is_win in expected], text
        assert (solve(state).outcome == Outcome.WIN) == any(found), text


def test_the_search_of_a_fixed_suite_has_not_changed():
    """A new number is fine where the search was meant to change: write it here."""
    assert signature() == SIGNATURE


# Budgets ------------------------------------------------------------------------------------------


def test_seconds_end_a_search():
    start = time.perf_counter()
    solution = solve(whole_deal(), seconds=0.2)
    assert solution == (Outcome.UNKNOWN, None, [], solution.nodes, solution.table_used)
    assert 0.2 <= time.perf_counter() - start < A_LONG_TIME
    assert solution.nodes > 1000
    assert 0 < solution.table_used < 1


def test_an_analysis_ends_with_its_budget():
    """57,348 plays, each of them a large hand's."""
    hands = [[4] * 5 + [3] * 6 + [3, 1, 2, 2], [4] * 5 + [3] * 6 + [3, 1, 1, 1]]
    state = State.from_hands([ddz.pack(hand) for hand in hands], rules="six4")
    start = time.perf_counter()
    analysis = analyze(state, seconds=0.1)
    assert time.perf_counter() - start < A_LONG_TIME
    assert len(analysis.plays) == state.count_plays()


def test_progress_is_told():
    told = []

    def hear(*news: float) -> None:
        told.append(news)
        if len(told) == 4:
            raise StopIteration

    with pytest.raises(StopIteration):
        solve(whole_deal(), progress=hear)
    nodes, seconds, used = zip(*told, strict=True)
    assert list(nodes) == sorted(set(nodes))
    assert list(seconds) == sorted(set(seconds))
    assert seconds[0] >= 0.1
    assert all(0 < share < 1 for share in used)


def test_what_progress_raises_ends_the_search_and_frees_the_table():
    def stop(nodes: int, seconds: float, used: float) -> None:
        raise KeyboardInterrupt

    table = SolveTable(16)
    with pytest.raises(KeyboardInterrupt):
        solve(whole_deal(), table=table, progress=stop)
    assert solve(State.from_hands(EASY), table=table).outcome == Outcome.WIN


# Tables -------------------------------------------------------------------------------------------


def test_a_table_knows_what_was_solved_in_it():
    table = SolveTable(16)
    assert table.used == 0
    assert table.megabytes == 16
    state = State.from_hands(["RBKTT88766", "22AAA9976633"])
    first = solve(state, table=table)
    assert first.table_used == table.used > 0
    again = solve(state, table=table)
    assert first.outcome == again.outcome == Outcome.WIN
    assert first.nodes > again.nodes == 0
    table.clear()
    assert table.used == 0
    assert solve(state, table=table).nodes > 1000, "it begins anew"


def test_one_search_at_a_time_uses_a_table():
    table = SolveTable(16)
    refused = []

    def again(nodes: int, seconds: float, used: float) -> None:
        for use in (table.clear, lambda: solve(State.from_hands(EASY), table=table)):
            with pytest.raises(RuntimeError, match="table"):
                use()
            refused.append(use)

    solve(whole_deal(), seconds=2, table=table, progress=again)
    assert refused


def test_threads_of_the_program_with_one_table():
    """Either a search has the table, or it is refused."""
    table = SolveTable(4)
    outcomes = set()

    def work() -> None:
        for number in range(100):
            rules = CLASSIC if number % 2 else CLASSIC.replace(line_32=True)
            try:
                outcomes.add(solve(State.from_hands(EASY, rules=rules), table=table).outcome)
            except RuntimeError:
                outcomes.add(None)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes <= {Outcome.WIN, None}
    assert Outcome.WIN in outcomes


# Threads ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [2, 5])
def test_several_threads_find_the_same(threads):
    # The landlord loses, and has to be followed through a long line.
    state = State.from_hands(["34699Q2B", "469TJQKA", "357TJJA2"])
    alone = solve(state)
    together = solve(state, threads=threads, table_mb=32)
    assert alone.nodes > 80_000, "so that the others are started"
    assert together.outcome == alone.outcome != Outcome.UNKNOWN
    assert lets_go(state, together) == []


def lets_go(state: State, solution: ddz.Solution) -> list[int]:
    """The plies of a line after which the side that should win does not any more."""
    table = SolveTable(64)
    landlord_wins = (solution.outcome == Outcome.WIN) == (state.to_move in state.landlords)
    after = state.copy()
    plies = []
    for seat, play in solution.line:
        assert seat == after.to_move
        after.play(play)
        if after.is_over:
            assert (after.winner in after.landlords) == landlord_wins
        else:
            is_win = solve(after, table=table).outcome == Outcome.WIN
            if is_win != ((after.to_move in after.landlords) == landlord_wins):
                plies.append(after.ply)
    assert after.is_over
    return plies


def test_several_threads_end_with_the_budget():
    start = time.perf_counter()
    solution = solve(whole_deal(), seconds=0.3, threads=3)
    assert solution.outcome == Outcome.UNKNOWN
    assert time.perf_counter() - start < A_LONG_TIME


# Arguments ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"nodes": 0}, ValueError, "nodes=0"),
        ({"nodes": True}, TypeError, "nodes"),
        ({"nodes": 1.5}, TypeError, "float"),
        ({"seconds": 0}, ValueError, "seconds=0"),
        ({"seconds": float("nan")}, ValueError, "seconds=nan"),
        ({"seconds": "1"}, TypeError, "str"),
        ({"seconds": True}, TypeError, "bool"),
        ({"table_mb": 0}, ValueError, "table_mb=0"),
        ({"table_mb": 1 << 60}, ValueError, "table_mb"),
        ({"threads": 0}, ValueError, "threads=0"),
        ({"threads": 1000}, ValueError, "1 to 256"),
        ({"table": 5}, TypeError, "SolveTable"),
        ({"progress": 3}, TypeError, "progress"),
    ],
)
@pytest.mark.parametrize("function", [solve, analyze])
def test_wrong_arguments(function, arguments, error, words):
    with pytest.raises(error, match=words):
        function(State.from_hands(EASY), **arguments)


@pytest.mark.parametrize("size", [0, -1, True, 2.5, "16", 1 << 80])
def test_wrong_sizes_of_tables(size):
    with pytest.raises((TypeError, ValueError)):
        SolveTable(size)


@pytest.mark.parametrize("state", [None, "KK5543 225543", EASY])
def test_what_is_no_state(state):
    with pytest.raises(TypeError):
        solve(state)


def test_seconds_may_be_many():
    assert solve(State.from_hands(EASY), seconds=10**400).outcome == Outcome.WIN
