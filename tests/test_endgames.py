"""Public puzzles with open hands: who wins, with which first plays (tests/data/endgames.txt)."""

import time
from pathlib import Path
from typing import NamedTuple

import pytest

import ddz_fast as ddz
from ddz_fast.puzzles import Puzzle, read_puzzles

DATA = Path(__file__).parent / "data" / "endgames.txt"
#: processor time, with a wide margin: the benchmark measures what the solver really needs
MOST_SECONDS = 5


class Answered(NamedTuple):
    """A puzzle and its answer."""

    puzzle: Puzzle
    is_won: bool
    winning: list[str]

    @property
    def state(self) -> ddz.State:
        return self.puzzle.state.copy()


def answered(line: str) -> Answered:
    outcome, *winning = line.partition("#")[2].split()
    assert outcome in ("W", "L")
    (puzzle,) = read_puzzles([line], {})
    return Answered(puzzle, outcome == "W", winning)


PUZZLES = [answered(line) for line in DATA.read_text("utf-8").splitlines() if line[:1] not in "#"]
every = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda answered: answered.puzzle.name)


def text_of(play: ddz.Play | None) -> str:
    return "pass" if play is None else str(play)


def test_there_are_many_with_names_of_their_own():
    assert len({one.puzzle.name for one in PUZZLES}) == len(PUZZLES) >= 70
    assert {one.state.players for one in PUZZLES} == {2, 3}


@every
def test_every_winning_play_is_legal(puzzle: Answered):
    state = puzzle.state
    legal = [*map(str, state.legal_plays()), *["pass"] * state.may_pass]
    assert len(set(legal)) == len(legal), "a text is one play"
    assert set(puzzle.winning) <= set(legal)
    assert len(set(puzzle.winning)) == len(puzzle.winning)
    assert bool(puzzle.winning) is puzzle.is_won


@every
def test_outcome(puzzle: Answered):
    state = puzzle.state
    solution = ddz.solve(state)
    assert solution.outcome == (ddz.Outcome.WIN if puzzle.is_won else ddz.Outcome.LOSS)
    if puzzle.is_won:
        assert text_of(solution.best) in puzzle.winning


@every
def test_winning_first_plays(puzzle: Answered):
    analysis = ddz.analyze(puzzle.state)
    assert analysis.outcome == (ddz.Outcome.WIN if puzzle.is_won else ddz.Outcome.LOSS)
    assert ddz.Outcome.UNKNOWN not in {outcome for _, outcome in analysis.plays}
    winning = {text_of(play) for play, outcome in analysis.plays if outcome == ddz.Outcome.WIN}
    assert winning == set(puzzle.winning)


@every
def test_the_line_ends_the_game_for_the_side_that_wins(puzzle: Answered):
    state = puzzle.state
    mover_is_landlord = state.to_move in state.landlords
    for seat, play in ddz.solve(state).line:
        assert seat == state.to_move
        state.play(play)
    assert state.is_over
    won_by_landlord = bool(set(state.winners) & set(state.landlords))
    assert (won_by_landlord == mover_is_landlord) is puzzle.is_won


def test_all_of_two_hands_together_are_quick():
    states = [puzzle.state for puzzle in PUZZLES if puzzle.state.players == 2]
    began = time.process_time()
    for state in states:
        ddz.solve(state, table_mb=16)
    assert time.process_time() - began < MOST_SECONDS
