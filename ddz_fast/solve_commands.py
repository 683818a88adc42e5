"""What `ddz-fast solve` does: puzzles in, outcomes, plays that win and lines of play out."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import ddz_fast as ddz

from ._solve import SolveTable, analyze
from ._solve import solve as solve_state
from .commands import Lines, painter
from .puzzles import FAULTS, Puzzle, puzzle_state, read_puzzles
from .solve_display import (
    Found,
    best_plays,
    name_width,
    page,
    play_text,
    table_head,
    table_row,
    total_line,
)
from .solving import Analysis

PROMPT = "a puzzle a line, as KK5543 225543, Ctrl-D to end:"
STANDARD_INPUT = "-"
ERASE = "\r\x1b[K"


def solve(arguments: argparse.Namespace) -> None:
    """Solve the puzzle in the command line's words, or those of a file."""
    if arguments.hands and arguments.file is not None:
        raise ddz.PositionError("give --hands or a FILE, not both")
    words = _words(arguments)
    if arguments.hands:
        _solve_one(Puzzle("", puzzle_state(arguments.hands, words)), arguments)
    else:
        _solve_all(list(_typed(arguments.file, words)), arguments)


def _solve_one(puzzle: Puzzle, arguments: argparse.Namespace) -> None:
    found = Solver(arguments).found(puzzle)
    _print([_as_json(found)] if arguments.json else page(found, painter(arguments)))


def _words(arguments: argparse.Namespace) -> dict[str, str]:
    """The words of a puzzle among those of the command line."""
    names = ("rules", "turn", "landlord", "beat", "passes", "bombs")
    given = {name: getattr(arguments, name) for name in names}
    given["ban"] = ",".join(arguments.ban or ())
    return {name: text for name, text in given.items() if text is not None}


def _typed(file: str | None, words: dict[str, str]) -> Iterator[Puzzle]:
    if file is not None and file != STANDARD_INPUT:
        text = Path(file).read_text(encoding="utf-8", errors="replace")
        return read_puzzles(text.splitlines(), words, f"{file}, ")
    if sys.stdin.isatty():
        print(PROMPT, file=sys.stderr)
    return read_puzzles(sys.stdin, words)


def _solve_all(puzzles: Sequence[Puzzle], arguments: argparse.Namespace) -> None:
    """Solve puzzles one by one, and write each as soon as it is solved."""
    solver = Solver(arguments)
    width = name_width(puzzles)
    paint = painter(arguments)
    if not arguments.json:
        _print([paint("heading", table_head(width, arguments.all))])
    every = []
    for number, puzzle in enumerate(puzzles, 1):
        found = solver.found(puzzle, f"{number} of {len(puzzles)}: ")
        _print([_as_json(found)] if arguments.json else table_row(found, width))
        every.append(found)
    if not arguments.json:
        _print(["", total_line(every)])


class Solver:
    """The solver with the command line's budgets, a progress line and a table for all puzzles."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Take up the command line's words."""
        self._search = analyze if arguments.all else solve_state
        self._budgets = {
            "nodes": arguments.nodes,
            "seconds": arguments.seconds,
            "threads": arguments.threads,
        }
        self._table = _table(arguments.table_mb)

    def found(self, puzzle: Puzzle, label: str = "") -> Found:
        """Solve a puzzle. An error says in which line it is."""
        is_terminal = sys.stderr.isatty()
        began = time.perf_counter()
        try:
            result = self._search(
                puzzle.state,
                table=self._table,
                progress=_drawer(label) if is_terminal else None,
                **self._budgets,
            )
        except FAULTS as error:
            raise type(error)(f"{puzzle.where}{error}") from None
        finally:
            if is_terminal:
                sys.stderr.write(ERASE)
                sys.stderr.flush()
        return Found(puzzle, result, time.perf_counter() - began)


def _table(megabytes: int) -> SolveTable:
    try:
        return SolveTable(megabytes)
    except MemoryError:
        raise OSError(f"there is no memory for a table of {megabytes} MB") from None


def _drawer(label: str) -> Callable[[int, float, float], None]:
    """Give what draws the progress of a search on one line."""

    def draw(nodes: int, seconds: float, used: float) -> None:
        line = f"{label}{nodes:,} positions, {seconds:.1f} seconds, table {used:.0%} full"
        sys.stderr.write(f"\r{line}\x1b[K")
        sys.stderr.flush()

    return draw


def _as_json(found: Found) -> str:
    state, result = found.puzzle.state, found.result
    record: dict[str, Any] = {
        "id": found.puzzle.name or None,
        "position": state.text,
        "rules": state.text.split()[0],
        "hands": [ddz.format_hand(hand) for hand in state.hands],
        "landlords": state.landlords,
        "turn": state.to_move,
        "beat": None if state.beat is None else str(state.beat),
        "outcome": result.outcome.name.lower(),
    }
    if isinstance(result, Analysis):
        record["plays"] = [
            {"play": play_text(play), "outcome": outcome.name.lower()}
            for play, outcome in result.plays
        ]
    else:
        record["best"] = next(iter(best_plays(result)), None)
        record["line"] = [{"seat": seat, "play": play_text(play)} for seat, play in result.line]
    record["nodes"] = result.nodes
    record["seconds"] = round(found.seconds, 3)
    record["table_used"] = round(result.table_used, 4)
    return json.dumps(record)


def _print(lines: Lines) -> None:
    sys.stdout.write("".join([f"{line}\n" for line in lines]))
    sys.stdout.flush()
