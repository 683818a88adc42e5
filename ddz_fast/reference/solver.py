"""Who wins with all hands open, by definition (残局): every play is tried, for small positions.

A side is the landlords, or all others; where nobody is landlord, each of two players.
"""

from functools import lru_cache
from operator import sub
from typing import NamedTuple

from ..errors import PositionError
from .game import Limits, State
from .plays import Counts, Play, is_legal, plays_within


class _Place(NamedTuple):
    """What of a position tells who wins; the cards that a first lead must hold are not in it."""

    hands: tuple[Counts, ...]
    turn: int
    beat: Play | None
    passes: int
    bombs: Limits


def outcome(state: State) -> bool:
    """Whether the side to move wins, whatever the other side plays.

    Raises PositionError if the game is over, or if there are not two sides.

    >>> outcome(State.from_hands(["33344", "55"])), outcome(State.from_hands(["34", "55"]))
    (True, False)
    """
    return any(is_win for _, is_win in outcomes(state))


def outcomes(state: State) -> list[tuple[Play | None, bool]]:
    """Every legal play, and the pass last, each with whether the side to move wins by it.

    >>> for play, is_win in outcomes(State.from_hands(["446", "5B"])):
    ...     print(play, is_win)
    4 False
    6 False
    44 True
    >>> for play, is_win in outcomes(State.from_hands(["35", "6", "47"], to_move=1, beat="4")):
    ...     print(play or "pass", is_win)
    6 True
    pass True
    """
    _check(state)
    search = _Search(state)
    plays = [*state.legal_plays(), None] if state.may_pass else state.legal_plays()
    return [(play, search.wins_by(search.start, play)) for play in plays]


def _check(state: State) -> None:
    """Refuse what has no side to move, or not two sides."""
    if state.is_over:
        raise PositionError(f"the game is over: seat {state.winner} has won")
    if not state.landlords and state.players > 2:
        raise PositionError(
            f"landlords: none of {state.players} players; two sides are the landlords and all"
            " others, or two players"
        )


class _Search:
    """All that is found out about one position and those that it leads to."""

    def __init__(self, state: State) -> None:
        position = state.position
        self.rules = state.rules
        self.start = _Place(state.hands, position.to_move, state.beat, state.passes, state.bombs)
        self.allowance = state.allowance
        self.is_landlord = [seat in state.landlords for seat in range(state.players)]
        if not state.landlords:
            self.is_landlord = [True, False]  # each for himself: two sides, whatever their names
        #: every play that a seat may come to make: later hands are parts of the first
        self.plays = [list(plays_within(state.rules, hand)) for hand in state.hands]
        self.known: dict[_Place, bool] = {}
        self.legal_plays = lru_cache(maxsize=None)(self._legal_plays)

    def wins(self, place: _Place) -> bool:
        """Whether the side to move wins: there is a play, or the pass, by which it does."""
        if place not in self.known:
            self.known[place] = any(self.wins_by(place, play) for play in self.choices(place))
        return self.known[place]

    def wins_by(self, place: _Place, play: Play | None) -> bool:
        """Whether the side to move wins if it plays that, or passes (None)."""
        then = _passed(place) if play is None else self.played(place, play)
        if sum(then.hands[place.turn]) <= self.allowance[place.turn]:
            return True
        is_same_side = self.is_landlord[then.turn] == self.is_landlord[place.turn]
        return self.wins(then) == is_same_side

    def choices(self, place: _Place) -> list[Play | None]:
        """All that the player to move may do."""
        hand, bombs = place.hands[place.turn], place.bombs[place.turn]
        plays = self.legal_plays(place.turn, hand, place.beat, bombs != 0)
        return [*plays] if place.beat is None else [*plays, None]

    def _legal_plays(
        self, seat: int, hand: Counts, beat: Play | None, may_bomb: bool
    ) -> list[Play]:
        bombs = None if may_bomb else 0
        plays = self.plays[seat]
        return [play for play in plays if is_legal(self.rules, play, hand, beat, bombs)]

    def played(self, place: _Place, play: Play) -> _Place:
        """Give what a play makes of a position."""
        hands, bombs = list(place.hands), list(place.bombs)
        hands[place.turn] = tuple(map(sub, place.hands[place.turn], play.cards))
        limit = bombs[place.turn]
        if limit is not None and self.rules.is_limited(play.kind):
            bombs[place.turn] = limit - 1
        return _Place(tuple(hands), _next(place), play, 0, tuple(bombs))


def _passed(place: _Place) -> _Place:
    """Give what a pass makes of a position: after the last one the next player leads."""
    passes = place.passes + 1
    if passes == len(place.hands) - 1:
        return place._replace(turn=_next(place), beat=None, passes=0)
    return place._replace(turn=_next(place), passes=passes)


def _next(place: _Place) -> int:
    return (place.turn + 1) % len(place.hands)
