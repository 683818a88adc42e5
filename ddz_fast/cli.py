"""The command line, `ddz-fast`: its words, its help and how it ends."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Any, NamedTuple, NoReturn

import ddz_fast as ddz

from . import bench, commands, contest, game_commands, notes, solve_commands, split_commands
from .arguments import OPTIONS
from .errors import PositionError, RecordError

PROGRAM = notes.PROGRAM
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
    options: tuple[str, ...]  #: keys of `arguments.OPTIONS`
    examples: tuple[str, ...]
    notes: str = ""


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
        notes.SHOW_NOTES,
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
        notes.PLAYS_NOTES,
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
        notes.SPLIT_NOTES,
    ),
    "read": Command(
        commands.read,
        "say what play some cards are, and what beats it",
        ("cards", "rules", "json", "colour"),
        ("read 333444555666", "read 33334444 --rules lianzha", "read --json < plays.txt"),
        notes.READ_NOTES,
    ),
    "rules": Command(
        commands.list_rules,
        "list the rule sets, or show one",
        ("name", "json", "colour"),
        ("rules", "rules yunnan", "rules --json"),
        notes.RULES_NOTES,
    ),
    "noip": Command(
        contest.solve,
        "print the 手数 of hands in the format of the contest NOIP 2015",
        ("file", "contest_rules"),
        ("noip landlords.in", "noip < landlords.in > landlords.out"),
        notes.NOIP_NOTES,
    ),
    "solve": Command(
        solve_commands.solve,
        "solve puzzles (残局): who wins with all hands open, and how",
        (
            "puzzle_hands",
            "puzzle_file",
            "turn",
            "landlord",
            "puzzle_beat",
            "passes",
            "puzzle_bombs",
            "variant",
            "ban",
            "all_outcomes",
            "json",
            "nodes",
            "seconds",
            "table_mb",
            "threads",
            "colour",
        ),
        (
            "solve --hands KK5543 225543",
            "solve --hands AA9 884 J7 --turn 1 --beat 77",
            "solve --hands 3336 4447 --ban 3+1 3+2 --all",
            "solve puzzles.txt",
            "solve --json < puzzles.txt",
        ),
        notes.SOLVE_NOTES,
    ),
    "deal": Command(
        game_commands.print_deal,
        "deal the cards of a rule set",
        ("rules", "seed"),
        ("deal", "deal --rules four --seed 7"),
        notes.DEAL_NOTES,
    ),
    "game": Command(
        game_commands.print_game,
        "print a whole game at random: deal, auction, play and score",
        ("rules", "seed", "record", "colour"),
        ("game --seed 1", "game --rules yunnan", "game --record > game.txt"),
        notes.GAME_NOTES,
    ),
    "referee": Command(
        game_commands.referee,
        "say where a recorded game breaks a rule, or who won and what it pays",
        ("record_file",),
        ("referee game.txt", "referee - < game.txt"),
        notes.REFEREE_NOTES,
    ),
    "perft": Command(
        game_commands.print_perft,
        "count the sequences of so many plays and passes",
        ("position_and_depth", "divide", "rules", "seed"),
        (
            "perft 3 --rules two --seed 5",
            "perft 'classic 3345/4466/57 0 0 - 0 - 0 0,0,0 0,0,0' 4 --divide",
        ),
        notes.PERFT_NOTES,
    ),
    "playout": Command(
        game_commands.print_playouts,
        "play games at random, and say who wins",
        ("position", "games", "rules", "seed", "threads"),
        ("playout -n 100000", "playout --rules four --threads 2"),
        notes.PLAYOUT_NOTES,
    ),
    "bench": Command(
        bench.run,
        "measure the speed on this machine",
        ("rules", "hands", "threads", "seed"),
        ("bench", "bench --hands 1000000 --threads 4"),
        notes.BENCH_NOTES,
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
