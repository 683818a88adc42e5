"""How landlords are found: one procedure for each way to bid (docs/game.md 2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .cards import BLACK_JOKER
from .deal import Deal
from .procedure import PASS, Calls, Procedure, with_value
from .scoring import Factor

CALL, GRAB, DOUBLE = "CALL", "GRAB", "DOUBLE"
HEAD_TAKE, RAISE1, RAISE2 = "HEAD_TAKE", "RAISE1", "RAISE2"
BLIND, LOOK, BO, NO_BO, LA, NO_LA = "BLIND", "LOOK", "BO", "NO_BO", "LA", "NO_LA"


@dataclass(kw_only=True)
class NoAuction(Procedure):
    """Nobody speaks: the holder of the upcard leads, and is landlord if there is one."""

    def start(self) -> None:
        """End at once."""
        self.order = ()
        self.landlord = self.deal.first if self.rules.landlords else None


@dataclass(kw_only=True)
class BidPoints(Procedure):
    """叫分法: everyone bids once, higher than before."""

    bid: int = 0
    leader: int | None = None

    def calls(self) -> Calls:
        """Pass, or a higher bid."""
        return (PASS, *(str(bid) for bid in range(self.bid + 1, 4)))

    def take(self, call: str) -> None:
        """Note a bid; three ends it."""
        seat = self.hears(call)
        if call != PASS:
            self.bid, self.leader = int(call), seat
        if self.bid == 3 or not self.order:
            self.end(self.leader, *[Factor("bid 叫分", self.bid)] * (self.bid > 0))


@dataclass(kw_only=True)
class Grab(Procedure):
    """抢地主法: everyone calls once, the last caller is landlord; A-37, A-38."""

    callers: tuple[int, ...] = ()
    doubled: int = 0
    is_reclaim: bool = False

    def calls(self) -> Calls:
        """Call or grab, or a last chance to."""
        if self.is_reclaim:
            return (PASS, DOUBLE if self.rules.reclaim == "stake_only" else GRAB)
        return (PASS, GRAB if self.callers else CALL)

    def take(self, call: str) -> None:
        """Note a caller; after the last, earlier ones may have another chance."""
        seat = self.next_speaks() if self.is_reclaim else self.hears(call)
        self.doubled += call == DOUBLE
        if call in (CALL, GRAB):
            self.callers += (seat,)
        if not self.order and not self.is_reclaim:
            self.is_reclaim, self.order = True, self._claimants()
        if not self.order:
            self._end()

    def _claimants(self) -> tuple[int, ...]:
        """The first caller may grab back; or all before the last may double (A-38)."""
        if not self.rules.reclaim:
            return ()
        before = self.callers[:-1]
        return before if self.rules.reclaim == "stake_only" else before[:1]

    def _end(self) -> None:
        doublings = len(self.callers) + self.doubled - self.rules.first_call_free
        if self.callers:
            self.end(self.callers[-1], Factor("calls 抢地主", 2**doublings))
        else:
            self.end(None)


@dataclass(kw_only=True)
class YieldGrabs(Procedure):
    """两人: call and grab in turn; each grab lets the farmer keep cards (让牌)."""

    caller: int | None = None
    grabs: int = 0

    def calls(self) -> Calls:
        """Call, or grab from the other."""
        return (PASS, CALL if self.caller is None else GRAB)

    def take(self, call: str) -> None:
        """Let the other grab, until one passes or there have been so many."""
        seat = self.hears(call) if self.caller is None else self.next_speaks()
        if call == PASS:
            if self.caller is not None or not self.order:
                self._end()
            return
        self.grabs += call == GRAB
        is_open = self.caller is not None or bool(self.order)
        self.caller = seat
        self.order = (1 - seat,) if is_open and self.grabs < self.rules.max_grabs else ()
        if not self.order:
            self._end()

    def _end(self) -> None:
        self.allowance = self.grabs * self.rules.yield_cards
        doublings = self.grabs + (self.caller is not None) - self.rules.first_call_free
        self.end(self.caller, *[Factor("calls 抢地主", 2**doublings)] * (self.caller is not None))


@dataclass(kw_only=True)
class RaiseLevels(Procedure):
    """加档 of the four-player game: head take, raise to level 1 or 2, or pass (rules.md 2 (2))."""

    level: int = 0
    leader: int | None = None
    spoke: tuple[tuple[int, str], ...] = ()

    def calls(self) -> Calls:
        """The first may take at once; over level 1 only one step more is left."""
        if self.order[0] == self.deal.first:
            return (PASS, HEAD_TAKE, RAISE1, *[RAISE2] * self.rules.jia_open_two)
        return (PASS, RAISE1, *[RAISE2] * (self.level == 0))

    def take(self, call: str) -> None:
        """Raise the level; level 2 and a head take end it."""
        seat = self.hears(call)
        self.spoke += ((seat, call),)
        if call in (RAISE1, RAISE2):
            self.level = 2 if call == RAISE2 else self.level + 1
            self.leader = seat
        if call == HEAD_TAKE:
            self._end_by_head_take(seat)
        elif self.level == 2 or not self.order:
            self._end_by_levels()

    def _end_by_head_take(self, seat: int) -> None:
        quota = self.rules.head_take_quota
        self.quotas = with_value((quota,) * self.rules.players, seat, None)
        self.reward, self.head_take = self.rules.reward, True
        self.end(seat)

    def _end_by_levels(self) -> None:
        landlord = self.deal.first if self.leader is None else self.leader
        for seat, call in self.spoke:
            limit = None if seat == landlord else 1 if call == PASS else 2
            self.quotas = with_value(self.quotas, seat, limit)
        stake = self.rules.base + self.level
        self.factors = (Factor(f"stake 筹码 at level {self.level} 加档", stake),)
        if self.leader is None and self.rules.forced_reward:
            self.reward = self.rules.reward
        if self.leader == self.deal.first and not self.order:  # all waived: table 1, A-39
            self.reward, self.head_take = max(self.rules.reward, stake), True
        self.end(landlord)


@dataclass(kw_only=True)
class BlindRaise(Procedure):
    """闷簸拉: take unseen, or look and call; then raise, and raise back (rules.md 2 (11))."""

    phase: str = LOOK
    passed: tuple[int, ...] = ()
    raised: Mapping[int, int] = field(default_factory=dict)

    def start(self) -> None:
        """Nobody has looked; only the first decides whether to."""
        self.blind = self.order

    def calls(self) -> Calls:
        """What the phase asks; with both jokers or four 2s nobody may pass."""
        if self.phase == CALL and must_call(self.deal, self.order[0]):
            return (CALL,)
        return {
            LOOK: (LOOK, BLIND),
            CALL: (PASS, CALL),
            BO: (NO_BO, BO),
            LA: (NO_LA, LA),
        }[self.phase]

    def take(self, call: str) -> None:
        """Go on in the phase that the call belongs to."""
        {LOOK: self._look, CALL: self._call, BO: self._bo, LA: self._la}[self.phase](call)

    def _look(self, call: str) -> None:
        if call == BLIND:
            self.factors += (Factor("taken blind 闷", 2),)
            self._taken_by(self.next_speaks())
        else:
            self.phase, self.blind = CALL, ()

    def _call(self, call: str) -> None:
        seat = self.hears(call)
        if call == CALL:
            self._taken_by(seat)
        elif self.order:
            self.passed += (seat,)
        else:
            self.end(None)

    def _taken_by(self, seat: int) -> None:
        """Ask the farmers who have not passed, as often as each may raise (A-31)."""
        self.landlord, self.phase = seat, BO
        players = self.rules.players
        farmers = [(seat + step) % players for step in range(1, players)]
        self.order = tuple(one for one in farmers if one not in self.passed) * self.rules.bo_max
        if not self.order:
            self._asked_all()

    def _bo(self, call: str) -> None:
        seat = self.next_speaks()
        if call == BO:
            self.raised = {**self.raised, seat: self.raised.get(seat, 0) + 1}
        else:
            self.order = tuple(one for one in self.order if one != seat)
            self.blind = tuple(one for one in self.blind if one != seat)
        if not self.order:
            self._asked_all()

    def _asked_all(self) -> None:
        if self.raised and self.landlord is not None:
            self.phase, self.order = LA, (self.landlord,)
        else:
            self._end()

    def _la(self, call: str) -> None:
        self.next_speaks()
        self._end(call == LA)

    def _end(self, raised_back: bool = False) -> None:
        made = [Factor("raised 簸", 2**often, seat) for seat, often in self.raised.items()]
        made += [Factor("raised back 拉", 2, seat) for seat in self.raised if raised_back]
        self.blind = ()
        self.end(self.landlord, *made)


def must_call(deal: Deal, seat: int) -> bool:
    """Whether a player holds all jokers or four 2s, with which he may not pass (D line 25).

    >>> hands = ["22223333444455556", "BR666777788889999", "TTTTJJJJQQQQKKKKA"]
    >>> dealt = Deal.from_hands(hands, rules="yunnan")
    >>> [must_call(dealt, seat) for seat in range(3)]
    [True, True, False]
    """
    counts = deal.counts[seat]
    jokers = sum(deal.rules.deck[BLACK_JOKER:])
    return bool(counts[BLACK_JOKER - 1] >= 4 or int(counts[BLACK_JOKER:].sum()) == jokers > 0)


@dataclass(kw_only=True)
class FaceUp(Procedure):
    """明牌: its receiver is landlord if he likes; if not, the others bid (rules.md 2 (4))."""

    def start(self) -> None:
        """Ask only the receiver."""
        self.order = self.order[:1]

    def calls(self) -> Calls:
        """Take it or not."""
        return (PASS, CALL)

    def take(self, call: str) -> None:
        """End, or hand on to the others."""
        seat = self.hears(call)
        if call == CALL:
            self.end(seat)

    def then(self) -> Procedure | None:
        """The others bid, in turn."""
        if self.landlord is not None:
            return None
        players = self.rules.players
        others = tuple((self.deal.first + step) % players for step in range(1, players))
        return self.handed_on(PROCEDURES[self.rules.auction_fallback], others)


PROCEDURES: Mapping[str, type[Procedure]] = {
    "bid_points": BidPoints,
    "grab": Grab,
    "raise_levels": RaiseLevels,
    "blind_raise": BlindRaise,
    "yield_grabs": YieldGrabs,
    "face_up": FaceUp,
    "none": NoAuction,
}
