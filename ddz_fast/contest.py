"""What `ddz-fast noip` does: the input of the contest NOIP 2015, day 1, problem 3, and its answer.

The input is a stream of whole numbers: how many hands, how many cards each of them has, and then
the rank and the suit of each card.
"""

import argparse
import re
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import ddz_fast as ddz

from .cards import RANKS
from .display import counted

RULES = "noip"
RANK_OF = np.array([RANKS.index(card) for card in "BA23456789TJQK"])  # of each rank there
SUITS_OF = np.array([2] + [4] * 13)  # how many suits each rank has; rank 0 is that of the jokers
RANK_HELP = "1 is A, 2 to 13 are 2 to K, 0 is a joker"
SUIT_HELP = "1 to 4, but a joker (rank 0) has 1 (black) or 2 (red)"
SIZES = 2  # numbers before those of the first card
NO_NUMBER = re.compile(r"(?<!\S)(?!-?[0-9]{1,9}(?!\S))\S+")
PROMPT = "numbers of hands and of cards in each, then rank and suit of each card; Ctrl-D to end:"

Array = npt.NDArray[Any]


def solve(arguments: argparse.Namespace) -> None:
    """Print the 手数 of each hand of the contest's input, one a line."""
    rules = ddz.rules(arguments.rules)
    hands = read_hands(_text(arguments.file), rules)
    fewest = ddz.min_plays_batch(hands, rules=rules)
    sys.stdout.write("".join([f"{number}\n" for number in fewest.tolist()]))


def _text(file: str | None) -> str:
    if file is not None:
        return Path(file).read_text(encoding="utf-8", errors="replace")
    if sys.stdin.isatty():
        print(PROMPT, file=sys.stderr)
    return sys.stdin.read()


def read_hands(text: str, rules: ddz.Rules) -> npt.NDArray[np.uint64]:
    """Read the contest's input as packed hands. Raises HandError that names the line and the hand.

    >>> ddz.format_hand(read_hands("1 3  1 4  0 2  3 1", ddz.rules("noip")))
    ['3AR']
    """
    numbers = Numbers(text.removeprefix("\ufeff"))
    sizes = _sizes(numbers, rules)
    _check_length(numbers, *sizes)
    cards = np.array(numbers.values[SIZES:], dtype=np.int64).reshape(*sizes, 2)
    _check_cards(numbers, cards)
    hands = _packed(cards)
    _check_deck(hands, rules)
    return hands


class Numbers:
    """The whole numbers of a text, and the lines they are on."""

    def __init__(self, text: str) -> None:
        """Read a text. Raises HandError for a word that is no number."""
        self._text = text
        wrong = NO_NUMBER.search(text)
        if wrong:
            line = self._line_at(wrong.start())
            word = wrong[0] if len(wrong[0]) <= 20 else wrong[0][:17] + "..."
            raise ddz.HandError(f"line {line}: {word!r} is no whole number of at most 9 digits")
        self.values = [int(word) for word in text.split()]

    def line(self, index: int) -> int:
        """Give the line of a number, from 1."""
        word = next(islice(re.finditer(r"\S+", self._text), index, None))
        return self._line_at(word.start())

    def _line_at(self, position: int) -> int:
        return self._text.count("\n", 0, position) + 1


def _sizes(numbers: Numbers, rules: ddz.Rules) -> tuple[int, int]:
    if len(numbers.values) < SIZES:
        raise ddz.HandError(
            "the input begins with two numbers: how many hands, and how many cards in each"
        )
    hands, cards = numbers.values[:SIZES]
    if hands < 0:
        raise ddz.HandError(f"line {numbers.line(0)}: {hands} hands: there are 0 or more")
    if not 1 <= cards <= rules.max_hand:
        line = numbers.line(1)
        most = f"a hand of {rules.name} has 1 to {rules.max_hand}"
        raise ddz.HandError(f"line {line}: {cards} cards in each hand: {most}")
    return hands, cards


def _check_length(numbers: Numbers, hands: int, cards: int) -> None:
    given = len(numbers.values) - SIZES
    promised = f"line {numbers.line(1)} promises {counted(hands, 'hand')} of {cards}"
    if given < 2 * hands * cards:
        card, part = divmod(given, 2)
        hand, card = divmod(card, cards)
        missing = f"the {('rank', 'suit')[part]} of card {card + 1} of hand {hand + 1}"
        raise ddz.HandError(f"the input ends before {missing}: {promised}")
    if given > 2 * hands * cards:
        index = SIZES + 2 * hands * cards
        line, value = numbers.line(index), numbers.values[index]
        raise ddz.HandError(f"line {line}: {value} comes behind the last card: {promised}")


def _check_cards(numbers: Numbers, cards: Array) -> None:
    ranks, suits = cards[..., 0], cards[..., 1]
    no_rank = (ranks < 0) | (ranks >= len(RANK_OF))
    no_suit = (suits < 1) | (suits > SUITS_OF[np.where(no_rank, 1, ranks)])
    wrong = no_rank | no_suit | _seen_before(cards)
    if not wrong.any():
        return
    hand, card = np.unravel_index(int(wrong.argmax()), wrong.shape)
    rank, suit = cards[hand, card].tolist()
    if no_rank[hand, card]:
        fault = f"{rank} is no rank: {RANK_HELP}"
    elif no_suit[hand, card]:
        fault = f"{suit} is no suit of rank {rank}: {SUIT_HELP}"
    else:
        fault = f"the card {rank} {suit} is in this hand twice"
    index = SIZES + 2 * int(wrong.argmax()) + int(not no_rank[hand, card])
    raise ddz.HandError(f"line {numbers.line(index)}, hand {hand + 1}: {fault}")


def _seen_before(cards: Array) -> Array:
    """Say of each card whether one like it comes before it in its hand."""
    keys = (cards[..., 0] << 32) + cards[..., 1]
    order = np.argsort(keys, axis=1, kind="stable")
    ordered = np.take_along_axis(keys, order, axis=1)
    seen = np.zeros(keys.shape, dtype=bool)
    np.put_along_axis(seen, order[:, 1:], ordered[:, 1:] == ordered[:, :-1], axis=1)
    return seen


def _packed(cards: Array) -> npt.NDArray[np.uint64]:
    ranks, suits = cards[..., 0], cards[..., 1]
    places = RANK_OF[ranks] + np.where(ranks == 0, suits - 1, 0)
    ones = np.uint64(1) << 4 * places.astype(np.uint64)
    packed: npt.NDArray[np.uint64] = ones.sum(axis=1, dtype=np.uint64)
    return packed


def _check_deck(hands: npt.NDArray[np.uint64], rules: ddz.Rules) -> None:
    counts = ddz.unpack(hands)
    for hand, rank in np.argwhere(counts > rules.deck)[:1].tolist():
        held = counted(int(counts[hand, rank]), "card")
        most = f"the deck of {rules.name} has {rules.deck[rank]}"
        raise ddz.HandError(f"hand {hand + 1}: {held} of rank {RANKS[rank]}: {most}")
