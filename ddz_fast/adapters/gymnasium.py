"""Dou Dizhu as an environment of Gymnasium: one seat, and policies for the others.

Importing this registers "ddz_fast/DouDizhu-v0". Observations, actions and infos are those
of `ddz_fast.adapters.pettingzoo`, which describes them.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..errors import IllegalPlay
from ..rulesets import Rules
from .packages import installed_with
from .seats import Observation, Seats, view_width

with installed_with("pip install gymnasium"):
    import gymnasium
    from gymnasium import spaces

__all__ = ["ENVIRONMENT", "Policy", "SeatEnv"]

Policy = Callable[[Observation], int]
ENVIRONMENT = "ddz_fast/DouDizhu-v0"


class SeatEnv(gymnasium.Env):
    """One seat of a game; the others play at random, or by the `policies` of their seats.

    A policy takes an observation, {"observation", "action_mask"}, and gives an action. The reward
    comes at the end of the game: what it pays, or 1 and -1 (`reward`). An illegal action ends the
    game too, with `illegal_reward` and ``info["illegal"]``; choose one below what a game can cost.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as in Gymnasium's own)

    def __init__(
        self,
        rules: str | Rules = "classic",
        seat: int = 0,
        policies: Mapping[int, Policy] | Policy | None = None,
        *,
        reward: str | None = None,
        illegal_reward: float = -100.0,
        render_mode: str | None = None,
    ) -> None:
        """Take a rule set, the seat (0 is the landlord), and a policy for all or for each other."""
        self.seats = Seats(rules, reward)
        if not 0 <= seat < self.seats.players:
            raise ValueError(f"no seat {seat}: there are 0 to {self.seats.players - 1}")
        self.seat = seat
        self.policies = _by_seat(policies, self.seats.players)
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.seats.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (view_width(self.seats.players),), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.seats.actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and let the others play until it is the seat's turn."""
        super().reset(seed=seed)
        self.seats.deal(self.np_random)
        self._let_others_play()
        while self.seats.state.is_over:  # another went out before the seat had a turn
            self.seats.deal(self.np_random)
            self._let_others_play()
        return self.seats.observation(self.seat), self.seats.info(self.seat)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play, and let the others play until it is the seat's turn again, or the game is over."""
        try:
            self.seats.play(int(action))
        except IllegalPlay as error:
            info = self.seats.info(self.seat) | {"illegal": str(error)}
            return self.seats.observation(self.seat), self.illegal_reward, True, False, info
        self._let_others_play()
        reward = self.seats.rewards()[self.seat]
        is_over = self.seats.state.is_over
        info = self.seats.info(self.seat)
        return self.seats.observation(self.seat), reward, is_over, False, info

    def _let_others_play(self) -> None:
        seats = self.seats
        while (mover := seats.state.to_move) not in (None, self.seat):
            policy = self.policies.get(mover or 0)
            if policy is None:
                seats.play(seats.random_action(self.np_random))
            else:
                seats.play(int(policy(seats.observation(mover or 0))))

    def render(self) -> str | None:
        """Give the position as one line of text, with render_mode="ansi"."""
        return self.seats.state.text if self.render_mode == "ansi" else None


def _by_seat(policies: Mapping[int, Policy] | Policy | None, players: int) -> Mapping[int, Policy]:
    if callable(policies):
        return dict.fromkeys(range(players), policies)
    unknown = [seat for seat in policies or () if not 0 <= seat < players]
    if unknown:
        raise ValueError(f"policies of seats {unknown}: there are 0 to {players - 1}")
    return policies or {}


if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(ENVIRONMENT, entry_point="ddz_fast.adapters.gymnasium:SeatEnv")
