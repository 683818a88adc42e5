"""Botzone's FightTheLandlord and FightTheLandlord2: the judge's JSON as a State, and the answer.

Both games are of the rule set ``botzone``; only the second has bidding. A card is a number: 0 to 3
are the 3s, 4 to 7 the 4s and so on up to the 2s, 52 is the black joker and 53 the red one. A whole
bot that plays at random::

    turn = read_turn(input())
    if turn.is_bidding:
        print(turn.answer(0))
    else:
        state = turn.state()
        plays = state.legal_plays()
        print(turn.answer(plays[0] if plays else None))

The judge also knows 航天飞机, neighbouring fours, which the rule set leaves out. A game in which
one was played goes on; only while it is to be beaten there is no State.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..cards import RANK_COUNT, unpack
from ..deal import Rng
from ..errors import PositionError, RecordError
from ..game import State
from ..kinds import Kind
from ..plays import Play, readings

RULES = "botzone"
SEATS = 3
CARDS = 54
RED_JOKER_CARD = 53
HAND_SIZE = 17  # without the bottom
MOST_BID = 3
#: what JSON of another form leads to
MALFORMED = (AttributeError, IndexError, KeyError, TypeError)

Ids = tuple[int, ...]
History = tuple[Ids, ...]  # from the landlord's first play on, seat by seat; empty is a pass


def rank_of(card: int) -> int:
    """Give the rank of a card.

    >>> rank_of(0), rank_of(51), rank_of(52), rank_of(53)
    (0, 12, 13, 14)
    """
    return card // 4 + (card == RED_JOKER_CARD)


def packed(cards: Sequence[int]) -> int:
    """Pack cards into a hand.

    >>> hex(packed([0, 1, 4]))
    '0x12'
    """
    return sum(1 << 4 * rank_of(card) for card in cards)


def cards_for(play: Play | int, hand: Sequence[int]) -> Ids:
    """Choose the cards of a play, or of a packed hand, out of a hand: of each rank the lowest.

    Raises RecordError where the hand lacks some.

    >>> cards_for(0x12, [0, 2, 3, 7, 9])
    (0, 2, 7)
    """
    counts = unpack(play.cards if isinstance(play, Play) else play).tolist()
    chosen: list[int] = []
    for rank in range(RANK_COUNT):
        held = sorted(card for card in hand if rank_of(card) == rank)
        if len(held) < counts[rank]:
            raise RecordError(f"{play} is not in the hand {sorted(hand)}")
        chosen += held[: counts[rank]]
    return tuple(chosen)


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What a bot knows when it is asked.

    >>> turn = read_turn('{"requests": [{"own": [0, 1, 8], "bid": [1]}], "responses": []}')
    >>> turn.is_bidding, turn.seat, turn.bids, turn.answer(2)
    (True, 1, (1,), '{"response": 2}')
    """

    seat: int  #: in the game with bidding 0 bids first, in the other 0 is the landlord
    hand: Ids  #: the cards that the bot has now
    bids: Ids  #: the bids before the bot's own
    landlord: int | None = None  #: None while there is bidding
    bottom: Ids = ()
    stake: int = 1  #: the highest bid
    history: History = ()

    @property
    def is_bidding(self) -> bool:
        """Whether the bot is asked for a bid."""
        return self.landlord is None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat has."""
        dealt = [HAND_SIZE + len(self.bottom) * (seat == self.landlord) for seat in range(SEATS)]
        return tuple(dealt[seat] - len(self.played_by(seat)) for seat in range(SEATS))

    @property
    def unseen(self) -> Ids:
        """The cards that the others have, or that lie on the table while there is bidding."""
        seen = {*self.hand, *(card for play in self.history for card in play)}
        return tuple(card for card in range(CARDS) if card not in seen)

    def played_by(self, seat: int) -> Ids:
        """Give all cards that a seat has played."""
        return _played_by(seat, self.landlord or 0, self.history)

    def state(self, rng: Rng = None) -> State:
        """Make a State: the others have the unseen cards by chance, and all plays are made.

        The landlord has the bottom cards that he has not played. Whose turn it is, what is to be
        beaten and the bot's legal plays are as at the table. `rng` is a seed, a numpy Generator or
        None. Raises PositionError while there is bidding, or a 航天飞机 is to be beaten.
        """
        if self.landlord is None:
            raise PositionError("no position before there is a landlord: answer with a bid")
        hands = self._guessed(np.random.default_rng(rng), self.landlord)
        dealt = [(*hands[seat], *self.played_by(seat)) for seat in range(SEATS)]
        return replay(dealt, self.landlord, self.history)

    def _guessed(self, rng: np.random.Generator, landlord: int) -> list[Ids]:
        known = tuple(card for card in self.bottom if card in self.unseen)
        hidden = [int(card) for card in rng.permutation(sorted({*self.unseen} - {*known}))]
        hands = []
        for seat, size in enumerate(self.sizes):
            hand = self.hand if seat == self.seat else known if seat == landlord else ()
            missing = size - len(hand)
            hands.append((*hand, *hidden[:missing]))
            hidden = hidden[missing:]
        return hands

    def answer(self, choice: Play | int | None) -> str:
        """Write the bot's answer: a play, None to pass, or a bid from 0 to 3.

        >>> Turn(seat=0, hand=(0, 5, 6), bids=(), landlord=0).answer(readings("44")[0])
        '{"response": [5, 6]}'
        """
        if self.is_bidding:
            if not isinstance(choice, int) or not self._may_bid(choice):
                highest = max(self.bids, default=0)
                raise RecordError(f"{choice!r} is no bid: 0, or {highest + 1} to {MOST_BID}")
            return json.dumps({"response": choice})
        if isinstance(choice, int):
            raise RecordError(f"{choice!r} is no play: a Play, or None to pass")
        return json.dumps({"response": [] if choice is None else cards_for(choice, self.hand)})

    def _may_bid(self, bid: int) -> bool:
        return bid == 0 or max(self.bids, default=0) < bid <= MOST_BID


def read_turn(source: str | Mapping[str, Any]) -> Turn:
    """Read what the judge sends a bot: all requests until now, and the bot's responses.

    Takes the line, or what it is as JSON. Raises RecordError for what no judge sends.
    """
    data = _json(source)
    try:
        requests, responses = data["requests"], data["responses"]
        if requests and len(responses) != len(requests) - 1:
            raise RecordError(f"{len(requests)} requests and {len(responses)} responses: one fewer")
        return _turn(requests, responses)
    except MALFORMED as error:
        raise RecordError(f"no requests of FightTheLandlord: {error!r}") from error


def _turn(requests: Sequence[Mapping[str, Any]], responses: Sequence[Any]) -> Turn:
    bids = _ids(requests[0].get("bid", ()), MOST_BID + 1)
    opening = next((place for place, one in enumerate(requests) if "history" in one), None)
    if opening is None:
        return Turn(seat=len(bids), hand=_cards([requests[0]["own"]]), bids=bids)
    first = requests[opening]
    opened = [first.get("landlord", 0), first.get("pos", _seat_of(first["history"]))]
    landlord, seat = _ids(opened, SEATS)
    history = [_ids(play) for play in first["history"]][2 - (seat - landlord) % SEATS :]
    for request, response in zip(requests[opening + 1 :], responses[opening:], strict=True):
        history += map(_ids, [response, *request["history"]])
    bottom = _ids(first["publiccard"])
    dealt = {*_ids(first["own"]), *(bottom if seat == landlord else ())}
    gone = _played_by(seat, landlord, history)
    if not dealt.issuperset(gone):
        raise RecordError(f"played, and never held: {sorted({*gone} - dealt)}")
    _cards([*history, dealt - {*gone}])
    return Turn(
        seat=seat, hand=tuple(sorted(dealt - {*gone})), bids=bids, landlord=landlord,
        bottom=bottom, stake=int(first.get("finalbid", 1)), history=tuple(history),
    )  # fmt: skip


def _seat_of(history: Sequence[Sequence[int]]) -> int:
    """The seat of a bot without bidding, by the plays before its first: the landlord's is none."""
    return 2 if history[0] else 1 if history[1] else 0


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game as the judge knows it."""

    dealt: tuple[Ids, ...]  #: the landlord's hand with the bottom
    bids: Ids
    landlord: int | None
    bottom: Ids
    history: History

    def state(self) -> State:
        """Make the State after the last play. Raises PositionError as :meth:`Turn.state`."""
        if self.landlord is None:
            raise PositionError("there is no position before there is a landlord")
        return replay(self.dealt, self.landlord, self.history)


def read_log(source: str | Mapping[str, Any]) -> Game:
    """Read what the judge is sent, or the log of a game: `initdata`, and `log` with all responses.

    Every second item of the log has the responses; the others, the judge's own, are asked for the
    landlord only. Raises RecordError.
    """
    data = _json(source)
    try:
        return _game(_json(data["initdata"]), data["log"])
    except MALFORMED as error:
        raise RecordError(f"no log of FightTheLandlord: {error!r}") from error


def _game(start: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> Game:
    dealt = [_ids(hand) for hand in start["allocation"]]
    bottom = _ids(start["publiccard"])
    with_bids = all(len(hand) == HAND_SIZE for hand in dealt)
    responses = [_response(item) for item in log[1::2]]
    bids = tuple(one for one in responses[:SEATS] if isinstance(one, int)) if with_bids else ()
    landlord = _landlord(bids, log) if with_bids else 0
    if with_bids and landlord is not None:
        dealt[landlord] += bottom
    _cards(dealt)
    history = tuple(_ids(play) for play in responses[len(bids) :])
    return Game(dealt=tuple(dealt), bids=bids, landlord=landlord, bottom=bottom, history=history)


def _response(item: Mapping[str, Any]) -> Any:
    # A bot that failed is not asked any more: it passes.
    return next((one.get("response", []) for one in item.values()), [])


def _landlord(bids: Ids, log: Sequence[Mapping[str, Any]]) -> int | None:
    """The landlord whom the judge names, else whom the bids make one: seat 0 if all passed."""
    for item in log[::2]:
        output = item.get("output", item)
        for content in output.get("content", {}).values():
            if isinstance(content, Mapping) and "landlord" in content:
                return _ids([content["landlord"]], SEATS)[0]
    if len(bids) < SEATS and MOST_BID not in bids:
        return None
    return bids.index(max(bids))


def replay(dealt: Sequence[Sequence[int]], landlord: int, history: Sequence[Ids]) -> State:
    """Make the plays of a game, from the landlord's first on, with the hands that were dealt.

    Behind a 航天飞机, which the rule set lacks, it begins with what beat it or the next lead.

    >>> replay([[0, 1, 8], [4, 5], [12, 16]], 0, [(0, 1), (4, 5)]).text
    'botzone 5/./67 0 2 44:PAIR:1 0 - 0 1,1,0 0,0,0'
    """
    start = _start(history)
    state = _position(dealt, landlord, history[:start])
    for cards in history[start:]:
        state.play(_play(cards) if cards else None)
    return state


def _start(history: Sequence[Ids]) -> int:
    """Where a replay begins: behind the last 航天飞机, with a play, or where one is to be led."""
    odd = [place for place, cards in enumerate(history) if cards and not _readings(cards)]
    if not odd:
        return 0
    after = range(odd[-1] + 1, len(history))
    start = next((place for place in after if history[place]), len(history))
    if start == len(history) and len(after) < SEATS - 1:
        raise PositionError(f"{history[odd[-1]]} is to be beaten, which {RULES} has no play for")
    return start


def _position(dealt: Sequence[Sequence[int]], landlord: int, history: Sequence[Ids]) -> State:
    """The position after some plays, as a lead."""
    gone = [_played_by(seat, landlord, history) for seat in range(SEATS)]
    kinds = Counter(_readings(cards)[0].kind for cards in history if _readings(cards))
    return State.from_hands(
        [packed(dealt[seat]) - packed(gone[seat]) for seat in range(SEATS)],
        rules=RULES,
        landlord=landlord,
        to_move=(landlord + len(history)) % SEATS,
        made=[sum(map(bool, _turns_of(seat, landlord, history))) for seat in range(SEATS)],
        bombed=(kinds[Kind.BOMB], 0, kinds[Kind.ROCKET]),
    )


def _readings(cards: Ids) -> list[Play]:
    return readings(packed(cards), rules=RULES)


def _play(cards: Ids) -> Play:
    found: Play = _readings(cards)[0]
    return found


def _turns_of(seat: int, landlord: int, history: Sequence[Ids]) -> Sequence[Ids]:
    return history[(seat - landlord) % SEATS :: SEATS]


def _played_by(seat: int, landlord: int, history: Sequence[Ids]) -> Ids:
    return tuple(card for play in _turns_of(seat, landlord, history) for card in play)


def _json(source: Any) -> Any:
    try:
        return json.loads(source) if isinstance(source, str) else source
    except json.JSONDecodeError as error:
        raise RecordError(f"no JSON: {error}") from error


def _ids(cards: Any, limit: int = CARDS) -> Ids:
    """Numbers below a limit. Raises RecordError."""
    for card in cards:
        if not isinstance(card, int) or not 0 <= card < limit:
            raise RecordError(f"{card!r} is not a number from 0 to {limit - 1}")
    return tuple(cards)


def _cards(piles: Sequence[Any]) -> Ids:
    """All cards of some piles, sorted. Raises RecordError for one that is there twice."""
    every = sorted(card for pile in piles for card in _ids(pile))
    for card, after in pairwise(every):
        if card == after:
            raise RecordError(f"the card {card} is there twice")
    return tuple(every)
