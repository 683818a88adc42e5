"""The command line, `ddz-fast`: its words, its help and how it ends."""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Any, NamedTuple, NoReturn

import ddz_fast as ddz

from . import bench, commands, contest, game_commands, split_commands
from .errors import PositionError, RecordError

PROGRAM = "ddz-fast"
ERRORS = (
    ddz.HandError,
    ddz.PlayError,
    ddz.RulesError,
    PositionError,
    RecordError,
)
FAILURE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
ABOUT = f"""\
Dou Dizhu (斗地主): what a hand can play, and what beats what.

Cards are written {ddz.format_hand([1] * 15)}, in any order: T is ten, B the
black joker (小王), R the red one (大王). Also read are 10, 小王, 大王, lower
case, spaces, commas and +.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line on its words and give the exit status."""
    try:
        _run(argv)
        sys.stdout.flush()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else FAILURE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    except ERRORS as error:
        return _fail(error)
    except OSError as error:
        _forget_output()
        return _fail(error)
    return 0


def _run(argv: Sequence[str] | None) -> None:
    if None in (sys.stdin, sys.stdout):
        raise OSError("the standard input and output must be open")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):  # not every terminal can write Chinese
            stream.reconfigure(errors="replace")
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help(sys.stderr)
        parser.exit(FAILURE)
    arguments.run(arguments)


def _forget_output() -> None:
    # The interpreter flushes once more as it ends, and would complain of the same error.
    with suppress(OSError, AttributeError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _fail(error: Exception) -> int:
    print(f"{PROGRAM}: error: {error}", file=sys.stderr)
    return FAILURE


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """End the program with the message."""
        self.exit(FAILURE, f"{PROGRAM}: error: {message}; see {self.prog} --help\n")


class Command(NamedTuple):
    """A command, as data."""

    run: Callable[[argparse.Namespace], None]
    summary: str
    options: tuple[str, ...]  #: keys of OPTIONS
    examples: tuple[str, ...]
    notes: str = ""


def _whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not re.fullmatch("[0-9]{1,18}", text) or not lowest <= int(text) <= highest:
            raise argparse.ArgumentTypeError(
                f"{text!r} is no whole number from {lowest} to {highest}"
            )
        return int(text)

    return number


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
            "type": _whole_number(0, 99),
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
            "type": _whole_number(1, 10**9),
            "default": 100_000,
            "help": "deals to measure, 100000 unless given",
        },
    ),
    "threads": (
        ("--threads",),
        {
            "metavar": "N",
            "type": _whole_number(1, 256),
            "default": 1,
            "help": "threads to split the work between, 1 unless given",
        },
    ),
    "games": (
        ("-n", "--games"),
        {
            "metavar": "N",
            "type": _whole_number(1, 10**9),
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
            "type": _whole_number(0, 10**18 - 1),
            "default": 1,
            "help": "of the random deals, 1 unless given",
        },
    ),
}

PLAYS_NOTES = """\
Plays are written body first, each kicker behind a +: 333444+5+6. A wild joker
has the card that it stands for behind a =: 345B=67. An empty line stands
between the plays of one hand and those of the next.

--json writes one object a hand, on one line: hand, rules, beat (null: none),
bombs (null: no limit), count, and plays (not with --count), a list of
objects: text, kind (as PLANE_SOLO), rank (the first card of the body, as
text), length (groups in the body), size (cards), wild (what wild jokers stand
for, as in ddz_fast.PLAY: 1 + the rank, of the red one times 256; 0: none is
wild) and meaning (the cards that the play stands for, as text).
"""
READ_NOTES = """\
Cards may be more than one play; the first reading is the canonical one. What
beats a play is counted over all plays of the rule set, and shown from the
lowest body to the highest.

--json writes one object for the cards, on one line: cards, rules, and
readings (empty: no play), a list of objects as in `ddz-fast plays --json`,
each with canonical and beaten_by, a list of objects: kind, length, size,
plays (how many), lowest and highest (bodies, as text).
"""
SHOW_NOTES = """\
手数 is how many plays a hand takes to empty, at best, when every play of it is
a lead. Below it stands one way to do that, in an order that may be played;
`ddz-fast split` says more. --beat does not change it.
"""
SPLIT_NOTES = """\
手数 is how many plays a hand takes to empty, at best, when every play of it is
a lead. A split of the hand in so many plays is minimal. It is written in an
order that may be played; the same plays in another order are the same split.
There may be very many: --all writes each as soon as it is found.

--json writes one object a hand, on one line: hand, rules, bombs (null: no
limit), min_plays (the 手数), and split, a list of objects as in
`ddz-fast plays --json`; with --all, splits, a list of such lists.
"""
NOIP_NOTES = """\
The input is that of the contest NOIP 2015, day 1, problem 3 (斗地主). It begins
with two numbers: how many hands there are, and how many cards each of them
has. Then comes one card a line, as two numbers, rank and suit:

  rank 1        A
  rank 2 to 13  2 to 10, J, Q and K
  rank 0        a joker: the black one (小王) has suit 1, the red one (大王) 2
  suit 1 to 4   of all other cards

For each hand one line is printed: its 手数, the fewest plays that empty it.
More or fewer line breaks and spaces do not matter.
"""
RULES_NOTES = f"""\
Of one rule set it shows the kinds of play with their lengths, and every
option beside that of {commands.BASE}, marked * where they differ.

--json writes one object, or for all rule sets a list of them: every property
by its name, kinds with their lowest and highest length, bomb_order weakest
first, and differs, the properties that are not as in {commands.BASE}.
"""
POSITION_NOTES = """\
A position is one line of ten fields with spaces between them:

  rules hands landlords to_move beat passes bombs allowance made bombed
  classic 3334/4455/67 0 1 88:PAIR:5 0 - 0 1,0,0 0,0,0

rules      a rule set, changed options behind commas: four,cannon=any
hands      one a player with / between them; no cards: .
landlords  seats from 0, with commas; -: every player is for himself
to_move    the seat whose turn it is
beat       the play to beat with its kind and the rank of its body; -: a lead
passes     how many players have passed since
bombs      bombs that each seat may still make (-: any number); -: no limits
allowance  with how many cards left each seat has won; 0: with none
made       plays that each seat has made, counted up to two
bombed     bombs, chains of bombs and rockets that were played
"""
PERFT_NOTES = f"""\
Counts the sequences of exactly DEPTH plays and passes. A game that has ended
goes on nowhere; readings of the same cards are different plays.

{POSITION_NOTES}"""
PLAYOUT_NOTES = f"""\
Every legal play, and the pass, is as likely as another. Without a POSITION
seat 0 is landlord in every game, at the base stake.

{POSITION_NOTES}"""
DEAL_NOTES = f"""\
What is printed is the beginning of a record, as `{PROGRAM} referee` reads it:
the rule set, the card that was turned up, and the cards of each seat. A card
of the second pack has a ' behind it.
"""
GAME_NOTES = f"""\
Calls and plays are made at random; who becomes landlord, what may be played
and what it pays follow the rule set. With --record the same game is written
so that `{PROGRAM} referee` reads it.
"""
REFEREE_NOTES = """\
A record has a line for each step, `WORD: ...` or `WORD SEAT: ...`; blank lines
and # comments are passed over. Its words, in this order:

  rules: classic          a rule set, changed options behind commas
  upcard: ♠5              the card turned up; or first: 0, the seat that calls
  hand 0: 3344556 7789    the cards of a seat, with suits or without
  bottom: 2BR             those of the landlord (what is left, if not given)
  dead: ...               those of nobody
  call 0: PASS            what the auction has, in turn
  play 2: 334455          or `play 0: pass`
  score: -3 -3 +6         what each seat wins or pays, if it is to be checked

More of them are in docs/records.md. If a rule is broken it says where this is
so first, and ends with status 1; a text that is no record ends with status 2.
"""
BENCH_NOTES = """\
Deals hands at random: the largest hand of each deal leads, and another hand
answers one of these leads. Both are measured twice: the plays written into an
array, and only counted.
"""

COMMANDS = {
    "show": Command(
        commands.show,
        "draw a hand, and its plays by kind",
        ("hand", "rules", "beat", "bombs", "all", "colour"),
        (
            "show 33344456TJQKA2BR",
            "show 333 444 5 6 --beat 222",
            "show --rules yunnan --all 33344456",
        ),
        SHOW_NOTES,
    ),
    "plays": Command(
        commands.plays,
        "print the plays of a hand, one a line",
        ("hand", "rules", "beat", "bombs", "count", "json"),
        (
            "plays 33344456TJQKA2BR",
            "plays 4455667789 --beat 334455",
            "plays --count < hands.txt",
            "plays 3334 --json | python -m json.tool",
        ),
        PLAYS_NOTES,
    ),
    "split": Command(
        split_commands.split,
        "empty a hand in the fewest plays: its 手数, and how",
        ("hand", "rules", "bombs", "all_splits", "json", "colour"),
        (
            "split 33344456TJQKA2BR",
            "split --all 3334445566789",
            "split 33334444 --bombs 0 --json",
            "split < hands.txt",
        ),
        SPLIT_NOTES,
    ),
    "read": Command(
        commands.read,
        "say what play some cards are, and what beats it",
        ("cards", "rules", "json", "colour"),
        ("read 333444555666", "read 33334444 --rules lianzha", "read --json < plays.txt"),
        READ_NOTES,
    ),
    "rules": Command(
        commands.list_rules,
        "list the rule sets, or show one",
        ("name", "json", "colour"),
        ("rules", "rules yunnan", "rules --json"),
        RULES_NOTES,
    ),
    "noip": Command(
        contest.solve,
        "print the 手数 of hands in the format of the contest NOIP 2015",
        ("file", "contest_rules"),
        ("noip landlords.in", "noip < landlords.in > landlords.out"),
        NOIP_NOTES,
    ),
    "deal": Command(
        game_commands.print_deal,
        "deal the cards of a rule set",
        ("rules", "seed"),
        ("deal", "deal --rules four --seed 7"),
        DEAL_NOTES,
    ),
    "game": Command(
        game_commands.print_game,
        "print a whole game at random: deal, auction, play and score",
        ("rules", "seed", "record", "colour"),
        ("game --seed 1", "game --rules yunnan", "game --record > game.txt"),
        GAME_NOTES,
    ),
    "referee": Command(
        game_commands.referee,
        "say where a recorded game breaks a rule, or who won and what it pays",
        ("record_file",),
        ("referee game.txt", "referee - < game.txt"),
        REFEREE_NOTES,
    ),
    "perft": Command(
        game_commands.print_perft,
        "count the sequences of so many plays and passes",
        ("position_and_depth", "divide", "rules", "seed"),
        (
            "perft 3 --rules two --seed 5",
            "perft classic 3345/4466/57 0 0 - 0 - 0 0,0,0 0,0,0 4 --divide",
        ),
        PERFT_NOTES,
    ),
    "playout": Command(
        game_commands.print_playouts,
        "play games at random, and say who wins",
        ("position", "games", "rules", "seed", "threads"),
        ("playout -n 100000", "playout --rules four --threads 2"),
        PLAYOUT_NOTES,
    ),
    "bench": Command(
        bench.run,
        "measure the speed on this machine",
        ("rules", "hands", "threads", "seed"),
        ("bench", "bench --hands 1000000 --threads 4"),
        BENCH_NOTES,
    ),
}


def _parser() -> Parser:
    examples = [command.examples[0] for command in COMMANDS.values()]
    parser = Parser(prog=PROGRAM, **_help_page(ABOUT, examples))
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {version('ddz_fast')}")
    commands_of = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, command in COMMANDS.items():
        page = _help_page(_as_sentence(command.summary), command.examples, command.notes)
        below = commands_of.add_parser(name, help=command.summary, **page)
        below.set_defaults(run=command.run)
        for option in command.options:
            flags, settings = OPTIONS[option]
            below.add_argument(*flags, **settings)
    return parser


def _as_sentence(summary: str) -> str:
    return f"{summary[0].upper()}{summary[1:]}."


def _help_page(about: str, examples: Sequence[str], notes: str = "") -> dict[str, Any]:
    lines = "\n".join(f"  {PROGRAM} {example}" for example in examples)
    return {
        "description": about,
        "epilog": f"{notes}\nexamples:\n{lines}".lstrip(),
        "formatter_class": argparse.RawDescriptionHelpFormatter,
        "allow_abbrev": False,
    }
