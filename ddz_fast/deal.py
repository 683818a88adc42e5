"""A deal: who holds which card, what lies on the table, and which card was turned up."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .cards import Counts, unpack
from .errors import HandError
from .physical import Card, assigned, cards_in_order, packed, parse_cards, whole_deck, written
from .presets import rules as rules_named
from .rulesets import Rules

Cards = tuple[Card, ...]
Rng = int | np.random.Generator | None
#: the face of the upcard where nobody becomes landlord (rules.md 2 (7))
_FIRST_TO_LEAD = "♠3"


@dataclass(frozen=True, kw_only=True)
class Deal:
    """The cards of all players and of the table.

    >>> dealt = deal("classic", 1)
    >>> [len(hand) for hand in dealt.hands], len(dealt.bottom)
    ([17, 17, 17], 3)
    >>> dealt.face_up in dealt.hands[dealt.first]
    True
    """

    rules: Rules
    hands: tuple[Cards, ...]
    bottom: Cards
    dead: Cards
    face_up: Card  #: the card that was turned up, 明牌
    first: int  #: the seat of its holder: the first to call, or to lead
    may_refuse: bool = False  #: the landlord need not take all bottom cards (rules.md 2 (10))

    def __post_init__(self) -> None:
        """Refuse what is no deal of the rule set, saying what would be right."""
        self._check_sizes()
        every = [card for part in (*self.hands, self.bottom, self.dead) for card in part]
        if sorted(every) != sorted(whole_deck(self.rules)):
            raise HandError(f"the cards of a deal are each once those of {self.rules.name}")
        if not 0 <= self.first < len(self.hands) or self.face_up not in self.hands[self.first]:
            raise HandError(f"the upcard {self.face_up} is not in the hand of seat {self.first}")

    def _check_sizes(self) -> None:
        rules = self.rules
        if len(self.hands) != rules.players:
            raise HandError(f"{len(self.hands)} hands: {rules.name} has {rules.players} players")
        parts = [(f"hand {seat}", hand, rules.hand_size) for seat, hand in enumerate(self.hands)]
        parts += [("the bottom", self.bottom, rules.bottom), ("the dead", self.dead, rules.dead)]
        for name, cards, size in parts:
            if len(cards) != size:
                raise HandError(f"{name} has {len(cards)} cards: in {rules.name} it has {size}")

    @classmethod
    def from_hands(
        cls,
        hands: Sequence[str],
        bottom: str | None = None,
        *,
        rules: str | Rules = "classic",
        dead: str | None = None,
        face_up: str | None = None,
        first: int = 0,
    ) -> "Deal":
        """Make a deal from text: cards with suits (♠3), or without, where any will do.

        Without `bottom` or `dead`, these are the cards that are left. Without `face_up` the upcard
        is the lowest of the `first` hand (♠3 where nobody becomes landlord). Raises HandError.

        >>> hands = ["4444 333 5555 6666 7", "777 ♠3 8888 9999 TTTT", "JJJJ QQQQ KKKK AAA 2"]
        >>> dealt = Deal.from_hands(hands, rules="guanpai")
        >>> dealt.first, str(dealt.face_up)
        (1, '♠3')
        """
        chosen = rules_of(rules)
        named = [*hands, *(part for part in (bottom, dead) if part is not None)]
        parts, left = assigned(chosen, map(parse_cards, named))
        given = iter(parts[len(hands) :])
        table: list[Cards] = []
        for part, size in ((bottom, chosen.bottom), (dead, chosen.dead)):
            table.append(tuple(left[:size]) if part is None else next(given))
            left = left[size:] if part is None else left
        piles = Piles(tuple(parts[: len(hands)]), table[0], table[1])
        return _dealt(chosen, piles, _named_upcard(chosen, piles, face_up, first))

    @property
    def packed(self) -> tuple[int, ...]:
        """The hands as :func:`pack` packs them, without the bottom."""
        return tuple(map(packed, self.hands))

    @property
    def counts(self) -> Counts:
        """The hands as counts, ``uint8[players, 15]``."""
        return np.array([unpack(hand) for hand in self.packed], dtype=np.uint8)

    def holder(self, card: Card) -> int | None:
        """The seat of the player who was dealt a card; None if it lies on the table.

        >>> dealt = deal("four", 5)
        >>> dealt.holder(dealt.face_up) == dealt.first, dealt.holder(dealt.bottom[0])
        (True, None)
        """
        return next((seat for seat, hand in enumerate(self.hands) if card in hand), None)

    def __str__(self) -> str:
        """Write all cards, one hand a line."""
        lines = [f"{self.rules.name}: upcard {self.face_up}, seat {self.first} first"]
        lines += [f"seat {seat}: {written(hand)}" for seat, hand in enumerate(self.hands)]
        lines += [f"bottom: {written(self.bottom)}"] if self.bottom else []
        lines += [f"dead: {written(self.dead)}"] if self.dead else []
        return "\n".join(lines)


def rules_of(rules: str | Rules) -> Rules:
    """Give a rule set that may be said by its name."""
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return rules_named(rules)
    raise TypeError(f"rules is a name or a Rules, not {type(rules).__name__}")


def _held(piles: "Piles") -> list[tuple[Card, int]]:
    return [(card, seat) for seat, hand in enumerate(piles.hands) for card in hand]


def _named_upcard(
    rules: Rules, piles: "Piles", face_up: str | None, first: int
) -> tuple[Card, int]:
    if face_up is not None:
        upcard = Card.parse(face_up)
        for card, seat in _held(piles):
            if card == upcard:
                return upcard, seat
        raise HandError(f"the upcard {upcard} is in no hand")
    if not (0 <= first < len(piles.hands) and piles.hands[first]):
        raise HandError(f"first={first}: there is no such seat, or it has no cards")
    return _fixed_upcard(rules, _held(piles)) or (piles.hands[first][0], first)


def _fixed_upcard(rules: Rules, held: Iterable[tuple[Card, int]]) -> tuple[Card, int] | None:
    """The ♠3 of rule sets in which it is always the upcard, and its holder."""
    if rules.landlords:
        return None
    return next(((card, seat) for card, seat in held if card.face == _FIRST_TO_LEAD), None)


@dataclass(frozen=True)
class Piles:
    """What a dealer makes of a deck."""

    hands: tuple[Cards, ...]
    bottom: Cards
    dead: Cards = ()
    may_refuse: bool = False


Dealer = Callable[[Rules, np.random.Generator], Piles]


def deal(
    rules: str | Rules = "classic", rng: Rng = None, *, dealer: "Dealer | None" = None
) -> Deal:
    """Deal the cards of a rule set; the same seed gives the same deal.

    `rng` is a seed, a :class:`numpy.random.Generator`, or None for chance. Any card that was dealt
    to a player is the upcard with equal chance, but in 关牌 it is the ♠3. Without a `dealer`
    the cards are shuffled; ``dealers`` has those of the deal modes (docs/game.md 1).

    Raises RulesError where the deck does not come out even, or a hand would be too large.

    >>> deal("classic", 7) == deal("classic", 7)
    True
    >>> sorted(map(len, deal("guanpai", 1).hands))
    [16, 16, 16]
    """
    chosen = rules_of(rules)
    chosen.check_deal()
    chance = np.random.default_rng(rng)
    piles = (dealer or shuffled)(chosen, chance)
    return with_upcard(chosen, piles, chance)


def with_upcard(rules: Rules, piles: Piles, chance: np.random.Generator) -> Deal:
    """Turn up a card of what a dealer has dealt."""
    held = _held(piles)
    turned = _fixed_upcard(rules, held) or held[int(chance.integers(len(held)))]
    return _dealt(rules, piles, turned)


def _dealt(rules: Rules, piles: Piles, turned: tuple[Card, int]) -> Deal:
    return Deal(
        rules=rules,
        hands=piles.hands,
        bottom=piles.bottom,
        dead=piles.dead,
        face_up=turned[0],
        first=turned[1],
        may_refuse=piles.may_refuse,
    )


def shuffled(rules: Rules, chance: np.random.Generator) -> Piles:
    """Deal a shuffled deck: the dealer of all rule sets.

    >>> len(shuffled(rules("two"), np.random.default_rng(1)).dead)
    9
    """
    deck = whole_deck(rules)
    return piles_of(rules, [deck[index] for index in chance.permutation(len(deck))])


def piles_of(rules: Rules, cards: Sequence[Card]) -> Piles:
    """Cut a deck: the bottom, the dead cards, then hand for hand.

    >>> written(piles_of(rules("classic"), whole_deck(rules("classic"))).bottom)
    '♠3 ♥3 ♣3'
    """
    table = rules.bottom + rules.dead
    starts = range(table, len(cards), rules.hand_size)
    return Piles(
        hands=tuple(cards_in_order(cards[start : start + rules.hand_size]) for start in starts),
        bottom=cards_in_order(cards[: rules.bottom]),
        dead=cards_in_order(cards[rules.bottom : table]),
    )
