"""手数 of random hands of several decks, and with wild jokers: how long they take.

Every hand is one call of `min_plays` with a packed int, timed alone by the processor's clock for
this thread; of that about 0.3 µs are the call and the clock. What the core learns from the first
hands it keeps: so the first hands, `--warm` of them, are not counted.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

import ddz_fast as ddz
from ddz_fast.bench import random_hands
from ddz_fast.display import counted
from figures import duration, lines

RULES = ("four", "four_jokers", "five2", "five3", "six3", "six4", "super")
HEAD = ("", "cards", "手数", "mean", "half", "99 %", "99.9 %", "worst", "which")

Array = npt.NDArray[Any]


def with_jokers(rules: ddz.Rules, hands: Array) -> Iterator[tuple[str, Array]]:
    """Hands by how many wild jokers they hold: these decide how hard a hand is."""
    jokers = ddz.unpack(hands)[:, 13:].sum(axis=1)
    for number in range(3 if rules.wild_jokers else 0):
        yield f"{rules.name}, {counted(number, 'joker')}", hands[jokers == number]
    if not rules.wild_jokers:
        yield rules.name, hands


def seconds_of(hands: Array, rules: ddz.Rules) -> Array:
    """The time of each hand."""
    seconds = np.empty(len(hands))
    for index, hand in enumerate(hands.tolist()):
        start = time.thread_time_ns()
        ddz.min_plays(hand, rules=rules)
        seconds[index] = (time.thread_time_ns() - start) / 1e9
    return seconds


def row(name: str, hands: Array, rules: ddz.Rules, warm: int) -> tuple[str, ...]:
    ddz.min_plays_batch(hands[:warm], rules=rules)
    counted_hands = hands[warm:]
    seconds = seconds_of(counted_hands, rules)
    quantiles = np.quantile(seconds, (0.5, 0.99, 0.999, 1.0))
    return (
        name,
        str(int(ddz.unpack(hands[:1]).sum())),
        f"{ddz.min_plays_batch(counted_hands, rules=rules).mean():.2f}",
        duration(float(seconds.mean())),
        *(duration(float(quantile)) for quantile in quantiles),
        ddz.format_hand(int(counted_hands[seconds.argmax()])),
    )


def rows(names: list[str], number: int, warm: int, seed: int) -> Iterator[tuple[str, ...]]:
    for name in names:
        rules = ddz.rules(name)
        random = np.random.default_rng(seed)
        # A wild joker is in few of the smaller hands: there the larger ones are enough.
        for hands in reversed(random_hands(rules, random, number)[: 1 if rules.wild_jokers else 2]):
            for title, some in with_jokers(rules, hands):
                yield row(title, some, rules, min(warm, len(some) // 2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rules", nargs="*", default=RULES, help="names of rule sets")
    parser.add_argument("-n", type=int, default=100_000, help="deals of each rule set")
    parser.add_argument("--warm", type=int, default=10_000, help="hands before the clock runs")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = rows(list(options.rules), options.n, options.warm, options.seed)
    for line in lines([HEAD, *found]):
        print(line)


if __name__ == "__main__":
    main()
