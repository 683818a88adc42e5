"""DouZero's move generator, game and training environment, with its names and data formats.

Moves are sorted lists of card numbers: 3 to 14, 17 for the 2, 20 and 30 for the jokers. Nothing
of DouZero is imported, but by :func:`patch`. With `exact=True` everything is as in DouZero to the
order of moves, with what it lists twice and with its faults. Else these are mended: planes are
compared by their bodies alone, what its detector takes for another play or for none is read right,
and each move is listed once, sorted by kind.

>>> MovesGener([3, 3, 3, 4]).gen_moves()
[[3], [4], [3, 3], [3, 3, 3], [3, 3, 3, 4]]
>>> get_move_type([3, 3, 3, 4, 4, 4, 5, 6])
{'type': 11, 'rank': 3, 'len': 2}
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial, partialmethod
from importlib import import_module
from typing import Any

import numpy as np

from .._douzero import answers, moves_of_type, packed, strength_of, type_of, unpacked
from .._douzero_game import GameEnv
from .._douzero_infoset import InfoSet
from .._douzero_observation import cards_array, get_obs

__all__ = [
    "DummyAgent",
    "Env",
    "GameEnv",
    "InfoSet",
    "Move",
    "MovesGener",
    "answers",
    "cards_array",
    "get_move_type",
    "get_obs",
    "packed",
    "patch",
    "unpacked",
]

Move = list[int]

POSITIONS = ("landlord", "landlord_up", "landlord_down")
OBJECTIVES = ("adp", "wp", "logadp")
DECK = [card for card in (*range(3, 15), 17) for _ in range(4)] + [20, 30]
#: the chains among DouZero's types, with the fewest groups of each
SHORTEST = {8: 5, 9: 3, 10: 2, 11: 2, 12: 2}


class MovesGener:
    """The moves that a list of cards can lead, all or by DouZero's types.

    >>> MovesGener([3, 4, 5, 6, 7, 8]).gen_type_8_serial_single(repeat_num=6)
    [[3, 4, 5, 6, 7, 8]]
    """

    def __init__(self, cards_list: Sequence[int], *, exact: bool = False) -> None:
        """Take a hand of at most 20 cards, in any order."""
        self.exact = exact
        self.cards_list = sorted(cards_list)
        self.cards_dict: defaultdict[int, int] = defaultdict(int)
        for card in self.cards_list:
            self.cards_dict[card] += 1
        self.gen_type_1_single()
        self.gen_type_2_pair()
        self.gen_type_3_triple()
        self.gen_type_4_bomb()
        self.gen_type_5_king_bomb()

    def _moves(self, number: int, repeat_num: int = 0) -> list[Move]:
        length = repeat_num if repeat_num >= SHORTEST.get(number, 0) else 0
        return moves_of_type(self.cards_list, number, length, self.exact)

    def gen_type_1_single(self) -> list[Move]:
        """Single cards."""
        self.single_card_moves = self._moves(1)
        return self.single_card_moves

    def gen_type_2_pair(self) -> list[Move]:
        """Pairs."""
        self.pair_moves = self._moves(2)
        return self.pair_moves

    def gen_type_3_triple(self) -> list[Move]:
        """Trios."""
        self.triple_cards_moves = self._moves(3)
        return self.triple_cards_moves

    def gen_type_4_bomb(self) -> list[Move]:
        """Bombs."""
        self.bomb_moves = self._moves(4)
        return self.bomb_moves

    def gen_type_5_king_bomb(self) -> list[Move]:
        """The rocket."""
        self.final_bomb_moves = self._moves(5)
        return self.final_bomb_moves

    def gen_type_6_3_1(self) -> list[Move]:
        """Trios with a single card."""
        return self._moves(6)

    def gen_type_7_3_2(self) -> list[Move]:
        """Trios with a pair."""
        return self._moves(7)

    def gen_type_8_serial_single(self, repeat_num: int = 0) -> list[Move]:
        """Chains of singles, of `repeat_num` cards only if that is not too few."""
        return self._moves(8, repeat_num)

    def gen_type_9_serial_pair(self, repeat_num: int = 0) -> list[Move]:
        """Chains of pairs."""
        return self._moves(9, repeat_num)

    def gen_type_10_serial_triple(self, repeat_num: int = 0) -> list[Move]:
        """Planes."""
        return self._moves(10, repeat_num)

    def gen_type_11_serial_3_1(self, repeat_num: int = 0) -> list[Move]:
        """Planes with single cards."""
        return self._moves(11, repeat_num)

    def gen_type_12_serial_3_2(self, repeat_num: int = 0) -> list[Move]:
        """Planes with pairs."""
        return self._moves(12, repeat_num)

    def gen_type_13_4_2(self) -> list[Move]:
        """Quads with two cards."""
        return self._moves(13)

    def gen_type_14_4_22(self) -> list[Move]:
        """Quads with two pairs."""
        return self._moves(14)

    def gen_moves(self) -> list[Move]:
        """All moves."""
        return self._moves(0)


def get_move_type(move: Sequence[int], *, exact: bool = False) -> dict[str, int]:
    """What a move is: DouZero's `type`, and `rank` and `len` where it has them; 15 is no move."""
    told = zip(("type", "rank", "len"), type_of(move, exact), strict=True)
    return {name: value for name, value in told if value >= 0}


def _filter(number: int) -> Callable[..., list[Move]]:
    def of_type(moves: Iterable[Move], rival_move: Move, *, exact: bool = False) -> list[Move]:
        least = strength_of(rival_move, number, exact)
        return [move for move in moves if strength_of(move, number, exact) > least]

    of_type.__doc__ = f"Those of moves of type {number} that beat a rival move of that type."
    of_type.__name__ = of_type.__qualname__ = f"filter_type_{number}"
    return of_type


filter_type_1_single = _filter(1)
filter_type_2_pair = _filter(2)
filter_type_3_triple = _filter(3)
filter_type_4_bomb = _filter(4)
filter_type_6_3_1 = _filter(6)
filter_type_7_3_2 = _filter(7)
filter_type_8_serial_single = _filter(8)
filter_type_9_serial_pair = _filter(9)
filter_type_10_serial_triple = _filter(10)
filter_type_11_serial_3_1 = _filter(11)
filter_type_12_serial_3_2 = _filter(12)
filter_type_13_4_2 = _filter(13)
filter_type_14_4_22 = _filter(14)
common_handle = _filter(1)


class DummyAgent:
    """A player that makes the move that it is told to."""

    def __init__(self, position: str) -> None:
        """Take the position's name."""
        self.position = position
        self.action: Move | None = None

    def act(self, infoset: InfoSet) -> Move:
        """Give the move that was set; it must be legal."""
        assert self.action in infoset.legal_actions
        return self.action

    def set_action(self, action: Move) -> None:
        """Tell the next move."""
        self.action = action


class Env:
    """DouZero's training environment: moves in, observations out, one ply a step.

    The objective is adp (each bomb doubles the reward), logadp (each adds one) or wp. Deals come
    from numpy's global generator as in DouZero: the same seed gives the same cards.
    """

    def __init__(self, objective: str, *, exact: bool = False) -> None:
        """Take adp, logadp or wp, and whether DouZero's faults are copied."""
        if objective not in OBJECTIVES:
            raise ValueError(f"no objective: {objective!r}; there are {', '.join(OBJECTIVES)}")
        self.objective = objective
        self.players = {position: DummyAgent(position) for position in POSITIONS}
        self._env = GameEnv(self.players, exact=exact)
        self.infoset: InfoSet | None = None

    def reset(self) -> dict[str, Any]:
        """Deal anew, and give the landlord's first observation."""
        cards = DECK.copy()
        np.random.shuffle(cards)
        hands = {"landlord": cards[:20], "landlord_up": cards[20:37], "landlord_down": cards[37:]}
        bottom = {"three_landlord_cards": cards[17:20]}
        self._env.reset()
        self._env.card_play_init({key: sorted(part) for key, part in (hands | bottom).items()})
        self.infoset = self._env.game_infoset
        return get_obs(self.infoset)

    def step(self, action: Move) -> tuple[dict[str, Any] | None, float, bool, dict[str, Any]]:
        """Make a legal move: the next observation, the landlord's reward, whether it is over, {}.

        Raises AssertionError for an illegal move, as DouZero does.
        """
        game = self._env
        try:
            game.take(action)
        except ValueError as error:
            raise AssertionError(str(error)) from None
        self.infoset = game.game_infoset
        if game.game_over:
            return None, self._get_reward(), True, {}
        return get_obs(self.infoset), 0.0, False, {}

    def _get_reward(self) -> float:
        sign = 1.0 if self._game_winner == "landlord" else -1.0
        if self.objective == "adp":
            return sign * 2.0**self._game_bomb_num
        return sign * (self._game_bomb_num + 1) if self.objective == "logadp" else sign

    @property
    def _game_infoset(self) -> InfoSet:
        return self._env.game_infoset

    @property
    def _game_bomb_num(self) -> int:
        return self._env.bomb_num

    @property
    def _game_winner(self) -> str | None:
        return self._env.winner

    @property
    def _acting_player_position(self) -> str | None:
        return self._env.acting_player_position

    @property
    def _game_over(self) -> bool:
        return self._env.game_over


# In place of DouZero's own ----------------------------------------------------------------------

FILTERS = {name: thing for name, thing in globals().items() if name.startswith("filter_type_")} | {
    "common_handle": common_handle
}
#: What patch replaces, by the module of DouZero that it is from.
REPLACED: dict[str, dict[str, Any]] = {
    "douzero.env.move_generator": {"MovesGener": MovesGener},
    "douzero.env.move_detector": {"get_move_type": get_move_type},
    "douzero.env.move_selector": FILTERS,
    "douzero.env.game": {"GameEnv": GameEnv, "InfoSet": InfoSet},
    "douzero.env.env": {"Env": Env, "get_obs": get_obs, "_cards2array": cards_array},
}
PACKAGE = "douzero"
WITHOUT_FAULTS = (InfoSet, get_obs, cards_array)


def patch(*, exact: bool = False) -> list[str]:
    """Put all this in the place of DouZero's own, and give the names that were replaced.

    Works before and after DouZero's modules are imported: in those that are loaded every such name
    is replaced, and those that come later import what is replaced. What modules of other packages
    have imported from it before, and objects that exist, stay as they are. `exact` is that of the
    replacements where nobody says otherwise. Raises ImportError if DouZero is not installed.
    """
    by_id = {}
    for origin, names in REPLACED.items():
        for name, ours in names.items():
            theirs = getattr(_imported(origin), name)
            by_id[id(theirs)] = (theirs, _as_exact(ours) if exact else ours)
    loaded = [module for name, module in sorted(sys.modules.items()) if _is_douzero(name)]
    replaced = []
    for module in loaded:
        for name, thing in list(vars(module).items()):
            theirs, ours = by_id.get(id(thing), (None, None))
            if thing is theirs and ours is not theirs and thing is not None:
                setattr(module, name, ours)
                replaced.append(f"{module.__name__}.{name}")
    return replaced


def _is_douzero(name: str) -> bool:
    return name.partition(".")[0] == PACKAGE


def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if not _is_douzero(error.name or ""):
            raise
        message = "DouZero is not installed: pip install --no-deps douzero"
        raise ImportError(message) from error


def _as_exact(thing: Any) -> Any:
    """The same with `exact=True` unless it is told otherwise."""
    if thing in WITHOUT_FAULTS:
        return thing
    if isinstance(thing, type):
        initial = partialmethod(thing.__init__, exact=True)  # type: ignore[misc]
        return type(thing.__name__, (thing,), {"__init__": initial, "__doc__": thing.__doc__})
    return partial(thing, exact=True)
