"""手数 of several decks: the core against the reference, and large hands against themselves."""

import random

import pytest

import ddz_fast as ddz
from ddz_fast import Kind
from implementations import Core, Reference
from random_positions import SEED

WINGED_PLANES = {Kind.PLANE_SOLO, Kind.PLANE_PAIR}
SINGLE_KICKERS = {Kind.TRIO_SOLO, Kind.QUAD_SOLO, Kind.QUAD_PAIR}


def of_decks(number: int, joker_bombs: tuple[int, ...], max_hand: int, **options) -> ddz.Rules:
    """Classic kinds with several decks."""
    bombs = [(Kind.BOMB, size) for size in range(4, 4 * number + 1)]
    rockets = [(Kind.ROCKET, size) for size in joker_bombs]
    return ddz.rules("classic").replace(
        deck=(4 * number,) * 13 + (number, number),
        max_hand=max_hand,
        joker_bombs=joker_bombs,
        bomb_order=(*bombs, *rockets),
        **{"plane_min": 3, **options},
    )


DECKS = {
    "two": of_decks(2, (4,), 33),
    "three": of_decks(3, (2, 3, 4, 5, 6), 38),
    "four": of_decks(4, (2, 3, 4, 5, 6, 7, 8), 46),
    "low chains": of_decks(
        2,
        (4,),
        33,
        plane_min=2,
        low_chains="all",
        kinds=ddz.rulesets.ALL_KINDS - WINGED_PLANES - SINGLE_KICKERS,
    ),
    "low wings": of_decks(2, (2, 3, 4), 33, plane_min=2, low_chains="all", max_same_wing=2),
    "no pairs": of_decks(
        2, (4,), 33, plane_min=2, kinds=ddz.rulesets.ALL_KINDS - {Kind.PAIR, Kind.PLANE}
    ),
    "distinct": of_decks(3, (4,), 38, plane_min=2, single_kickers="distinct", line_32=True),
    "repeated": of_decks(2, (4,), 33, plane_min=2, pair_kickers_repeat=True, no_rocket=True),
}
every_deck = pytest.mark.parametrize("name", DECKS)


def skewed(random_: random.Random, rules: ddz.Rules, size: int) -> list[int]:
    """Counts of a hand of a few ranks, mostly neighbours."""
    start = random_.randrange(13)
    ranks = [(start + step) % 13 for step in range(random_.randint(3, 9))]
    ranks += random_.choice(([], [13, 14], random_.sample(range(13), 2)))
    counts = [0] * 15
    for _ in range(size):
        rank = random_.choice(ranks)
        counts[rank] = min(counts[rank] + random_.choice((1, 2, 3)), rules.deck[rank], 15)
    while sum(counts) > size:
        counts[random_.choice([rank for rank in range(15) if counts[rank]])] -= 1
    return counts


def compare(rules: ddz.Rules, number: int, seed: int) -> None:
    random_ = random.Random(seed)
    for index in range(number):
        hand = ddz.pack(skewed(random_, rules, random_.randint(3, 14)))
        bombs = random_.choice((None, None, 0, 1, 2))
        where = f"{seed=}, hand {index}: {ddz.format_hand(hand)} {bombs=}"
        expected = Reference().min_plays(rules, hand, bombs)
        assert Core().min_plays(rules, hand, bombs) == expected, where


def check_large(rules: ddz.Rules, number: int, seed: int) -> None:
    """A hand needs one play more than the least that a play with its lowest card leaves."""
    random_ = random.Random(seed)
    for _ in range(number):
        hand = ddz.pack(skewed(random_, rules, rules.max_hand))
        lowest = 15 << ((hand & -hand).bit_length() - 1) // 4 * 4
        plays = ddz.legal_plays(hand, rules=rules).array["cards"]
        rests = hand - plays[(plays & lowest) > 0]
        fewest = int(ddz.min_plays_batch(rests, rules=rules).min())
        assert ddz.min_plays(hand, rules=rules) == 1 + fewest, ddz.format_hand(hand)


@every_deck
def test_numbers(name):
    compare(DECKS[name], 300, SEED)


@every_deck
def test_large_hands(name):
    check_large(DECKS[name], 5, SEED)


@pytest.mark.slow
@every_deck
def test_numbers_at_length(name):
    compare(DECKS[name], 10_000, SEED + 1)


@pytest.mark.slow
@every_deck
def test_large_hands_at_length(name):
    check_large(DECKS[name], 200, SEED + 1)


def test_options_that_are_not_known():
    with pytest.raises(ddz.errors.RulesError, match="several decks"):
        ddz.min_plays("3", rules=DECKS["two"].replace(wing_extends_plane=False))
