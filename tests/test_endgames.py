"""Public puzzles with open hands: who wins, with which first plays (tests/data/endgames.txt)."""

import time
from dataclasses import dataclass
from pathlib import Path

import pytest

import ddz_fast as ddz
from ddz_fast.rules_text import parse_rules

DATA = Path(__file__).parent / "data" / "endgames.txt"
BANS = {
    "3+1": ddz.Kind.TRIO_SOLO,
    "3+2": ddz.Kind.TRIO_PAIR,
    "pairs": ddz.Kind.PAIR_CHAIN,
    "plane": ddz.Kind.PLANE,
    "plane+1": ddz.Kind.PLANE_SOLO,
    "plane+2": ddz.Kind.PLANE_PAIR,
}
#: processor time, with a wide margin: the benchmark measures what the solver really needs
MOST_SECONDS = 5


@dataclass(frozen=True)
class Puzzle:
    name: str
    hands: list[str]
    words: dict[str, str]
    is_won: bool
    winning: list[str]

    def state(self) -> ddz.State:
        bans = {BANS[shape] for shape in self.words.get("ban", "").split(",") if shape}
        rules = parse_rules(self.words.get("rules", "classic"))
        return ddz.State.from_hands(
            self.hands,
            rules=rules.replace(kinds=rules.kinds - bans),
            to_move=int(self.words.get("turn", "0")),
            beat=self.words.get("beat"),
            passes=int(self.words.get("passes", "0")),
        )


def puzzle_of(line: str) -> Puzzle:
    position, _, answer = line.partition("#")
    parts = position.split()
    words = dict(part.split("=", 1) for part in parts if "=" in part)
    outcome, *winning = answer.split()
    assert outcome in ("W", "L")
    hands = [part for part in parts if "=" not in part]
    return Puzzle(words.pop("id"), hands, words, outcome == "W", winning)


PUZZLES = [puzzle_of(line) for line in DATA.read_text("utf-8").splitlines() if line[:1] not in "#"]
every = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)


def text_of(play: ddz.Play | None) -> str:
    return "pass" if play is None else str(play)


def test_there_are_many_with_names_of_their_own():
    assert len({puzzle.name for puzzle in PUZZLES}) == len(PUZZLES) >= 70
    assert {len(puzzle.hands) for puzzle in PUZZLES} == {2, 3}


@every
def test_every_winning_play_is_legal(puzzle: Puzzle):
    state = puzzle.state()
    legal = [*map(str, state.legal_plays()), *["pass"] * state.may_pass]
    assert len(set(legal)) == len(legal), "a text is one play"
    assert set(puzzle.winning) <= set(legal)
    assert len(set(puzzle.winning)) == len(puzzle.winning)
    assert bool(puzzle.winning) is puzzle.is_won
    assert set(puzzle.words) <= {"rules", "ban", "turn", "beat", "passes"}


@every
def test_outcome(puzzle: Puzzle):
    state = puzzle.state()
    solution = ddz.solve(state)
    assert solution.outcome == (ddz.Outcome.WIN if puzzle.is_won else ddz.Outcome.LOSS)
    if puzzle.is_won:
        assert text_of(solution.best) in puzzle.winning


@every
def test_winning_first_plays(puzzle: Puzzle):
    analysis = ddz.analyze(puzzle.state())
    assert analysis.outcome == (ddz.Outcome.WIN if puzzle.is_won else ddz.Outcome.LOSS)
    assert ddz.Outcome.UNKNOWN not in {outcome for _, outcome in analysis.plays}
    winning = {text_of(play) for play, outcome in analysis.plays if outcome == ddz.Outcome.WIN}
    assert winning == set(puzzle.winning)


@every
def test_the_line_ends_the_game_for_the_side_that_wins(puzzle: Puzzle):
    state = puzzle.state()
    mover_is_landlord = state.to_move in state.landlords
    for seat, play in ddz.solve(state).line:
        assert seat == state.to_move
        state.play(play)
    assert state.is_over
    won_by_landlord = bool(set(state.winners) & set(state.landlords))
    assert (won_by_landlord == mover_is_landlord) is puzzle.is_won


def test_all_of_two_hands_together_are_quick():
    states = [puzzle.state() for puzzle in PUZZLES if len(puzzle.hands) == 2]
    began = time.process_time()
    for state in states:
        ddz.solve(state, table_mb=16)
    assert time.process_time() - began < MOST_SECONDS
