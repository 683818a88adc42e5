"""The words that the commands of the command line take, as data."""

import argparse
import re
from collections.abc import Callable
from typing import Any

from . import commands, contest
from .notes import PROGRAM


def whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    """Give what reads a whole number within limits, or says what would be right."""

    def number(text: str) -> int:
        if not re.fullmatch("[0-9]{1,18}", text) or not lowest <= int(text) <= highest:
            raise argparse.ArgumentTypeError(
                f"{text!r} is no whole number from {lowest} to {highest}"
            )
        return int(text)

    return number


def seconds(text: str) -> float:
    """Read a time, or say what would be right."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}", text) or not float(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return float(text)


OPTIONS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "hand": (
        ("cards",),
        {
            "metavar": "HAND",
            "nargs": "*",
            "help": "cards; several words are one hand; without any, hands are read from the "
            "standard input, one a line (blank lines and # comments are passed over)",
        },
    ),
    "cards": (
        ("cards",),
        {
            "metavar": "CARDS",
            "nargs": "*",
            "help": "the cards of one play; without any, plays are read from the standard input, "
            "one a line (blank lines and # comments are passed over)",
        },
    ),
    "file": (
        ("file",),
        {
            "metavar": "FILE",
            "nargs": "?",
            "help": "a file in the format of the contest; without it, the standard input is read",
        },
    ),
    "name": (("name",), {"metavar": "NAME", "nargs": "?", "help": "a rule set, to see it all"}),
    "rules": (
        ("--rules",),
        {
            "metavar": "NAME",
            "default": commands.BASE,
            "help": f"rule set, {commands.BASE} unless given; `{PROGRAM} rules` lists them",
        },
    ),
    "contest_rules": (
        ("--rules",),
        {
            "metavar": "NAME",
            "default": contest.RULES,
            "help": f"rule set, {contest.RULES} unless given; `{PROGRAM} rules` lists them",
        },
    ),
    "beat": (
        ("--beat",),
        {"metavar": "PLAY", "help": "only plays that beat this one, as 55 or 333+4"},
    ),
    "bombs": (
        ("--bombs",),
        {
            "metavar": "N",
            "type": whole_number(0, 99),
            "help": "bombs and rockets that the player may still make; no limit unless given",
        },
    ),
    "all": (("--all",), {"action": "store_true", "help": "shorten no list"}),
    "all_splits": (
        ("--all",),
        {"action": "store_true", "help": "every minimal split, one a line, and their number"},
    ),
    "count": (("--count",), {"action": "store_true", "help": "only say how many plays there are"}),
    "json": (("--json",), {"action": "store_true", "help": "write JSON"}),
    "colour": (
        ("--colour", "--color"),
        {
            "choices": ("auto", "always", "never"),
            "metavar": "WHEN",
            "default": "auto",
            "help": "always, never, or auto (unless given): on a terminal, unless NO_COLOR is set",
        },
    ),
    "hands": (
        ("--hands",),
        {
            "metavar": "N",
            "type": whole_number(1, 10**9),
            "default": 100_000,
            "help": "deals to measure, 100000 unless given",
        },
    ),
    "threads": (
        ("--threads",),
        {
            "metavar": "N",
            "type": whole_number(1, 256),
            "default": 1,
            "help": "threads to split the work between, 1 unless given",
        },
    ),
    "games": (
        ("-n", "--games"),
        {
            "metavar": "N",
            "type": whole_number(1, 10**9),
            "default": 100_000,
            "help": "games to play, 100000 unless given",
        },
    ),
    "position_and_depth": (
        ("position_and_depth",),
        {
            "metavar": "POSITION DEPTH",
            "nargs": "+",
            "help": "a position as one line of text, and how many plays and passes; without a "
            "position it is a deal in which seat 0 is landlord",
        },
    ),
    "position": (
        ("position",),
        {
            "metavar": "POSITION",
            "nargs": "*",
            "help": "a position as one line of text, from which every game goes on; without it "
            "every game has its own deal",
        },
    ),
    "divide": (
        ("--divide",),
        {"action": "store_true", "help": "say it for each first play, and the pass"},
    ),
    "record": (
        ("--record",),
        {"action": "store_true", "help": f"write the record that `{PROGRAM} referee` reads"},
    ),
    "record_file": (
        ("file",),
        {"metavar": "FILE", "help": "the record of a game; -: the standard input"},
    ),
    "seed": (
        ("--seed",),
        {
            "metavar": "S",
            "type": whole_number(0, 10**18 - 1),
            "default": 1,
            "help": "of the random deals, 1 unless given",
        },
    ),
    "puzzle_hands": (
        ("--hands",),
        {"metavar": "HAND", "nargs": "+", "help": "the hands of two to six seats, one a word"},
    ),
    "puzzle_file": (
        ("file",),
        {
            "metavar": "FILE",
            "nargs": "?",
            "help": "a file of puzzles, one a line; -, or nothing: the standard input",
        },
    ),
    "turn": (("--turn",), {"metavar": "SEAT", "help": "who is to move, seat 0 unless given"}),
    "landlord": (
        ("--landlord",),
        {
            "metavar": "SEAT",
            "help": "the landlord, seat 0 unless given; several with commas; -: nobody is",
        },
    ),
    "puzzle_beat": (
        ("--beat",),
        {"metavar": "PLAY", "help": "the play to beat, as 55 or 333+4; a lead unless given"},
    ),
    "passes": (
        ("--passes",),
        {"metavar": "N", "help": "how many seats have passed since, 0 unless given"},
    ),
    "puzzle_bombs": (
        ("--bombs",),
        {
            "metavar": "N",
            "help": "bombs and rockets that each seat may still make, or a number for each seat "
            "with commas, as --bombs=-,2 where - is any number",
        },
    ),
    "variant": (
        ("--rules",),
        {
            "metavar": "RULES",
            "help": f"rule set, {commands.BASE} unless given, changed options behind commas, as "
            "classic,single_kickers=distinct",
        },
    ),
    "ban": (
        ("--ban",),
        {
            "metavar": "SHAPE",
            "nargs": "+",
            "action": "extend",
            "help": "kinds of play that there are not, as 3+2 4+4 straight",
        },
    ),
    "all_outcomes": (
        ("--all",),
        {"action": "store_true", "help": "the outcome of every play, those that win first"},
    ),
    "nodes": (
        ("--nodes",),
        {
            "metavar": "N",
            "type": whole_number(1, 10**18 - 1),
            "help": "positions to search for each puzzle; no limit unless given",
        },
    ),
    "seconds": (
        ("--seconds",),
        {
            "metavar": "S",
            "type": seconds,
            "help": "time for each puzzle; no limit unless given",
        },
    ),
    "table_mb": (
        ("--table-mb",),
        {
            "metavar": "M",
            "type": whole_number(1, 1 << 20),
            "default": 256,
            "help": "megabytes for the table of positions, 256 unless given",
        },
    ),
}
