"""The solver against the reference on small random positions of every rule set."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

import ddz_fast as ddz
from ddz_fast import game as core
from ddz_fast.reference import solver as reference
from games import dealt, key
from implementations import MANY_DECK_VARIANTS, VARIANTS, WILD_VARIANTS, rules_from
from random_positions import SEED
from solving import AT_LENGTH, DECIDING, is_same_side, players_of, positions, reference_of, where

MEGABYTES = 4
PRESETS = [(name, players) for name in ddz.rule_names() for players in players_of(ddz.rules(name))]
OPTIONS = [
    (text, players)
    for text in VARIANTS + MANY_DECK_VARIANTS + WILD_VARIANTS
    for players in players_of(rules_from(text))[:2]
]
SOME = [
    ("classic", 2),
    ("classic", 3),
    ("guanpai", 2),
    ("lianzha", 2),
    ("yunnan", 3),
    ("four", 4),
    ("five3", 5),
]
every_preset = pytest.mark.parametrize(("text", "players"), PRESETS)
every_option = pytest.mark.parametrize(("text", "players"), OPTIONS)
some = pytest.mark.parametrize(("text", "players"), SOME)


def cases(
    text: str, players: int, number: int, larger: float = 1
) -> Iterator[tuple[core.State, str]]:
    """Positions, and where each comes from."""
    seed = f"{SEED} {text} {players}"
    print(f"seed {seed}")
    found = positions(seed, rules_from(text), players, number, larger)
    return ((state, where(state, index, seed)) for index, state in enumerate(found))


def outcome_of(state: core.State) -> ddz.Outcome:
    """Who wins by definition."""
    return as_outcome(reference.outcome(reference_of(state)))


def as_outcome(is_win: bool) -> ddz.Outcome:
    return ddz.Outcome.WIN if is_win else ddz.Outcome.LOSS


def compare_outcomes(text: str, players: int, number: int, larger: float = 1) -> None:
    table = ddz.SolveTable(MEGABYTES)
    for state, place in cases(text, players, number, larger):
        table.clear()
        solution = ddz.solve(state, table=table)
        assert solution.outcome == outcome_of(state), place
        check_line(state, solution, place)


def check_line(state: core.State, solution: ddz.Solution, place: str) -> None:
    """The line is legal, begins with the best play, and ends as it was told."""
    game, side = state.copy(), state.to_move
    assert solution.line, place
    assert 0 <= solution.table_used <= 1, place
    assert solution.best == solution.line[0][1], place
    for seat, play in solution.line:
        assert game.to_move == seat, place
        game.play(play)
    assert game.is_over, place
    assert (side in game.winners) is (solution.outcome == ddz.Outcome.WIN), place


def compare_analyses(text: str, players: int, number: int, larger: float = 1) -> None:
    table = ddz.SolveTable(MEGABYTES)
    for state, place in cases(text, players, number, larger):
        table.clear()
        analysis = ddz.analyze(state, table=table)
        check_analysis(state, analysis, place)
        solution = ddz.solve(state, table=table)
        assert solution.outcome == analysis.outcome, place
        if solution.outcome == ddz.Outcome.WIN:
            assert (solution.best, ddz.Outcome.WIN) in analysis.plays, place


def check_analysis(state: core.State, analysis: ddz.Analysis, place: str) -> None:
    """Every play, in order, has the outcome that it has by definition."""
    expected = reference.outcomes(reference_of(state))
    assert [(key(play), outcome) for play, outcome in analysis.plays] == [
        (key(play), as_outcome(is_win)) for play, is_win in expected
    ], place
    assert analysis.outcome == as_outcome(any(is_win for _, is_win in expected)), place


# Against the reference


@every_preset
def test_outcomes(text, players):
    compare_outcomes(text, players, 20)


@every_option
def test_outcomes_of_variants(text, players):
    compare_outcomes(text, players, 5)


@every_preset
def test_analyses(text, players):
    compare_analyses(text, players, 10, larger=0.6)


@every_option
def test_analyses_of_variants(text, players):
    compare_analyses(text, players, 2, larger=0.6)


@pytest.mark.slow
@every_preset
def test_outcomes_at_length(text, players):
    compare_outcomes(text, players, 2_000, AT_LENGTH)


@pytest.mark.slow
@every_option
def test_outcomes_of_variants_at_length(text, players):
    compare_outcomes(text, players, 400, AT_LENGTH)


@pytest.mark.slow
@every_preset
def test_analyses_at_length(text, players):
    compare_analyses(text, players, 400, AT_LENGTH)


@pytest.mark.slow
@every_option
def test_analyses_of_variants_at_length(text, players):
    compare_analyses(text, players, 100, AT_LENGTH)


# Positions in which one kind, or one option, decides (make_deciding.py)


def test_positions_that_one_kind_or_option_decides():
    table = ddz.SolveTable(MEGABYTES)
    for what, winner, text in DECIDING:
        state = ddz.State.parse(text)
        solution = ddz.solve(state, table=table)
        assert solution.outcome.name == winner, f"{what}: {text}"
        check_line(state, solution, text)


@pytest.mark.slow
def test_analyses_of_positions_that_one_kind_or_option_decides():
    for what, _, text in DECIDING:
        state = ddz.State.parse(text)
        check_analysis(state, ddz.analyze(state, table_mb=MEGABYTES), f"{what}: {text}")


# What must not depend on anything but the position


@some
def test_the_winning_side_never_lets_go_in_a_line(text, players):
    for state, place in cases(text, players, 5, larger=0.6):
        game, side = state.copy(), state.to_move
        solution = ddz.solve(state, table_mb=MEGABYTES)
        for _, play in solution.line[:-1]:
            game.play(play)
            is_won = outcome_of(game) == ddz.Outcome.WIN
            is_ours = is_same_side(game, side, game.to_move)
            assert (is_won == is_ours) is (solution.outcome == ddz.Outcome.WIN), place


@some
def test_solving_changes_nothing(text, players):
    for state, place in cases(text, players, 5):
        before = state.text, state.hash, state.history
        ddz.solve(state, table_mb=1)
        ddz.analyze(state, table_mb=1)
        assert (state.text, state.hash, state.history) == before, place


@some
def test_a_tiny_table_gives_the_same_outcomes(text, players):
    for state, place in cases(text, players, 15, AT_LENGTH):
        expected = ddz.solve(state, table_mb=64).outcome
        assert ddz.solve(state, table_mb=1).outcome == expected, place


def test_one_table_for_many_positions_and_rule_sets():
    table = ddz.SolveTable(1)
    found = [case for text, players in SOME for case in cases(text, players, 15)]
    random.Random(SEED).shuffle(found)
    for state, place in found:
        expected = outcome_of(state)
        assert ddz.solve(state, table=table).outcome == expected, place
        assert ddz.solve(state, table=table).outcome == expected, f"once more, {place}"
    for text, players in SOME:
        for state, place in cases(text, players, 15):
            assert ddz.solve(state, table=table).outcome == outcome_of(state), place


@some
def test_one_table_along_a_game(text, players):
    """Positions of one game have much in common, and limits, sides and turns that differ."""
    table = ddz.SolveTable(1)
    random_ = random.Random(SEED)
    for state, place in cases(text, players, 5):
        game = state.copy()
        while not game.is_over:
            assert ddz.solve(game, table=table).outcome == outcome_of(game), f"{place}: {game.text}"
            plays = [*game.legal_plays(), None] if game.may_pass else list(game.legal_plays())
            game.play(random_.choice(plays))


def test_one_table_for_positions_that_differ_in_one_thing_only():
    """A key that leaves one of them out would give an outcome of another position."""
    table = ddz.SolveTable(1)
    for state, place in cases("classic", 3, 8):
        for other in neighbours_of(state):
            outcome = ddz.solve(other, table=table).outcome
            assert outcome == outcome_of(other), f"{place}: {other.text}"


def neighbours_of(state: core.State) -> Iterator[core.State]:
    """The same hands with every landlord, some plays to beat and passes, and other limits."""
    rules, hands, _, to_move, beat, _, bombs, allowance, *rest = state.text.split()
    limits = [(bombs, allowance), ("-", "0"), ("0,0,0", "0")]
    limits += [("-", each) for each in ("0,1,1", "1,0,1", "1,1,0")]
    beats = {"-", beat, "9:SOLO:6", "A:SOLO:11", "66:PAIR:3", "34567:SOLO_CHAIN:0"}
    for landlord, one, passes, others in product("012", sorted(beats), "01", limits):
        words = [rules, hands, landlord, to_move, one, passes, *others, *rest]
        try:
            neighbour = core.State.parse(" ".join(words))
        except ddz.PositionError:  # no game comes to it
            continue
        if not neighbour.is_over:
            yield neighbour


@some
def test_one_table_for_the_same_hands_of_other_ranks(text, players):
    """Keys leave out what ranks are called, but not where a chain needs them to be neighbours."""
    table = ddz.SolveTable(1)
    random_ = random.Random(SEED)
    for state, place in cases(text, players, 10):
        for other in (moved(random_, state) for _ in range(4)):
            if other is not None:
                outcome = ddz.solve(other, table=table).outcome
                assert outcome == outcome_of(other), f"{place}: {other.text}"


def moved(random_: random.Random, state: core.State) -> core.State | None:
    """The hands with their ranks at other places in the same order; None: no deck has those."""
    hands = ddz.unpack(list(state.hands))
    used = [rank for rank in range(13) if hands[:, rank].any()]
    places = sorted(random_.sample(range(13), len(used)))
    others = hands.copy()
    others[:, :13] = 0
    others[:, places] = hands[:, used]
    if (others.sum(axis=0) > list(state.rules.deck)).any():
        return None
    return core.State.from_hands(
        others,
        rules=state.rules,
        landlord=state.landlords or None,
        to_move=state.to_move,
        bombs=state.bombs,
        allowance=state.allowance,
    )


@some
def test_a_budget_of_nodes_gives_no_wrong_outcome(text, players):
    told = set()
    for state, place in cases(text, players, 8):
        expected = outcome_of(state)
        for nodes in (1, 10, 100, 10**9):
            solution = ddz.solve(state, nodes=nodes, table_mb=MEGABYTES)
            told.add(solution.outcome)
            if solution.outcome == ddz.Outcome.UNKNOWN:
                assert nodes < 10**9, place
                assert (solution.best, solution.line) == (None, []), place
            else:
                assert solution.outcome == expected, place
                check_line(state, solution, place)
    assert told >= {ddz.Outcome.WIN, ddz.Outcome.LOSS}


def test_a_whole_deal_is_unknown_after_one_node():
    state = ddz.State.from_hands(dealt(ddz.rules("classic"), random.Random(SEED)))
    solution = ddz.solve(state, nodes=1, table_mb=1)
    assert solution[:3] == (ddz.Outcome.UNKNOWN, None, [])
    analysis = ddz.analyze(state, nodes=1, table_mb=1)
    assert analysis.outcome == ddz.Outcome.UNKNOWN
    assert [play for play, _ in analysis.plays] == list(state.legal_plays())


@some
def test_a_budget_of_nodes_gives_no_wrong_analysis(text, players):
    for state, place in cases(text, players, 8):
        expected = reference.outcomes(reference_of(state))
        for nodes in (1, 10, 100):
            analysis = ddz.analyze(state, nodes=nodes, table_mb=MEGABYTES)
            for (play, outcome), (_, is_win) in zip(analysis.plays, expected, strict=True):
                assert outcome in (ddz.Outcome.UNKNOWN, as_outcome(is_win)), f"{place}: {play}"
            is_win = any(won for _, won in expected)
            assert analysis.outcome in (ddz.Outcome.UNKNOWN, as_outcome(is_win)), place


@some
def test_threads_give_the_same_outcomes(text, players):
    for state, place in cases(text, players, 8):
        assert ddz.solve(state, threads=2, table_mb=MEGABYTES).outcome == outcome_of(state), place


@some
def test_the_search_after_a_budget_goes_on_in_its_table(text, players):
    """What a search that was ended has left in the table misleads no later one."""
    table = ddz.SolveTable(MEGABYTES)
    for state, place in cases(text, players, 8):
        for nodes in (1, 7, 50, None):
            solution = ddz.solve(state, nodes=nodes, table=table)
            if solution.outcome != ddz.Outcome.UNKNOWN:
                assert solution.outcome == outcome_of(state), place
        assert solution.outcome != ddz.Outcome.UNKNOWN, place


# What is refused


def test_what_has_no_two_sides_is_refused():
    for options in ({"rules": "guanpai"}, {"landlord": None}):
        state = ddz.State.from_hands(["34", "5", "6"], **options)
        for solver in (ddz.solve, ddz.analyze):
            with pytest.raises(ddz.PositionError):
                solver(state)


def test_a_game_that_is_over_is_refused():
    state = ddz.State.from_hands(["34", "5", ""])
    for solver in (ddz.solve, ddz.analyze):
        with pytest.raises(ddz.PositionError):
            solver(state)
