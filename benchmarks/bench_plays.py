"""Legal plays, on the positions on record, and leads of random hands of more rule sets.

`pytest benchmarks`. The leads of random full hands are held against those of `classic`, by the time
for each play.
"""

import time
from typing import Any, NamedTuple

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast.bench import random_hands
from engines import DouZero
from figures import CLASSIC, Measure
from positions import recorded

# CPU time, in rounds that are long for its clock.
pytestmark = pytest.mark.benchmark(
    timer=time.process_time, min_time=0.02, min_rounds=11, max_time=0.5
)

LEADS = "leads of 20 cards"
ONE_LEAD = "a lead of 20 cards: is it legal?"
POSITIONS = recorded()
each_task = pytest.mark.parametrize("task", POSITIONS)


def packed(task: str) -> tuple[Any, Any]:
    hands, beats = POSITIONS[task]
    return ddz.pack(hands), beats


def room_for(hands: Any, beats: Any) -> tuple[Any, Any]:
    """Arrays that hold all answers, in memory that was written before."""
    number = int(ddz.count_plays_batch(hands, beats).sum())
    return np.ones(number, dtype=ddz.PLAY), np.ones(len(hands) + 1, dtype=np.int64)


@each_task
def test_batch_into_given_arrays(measure: Measure, task: str) -> None:
    hands, beats = packed(task)
    out = room_for(hands, beats)

    def work() -> int:
        ddz.legal_plays_batch(hands, beats, out=out)
        return int(out[1][-1])

    assert measure(task, "legal_plays_batch, out= reused", len(hands), work) == len(out[0])


def test_batch_into_new_arrays(measure: Measure) -> None:
    hands, _ = packed(LEADS)

    def work() -> int:
        return len(ddz.legal_plays_batch(hands)[0])

    measure(LEADS, "legal_plays_batch", len(hands), work)


@each_task
def test_batch_that_counts(measure: Measure, task: str) -> None:
    hands, beats = packed(task)
    out = np.ones(len(hands), dtype=np.int64)

    def work() -> int:
        ddz.count_plays_batch(hands, beats, out=out)
        return int(out.sum())

    measure(task, "count_plays_batch, out= reused", len(hands), work)


def test_calls_that_list(measure: Measure) -> None:
    hands = packed(LEADS)[0].tolist()

    def work() -> int:
        return sum(map(len, map(ddz.legal_plays, hands)))

    measure(LEADS, "legal_plays, one call each", len(hands), work)


def test_calls_that_count(measure: Measure) -> None:
    hands = packed(LEADS)[0].tolist()

    def work() -> int:
        return sum(map(ddz.count_plays, hands))

    measure(LEADS, "count_plays, one call each", len(hands), work)


def test_calls_that_judge(measure: Measure) -> None:
    hands = packed(LEADS)[0].tolist()
    plays = [plays[len(plays) // 2] for plays in map(ddz.legal_plays, hands)]

    def work() -> int:
        return sum(map(ddz.is_legal, plays, hands))

    assert measure(ONE_LEAD, "is_legal, one call each", len(hands), work) == len(hands)


@each_task
def test_douzero(measure: Measure, task: str) -> None:
    pytest.importorskip("douzero", reason=f"not installed: {DouZero.install}")
    engine = DouZero()
    hands, beats = POSITIONS[task]
    if beats is None:
        questions = [engine.lead(hand) for hand in hands]
    else:
        rivals = ddz.unpack(beats["cards"])
        questions = list(map(engine.follow, hands, rivals))
    passes = 0 if beats is None else len(hands)

    def work() -> int:
        return sum(len(ask()) for ask in questions) - passes

    measure(task, DouZero.name, len(hands), work)


class Leads(NamedTuple):
    """Random full hands that lead."""

    name: str
    rules: str
    number: int
    jokers: int | None = None  #: that each holds; None: any number

    @property
    def hands(self) -> Any:
        rules, generator = ddz.rules(self.rules), np.random.default_rng(SEED)
        if self.jokers is None:
            return random_hands(rules, generator, self.number)[0]
        # 20 cards of 54 hold both jokers in 13 of 100 deals.
        hands, _ = random_hands(rules, generator, 20 * self.number)
        return hands[ddz.unpack(hands)[:, -2:].sum(axis=1) == self.jokers][: self.number]


FULL_HANDS = "leads of random full hands, batch, out= reused"
SEED = 3
MANY = 2000
# Their plays take 5 MB, those of MANY hands with both jokers 100 MB: then memory is measured, too.
FEW = 100
MANY_DECKS = {"four": 33, "four_jokers": 33, "five2": 28, "five3": 38, "six3": 27, "six4": 46}
FULL = [
    Leads(CLASSIC, "classic", MANY),
    *(Leads(f"{name}, {cards} cards", name, MANY) for name, cards in MANY_DECKS.items()),
    Leads("super, no joker", "super", FEW, jokers=0),
    Leads("super, one joker", "super", FEW, jokers=1),
    Leads("super, both jokers", "super", FEW, jokers=2),
    Leads(f"super, both jokers, {MANY} hands", "super", MANY, jokers=2),
]
# More than any of these rule sets has plays: with so much room every hand is written in place.
ROOM = 500_000


@pytest.mark.parametrize("leads", FULL, ids=lambda leads: leads.name)
def test_leads_of_full_hands(measure: Measure, leads: Leads) -> None:
    hands, rules = leads.hands, ddz.rules(leads.rules)
    number = int(ddz.count_plays_batch(hands, rules=rules).sum())
    out = np.ones(number + ROOM, dtype=ddz.PLAY), np.ones(len(hands) + 1, dtype=np.int64)

    def work() -> int:
        ddz.legal_plays_batch(hands, rules=rules, out=out)
        return int(out[1][-1])

    assert measure(FULL_HANDS, leads.name, len(hands), work) == number
