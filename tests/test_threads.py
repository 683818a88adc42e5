"""What threads share: the tables of a rule set, made by whoever asks first."""

import random
import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import ddz_fast as ddz
from random_positions import SEED, deal

THREADS = 8
IS_FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def answers(rules: ddz.Rules, order: list[tuple[int, int | None]]) -> list[tuple[object, ...]]:
    """手数, a split, plays and random games of some hands, each with a limit on bombs."""
    found: list[tuple[object, ...]] = []
    for hand, bombs in order:
        split = ddz.split(hand, rules=rules, bombs=bombs)
        fewest = ddz.min_plays(hand, rules=rules, bombs=bombs)
        found.append((fewest, len(split), len(ddz.legal_plays(hand, rules=rules, bombs=bombs))))
    found.append((ddz.playouts(rules, 50, rng=SEED).scores.sum(axis=0).tolist(),))
    return found


@pytest.mark.parametrize("name", ["classic", "lianzha", "super", "four", "yunnan"])
@pytest.mark.parametrize("number", range(3))
def test_threads_that_ask_first_get_the_same(name, number):
    print(f"seed {SEED + number}")
    random_ = random.Random(SEED + number)
    hands = [ddz.pack(deal(random_, ddz.rules(name))) for _ in range(12)]
    order = [(hand, random_.choice([None, 0, 1, 2, 3])) for hand in hands]
    expected = answers(ddz.rules(name), order)
    base = ddz.rules(name).base
    new = ddz.rules(name).replace(base=base + 1).replace(base=base)  # nothing is made for it yet
    assert "_table" not in vars(new)
    start = threading.Barrier(THREADS)

    def ask(_: int) -> list[tuple[object, ...]]:
        start.wait()
        return answers(new, order)

    with ThreadPoolExecutor(THREADS) as pool:
        for found in pool.map(ask, range(THREADS)):
            assert found == expected


@pytest.mark.skipif(not IS_FREE_THREADED, reason="this Python has a GIL: use python3.14t")
def test_no_module_brings_the_gil_back():
    assert not sys._is_gil_enabled()  # type: ignore[attr-defined]
