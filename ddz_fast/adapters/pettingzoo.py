"""Dou Dizhu as an environment of PettingZoo, for two to six players: `doudizhu_v0`.

    from ddz_fast.adapters import pettingzoo as doudizhu_v0
    env = doudizhu_v0.env(rules="classic")

The agents are player_0 to player_5, in the order of play; player_0 is the landlord, where there is
one, and has the bottom cards; nobody bids. An observation has two arrays:

* "observation", ``uint8[48 + 16 * players]``: 15 counts each, 3 to 2 and both jokers, of the own
  hand, of all cards of the others, of the play to beat, and of what each seat has played; then how
  many cards each seat has; then the bombs, chains of bombs and rockets that were played. Seats
  begin with the agent's own.
* "action_mask", ``int8``: 1 for what the agent may do, all 0 when it is not its turn. An action is
  the index of a play in ``ddz_fast.all_plays(rules)``; the last one is the pass.

Infos tell what these counts do not: "is_landlord", and "beat_by", how many seats after the agent
the player of the play to beat sits (None on a lead). Rewards come at the end: what the game pays,
or 1 and -1 (`reward`).
"""

from typing import Any

import numpy as np

from ..rulesets import Rules
from .packages import installed_with
from .seats import Observation, Seats, view_width

with installed_with("pip install pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

__all__ = ["doudizhu_v0", "env", "raw_env"]


def env(
    rules: str | Rules = "classic",
    *,
    reward: str | None = None,
    render_mode: str | None = None,
    illegal_reward: float = -1.0,
) -> AECEnv:
    """Make the environment with PettingZoo's usual checks around it.

    An illegal action ends the game, and who takes it gets `illegal_reward`; choose one below what a
    game can cost.
    """
    inner = raw_env(rules, reward=reward, render_mode=render_mode)
    checked = wrappers.TerminateIllegalWrapper(inner, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's name)
    """The environment itself; an illegal action raises IllegalPlay and changes nothing."""

    metadata = {  # noqa: RUF012 (as in PettingZoo's own)
        "name": "doudizhu_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: str | Rules = "classic",
        *,
        reward: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Take a rule set, what is rewarded ("score", "wins"), and how to render."""
        super().__init__()
        self.seats = Seats(rules, reward)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats.players)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: self._what_is_seen() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.seats.actions) for agent in self.possible_agents
        }
        self._chance = np.random.default_rng()

    def _what_is_seen(self) -> spaces.Dict:
        view = spaces.Box(0, 255, (view_width(self.seats.players),), np.uint8)
        mask = spaces.Box(0, 1, (self.seats.actions,), np.int8)
        return spaces.Dict({"observation": view, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space:
        """Give the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Give the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; a seed makes this deal and the ones after it the same again."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.seats.deal(self._chance)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self._skip_agent_selection = None
        self.agent_selection = self._to_move()

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.seats.info(seat) for seat, agent in enumerate(self.possible_agents)}

    def _to_move(self) -> str:
        return self.possible_agents[self.seats.state.to_move or 0]

    def observe(self, agent: str) -> Observation:
        """Give what an agent sees; see the module."""
        return self.seats.observation(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play for the agent whose turn it is; None for one that is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.seats.play(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.seats.rewards(), strict=True))
        if self.seats.state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos = self._infos()
        self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Write the position as one line of text, or give it with render_mode="ansi"."""
        if self.render_mode == "ansi":
            return self.seats.state.text
        print(self.seats.state.text)
        return None

    def close(self) -> None:
        """Nothing is open."""


#: The name by which PettingZoo's environments are made.
doudizhu_v0 = env
