"""Count again, by definition, what tests/perft/*.txt tell: ``python tests/make_perft.py NAME ...``.

A file is of one rule set. Each position has a paragraph: its name, its text (docs/records.md), and
lines of a depth and how many sequences of exactly so many plays and passes there are. Lines that
begin with ``#`` are comments. To add a position write its name and text; the counts come from here.

``--deeper`` makes sure that the core counts the same, and adds greater depths as it counts them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ddz_fast import game as core
from ddz_fast.reference.game import State, perft

FOLDER = Path(__file__).parent / "perft"
#: no deeper than to the first count beyond this, and never beyond the other
ENOUGH, MOST = 4_000, 100_000
#: the same for the core
DEEP = 5_000_000
DEEPEST = 12


class Case(NamedTuple):
    name: str
    text: str
    counts: dict[int, int]  #: by depth


def cases_of(path: Path) -> Iterator[Case]:
    """The positions of a file, in order."""
    for lines in _paragraphs(path):
        name, text, *counts = (line for line in lines if not line.startswith("#"))
        yield Case(name, text.strip(), dict(tuple(map(int, line.split())) for line in counts))


def _paragraphs(path: Path) -> Iterator[list[str]]:
    for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
        lines = paragraph.strip().splitlines()
        if any(not line.startswith("#") for line in lines):
            yield lines


def counted(text: str) -> dict[int, int]:
    """The counts of a position by depth, as far as they go quickly or until the game has ended."""
    state = State.parse(text)
    counts = {1: perft(state, 1)}
    while 0 < counts[len(counts)] <= ENOUGH and len(counts) < DEEPEST:
        depth = len(counts) + 1
        # The next count grows about as the last did: stop before one that would take minutes.
        if depth > 2 and counts[depth - 1] ** 2 > MOST * counts[depth - 2]:
            break
        counts[depth] = perft(state, depth)
    return counts


def deeper(text: str, counts: dict[int, int]) -> dict[int, int]:
    """The counts by definition, which the core must share, and some more of the core."""
    state = core.State.parse(text)
    for depth, count in counts.items():
        assert core.perft(state, depth) == count, f"{text}, depth {depth}"
    counts = dict(counts)
    while 0 < counts[len(counts)] <= DEEP // 10 and len(counts) < DEEPEST:
        counts[len(counts) + 1] = core.perft(state, len(counts) + 1)
    return counts


def rewrite(path: Path, is_deeper: bool) -> None:
    """Write a file again with its comments, names and texts, and new counts."""
    paragraphs = []
    for case, lines in zip(cases_of(path), _paragraphs(path), strict=True):
        comments = [line for line in lines if line.startswith("#")]
        found = deeper(case.text, case.counts) if is_deeper else counted(case.text)
        counts = [f"  {depth} {count}" for depth, count in found.items()]
        written = State.parse(case.text).text
        paragraphs.append("\n".join([*comments, case.name, f"  {written}", *counts]))
    path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")


if __name__ == "__main__":
    names = [word for word in sys.argv[1:] if word != "--deeper"]
    for path in sorted(FOLDER.glob("*.txt")):
        if not names or path.stem in names:
            rewrite(path, "--deeper" in sys.argv)
