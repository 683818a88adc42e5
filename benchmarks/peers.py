"""ddz_fast beside other engines from PyPI: the same positions, in one run."""

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from timeit import Timer
from typing import Any, NamedTuple

import numpy as np

import ddz_fast as ddz
from engines import ENGINES, DouZero, OpenSpiel, Question, RLCard
from figures import duration, lines, times
from positions import Positions, random_follows, random_leads, records

ROUNDS = 7
SECONDS = 0.05  # the least that a round takes
HEAD = ("version", "one position", "plays", "slower")
NOTE = """\
slower: than ddz_fast in batch. DouZero lists some plays twice. RLCard and
OpenSpiel allow fewer kickers, and OpenSpiel knows no quad with kickers."""

Engines = dict[type, Any]


class Entry(NamedTuple):
    """An engine's work on all positions of a table, which returns the number of plays."""

    name: str
    package: str
    work: Callable[[], int]


class Table(NamedTuple):
    title: str
    entries: list[Entry]


def main() -> None:
    arguments = parsed_arguments()
    engines = installed_engines()
    print(f"CPU time, median of {ROUNDS} rounds; {arguments.hands:,} positions a table, ", end="")
    print(f"seed {arguments.seed}")
    for table in tables(engines, arguments.hands, random.Random(arguments.seed)):
        print()
        print_table(table, arguments.hands)
    print(f"\n{NOTE}")
    for engine in ENGINES:
        if engine not in engines:
            print(f"not installed: {engine.name} ({engine.install})")


def parsed_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000, help="positions a table (%(default)s)")
    parser.add_argument("--seed", type=int, default=20240611, help="of the deals (%(default)s)")
    arguments = parser.parse_args()
    if arguments.hands < 1:
        parser.error("--hands is 1 or more")
    return arguments


def installed_engines() -> Engines:
    engines = {}
    for engine in ENGINES:
        try:
            engines[engine] = engine()
        except ImportError:
            continue
    return engines


def tables(engines: Engines, number: int, generator: random.Random) -> Iterator[Table]:
    leads = random_leads(generator, number)
    asked = {engine: [engine.lead(hand) for hand in leads.hands] for engine in engines.values()}
    yield Table("leads of 20 cards", ours(leads) + theirs(asked))

    # What RLCard allows to lead, DouZero allows too.
    follows = random_follows(generator, number, "rlcard")
    rivals = ddz.unpack(follows.beats["cards"])
    able = [engines[engine] for engine in (DouZero, RLCard) if engine in engines]
    asked = {engine: list(map(engine.follow, follows.hands, rivals)) for engine in able}
    yield Table("follows", ours(follows) + theirs(asked, passes=number))

    if OpenSpiel in engines:
        follows, questions = follows_of_openspiel(engines[OpenSpiel], number, generator)
        entries = theirs({engines[OpenSpiel]: questions}, passes=number)
        yield Table("follows, its own games", ours(follows, "openspiel") + entries)


def follows_of_openspiel(
    engine: OpenSpiel, number: int, generator: random.Random
) -> tuple[Positions, list[Question]]:
    """One decision to answer a play from each of so many of its games at random."""
    chosen = []
    while len(chosen) < number:
        follows = [turn for turn in engine.turns(generator) if turn.rival is not None]
        if follows:
            chosen.append(generator.choice(follows))
    hands, rivals, questions = zip(*chosen, strict=True)
    return Positions(np.array(hands), records(rivals)), list(questions)


def ours(positions: Positions, rules: str = "classic") -> list[Entry]:
    """The batch function that fills arrays given, and one call for each hand."""
    hands, beats, rivals = ddz.pack(positions.hands), positions.beats, positions.rivals
    number = int(ddz.count_plays_batch(hands, beats, rules=rules).sum())
    out = np.ones(number, dtype=ddz.PLAY), np.ones(len(hands) + 1, dtype=np.int64)

    def batch() -> int:
        return len(ddz.legal_plays_batch(hands, beats, rules=rules, out=out)[0])

    pairs = list(zip(hands.tolist(), rivals, strict=True))

    def calls() -> int:
        return sum(len(ddz.legal_plays(hand, rival, rules=rules)) for hand, rival in pairs)

    return [
        Entry("ddz_fast, batch", "ddz_fast", batch),
        Entry("ddz_fast, calls", "ddz_fast", calls),
    ]


def theirs(asked: dict[Any, list[Question]], passes: int = 0) -> list[Entry]:
    return [
        Entry(engine.name, engine.package, lambda questions=questions: answers(questions) - passes)
        for engine, questions in asked.items()
    ]


def answers(questions: list[Question]) -> int:
    return sum(len(ask()) for ask in questions)


def print_table(table: Table, number: int) -> None:
    seconds = [median_cpu_time(entry.work) for entry in table.entries]
    rows = [
        (
            f"  {entry.name}",
            version(entry.package),
            duration(taken / number),
            f"{entry.work() / number:.1f}",
            times(taken / seconds[0]),
        )
        for entry, taken in zip(table.entries, seconds, strict=True)
    ]
    for line in lines([(table.title, *HEAD), *rows]):
        print(line)


def median_cpu_time(work: Callable[[], int]) -> float:
    timer = Timer(work, setup=gc.enable, timer=time.process_time)
    repeats = 1
    while timer.timeit(repeats) < SECONDS:
        repeats *= 2
    return statistics.median(timer.repeat(ROUNDS, repeats)) / repeats


if __name__ == "__main__":
    main()
