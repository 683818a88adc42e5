"""What the tests of the command line share."""

import io
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from typing import Any

HAND = "33344456TJQKA2BR"
LARGE = "3334445566667789TJQ2"
CONTEST = """\
1 8
7 4
8 4
9 1
10 4
11 1
5 1
1 4
1 1
"""  # the first sample of NOIP 2015, day 1, problem 3
PUZZLES = """\
# two hands, three hands, a position
KK5543 225543

AA9 884 J7 turn=1 beat=77 id=three
classic 3334/4455/67 0 1 88:PAIR:5 0 - 0 1,0,0 0,0,0 id=trick  # and a comment
3336 4447 ban=3+1,3+2
"""
ESCAPE = "\x1b["

Run = Callable[..., tuple[int, str, str]]


class Terminal(io.StringIO):
    """A standard input that somebody types."""

    def isatty(self) -> bool:
        return True


def width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def widest(text: str) -> int:
    return max(map(width, text.splitlines()), default=0)


def table_of(out: str) -> str:
    """What `show` prints below the number of plays."""
    return re.split(r"^\S+ plays?\n", out, maxsplit=1, flags=re.M)[1]


def without_heads(table: str) -> str:
    """The cards in a table of plays, without the kinds and their counts."""
    return re.sub(r"^  \S+ +\D*?  +\d+  ", "", table, flags=re.M)


def texts(plays: Any) -> list[str]:
    return [str(play) for play in plays]


def start(*words: str, **options: Any) -> subprocess.Popen[bytes]:
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "ddz_fast", *words], **(pipes | options))


UTF8 = {**os.environ, "PYTHONIOENCODING": "utf-8"}
