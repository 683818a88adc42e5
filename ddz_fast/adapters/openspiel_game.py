"""The game `dou_dizhu_fast` for OpenSpiel, which `adapters.openspiel.register` adds to its own."""

from typing import Any

from .packages import installed_with

with installed_with("pip install open_spiel"):
    import pyspiel

from ..game import State
from ..presets import rules
from ..scoring import score
from . import openspiel

NAME = "dou_dizhu_fast"
PLAYERS = 3
RANKS = len(rules(openspiel.RULES).deck)
CARDS = sum(rules(openspiel.RULES).deck)
DEALT = CARDS - rules(openspiel.RULES).bottom
MOST_PAID = 2.0 * 2**14 * 2  #: thirteen bombs and the rocket, and 春天, by two farmers
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Dou Dizhu, of ddz_fast",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=openspiel.FIRST_PLAY + len(openspiel.plays()),
    max_chance_outcomes=RANKS,
    num_players=PLAYERS,
    min_utility=-MOST_PAID,
    max_utility=MOST_PAID,
    utility_sum=0.0,
    max_game_length=PLAYERS * CARDS,
)


class Game(pyspiel.Game):  # type: ignore[misc]
    """Three players; seat 0 is the landlord and has the bottom cards, nobody bids."""

    def __init__(self, params: Any = None) -> None:
        """Make the game; it has no parameters."""
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> "Deal":
        """Give the state before the first card is dealt."""
        return Deal(self)


class Deal(pyspiel.State):  # type: ignore[misc]
    """A deal, card by card round the table, and then the game. A chance action is a card's rank."""

    def __init__(self, game: Game) -> None:
        """Begin with all cards in the deck."""
        super().__init__(game)
        self.left = list(rules(openspiel.RULES).deck)
        self.hands = [[0] * RANKS for _ in range(PLAYERS)]
        self.state: State | None = None

    def current_player(self) -> int:
        """Give the seat, chance while cards are dealt, or that the game is over."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.state.to_move is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.state.to_move

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give every rank that is left with its chance."""
        total = sum(self.left)
        return [(rank, count / total) for rank, count in enumerate(self.left) if count]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.state is not None
        return openspiel.legal_actions(self.state)

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            self._deal(action)
        else:
            self.state.play(openspiel.play_of(action))

    def _deal(self, rank: int) -> None:
        dealt = CARDS - sum(self.left)
        self.left[rank] -= 1
        self.hands[dealt % PLAYERS][rank] += 1
        if dealt + 1 == DEALT:
            landlord = [own + more for own, more in zip(self.hands[0], self.left, strict=True)]
            self.state = State.from_hands([landlord, *self.hands[1:]], rules=openspiel.RULES)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Deal {openspiel.plays()[action]}"  # the first plays are the single cards
        return str(openspiel.play_of(action) or "Pass")

    def is_terminal(self) -> bool:
        """Whether a player has gone out."""
        return self.state is not None and self.state.is_over

    def returns(self) -> list[float]:
        """Give what each seat receives: 0 as long as the game goes on."""
        if self.state is None or not self.state.is_over:
            return [0.0] * PLAYERS
        return [float(points) for points in score(self.state).points]

    def __str__(self) -> str:
        """Write the position, or how many cards are dealt."""
        return f"{CARDS - sum(self.left)} cards dealt" if self.state is None else str(self.state)


def register_game() -> None:
    """Put the game into OpenSpiel's list, if it is not there."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(TYPE, Game)
