"""The deal modes: unshuffled (不洗牌), picking (自选) and passing on (轮换); docs/game.md 1."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from .deal import Cards, Deal, Dealer, Piles, Rng, piles_of, rules_of, with_upcard
from .errors import CallError, HandError, RulesError
from .physical import Card, cards_in_order, parse_cards, whole_deck, written
from .rulesets import Rules

PASSED_ON = 3  # 轮换: cards that everyone gives to the next
_ROUNDS, _PICKS = 3, 3  # 自选: rounds of open cards, and how often each player picks in one


def unshuffled(pile: Iterable[Card] | None = None, *, packet: int = 6) -> Dealer:
    """Give the dealer of 不洗牌: the pile is cut once and dealt in packets (A-35).

    `pile` is the deck as it was gathered (see :func:`gathered`), a new deck if None. Raises
    ValueError for packets of no cards.

    >>> written(deal("classic", 1, dealer=unshuffled()).bottom[:1])[1:] in "3456789TJQKA2"
    True
    """
    gathered_cards = None if pile is None else tuple(pile)
    if packet < 1:
        raise ValueError(f"packet={packet}: a packet has 1 card or more")

    def dealer(rules: Rules, chance: np.random.Generator) -> Piles:
        deck = whole_deck(rules)
        cards = deck if gathered_cards is None else gathered_cards
        if sorted(cards) != sorted(deck):
            raise HandError(f"the pile is not the deck of {rules.name}")
        at = int(chance.integers(len(cards)))
        return _in_packets(rules, [*cards[at:], *cards[:at]], packet)

    return dealer


def _in_packets(rules: Rules, cards: Sequence[Card], packet: int) -> Piles:
    """Deal packets in turn; the last of a hand is smaller, and what is left is the table's."""
    hands: list[list[Card]] = [[] for _ in range(rules.players)]
    position = 0
    while len(hands[-1]) < rules.hand_size:
        for hand in hands:
            size = min(packet, rules.hand_size - len(hand))
            hand += cards[position : position + size]
            position += size
    table = [*cards[position:]]
    return piles_of(rules, [*table, *(card for hand in hands for card in hand)])


def gathered(deal: Deal, played: Iterable[tuple[int, int]], landlord: int | None = None) -> Cards:
    """Gather the cards of a finished deal: in the order played, then those left in hands.

    `played` gives the seat and the packed cards of each play, in order.

    >>> dealt = deal("classic", 1)
    >>> len(gathered(dealt, [(0, 0)], landlord=0))
    54
    """
    left = [list(hand) for hand in deal.hands]
    table = [*deal.dead]
    if landlord is None:
        table = [*deal.bottom, *table]
    else:
        left[landlord] += deal.bottom
    pile: list[Card] = []
    for seat, cards in played:
        for rank in range(15):
            for _ in range(cards >> 4 * rank & 15):
                card = next((one for one in left[seat] if one.rank == rank), None)
                if card is None:
                    raise HandError(f"seat {seat} did not hold what it played")
                left[seat].remove(card)
                pile.append(card)
    return (*pile, *(card for hand in left for card in hand), *table)


def pass_three(deal: Deal, choices: Sequence[str | Iterable[Card]]) -> Deal:
    """轮换: everyone gives three cards of his hand to the next player, all at the same time.

    A choice is text (♠3, or 3 for any card of the rank) or cards. The upcard goes with its card.
    Raises HandError for cards that are not in the hand.

    >>> dealt = deal("classic", 1)
    >>> after = pass_three(dealt, [hand[:3] for hand in dealt.hands])
    >>> set(dealt.hands[0][:3]) <= set(after.hands[1])
    True
    """
    if len(choices) != len(deal.hands):
        raise HandError(f"{len(choices)} choices for {len(deal.hands)} players")
    given = [_chosen(deal, seat, choice) for seat, choice in enumerate(choices)]
    hands = []
    for seat, hand in enumerate(deal.hands):
        kept = [card for card in hand if card not in given[seat]]
        hands.append(cards_in_order([*kept, *given[seat - 1]]))
    first = next(seat for seat, hand in enumerate(hands) if deal.face_up in hand)
    return replace(deal, hands=tuple(hands), first=first)


def _chosen(deal: Deal, seat: int, choice: str | Iterable[Card]) -> Cards:
    hand = list(deal.hands[seat])
    asked = parse_cards(choice) if isinstance(choice, str) else list(choice)
    found: list[Card] = []
    for one in sorted(asked, key=lambda card: isinstance(card, int)):
        card = next((card for card in hand if one in (card, card.rank)), None)
        if card is None:
            raise HandError(f"seat {seat} does not hold the cards to pass on: {written(hand)}")
        hand.remove(card)
        found.append(card)
    if len(found) != PASSED_ON:
        raise HandError(f"seat {seat} passes on {PASSED_ON} cards, not {len(found)}")
    return tuple(found)


class Picking:
    """自选: part of the hands is dealt, the rest is picked from open cards in three rounds.

    >>> picking = Picking("classic", 1)
    >>> len(picking.shown), picking.to_pick in (0, 1, 2)
    (9, True)
    >>> while not picking.is_over:
    ...     picking.pick(picking.legal_choices()[-1])
    >>> [len(hand) for hand in picking.deal().hands], len(picking.deal().bottom)
    ([17, 17, 17], 3)
    """

    def __init__(self, rules: str | Rules = "classic", rng: Rng = None) -> None:
        """Deal what is dealt, and show the first open cards. Raises RulesError for small hands."""
        self.rules = rules_of(rules)
        self._chance = np.random.default_rng(rng)
        players, in_rounds = self.rules.players, _ROUNDS * _PICKS
        if self.rules.hand_size < in_rounds:
            raise RulesError(f"picking needs hands of {in_rounds} cards or more")
        deck = whole_deck(self.rules)
        cards = [deck[index] for index in self._chance.permutation(len(deck))]
        dealt = self.rules.hand_size - in_rounds
        self._hands = tuple(tuple(cards[dealt * one : dealt * (one + 1)]) for one in range(players))
        open_at, size = dealt * players, _PICKS * players
        self._open = [cards[open_at + size * one :][:size] for one in range(_ROUNDS)]
        self._table = cards[open_at + _ROUNDS * size :]
        self._first = int(self._chance.integers(players))
        self._upcard_seed = int(self._chance.integers(1 << 62))
        self._picked: list[Card] = []

    @property
    def is_over(self) -> bool:
        """Whether all open cards are picked."""
        return len(self._picked) == _ROUNDS * _PICKS * self.rules.players

    @property
    def to_pick(self) -> int | None:
        """The seat whose turn it is; None at the end."""
        return None if self.is_over else (self._first + len(self._picked)) % self.rules.players

    @property
    def shown(self) -> Cards:
        """The open cards that are left of this round."""
        if self.is_over:
            return ()
        now = self._open[len(self._picked) // len(self._open[0])]
        return cards_in_order(card for card in now if card not in self._picked)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What every player holds so far."""
        players = self.rules.players
        return tuple(
            cards_in_order([*hand, *self._picked[(seat - self._first) % players :: players]])
            for seat, hand in enumerate(self._hands)
        )

    def legal_choices(self) -> Cards:
        """The cards that may be picked."""
        return self.shown

    def pick(self, card: Card | str) -> None:
        """Pick an open card. Raises CallError, and changes nothing, if it is not one."""
        wanted = Card.parse(card) if isinstance(card, str) else card
        if wanted not in self.shown:
            raise CallError(f"{wanted} is not open: choose of {written(self.shown) or 'no card'}")
        self._picked.append(wanted)

    def undo(self) -> None:
        """Take the last pick back. Raises CallError if there is none."""
        if not self._picked:
            raise CallError("nothing to undo: no card is picked yet")
        self._picked.pop()

    def deal(self) -> Deal:
        """Give the deal; the landlord may refuse bottom cards. Raises CallError before the end."""
        if not self.is_over:
            raise CallError(f"not all cards are picked: seat {self.to_pick} is to pick")
        table = tuple(self._table)
        bottom = cards_in_order(table[: self.rules.bottom])
        dead = cards_in_order(table[self.rules.bottom :])
        piles = Piles(self.hands, bottom, dead, may_refuse=True)
        return with_upcard(self.rules, piles, np.random.default_rng(self._upcard_seed))


def picked(rules: Rules, chance: np.random.Generator) -> Piles:
    """Deal as 自选 with picks by chance: a dealer for :func:`deal`.

    >>> deal("classic", 1, dealer=picked).may_refuse
    True
    """
    picking = Picking(rules, chance)
    while not picking.is_over:
        picking.pick(picking.shown[int(chance.integers(len(picking.shown)))])
    found = picking.deal()
    return Piles(found.hands, found.bottom, found.dead, found.may_refuse)
