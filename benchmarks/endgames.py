"""The solver on public puzzles and on random hands: how many are solved, how fast.

Hands are cards drawn by chance from one deck, classic rules, seat 0 is the landlord and leads.
Every position has a table of its own. The signature, at the end, is the number of positions
searched for a fixed suite: a change that is not meant to alter the search must not alter it.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import ddz_fast as ddz
from ddz_fast.puzzles import read_puzzles
from figures import duration, lines

PUZZLES = Path(__file__).parents[1] / "tests" / "data" / "endgames.txt"
HEAD = ("", "solved", "won", "mean", "half", "worst", "positions")


class Task(NamedTuple):
    """Random hands of some sizes, and when a search of them ends."""

    sizes: tuple[int, ...]
    count: int
    nodes: int | None = None
    seconds: float | None = None
    table_mb: int = 256


TASKS = {
    "small": [
        Task((10, 10), 200),
        Task((14, 14), 100),
        Task((8, 8, 8), 300),
        Task((10, 10, 10), 100),
    ],
    "large": [
        Task((20, 17), 100, table_mb=1000),
        Task((12, 12, 12), 50, nodes=20_000_000, table_mb=1000),
        Task((14, 14, 14), 50, seconds=60, table_mb=2000),
    ],
    "deals": [Task((20, 17, 17), 50, seconds=60, table_mb=2000)],
}
SIGNATURE = (Task((11, 11), 30), Task((16, 14), 10), Task((7, 7, 7), 30), Task((9, 9, 9), 10))


class Solved(NamedTuple):
    solution: ddz.Solution
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", default=["small"], help="puzzles, small, large, deals")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    parser.add_argument("--count", type=int, help="of each kind of hands")
    parser.add_argument("--threads", type=int, default=1, help="(%(default)s)")
    arguments = parser.parse_args()
    print(f"processor time; seed {arguments.seed}\n")
    rows = [HEAD]
    for name in ("puzzles", *TASKS):
        if name in arguments.tasks or name == "puzzles":
            rows += measured(name, arguments)
    for line in lines(rows):
        print(line)
    print(f"\nsignature {signature():,}")


def measured(name: str, arguments: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    if name == "puzzles":
        yield row(f"{len(puzzles(2))} puzzles, 2 hands", solved(puzzles(2)))
    for task in TASKS.get(name, ()):
        states = random_states(task.sizes, arguments.count or task.count, arguments.seed)
        label = " + ".join(map(str, task.sizes))
        yield row(label, solved(states, task, arguments.threads))


def puzzles(players: int) -> list[ddz.State]:
    """The public puzzles with so many hands."""
    every = read_puzzles(PUZZLES.read_text("utf-8").splitlines(), {})
    return [puzzle.state for puzzle in every if puzzle.state.players == players]


def random_states(sizes: tuple[int, ...], count: int, seed: int) -> Iterator[ddz.State]:
    """Hands of so many cards each, from one deck."""
    chance = random.Random(seed)
    deck = [rank for rank, held in enumerate(ddz.rules("classic").deck) for _ in range(held)]
    for _ in range(count):
        cards = chance.sample(deck, sum(sizes))
        hands = []
        for size in sizes:
            hands.append(sum(1 << 4 * rank for rank in cards[:size]))
            cards = cards[size:]
        yield ddz.State.from_hands(hands)


def solved(
    states: Iterable[ddz.State], task: Task | None = None, threads: int = 1
) -> Iterator[Solved]:
    """Solve each, with progress on standard error."""
    limits = task or Task((), 0)
    for number, state in enumerate(states, 1):
        start = time.process_time()
        solution = ddz.solve(
            state,
            nodes=limits.nodes,
            seconds=limits.seconds,
            table_mb=limits.table_mb,
            threads=threads,
        )
        seconds = time.process_time() - start
        if sys.stderr.isatty():
            print(f"\r{number}\x1b[K", end="", file=sys.stderr, flush=True)
        yield Solved(solution, seconds)


def row(label: str, results: Iterable[Solved]) -> tuple[str, ...]:
    every = list(results)
    seconds = sorted(result.seconds for result in every)
    outcomes = [result.solution.outcome for result in every]
    known = [outcome for outcome in outcomes if outcome != ddz.Outcome.UNKNOWN]
    return (
        label,
        f"{len(known)} of {len(every)}",
        str(known.count(ddz.Outcome.WIN)),
        duration(sum(seconds) / len(every)),
        duration(seconds[len(every) // 2]),
        duration(seconds[-1]),
        f"{sum(result.solution.nodes for result in every) // len(every):,}",
    )


def signature() -> int:
    """The positions searched for all puzzles, and for some random hands."""
    results = list(solved(puzzles(2) + puzzles(3)))
    for task in SIGNATURE:
        results += solved(random_states(task.sizes, task.count, seed=7))
    return sum(result.solution.nodes for result in results)


if __name__ == "__main__":
    main()
