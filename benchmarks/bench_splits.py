"""手数 and splits, on the leads on record and on hands that are hard: `pytest benchmarks`.

In the table, "plays" is the 手数 of a hand, but for the batch that lists all leads of the same
hands: that is what 手数 is held against.
"""

import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest

import ddz_fast as ddz
from figures import LEADS, ONE_HAND, Measure, Record, Row
from positions import recorded

# CPU time, in rounds that are long for its clock.
pytestmark = pytest.mark.benchmark(
    timer=time.process_time, min_time=0.02, min_rounds=11, max_time=0.5
)

POSITIONS = recorded()
# The first took longest when all hands of 20 cards were timed, under classic; the others have many
# chains to choose among, or many plays.
HARDEST = ("345678899TTJJJQQQKKA", "3456778899TTJJQQQQKA", "367888999TTTJJJJQQQK")
COPIES = 1000  # of one hand: beside them the call itself is nothing
TRIES = 3


class Task(NamedTuple):
    """Hands of a rule set, packed."""

    name: str
    hands: Any
    rules: str = "classic"

    @property
    def title(self) -> str:
        return f"手数 of {self.name}"


def leads(cards: int) -> Any:
    return ddz.pack(POSITIONS[f"leads of {cards} cards"].hands)


def copies(hand: int | np.uint64, number: int) -> Any:
    return np.full(number, hand, np.uint64)


def leads_with(jokers: int) -> Any:
    """Of the leads of 20 cards those that have so many jokers."""
    return leads(20)[POSITIONS["leads of 20 cards"].hands[:, 13:].sum(axis=1) == jokers]


TASKS = [
    Task("20 cards", leads(20)),
    Task("17 cards", leads(17)),
    Task("20 cards, noip", leads(20), "noip"),
    Task("20 cards without jokers, super", leads_with(0), "super"),
    Task("20 cards with one joker, super", leads_with(1), "super"),
    Task("20 cards with both jokers, super", leads_with(2), "super"),
]
HARD = [Task(text, copies(ddz.pack(ddz.parse_hand(text)), 100)) for text in HARDEST]


def of_each(tasks: list[Task]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("task", tasks, ids=lambda task: task.name)


@of_each(TASKS + HARD)
def test_leads_of_the_same_hands(measure: Measure, task: Task) -> None:
    number = int(ddz.count_plays_batch(task.hands, rules=task.rules).sum())
    out = np.ones(number, dtype=ddz.PLAY), np.ones(len(task.hands) + 1, dtype=np.int64)

    def work() -> int:
        ddz.legal_plays_batch(task.hands, rules=task.rules, out=out)
        return int(out[1][-1])

    assert measure(task.title, LEADS, len(task.hands), work) == number


@of_each(TASKS + HARD)
def test_batch_into_a_given_array(measure: Measure, task: Task) -> None:
    out = np.ones(len(task.hands), np.uint8)

    def work() -> int:
        ddz.min_plays_batch(task.hands, rules=task.rules, out=out)
        return int(out.sum())

    measure(task.title, "min_plays_batch, out= reused", len(out), work)


@of_each(TASKS)
def test_calls(measure: Measure, task: Task) -> None:
    hands = task.hands.tolist()

    def work() -> int:
        return sum(ddz.min_plays(hand, rules=task.rules) for hand in hands)

    measure(task.title, "min_plays, one call each", len(hands), work)


@of_each(TASKS)
def test_batch_of_splits(measure: Measure, task: Task) -> None:
    def work() -> int:
        return len(ddz.split_batch(task.hands, rules=task.rules)[0])

    measure(task.title, "split_batch", len(task.hands), work)


@of_each(TASKS)
def test_calls_for_splits(measure: Measure, task: Task) -> None:
    hands = task.hands.tolist()

    def work() -> int:
        return sum(len(ddz.split(hand, rules=task.rules)) for hand in hands)

    measure(task.title, "split, one call each", len(hands), work)


@of_each(TASKS)
def test_hands_one_by_one(record: Record, task: Task) -> None:
    """How long the slowest take; each among copies of itself, which branches can foresee."""
    seconds = np.array([seconds_of(hand, task.rules) for hand in task.hands])
    slowest = int(seconds.argmax())
    title = f"{task.title}, each alone"
    for name, figure in (
        (ONE_HAND, float(seconds.mean())),
        ("99 of 100 take at most", float(np.quantile(seconds, 0.99))),
        (f"worst, {ddz.format_hand(int(task.hands[slowest]))}", float(seconds[slowest])),
    ):
        record(Row(title, name, 1, 0, figure))


def seconds_of(hand: np.uint64, rules: str) -> float:
    """The best of some tries: nothing makes a hand faster than it is."""
    hands, out = copies(hand, COPIES), np.ones(COPIES, np.uint8)
    return min(
        cpu_time(lambda: ddz.min_plays_batch(hands, rules=rules, out=out)) for _ in range(TRIES)
    ) / len(hands)


def cpu_time(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.parametrize("name", ddz.rule_names())
def test_first_call_of_a_rule_set(measure: Measure, name: str) -> None:
    """Nothing but the making of the tables takes time: the hand is empty."""
    numbers = count()

    def work() -> int:
        fresh = ddz.rules(name).replace(name=f"{name} {next(numbers)}")
        return ddz.min_plays(0, rules=fresh)

    assert measure("first 手数 of a new rule set", name, 1, work) == 0
