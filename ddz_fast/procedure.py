"""What all ways to find a landlord have in common: one small state machine (docs/game.md 2).

A procedure knows who speaks next, what he may say, and what it makes of what he says. Its fields
are values that are never changed in place, so that a copy of it is a point to come back to.
"""

from dataclasses import dataclass

from .deal import Deal
from .rulesets import Rules
from .scoring import Factor

Calls = tuple[str, ...]
PASS = "PASS"


@dataclass(kw_only=True)
class Procedure:
    """What all procedures have. Those before it in an auction hand on what they found."""

    deal: Deal
    order: tuple[int, ...]  #: who still speaks, in order; empty at the end
    redeals: int = 0  #: how many deals before this one, in a row, nobody took
    landlord: int | None = None
    hidden: int | None = None  #: the hidden landlord
    twin: str | None = None  #: the face of the card that fixes him
    is_redeal: bool = False
    declined: bool = False  #: the receiver of the upcard has passed
    factors: tuple[Factor, ...] = ()
    quotas: tuple[int | None, ...] = ()
    allowance: int = 0  #: 让牌
    reward: int | None = None
    head_take: bool = False
    blind: tuple[int, ...] = ()  #: seats that have not looked at their cards

    @classmethod
    def begin(cls, deal: Deal, redeals: int = 0) -> "Procedure":
        """Begin with the holder of the upcard, then round the table."""
        players = deal.rules.players
        order = tuple((deal.first + step) % players for step in range(players))
        one = cls(deal=deal, order=order, redeals=redeals, quotas=(None,) * players)
        one.factors = (Factor("stake 底分", deal.rules.base),)
        one.start()
        return one

    @property
    def rules(self) -> Rules:
        """The rule set of the deal."""
        return self.deal.rules

    def start(self) -> None:
        """Set what holds before the first call."""

    def calls(self) -> Calls:
        """What the next in order may say."""
        raise NotImplementedError

    def take(self, call: str) -> None:
        """Make of a legal call what follows from it."""
        raise NotImplementedError

    def then(self) -> "Procedure | None":
        """The procedure that follows this one at its end."""
        return None

    def handed_on(self, to: type["Procedure"], order: tuple[int, ...] = ()) -> "Procedure":
        """Give another procedure what this one found."""
        names = Procedure.__dataclass_fields__
        other = to(**{name: getattr(self, name) for name in names} | {"order": order})
        other.start()
        return other

    def next_speaks(self) -> int:
        """Give the one who spoke, and let the next speak."""
        seat, *rest = self.order
        self.order = tuple(rest)
        return seat

    def hears(self, call: str) -> int:
        """Give the one who spoke; note whether the receiver of the upcard declined."""
        seat = self.next_speaks()
        self.declined |= call == PASS and seat == self.deal.first
        return seat

    def end(self, landlord: int | None, *made: Factor) -> None:
        """End with a landlord; without one, deal again or force the first speaker (A-36)."""
        self.order = ()
        forced = self.rules.force_after
        if landlord is None and forced is not None and self.redeals + 1 >= forced:
            landlord = self.deal.first
        self.landlord, self.is_redeal = landlord, landlord is None
        self.factors += made
        is_mute = self.rules.mute_decliner and self.declined
        if is_mute and landlord not in (None, self.deal.first):
            self.quotas = with_value(self.quotas, self.deal.first, 0)


def with_value(
    values: tuple[int | None, ...], seat: int, value: int | None
) -> tuple[int | None, ...]:
    """Give values with another one for a seat.

    >>> with_value((None, None, 1), 1, 0)
    (None, 0, 1)
    """
    return (*values[:seat], value, *values[seat + 1 :])
