"""Legal plays, on the positions on record: `pytest benchmarks`."""

import time
from typing import Any

import numpy as np
import pytest

import ddz_fast as ddz
from engines import DouZero
from figures import Measure
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
