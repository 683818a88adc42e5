"""The auction: who becomes landlord, for what stake, and what the others may still play."""

from collections.abc import Iterable
from copy import copy as shallow
from math import prod

from .deal import Cards, Deal
from .errors import CallError
from .game import State
from .physical import Card, packed, parse_cards, written
from .procedure import Procedure
from .procedures import PROCEDURES
from .reveal import Reveal
from .scoring import Factor

DECLARE = "DECLARE"  #: what the hidden landlord says when he shows himself at the start


class Auction:
    """A small state machine: who may say what, and what follows; ``rules.auction`` says which.

    >>> auction = Auction(deal("classic", 1))
    >>> auction.legal_calls()
    ['PASS', '1', '2', '3']
    >>> auction.call("2")
    >>> auction.call("PASS")
    >>> auction.call("PASS")
    >>> auction.landlords == (auction.deal.first,), auction.stake
    (True, 2)
    """

    def __init__(self, deal: Deal, *, redeals: int = 0) -> None:
        """Begin; `redeals` deals before this one, in a row, were passed by all (A-36)."""
        if not isinstance(deal, Deal):
            raise TypeError(f"an auction is of a Deal, not {type(deal).__name__}")
        if type(redeals) is not int or redeals < 0:
            raise ValueError(f"redeals={redeals!r}: a whole number from 0")
        self._deal = deal
        self._history: list[tuple[int, str]] = []
        self._past: list[Procedure] = []
        self._now = _settled(PROCEDURES[deal.rules.auction].begin(deal, redeals))

    @property
    def deal(self) -> Deal:
        """The deal that is bid for."""
        return self._deal

    @property
    def history(self) -> list[tuple[int, str]]:
        """The calls so far, each with its seat."""
        return list(self._history)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be called."""
        return not self._now.order

    @property
    def to_call(self) -> int | None:
        """The seat whose turn it is; None at the end."""
        return self._now.order[0] if self._now.order else None

    def legal_calls(self) -> list[str]:
        """What the seat that is to call may say; none at the end.

        >>> Auction(deal("four", 1)).legal_calls()
        ['PASS', 'HEAD_TAKE', 'RAISE1']
        """
        return list(self._now.calls()) if self._now.order else []

    def call(self, call: str, seat: int | None = None) -> None:
        """Make a call, of the seat whose turn it is; to say the `seat` has it checked.

        Raises CallError, and changes nothing, where it is not legal.
        """
        if call == DECLARE and self.hidden is not None and seat in (None, self.hidden):
            return self.declare()
        if self.is_over:
            raise CallError(f"{call}: the auction is over")
        if seat is not None and seat != self.to_call:
            raise CallError(f"{call} by seat {seat}: it is the turn of seat {self.to_call}")
        if call not in self._now.calls():
            known = ", ".join(self.legal_calls())
            raise CallError(f"{call!r} is no legal call of seat {self.to_call}: {known}")
        self._history.append((self._now.order[0], call))
        self._past.append(self._now)
        after = shallow(self._now)
        after.take(call)
        self._now = _settled(after)
        return None

    def declare(self) -> None:
        """Let the hidden landlord show himself at the start, which changes nothing else.

        Raises CallError where there is none, or where he has done so.
        """
        if self.hidden is None or self.declared:
            raise CallError("DECLARE: there is no hidden landlord who has not shown himself")
        self._history.append((self.hidden, DECLARE))
        self._past.append(self._now)

    def undo(self) -> None:
        """Take the last call back. Raises CallError if there is none."""
        if not self._history:
            raise CallError("nothing to undo: nobody has called yet")
        self._history.pop()
        self._now = self._past.pop()

    def copy(self) -> "Auction":
        """Give the same auction once more: calls to one do not change the other.

        >>> auction = Auction(deal("classic", 1))
        >>> auction.copy().call("3")
        >>> auction.is_over
        False
        """
        other = object.__new__(type(self))
        other._deal, other._now = self._deal, self._now
        other._history, other._past = self._history[:], self._past[:]
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        """Tell what was called, and whose turn it is."""
        calls = " ".join(f"{seat}:{call}" for seat, call in self._history) or "no call"
        turn = "over" if self.is_over else f"seat {self.to_call} is to call"
        return f"<Auction {self._deal.rules.name}, {calls}; {turn}>"

    @property
    def is_redeal(self) -> bool:
        """Whether it ended without a landlord, so that the cards are dealt again."""
        return self.is_over and self._now.is_redeal

    @property
    def landlords(self) -> tuple[int, ...]:
        """The seats of the landlords, the open one first; none before the end.

        >>> auction = Auction(deal("five2", 2))
        >>> auction.call("CALL")
        >>> auction.landlords == (auction.deal.first, auction.hidden)
        True
        """
        if not self.is_over or self._now.landlord is None:
            return ()
        seats = (self._now.landlord, self._now.hidden)
        return tuple(dict.fromkeys(seat for seat in seats if seat is not None))

    @property
    def hidden(self) -> int | None:
        """The seat of the hidden landlord (暗地主), if another player is."""
        return self.landlords[1] if len(self.landlords) == 2 else None

    @property
    def twin(self) -> str | None:
        """The face of the card that fixes the hidden landlord: playing it reveals him."""
        return self._now.twin

    @property
    def declared(self) -> bool:
        """Whether the hidden landlord has shown himself."""
        return bool(self._history) and self._history[-1][1] == DECLARE

    @property
    def unseen(self) -> tuple[int, ...]:
        """The seats that have not looked at their cards yet (闷)."""
        return self._now.blind

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The stake and what the calls made of it, as :func:`score` takes it."""
        return self._now.factors

    @property
    def stake(self) -> int:
        """What scoring starts from, for all farmers.

        >>> Auction(deal("four", 1)).stake
        3
        """
        return self._stake_of(None)

    @property
    def pair_stakes(self) -> tuple[int, ...]:
        """What it starts from for each seat, where farmers raise for themselves; landlords 0."""
        seats = range(self._deal.rules.players)
        return tuple(0 if seat in self.landlords else self._stake_of(seat) for seat in seats)

    def _stake_of(self, farmer: int | None) -> int:
        return prod(one.times for one in self.factors if one.farmer in (None, farmer))

    @property
    def reward(self) -> int | None:
        """What each farmer pays a landlord by head take (头拿) who wins; None for others."""
        return self._now.reward

    @property
    def head_take(self) -> bool:
        """Whether the landlord is one by head take, so that he may play open (明打)."""
        return self._now.head_take

    @property
    def bomb_quota(self) -> tuple[int | None, ...]:
        """How many bombs each seat may play; None where there is no limit."""
        return self._now.quotas

    @property
    def allowance(self) -> int:
        """让牌: with how many cards left a farmer has won."""
        return self._now.allowance

    @property
    def dealt(self) -> tuple[int, ...]:
        """The packed hands as they were dealt."""
        return self._deal.packed

    @property
    def hands(self) -> tuple[int, ...]:
        """The packed hands that are played, the bottom with the open landlord's."""
        return self._hands_with(self._deal.bottom)

    def _hands_with(self, bottom: Iterable[Card]) -> tuple[int, ...]:
        taker = self.landlords[0] if self.landlords else None
        return tuple(
            hand + packed(bottom) if seat == taker else hand
            for seat, hand in enumerate(self._deal.packed)
        )

    def state(self, take: str | Iterable[Card] | None = None) -> State:
        """Give the :class:`State` that play begins with: the landlord takes the bottom and leads.

        `take` says which bottom cards he takes, where he may refuse some (自选): text or cards.
        Raises CallError where there is no landlord, or no such cards may be taken.
        """
        if not self.is_over or self.is_redeal:
            raise CallError("no play: the auction is not over, or the cards are dealt again")
        rules, landlords = self._deal.rules, self.landlords
        allowances = [0 if seat in landlords else self.allowance for seat in range(rules.players)]
        return State.from_hands(
            self._hands_with(self._taken(take)),
            rules=rules,
            landlord=landlords or None,
            to_move=landlords[0] if landlords else self._deal.first,
            bombs=list(self.bomb_quota),
            allowance=allowances,
            must_hold=self._must_hold(),
        )

    def _must_hold(self) -> int:
        """Give what the first play must hold: where ♠3 leads it may have to (A-32)."""
        leads = self._deal.rules.first_must_include_s3 and not self.landlords
        return packed([self._deal.face_up]) if leads else 0

    def _taken(self, take: str | Iterable[Card] | None) -> Cards:
        left = list(self._deal.bottom)
        if take is None:
            return tuple(left)
        if not self._deal.may_refuse:
            raise CallError("take: in this deal the landlord takes all bottom cards")
        taken = []
        for asked in parse_cards(take) if isinstance(take, str) else list(take):
            card = next((one for one in left if asked in (one, one.rank)), None)
            if card is None:
                raise CallError(f"take: not in the bottom {written(self._deal.bottom)}")
            left.remove(card)
            taken.append(card)
        return tuple(taken)


def _settled(procedure: Procedure) -> Procedure:
    """Go on to what follows a procedure that is at its end."""
    while not procedure.order and (following := _following(procedure)) is not None:
        procedure = following
    return procedure


def _following(procedure: Procedure) -> Procedure | None:
    needs_hidden = procedure.rules.landlords == 2 and procedure.hidden is None
    if procedure.landlord is not None and needs_hidden:
        return procedure.handed_on(Reveal)
    return procedure.then()
