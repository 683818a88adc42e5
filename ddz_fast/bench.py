"""A quick figure of the speed on this machine, for `ddz-fast bench`."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

import ddz_fast as ddz

from .cards import RANK_COUNT
from .display import MARGIN, aligned, counted

CHUNK = 10_000  # deals at once, for each thread: their plays nearly fit the processor's caches
MOST_CHUNKS = 16  # at once, for any number of threads: the deals must fit the memory
BAR_WIDTH = 40
HEAD = ("", "plays", "per hand", "ns per hand", "ns per play", "hands per second")

Array = npt.NDArray[Any]
Result = TypeVar("Result")


@dataclass
class Work:
    """One kind of work: how much was done, and how long it took."""

    name: str
    processor_clock: Callable[[], int]
    hands: int = 0
    plays: int = 0
    processor_ns: int = 0
    clock_ns: int = 0

    def timed(self, call: Callable[[], Result]) -> Result:
        """Make a call, and add its time."""
        clock, processor = time.perf_counter_ns(), self.processor_clock()
        result = call()
        self.processor_ns += self.processor_clock() - processor
        self.clock_ns += time.perf_counter_ns() - clock
        return result

    def done(self, counts: Array) -> None:
        """Add hands, given the number of plays of each."""
        self.hands += len(counts)
        self.plays += int(counts.sum())

    def row(self) -> tuple[str, ...]:
        """Write the figures, in the order of HEAD."""
        return (
            self.name,
            f"{self.plays:,}",
            f"{self.plays / self.hands:,.1f}",
            f"{self.processor_ns / self.hands:,.1f}",
            f"{self.processor_ns / max(self.plays, 1):,.2f}",
            f"{1e9 * self.hands / max(self.clock_ns, 1):,.0f}",
        )


class Bench:
    """Leads and follows of random deals, written and only counted."""

    def __init__(self, rules: ddz.Rules, threads: int, seed: int) -> None:
        """Take up a rule set, and the random deals of a seed."""
        self.rules = rules
        # The process's own clock also counts numpy's idle threads, which spin for a while.
        self._clock = time.thread_time_ns if threads == 1 else time.process_time_ns
        self._options: dict[str, Any] = {"rules": rules, "threads": threads}
        self._random = np.random.default_rng(seed)
        self._room = np.zeros(0, dtype=ddz.PLAY)
        self.start()

    def start(self) -> None:
        """Forget what was measured."""
        self.leads = self._works("leads")
        self.follows = self._works("follows")

    def _works(self, name: str) -> tuple[Work, Work]:
        return Work(f"{name} written", self._clock), Work(f"{name} counted", self._clock)

    def deal(self, deals: int) -> None:
        """Measure the first hand's leads, and the next hand's answers to one of them at random."""
        first, second = random_hands(self.rules, self._random, deals)
        plays, offsets = self._measure(self.leads, first, None)
        counts = np.diff(offsets)
        chosen = offsets[:-1] + (self._random.random(deals) * counts).astype(np.int64)
        self._measure(self.follows, second, plays[chosen])

    def _measure(self, works: tuple[Work, Work], hands: Array, beat: Array | None) -> Any:
        written, only_counted = works
        counts = only_counted.timed(lambda: ddz.count_plays_batch(hands, beat, **self._options))
        out = self._room_for(counts)
        result = written.timed(lambda: ddz.legal_plays_batch(hands, beat, out=out, **self._options))
        for work in works:
            work.done(counts)
        return result

    def _room_for(self, counts: Array) -> tuple[Array, Array]:
        # The same room again and again, written once before: no new memory in what is timed.
        needed = int(counts.sum())
        if needed > len(self._room):
            self._room = np.ones(needed + needed // 8, dtype=ddz.PLAY)
        return self._room, np.ones(len(counts) + 1, dtype=np.int64)


def random_hands(
    rules: ddz.Rules, generator: np.random.Generator, deals: int
) -> tuple[Array, Array]:
    """Deal at random: each deal's largest hand, and one of the others; packed."""
    deck = np.repeat(np.arange(RANK_COUNT, dtype=np.uint64), rules.deck)
    cards = generator.permuted(np.tile(deck, (deals, 1)), axis=1)
    others = (len(deck) - rules.max_hand) // (rules.players - 1)
    ends = rules.max_hand, rules.max_hand + min(others, rules.max_hand)
    packed = np.uint64(1) << cards * np.uint64(4)
    first, second = packed[:, : ends[0]], packed[:, ends[0] : ends[1]]
    return first.sum(axis=1, dtype=np.uint64), second.sum(axis=1, dtype=np.uint64)


def run(arguments: argparse.Namespace) -> None:
    """Measure random deals, and print a table."""
    rules = ddz.rules(arguments.rules)
    bench = Bench(rules, arguments.threads, arguments.seed)
    sizes = _chunks(arguments.hands, CHUNK * min(arguments.threads, MOST_CHUNKS))
    bench.deal(sizes[0])  # warms up
    bench.start()
    for size in with_progress(sizes):
        bench.deal(size)
    print(
        f"{rules.name} {rules.title}: {counted(arguments.hands, 'random deal')}, "
        f"{counted(arguments.threads, 'thread')}"
    )
    rows = [work.row() for work in (*bench.leads, *bench.follows)]
    for line in aligned([HEAD, *rows], right=range(1, len(HEAD))):
        print(MARGIN.join(line))
    print("ns: processor time, all threads together; hands per second: by the clock")


def _chunks(deals: int, most: int) -> Sequence[int]:
    return [min(most, deals - done) for done in range(0, deals, most)]


def with_progress(sizes: Sequence[int]) -> Iterator[int]:
    """Give the sizes one by one; on a terminal, draw a bar of those that are done."""
    if not sys.stderr.isatty():
        yield from sizes
        return
    try:
        for done, size in enumerate(sizes):
            _draw_bar(done / len(sizes))
            yield size
    finally:
        sys.stderr.write("\r\x1b[K")


def _draw_bar(part: float) -> None:
    filled = round(part * BAR_WIDTH)
    bar = "#" * filled + "." * (BAR_WIDTH - filled)
    sys.stderr.write(f"\r[{bar}] {part:4.0%}")
    sys.stderr.flush()
