"""A game as its seats see it, in numbers: what environments of several projects are made of.

An action is a number: the index of a play in :func:`ddz_fast.all_plays`, and behind the last of
them one for the pass. What a seat sees is the row that :meth:`ddz_fast.VecGames.counts` has for it.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from .._objects import Play
from ..cards import unpack
from ..errors import IllegalPlay
from ..game import State, VecGames
from ..plays import action_id, all_plays
from ..presets import rules as rules_named
from ..rulesets import Rules
from ..scoring import score

__all__ = ["REWARDS", "Observation", "Seats", "view_width"]

Observation = dict[str, npt.NDArray[Any]]
REWARDS = ("score", "wins")


def view_width(players: int) -> int:
    """How many numbers a seat sees.

    >>> view_width(3)
    96
    """
    return 48 + 16 * players


class Seats:
    """Deals and plays games of one rule set, with actions and observations as numbers.

    `reward` is "score", what :func:`ddz_fast.score` pays, or "wins", 1 and -1. None is "score", and
    "wins" for rule sets whose games pay nothing. Raises RulesError for an unknown rule set.

    >>> seats = Seats("classic", None)
    >>> seats.deal(np.random.default_rng(1))
    >>> actions = seats.legal_actions()
    >>> seats.play(int(actions[0]))
    >>> seats.state.to_move, seats.actions, seats.play_of(seats.pass_action) is None
    (1, 30384, True)
    """

    def __init__(self, rules: str | Rules, reward: str | None) -> None:
        """Take a rule set, and what is rewarded."""
        self.rules = rules if isinstance(rules, Rules) else rules_named(rules)
        pays = self.rules.scoring != "winner_only"
        self.reward = reward or ("score" if pays else "wins")
        if self.reward not in REWARDS:
            raise ValueError(f"no reward: {reward!r}; there are {', '.join(REWARDS)}")
        self.players = self.rules.players
        self.pass_action = len(all_plays(self.rules))
        self.actions = self.pass_action + 1
        self.state: State
        self._played: list[int] = []

    def deal(self, chance: np.random.Generator) -> None:
        """Begin a game: seat 0 is the landlord, where there is one; nobody bids."""
        self.state = VecGames(1, self.rules, seed=chance).state(0)
        self._played = [0] * self.players

    def play_of(self, action: int) -> Play | None:
        """Give the play of an action, None for the pass; raises IllegalPlay where there is none."""
        if not 0 <= action < self.actions:
            raise IllegalPlay(f"no action {action}: there are 0 to {self.pass_action}")
        return None if action == self.pass_action else all_plays(self.rules)[int(action)]

    def action_of(self, play: Play | str | None) -> int:
        """Give the action of a play, None for a pass; raises PlayError for no play of the rules."""
        return self.pass_action if play is None else int(action_id(play, rules=self.rules))

    def play(self, action: int) -> None:
        """Let the seat that is to move play, or pass; raises IllegalPlay and changes nothing."""
        play = self.play_of(action)
        seat = self.state.to_move
        self.state.play(play)
        if play is not None and seat is not None:
            self._played[seat] += play.cards

    def legal_actions(self) -> npt.NDArray[np.int64]:
        """Give what the seat that is to move may do, ascending; the pass is last."""
        ids: npt.NDArray[np.int64] = action_id(self.state.legal_plays().array, rules=self.rules)
        return np.append(ids, self.pass_action) if self.state.may_pass else ids

    def random_action(self, chance: np.random.Generator) -> int:
        """Draw one of these."""
        number = int(chance.integers(self.state.count_plays() + self.state.may_pass))
        if number == self.state.count_plays():
            return self.pass_action
        return self.action_of(self.state.legal_play(number))

    def observation(self, seat: int) -> Observation:
        """Give what a seat sees, and which actions it may take: none when it is not to move."""
        mask = np.zeros(self.actions, np.int8)
        if self.state.to_move == seat:
            mask[self.legal_actions()] = 1
        return {"observation": self.view(seat), "action_mask": mask}

    def view(self, seat: int) -> npt.NDArray[np.uint8]:
        """Give what a seat sees: the row of :meth:`ddz_fast.VecGames.counts`."""
        state, beat = self.state, self.state.beat
        hands, sizes = state.hands, state.sizes
        order = [(seat + step) % self.players for step in range(self.players)]
        seen = [beat.cards if beat else 0, *(self._played[other] for other in order)]
        counts = unpack(np.array([hands[other] for other in order] + seen, np.uint64))
        own, others, open_cards = counts[0], counts[1 : self.players], counts[self.players :]
        left = [sizes[other] for other in order]
        parts = [own, others.sum(axis=0), open_cards.ravel(), left, state.bombs_played]
        return np.concatenate(parts, dtype=np.uint8, casting="unsafe")

    def info(self, seat: int) -> dict[str, Any]:
        """Give what a seat knows beside its view: whether it is a landlord, and whose play to beat.

        "beat_by" is how many seats after this one that player sits; None on a lead.
        """
        player = self.state.last_player
        beat_by = None if player is None else (player - seat) % self.players
        return {"is_landlord": seat in self.state.landlords, "beat_by": beat_by}

    def rewards(self) -> list[float]:
        """Give what each seat gets for the game: 0 while it goes on."""
        state = self.state
        if not state.is_over:
            return [0.0] * self.players
        if self.reward == "score":
            return [float(points) for points in score(state).points]
        return [1.0 if seat in state.winners else -1.0 for seat in range(self.players)]
