"""手数 and splits of the core against the reference: random, skewed, and all small hands."""

from collections.abc import Iterable, Iterator
from itertools import islice, product

import pytest

import ddz_fast as ddz
from implementations import (
    ONE_DECK,
    VARIANTS,
    WILD_SPLIT_VARIANTS,
    Core,
    Reference,
    most_cards,
    rules_from,
)
from random_positions import SEED, hands

every_preset = pytest.mark.parametrize("name", ONE_DECK)
every_variant = pytest.mark.parametrize("text", VARIANTS + WILD_SPLIT_VARIANTS)


# Random and skewed hands


def compare_numbers(rules: ddz.Rules, number: int, largest: int = 99) -> None:
    for index, (hand, bombs) in enumerate(hands(SEED, rules, number, largest)):
        where = f"seed {SEED}, hand {index}: {ddz.format_hand(hand)} {bombs=}"
        fewest = Reference().min_plays(rules, hand, bombs)
        assert Core().min_plays(rules, hand, bombs) == fewest, where


def compare_splits(rules: ddz.Rules, number: int, largest: int) -> None:
    for index, (hand, bombs) in enumerate(hands(SEED, rules, number, largest)):
        where = f"seed {SEED}, hand {index}: {ddz.format_hand(hand)} {bombs=}"
        expected = list(Reference().splits(rules, hand, bombs))
        assert list(Core().splits(rules, hand, bombs)) == expected, where
        assert Core().split(rules, hand, bombs) == expected[0], where


def compare_first_splits(rules: ddz.Rules, number: int, largest: int = 99) -> None:
    """Large hands may have more splits than can be listed: the first hundred of each."""
    for index, (hand, bombs) in enumerate(hands(SEED + 1, rules, number, largest)):
        where = f"seed {SEED + 1}, hand {index}: {ddz.format_hand(hand)} {bombs=}"
        expected = list(islice(Reference().splits(rules, hand, bombs), 100))
        assert list(islice(Core().splits(rules, hand, bombs), 100)) == expected, where
        assert Core().split(rules, hand, bombs) == expected[0], where


def share(rules: ddz.Rules, number: int) -> int:
    """How many hands, of full size, the reference can split in about the same time."""
    return number // 20 if rules.wild_jokers else number


@every_preset
def test_numbers(name):
    number = 150 if ddz.rules(name).wild_jokers else 500  # their reference is slow
    compare_numbers(ddz.rules(name), number, most_cards(ddz.rules(name)))


@every_variant
def test_numbers_of_variants(text):
    compare_numbers(rules_from(text), 100, most_cards(rules_from(text)))


@every_preset
def test_splits(name):
    compare_splits(ddz.rules(name), 200, largest=10)
    compare_first_splits(ddz.rules(name), 100, most_cards(ddz.rules(name)))


@every_variant
def test_splits_of_variants(text):
    compare_splits(rules_from(text), 50, largest=10)
    compare_first_splits(rules_from(text), 25, most_cards(rules_from(text)))


@pytest.mark.slow
@every_preset
def test_numbers_at_length(name):
    compare_numbers(ddz.rules(name), share(ddz.rules(name), 20_000))


@pytest.mark.slow
@every_variant
def test_numbers_of_variants_at_length(text):
    compare_numbers(rules_from(text), share(rules_from(text), 5_000))


@pytest.mark.slow
@every_preset
def test_splits_at_length(name):
    rules = ddz.rules(name)
    compare_splits(rules, share(rules, 5_000), largest=12)
    compare_first_splits(rules, share(rules, 1_000))


@pytest.mark.slow
@every_variant
def test_splits_of_variants_at_length(text):
    rules = rules_from(text)
    compare_splits(rules, share(rules, 1_000), largest=12)
    compare_first_splits(rules, share(rules, 300))


# All hands of a kind


def small_hands(rules: ddz.Rules, most_cards: int, rank: int = 0) -> Iterator[int]:
    """All hands of at most so many cards, packed."""
    if rank == 15:
        yield 0
        return
    for count in range(min(most_cards, rules.deck[rank]) + 1):
        for rest in small_hands(rules, most_cards - count, rank + 1):
            yield (count << 4 * rank) | rest


def neighbouring_hands(rules: ddz.Rules, lowest: int) -> Iterator[int]:
    """All hands of five neighbouring ranks with no, one or two jokers, packed.

    Of rule sets of which the reference is slow only those that are not too large.
    """
    ranks = [*range(lowest, lowest + 5), 13, 14]
    for counts in product(*(range(rules.deck[rank] + 1) for rank in ranks)):
        if sum(counts) <= min(20, most_cards(rules)):
            yield sum(count << 4 * rank for rank, count in zip(ranks, counts, strict=True))


def compare_all(rules: ddz.Rules, packed: Iterable[int], bombs: int | None = None) -> None:
    for hand in packed:
        fewest = Reference().min_plays(rules, hand, bombs)
        assert Core().min_plays(rules, hand, bombs) == fewest, (ddz.format_hand(hand), bombs)


def windows(rules: ddz.Rules) -> list[int]:
    """Where five neighbouring ranks begin: at the deck's lowest, at ten (to A), at J (to 2)."""
    return [0 if rules.deck[0] else 2, 7, 8]


@pytest.mark.parametrize("name", ["classic", "yunnan", "noip", "super"])
def test_all_small_hands(name):
    compare_all(ddz.rules(name), small_hands(ddz.rules(name), 3 if name == "super" else 4))


@pytest.mark.parametrize("name", ["classic", "yunnan", "noip", "super"])
def test_some_hands_of_neighbouring_ranks(name):
    # The step has no divisor in common with the five counts of a rank, so that all of them occur.
    step = 211 if name == "super" else 29
    for lowest in windows(ddz.rules(name)):
        every = neighbouring_hands(ddz.rules(name), lowest)
        compare_all(ddz.rules(name), islice(every, 0, None, step))


@pytest.mark.slow
@every_preset
def test_all_small_hands_at_length(name):
    compare_all(ddz.rules(name), small_hands(ddz.rules(name), 6))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "bombs"),
    [*((name, None) for name in ONE_DECK), ("classic", 0), ("classic", 1)],
)
def test_all_hands_of_neighbouring_ranks(name, bombs):
    for lowest in windows(ddz.rules(name)):
        compare_all(ddz.rules(name), neighbouring_hands(ddz.rules(name), lowest), bombs)
