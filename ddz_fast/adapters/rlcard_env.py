"""The environment of `rlcard.make("doudizhu-fast")`: its own base class over our game."""

from collections import OrderedDict
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from rlcard.envs import Env

from .._rlcard_game import Game
from ..cards import RANKS, unpack
from ..plays import Play
from .rlcard import PASS, RULES, action_ids, actions, plays

PLAYERS = 3
LANDLORD = 0
HAND_SIZE = 17  # without the bottom
JOKERS = ("BJ", "RJ")
#: RLCard's deck before it is shuffled
DECK = [*(suit + rank for rank in RANKS[:13] for suit in "SHDC"), *JOKERS]

Row = npt.NDArray[np.int8]
Told = OrderedDict[str, Any]


def _letter(card: str) -> str:
    return card[0] if card in JOKERS else card[1]


LETTERS = {card: _letter(card) for card in DECK}
RANK_OF = {card: RANKS.index(letter) for card, letter in LETTERS.items()}
PACKED_AS = {card: 1 << 4 * rank for card, rank in RANK_OF.items()}


@cache
def action_rows() -> Row:
    """The 54 numbers of each action, by id; read-only, since all states share them."""
    counts = np.array([unpack(play.cards) for play in plays()])
    naturals = counts[:, :13, None] > np.arange(4)
    rows = np.zeros((len(actions()), 54), dtype=np.int8)
    rows[:-1] = np.hstack([naturals.reshape(len(counts), -1), counts[:, 13:]])
    rows.flags.writeable = False
    return rows


@cache
def _plays_by_text() -> dict[str, Play | None]:
    return dict(zip(actions(), (*plays(), None), strict=True))


@cache
def _actions_by_cards() -> dict[int, tuple[int, str, Row]]:
    cards = (*(play.cards for play in plays()), 0)
    told = zip(action_ids().values(), actions(), action_rows(), strict=True)
    return dict(zip(cards, told, strict=True))


class DoudizhuGame(Game):
    """What RLCard's base class asks of a game."""

    allow_step_back = False
    np_random: Any = None

    def __init__(self) -> None:
        """Make a game before its deal."""
        super().__init__(RULES, _plays_by_text(), _actions_by_cards())

    def init_game(self) -> tuple[dict[str, Any], int]:
        """Deal, and give the landlord's state and seat."""
        deck = DECK.copy()
        self.np_random.shuffle(deck)
        bottom = deck[PLAYERS * HAND_SIZE :]
        self.dealt = [deck[seat * HAND_SIZE :][:HAND_SIZE] for seat in range(PLAYERS)]
        self.dealt[LANDLORD] += bottom
        self.begin([_packed(hand) for hand in self.dealt], _packed(bottom))
        return self.state, LANDLORD

    def hands_with_suits(self) -> list[list[str]]:
        """The cards that each player has, sorted by rank."""
        hands = [sorted(hand, key=RANK_OF.__getitem__) for hand in self.dealt]
        for seat, action in self.trace:
            for letter in action if action != PASS else "":
                hands[seat].remove(next(c for c in hands[seat] if LETTERS[c] == letter))
        return hands

    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner_id is not None

    def get_player_id(self) -> int:
        """Whose turn it is."""
        return self.current_player

    @staticmethod
    def get_num_players() -> int:
        """Three."""
        return PLAYERS

    @staticmethod
    def get_num_actions() -> int:
        """How many actions there are, the pass among them."""
        return len(actions())


def _packed(cards: list[str]) -> int:
    return sum(map(PACKED_AS.__getitem__, cards))


def _sorted_text(cards: list[str]) -> str:
    return "".join(LETTERS[card] for card in sorted(cards, key=RANK_OF.__getitem__))


class DoudizhuEnv(Env):  # type: ignore[misc]
    """RLCard's Dou Dizhu environment over our game."""

    def __init__(self, config: dict[str, Any]) -> None:
        """Take RLCard's configuration: `seed` and `allow_step_back`."""
        self.name = "doudizhu"
        self.game = DoudizhuGame()
        self._texts: tuple[str, ...] = actions()
        super().__init__(config)
        self.state_shape = [[790], [901], [901]]
        self.action_shape = [[54] for _ in range(PLAYERS)]

    def step(self, action: Any, raw_action: bool = False) -> tuple[Told, int]:
        """Make an action, an id or with `raw_action` a text: the next state and seat.

        Raises IllegalPlay or PlayError, and nothing has changed.
        """
        game = self.game
        text = action if raw_action else self._texts[action]
        seat = game.current_player
        game.step(text)
        self.timestep += 1
        self.action_recorder.append((seat, text))
        return game.observed(game.state, self.action_recorder), game.current_player

    def get_payoffs(self) -> npt.NDArray[np.int64]:
        """1 for each winner, 0 for each loser."""
        won = self.game.winner_id == LANDLORD
        return np.array([int(won), int(not won), int(not won)])

    def get_perfect_information(self) -> dict[str, Any]:
        """All hands, what was played, whose turn it is and what he may do."""
        told = self.game.state
        hands = self.game.hands_with_suits()
        return {
            "hand_cards_with_suit": [" ".join(hand) for hand in hands],
            "hand_cards": [_sorted_text(hand) for hand in hands],
            "trace": told["trace"],
            "current_player": self.game.current_player,
            "legal_actions": told["actions"],
        }

    def get_action_feature(self, action: Any) -> Row:
        """The 54 numbers of an action."""
        row: Row = action_rows()[action]
        return row.copy()

    def _extract_state(self, state: dict[str, Any]) -> Told:
        return self.game.observed(state, self.action_recorder)

    def _decode_action(self, action_id: Any) -> str:
        return self._texts[int(action_id)]

    def _get_legal_actions(self) -> dict[int, Row]:
        ids, rows = action_ids(), action_rows()
        return {ids[text]: rows[ids[text]] for text in self.game.state["actions"]}
