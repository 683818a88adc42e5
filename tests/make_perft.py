"""Count again, by definition, what tests/perft/*.txt tell: ``python tests/make_perft.py NAME ...``.

A file is of one rule set. Each position has a paragraph: its name, its text (docs/records.md), and
lines of a depth and how many sequences of exactly so many plays and passes there are. Lines that
begin with ``#`` are comments. To add a position write its name and text; the counts come from here.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ddz_fast.reference.game import State, perft

FOLDER = Path(__file__).parent / "perft"
#: no deeper than to the first count beyond this, and never beyond the other
ENOUGH, MOST = 4_000, 100_000


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
    while 0 < counts[len(counts)] <= ENOUGH and len(counts) < 12:
        depth = len(counts) + 1
        # The next count grows about as the last did: stop before one that would take minutes.
        if depth > 2 and counts[depth - 1] ** 2 > MOST * counts[depth - 2]:
            break
        counts[depth] = perft(state, depth)
    return counts


def rewrite(path: Path) -> None:
    """Write a file again with its comments, names and texts, and new counts."""
    paragraphs = []
    for lines in _paragraphs(path):
        name, text = [line for line in lines if not line.startswith("#")][:2]
        comments = [line for line in lines if line.startswith("#")]
        counts = [f"  {depth} {count}" for depth, count in counted(text.strip()).items()]
        written = State.parse(text.strip()).text
        paragraphs.append("\n".join([*comments, name, f"  {written}", *counts]))
    path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.txt")):
        if len(sys.argv) == 1 or path.stem in sys.argv[1:]:
            rewrite(path)
