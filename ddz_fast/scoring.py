"""What a finished game pays: a stake, factors, and who settles with whom (docs/game.md 4).

Every loser settles with every winner: the stake times all factors that hold between the two.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import index
from typing import Any, Protocol

import numpy as np

from .cards import BLACK_JOKER, Counts, counts_of, parse_hand, unpack
from .kinds import Kind
from .presets import rules as rules_named
from .rulesets import Rules

Points = tuple[int, ...]


class Finished(Protocol):
    """What is read from a game: a :class:`State`, or anything that has the same attributes."""

    @property
    def rules(self) -> Rules: ...  # noqa: D102
    @property
    def players(self) -> int: ...  # noqa: D102
    @property
    def landlords(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def winners(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def bombs_played(self) -> tuple[int, int, int]: ...  # noqa: D102
    @property
    def spring(self) -> str | None: ...  # noqa: D102


class Sold(Protocol):
    """What is read from an auction: an :class:`Auction` that is over."""

    @property
    def factors(self) -> tuple["Factor", ...]: ...  # noqa: D102
    @property
    def reward(self) -> int | None: ...  # noqa: D102
    @property
    def landlords(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def head_take(self) -> bool: ...  # noqa: D102
    @property
    def hands(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def dealt(self) -> tuple[int, ...]: ...  # noqa: D102


@dataclass(frozen=True)
class Factor:
    """One factor of what is paid, for all or only between one farmer and the landlord.

    >>> Factor("bid 叫分", 3).times
    3
    """

    text: str
    times: int
    farmer: int | None = None  #: the seat of the farmer for whom it holds; None: for all


@dataclass(frozen=True)
class Score:
    """What each seat wins (+) or pays (-), and why.

    >>> Score((6, -3, -3), (0,), (Factor("stake 底分", 3),)).points
    (6, -3, -3)
    """

    points: Points  #: one number a seat; their sum is 0
    winners: tuple[int, ...]
    factors: tuple[Factor, ...]

    def explain(self) -> str:
        """Write the factors and what each seat wins or pays, one a line.

        >>> print(Score((6, -3, -3), (0,), (Factor("stake 底分", 3),)).explain())
        stake 底分: 3
        seat 0: +6, won
        seat 1: -3
        seat 2: -3
        """
        return "\n".join((*self._factor_lines(), *self._seat_lines()))

    def _factor_lines(self) -> Iterator[str]:
        for number, factor in enumerate(self.factors):
            only = "" if factor.farmer is None else f" (seat {factor.farmer})"
            yield f"{factor.text}{only}: {'x' if number else ''}{factor.times}"

    def _seat_lines(self) -> Iterator[str]:
        for seat, points in enumerate(self.points):
            yield f"seat {seat}: {points:+d}{', won' if seat in self.winners else ''}"


def score(
    game: Finished,
    auction: Sold | None = None,
    *,
    stop: bool = False,
    open_play: bool = False,
    levels: Sequence[int] | None = None,
) -> Score:
    """Say what a game pays under its rule set.

    Without an auction the stake is the base of the rule set. Only where it pays "chips": `stop`, a
    landlord with 报到 has stopped the deal; `open_play`, 明打; `levels`, the 报到 of each seat, if
    not that of the hands of the auction.

    Raises ValueError for a game that is not over, for an auction that did not begin it, and for
    what its rule set does not have.

    >>> from types import SimpleNamespace
    >>> game = SimpleNamespace(rules=rules("classic"), players=3, landlords=(0,), winners=(1, 2))
    >>> game.bombs_played, game.spring = (1, 0, 0), None  # a State has all of these
    >>> print(score(game).explain())
    stake 底分: 1
    bombs 炸弹 (1): x2
    seat 0: -4
    seat 1: +2, won
    seat 2: +2, won
    """
    rules = game.rules
    _check_begun(game, auction)
    case = _Case(game, auction, open_play, _levels(game, auction, levels))
    if rules.scoring != "chips" and (stop or open_play):
        raise ValueError(f"stop and open_play are of rule sets that pay chips, not of {rules.name}")
    if open_play and not (auction is not None and auction.head_take):
        raise ValueError("open_play: only a landlord by head take may play open (明打)")
    if stop:
        return _settled(game, game.landlords, _stopped(case))
    if not game.winners:
        raise ValueError("the game is not over: nobody has played all cards")
    return _settled(game, game.winners, tuple(_SCORINGS[rules.scoring](case)))


def _check_begun(game: Finished, auction: Sold | None) -> None:
    """Refuse an auction that made other landlords, or none; and chips without a landlord."""
    if auction is not None and sorted(auction.landlords) != sorted(game.landlords):
        made = ", ".join(map(str, auction.landlords)) or "none"
        raise ValueError(f"the auction's landlord is {made}: it is not that of this game")
    if game.rules.scoring == "chips" and not game.landlords:
        raise ValueError("chips are paid between a landlord and farmers, and there is no landlord")


def _settled(game: Finished, winners: tuple[int, ...], factors: tuple[Factor, ...]) -> Score:
    """Let every loser pay every winner."""
    points = [0] * game.players
    losers = [seat for seat in range(game.players) if seat not in winners]
    for winner, loser in product(winners, losers):
        farmer = winner if loser in game.landlords else loser
        paid = prod(one.times for one in factors if one.farmer in (None, farmer))
        points[winner] += paid
        points[loser] -= paid
    return Score(tuple(points), winners, factors)


@dataclass(frozen=True)
class _Case:
    game: Finished
    auction: Sold | None
    open_play: bool
    levels: tuple[int, ...]

    @property
    def won(self) -> bool:
        return self.game.landlords[0] in self.game.winners

    @property
    def landlord_level(self) -> int:
        return self.levels[self.game.landlords[0]]

    @property
    def farmers(self) -> list[int]:
        return [seat for seat in range(self.game.players) if seat not in self.game.landlords]

    @property
    def stake(self) -> tuple[Factor, ...]:
        """The stake and what the auction made of it."""
        if self.auction is None:
            return (Factor("stake 底分", self.game.rules.base),)
        return self.auction.factors


def _played(case: _Case) -> Iterator[Factor]:
    """What was played: bombs, and whether one side did not get to play."""
    rules = case.game.rules
    bombs, chains, rockets = case.game.bombs_played
    for text, count, factor in (
        ("bombs 炸弹", bombs, rules.bomb_factor),
        ("bomb chains 连炸", chains, rules.bomb_factor**rules.lianzha_counts),
        ("rockets 火箭", rockets, rules.rocket_factor),
    ):
        if count and factor > 1:
            yield Factor(f"{text} ({count})", factor**count)
    if case.game.spring is not None and rules.spring_factor > 1:
        yield Factor(_SPRINGS[case.game.spring], rules.spring_factor)


_SPRINGS = {
    "landlord": "spring 春天: no farmer has played",
    "farmers": "spring 反春: the landlord has played once",
}


def _points(case: _Case) -> Iterator[Factor]:
    yield from case.stake
    yield from _played(case)


def _nothing(case: _Case) -> Iterator[Factor]:
    yield Factor("no payment in the text", 0)


def _chips(case: _Case) -> Iterator[Factor]:
    """Section 5.1 of rules.md."""
    yield from _first_reward(case) if case.won else case.stake
    yield from _played(case)
    if case.open_play:
        yield Factor("open play 明打", 2)
    yield from _landlord_baodao(case)
    yield from _farmers_baodao(case)


def _first_reward(case: _Case) -> tuple[Factor, ...]:
    """The reward in the stake's place, unless something multiplies the stake (A-40)."""
    reward = None if case.auction is None else case.auction.reward
    multiplied = case.landlord_level > 0 or case.open_play
    if reward is None or (multiplied and not case.game.rules.reward_multiplied):
        return case.stake
    return (Factor("reward 奖励", reward),)


def _landlord_baodao(case: _Case) -> Iterator[Factor]:
    level = case.landlord_level
    if level and case.won:
        yield Factor(f"the landlord's 报到 of level {level}", 2**level)
    elif level and not case.open_play:
        yield Factor("a landlord with 报到 pays nothing", 0)


def _farmers_baodao(case: _Case) -> Iterator[Factor]:
    for seat in case.farmers:
        level = case.levels[seat]
        if level and case.won:
            yield Factor("a farmer with 报到 pays nothing", 0, seat)
        elif level:
            shares = 2**level if case.game.rules.farmer_baodao_pow2 else 2
            yield Factor(f"a farmer's 报到 of level {level}", shares, seat)


def _stopped(case: _Case) -> tuple[Factor, ...]:
    if case.game.winners:
        raise ValueError("stop: the game is over already")
    if not case.landlord_level:
        raise ValueError("stop: only a landlord with 报到 may stop the deal")
    return (*case.stake, Factor("a landlord with 报到 stops the deal", 1))


_SCORINGS: Mapping[str, Callable[[_Case], Iterator[Factor]]] = {
    "points": _points,
    "pairs": _points,  # whose factors tell for which farmer they hold
    "chips": _chips,
    "winner_only": _nothing,
}


def _levels(game: Finished, auction: Sold | None, levels: Sequence[int] | None) -> tuple[int, ...]:
    if levels is not None:
        if len(levels) != game.players:
            raise ValueError(f"levels: one for each of {game.players} seats, not {len(levels)}")
        found = tuple(map(index, levels))
        if min(found) < 0:
            raise ValueError(f"levels: {min(found)}; each is a whole number from 0")
        return found
    if auction is None or game.rules.scoring != "chips":
        return (0,) * game.players
    hands = auction.dealt if game.rules.baodao_dealt_only else auction.hands
    return tuple(
        baodao_level(hand, game.rules, landlord=seat in game.landlords)
        for seat, hand in enumerate(hands)
    )


def baodao_level(hand: Any, rules: str | Rules = "four", *, landlord: bool = False) -> int:
    """Give the level of 报到 of a hand: 0 none, 1 单报到, 2 双报到, and so on (rules.md 2 (2)).

    Takes text, a packed hand or 15 counts. `landlord` counts only with `baodao_no_bomb`.

    >>> baodao_level("3333333BBRR"), baodao_level("33333333" "44444444" "BBRR"), baodao_level("33")
    (2, 5, 0)
    """
    chosen = rules_named(rules) if isinstance(rules, str) else rules
    counts = [int(count) for count in _counts(hand)]
    level = sum(max(0, count - 6) for count in counts[:BLACK_JOKER])
    level += sum(counts[BLACK_JOKER:]) >= 4
    if landlord and chosen.baodao_no_bomb and not _has_bomb(counts, chosen):
        return 1
    return level


def _counts(hand: Any) -> Counts:
    if isinstance(hand, str):
        return parse_hand(hand)
    return unpack(hand) if isinstance(hand, int | np.integer) else counts_of(hand)


def _has_bomb(counts: Sequence[int], rules: Rules) -> bool:
    most = {
        Kind.BOMB: max(counts[:BLACK_JOKER]),
        Kind.ROCKET: sum(counts[BLACK_JOKER:]),
    }
    return any(length <= most.get(kind, 0) for kind, length in rules.bombs)
