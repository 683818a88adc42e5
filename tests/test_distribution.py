"""The benchmarks' count of all hands: it misses none, and counts none twice."""

import itertools
import math
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import ddz_fast as ddz
import distribution as program
from distribution import (
    CHUNK,
    check,
    check_exactness,
    chi_square,
    chunks,
    comparison,
    deals_of,
    distribution,
    number_of_hands,
    packed_hands,
    random_hands,
    report,
    sampled,
)
from implementations import ONE_DECK

CLASSIC = ddz.rules("classic")
numbers = pytest.mark.parametrize("cards", range(6))


def every_hand(deck: tuple[int, ...], cards: int) -> Counter[int]:
    """All deals, card by card: the number of those that are the same hand."""
    deck_cards = [1 << 4 * rank for rank, count in enumerate(deck) for _ in range(count)]
    return Counter(map(sum, itertools.combinations(deck_cards, cards)))


def enumerated(deck: tuple[int, ...], cards: int, most: int = CHUNK) -> dict[int, int]:
    """What the program makes of it."""
    found: dict[int, int] = {}
    for chunk in chunks(deck, cards, most):
        hands, deals = packed_hands(chunk).tolist(), deals_of(chunk).tolist()
        assert len(hands) == len(deals) == chunk.size
        for hand, ways in zip(hands, deals, strict=True):
            assert hand not in found
            found[hand] = ways
    return found


# Hands and deals


@pytest.mark.parametrize("most", [1, 100, CHUNK])
@pytest.mark.parametrize("cards", range(4))
def test_every_hand_is_there_once(cards, most):
    assert enumerated(CLASSIC.deck, cards, most) == every_hand(CLASSIC.deck, cards)


@pytest.mark.parametrize("name", ["guanpai", "two"])
def test_decks_of_other_presets(name):
    deck = ddz.rules(name).deck
    assert enumerated(deck, 3) == every_hand(deck, 3)


@numbers
def test_deals_are_all_deals(cards):
    found = enumerated(CLASSIC.deck, cards)
    assert sum(found.values()) == math.comb(54, cards)
    assert len(found) == number_of_hands(CLASSIC.deck, cards)


@pytest.mark.parametrize(("cards", "hands"), [(17, 58_684_015), (20, 153_009_740), (54, 1)])
def test_number_of_hands(cards, hands):
    assert number_of_hands(CLASSIC.deck, cards) == hands
    assert sum(chunk.size for chunk in chunks(CLASSIC.deck, cards)) == hands


def test_one_deck_never_has_too_many_deals_to_count():
    for name in ONE_DECK:
        for cards in range(sum(ddz.rules(name).deck) + 1):
            check_exactness(ddz.rules(name).deck, cards)
    with pytest.raises(ValueError, match="the deals of 40 cards"):
        check_exactness((8,) * 13 + (2, 2), 40)


# 手数


@pytest.mark.parametrize("threads", [1, 2])
def test_five_cards_one_by_one(threads):
    hands: Counter[int] = Counter()
    deals: Counter[int] = Counter()
    for hand, ways in every_hand(CLASSIC.deck, 5).items():
        hands[ddz.min_plays(hand)] += 1
        deals[ddz.min_plays(hand)] += ways
    found = distribution(CLASSIC, 5, threads)
    assert found.hands.tolist() == [hands[fewest] for fewest in range(6)]
    assert found.deals.tolist() == [deals[fewest] for fewest in range(6)]
    assert found.mean == Fraction(sum(f * n for f, n in deals.items()), math.comb(54, 5))


@pytest.mark.parametrize("name", ["classic", "noip", "guanpai"])
@pytest.mark.parametrize("cards", range(1, 7))
def test_hands_that_are_one_play(cards, name):
    """As many as there are different cards of the plays of this size."""
    plays = ddz.all_plays(name).array
    one_play = np.unique(plays["cards"][plays["size"] == cards])
    assert distribution(ddz.rules(name), cards).hands[1] == len(one_play)


# Random deals


def test_random_hands():
    found = np.concatenate(list(random_hands(CLASSIC, 20, 20_000, seed=5)))
    counts = ddz.unpack(found)
    assert counts.shape == (20_000, 15)
    assert (counts.sum(axis=1) == 20).all()
    assert (counts <= CLASSIC.deck).all()
    of_a_card = counts.mean(axis=0) / CLASSIC.deck
    assert of_a_card == pytest.approx([20 / 54] * 15, abs=0.02)
    again = np.concatenate(list(random_hands(CLASSIC, 20, 20_000, seed=5)))
    assert (found == again).all()


def test_random_deals_are_as_expected():
    exact, dealt = distribution(CLASSIC, 5), sampled(CLASSIC, 5, 20_000, seed=5)
    assert dealt.sum() == 20_000
    assert dealt == pytest.approx(exact.probability * 20_000, rel=0.05, abs=50)
    *table, _, mean, chi_square = comparison(exact, dealt)
    assert len(table) == 6
    assert mean.split()[0] == "mean"
    assert chi_square.endswith("to be expected is 4 ± 2.8")


def test_what_is_rare_is_one_row_of_the_chi_square():
    expected, dealt = np.array([80.0, 14.0, 3.0, 3.0, 0.0]), np.array([88, 7, 2, 3, 0])
    assert chi_square(expected, dealt).startswith("chi-square 4.5; to be expected is 2 ")
    expected, dealt = np.array([80.0, 19.0, 1.0]), np.array([80, 19, 1])
    assert chi_square(expected, dealt).startswith("chi-square 0.0; to be expected is 1 ")


# What is printed


def test_the_report():
    exact = distribution(CLASSIC, 2)
    text = "\n".join(report(exact, CLASSIC, 2, as_markdown=True))
    assert "| 手数 | hands | deals | probability |\n| --: | --: | --: | --: |\n" in text
    assert "| 1 | 14 | 79 | 0.0552061495 |\n| 2 | 104 | 1,352 | 0.9447938505 |\n" in text
    assert "| all | 118 | 1,431 | 1 |\n" in text
    assert "mean 1.944793850454 = 2783/1431" in text
    assert "deals: 1,431 counted, just as many as there are" in text


def test_what_is_missing_is_told():
    with pytest.raises(RuntimeError, match="118 hands were counted, but there are 119"):
        check("hands", np.array([14, 104]), 119)


@pytest.mark.parametrize("cards", ["0", "1", "3"])
def test_the_program(cards, monkeypatch, capsys):
    words = ["distribution.py", "--cards", cards, "--threads", "1", "--sample", "50"]
    monkeypatch.setattr(sys, "argv", words)
    program.main()
    out, errors = capsys.readouterr()
    assert f"classic 斗地主: all hands of {cards} cards\n\n手数" in out
    assert "50 random deals, seed 20240611\n\n手数" in out
    assert errors == ""


@pytest.mark.parametrize("words", ["--cards 21", "--cards -1", "--rules guanpai", "--threads 0"])
def test_wrong_options(words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["distribution.py", *words.split()])
    with pytest.raises(SystemExit) as stop:
        program.main()
    assert stop.value.code == 2
    assert "error: --" in capsys.readouterr().err
