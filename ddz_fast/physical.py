"""Cards with a suit, of one of several packs: only dealing and finding landlords looks at them."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from .cards import BLACK_JOKER, RANK_COUNT, RANKS, letters
from .errors import HandError
from .rulesets import Rules

SUITS = "♠♥♣♦"
#: the suits of a rank of which there are fewer than four: 关牌 lacks ♠A, and of the 2s has only ♠2
_SUITS_OF_REST = ("", "♠", "♠♥", "♥♣♦")
_TOKEN = re.compile(rf"([{SUITS}]?)(10|小王|大王|[3-9TJQKA2BR])('*)[\s,]*", re.IGNORECASE)


class Card(NamedTuple):
    """One physical card. Its text has a ``'`` for each pack before its own.

    >>> str(Card(0, "♠")), str(Card(14, "", 1)), Card.parse("♥10''")
    ('♠3', "R'", Card(rank=7, suit='♥', pack=2))
    """

    rank: int
    suit: str  #: one of ♠♥♣♦, and nothing for a joker
    pack: int = 0

    def __str__(self) -> str:
        """Write the card so that :meth:`parse` reads it."""
        return self.face + "'" * self.pack

    @property
    def face(self) -> str:
        """What one sees of the card: twins, of several packs, have the same face.

        >>> Card(0, "♠", 1).face
        '♠3'
        """
        return self.suit + RANKS[self.rank]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read the text of one card. Raises HandError.

        >>> Card.parse("♠3").rank
        0
        """
        found = parse_cards(text)
        if len(found) == 1 and isinstance(found[0], Card):
            return found[0]
        if len(found) == 1 and isinstance(found[0], int) and found[0] >= BLACK_JOKER:
            return cls(found[0], "")
        raise HandError(f"{text!r} is no physical card, such as ♠3, ♥10' or R")


def parse_cards(text: str) -> "list[Card | int]":
    """Read cards: those with a suit or a pack as cards, the others as ranks.

    >>> parse_cards("♠3 3 B'")
    [Card(rank=0, suit='♠', pack=0), 0, Card(rank=13, suit='', pack=1)]
    """
    found: list[Card | int] = []
    position = len(text) - len(text.lstrip())
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise HandError(f"unknown card at position {position + 1} of {text!r}: write ♠3 or 3")
        suit, name, packs = match.groups()
        rank = RANKS.index(letters(name))
        if bool(suit) == (rank >= BLACK_JOKER) and (suit or packs):
            raise HandError(f"{match[0].strip()!r}: a card has a suit, and a joker has none")
        found.append(Card(rank, suit, len(packs)) if suit or packs else rank)
        position = match.end()
    return found


def whole_deck(rules: Rules) -> tuple[Card, ...]:
    """Give the physical cards of a rule set's deck, lowest first, suit by suit.

    >>> len(whole_deck(rules("four"))), [str(card) for card in whole_deck(rules("guanpai"))[-4:]]
    (108, ['♥A', '♣A', '♦A', '♠2'])
    """
    cards: list[Card] = []
    for rank in range(BLACK_JOKER):
        packs, rest = divmod(rules.deck[rank], len(SUITS))
        cards += [Card(rank, suit, pack) for suit in SUITS for pack in range(packs)]
        cards += [Card(rank, suit, packs) for suit in _SUITS_OF_REST[rest]]
    for rank in range(BLACK_JOKER, RANK_COUNT):
        cards += [Card(rank, "", pack) for pack in range(rules.deck[rank])]
    return tuple(cards)


def packed(cards: Iterable[Card]) -> int:
    """Pack cards as :func:`pack` does; their suits are lost.

    >>> hex(packed([Card(0, "♠"), Card(0, "♥"), Card(1, "♠")]))
    '0x12'
    """
    value = 0
    for card in cards:
        value += 1 << (4 * card.rank)
    return value


def written(cards: Iterable[Card]) -> str:
    """Write cards, lowest first.

    >>> written([Card(1, "♠"), Card(0, "♥")])
    '♥3 ♠4'
    """
    return " ".join(map(str, cards_in_order(cards)))


def cards_in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Put cards in order: by rank, then ♠♥♣♦.

    >>> cards_in_order([Card(0, "♦"), Card(0, "♠")])[0].suit
    '♠'
    """
    return tuple(sorted(cards, key=lambda card: (card.rank, SUITS.find(card.suit), card.pack)))


def assigned(
    rules: Rules, parts: Iterable["Iterable[Card | int]"]
) -> tuple[list[tuple[Card, ...]], list[Card]]:
    """Give each part of a deck its cards, for a rank any card that no part names; and the rest.

    Raises HandError where the deck has no such card any more.

    >>> parts, rest = assigned(rules("classic"), [[0, Card(0, "♠")], [0]])
    >>> written(parts[0]), written(parts[1]), len(rest)
    ('♠3 ♥3', '♣3', 51)
    """
    left = list(whole_deck(rules))
    asked = [list(part) for part in parts]
    taken: list[list[Card]] = [[] for _ in asked]
    for kind in (Card, int):
        for number, part in enumerate(asked):
            taken[number] += [_taken(rules, left, one) for one in part if isinstance(one, kind)]
    return [cards_in_order(part) for part in taken], left


def _taken(rules: Rules, left: list[Card], asked: "Card | int") -> Card:
    for index, card in enumerate(left):
        if asked in (card, card.rank):
            return left.pop(index)
    name = RANKS[asked] if isinstance(asked, int) else str(asked)
    raise HandError(f"{name}: the deck of {rules.name} has no such card beside those named before")
