"""The hidden landlord (暗地主), who is found by a card of which the open one shows the rest."""

from dataclasses import dataclass

from .cards import BLACK_JOKER
from .procedure import Calls, Procedure

SHOW = "SHOW_"


@dataclass(kw_only=True)
class Reveal(Procedure):
    """The hidden landlord: who holds the last copy of a card of which the open one shows the rest.

    With two packs the upcard is shown already, if its receiver is the landlord.
    """

    def start(self) -> None:
        """Ask the landlord for a card, or look for the twin of the upcard."""
        assert self.landlord is not None
        if self.landlord == self.deal.first and not self.declined and self._copies_shown() == 1:
            self._show(self.deal.face_up.face)
        elif self.calls_of(self.landlord):
            self.order = (self.landlord,)
        else:
            self._found(None)

    def calls(self) -> Calls:
        """Cards of which exactly one copy is not the landlord's."""
        return self.calls_of(self.order[0])

    def calls_of(self, landlord: int) -> Calls:
        """What a landlord may show: another player holds the last copy of it."""
        mine = [card.face for card in (*self.deal.hands[landlord], *self.deal.bottom)]
        elsewhere = [
            card.face
            for seat, hand in enumerate(self.deal.hands)
            if seat != landlord
            for card in hand
        ]
        faces = sorted(set(mine), key=mine.index)
        shown = self._copies_shown()
        return tuple(
            SHOW + face
            for face in faces
            if mine.count(face) == shown and elsewhere.count(face) == 1
        )

    def _copies_shown(self) -> int:
        """All copies of a card but one: one with two packs, a pair with three."""
        return max(self.rules.deck[:BLACK_JOKER]) // 4 - 1

    def take(self, call: str) -> None:
        """Find who holds the last copy."""
        self.next_speaks()
        self._show(call.removeprefix(SHOW))

    def _show(self, face: str) -> None:
        self.twin = face
        seats = [
            seat
            for seat, hand in enumerate(self.deal.hands)
            if seat != self.landlord and any(card.face == face for card in hand)
        ]
        self._found(seats[0] if seats else None)

    def _found(self, hidden: int | None) -> None:
        """Without another holder one has both roles, or the cards are dealt again.

        That is A-24, of a twin in the bottom; the same holds for one in the landlord's own hand.
        """
        self.order = ()
        self.hidden = self.landlord if hidden is None and self.rules.both_roles else hidden
        if self.hidden is None:
            self.landlord, self.is_redeal = None, True
