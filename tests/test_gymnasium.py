"""One seat against policies: Gymnasium's own check, and games against State."""

import numpy as np
import pytest

import ddz_fast as ddz
from random_positions import SEED

pytest.importorskip("gymnasium", reason="not installed: pip install gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

from ddz_fast.adapters.gymnasium import ENVIRONMENT, SeatEnv

QUICK = ("classic", "guanpai", "two", "four", "six4")
RULE_SETS = [
    pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in ddz.rule_names()
]


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_check_of_gymnasium(name):
    for seat in range(ddz.rules(name).players):
        env = gymnasium.make(ENVIRONMENT, rules=name, seat=seat, render_mode="ansi")
        check_env(env.unwrapped)


def first_of(mask):
    return int(np.flatnonzero(mask)[0])


def last_of(mask):
    return int(np.flatnonzero(mask)[-1])


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("reward", ["score", "wins"])
def test_a_game_against_policies_is_the_game_of_a_state(seat, reward):
    env = SeatEnv("classic", seat, lambda seen: last_of(seen["action_mask"]), reward=reward)
    for seed in range(SEED, SEED + 5):
        seen, _ = env.reset(seed=seed)
        state = ddz.VecGames(1, "classic", seed=env_generator(seed)).state(0)
        is_over = False
        while not is_over:
            seen, paid, is_over, truncated, info = env.step(first_of(seen["action_mask"]))
            assert not truncated
            assert "illegal" not in info
        while not state.is_over:
            plays = list(state.legal_plays()) + [None] * state.may_pass
            state.play(plays[0 if state.to_move == seat else -1])
        assert env.seats.state.text == state.text, f"seed {seed}"
        points = ddz.score(state).points[seat]
        assert paid == (points if reward == "score" else np.sign(points))
        assert not seen["action_mask"].any()


def env_generator(seed):
    return gymnasium.utils.seeding.np_random(seed)[0]


def test_each_seat_may_have_a_policy_of_its_own():
    asked = {1: 0, 2: 0}

    def policy_of(seat):
        def policy(seen):
            asked[seat] += 1
            assert seen["observation"].shape == (96,)
            return first_of(seen["action_mask"])

        return policy

    env = SeatEnv("classic", 0, {1: policy_of(1)})
    play_to_the_end(env)
    assert asked[1] > 0
    assert asked[2] == 0
    play_to_the_end(SeatEnv("classic", 0, {1: policy_of(1), 2: policy_of(2)}))
    assert asked[2] > 0


def play_to_the_end(env):
    seen, _ = env.reset(seed=SEED)
    is_over = False
    while not is_over:
        seen, _, is_over, _, _ = env.step(first_of(seen["action_mask"]))


def test_an_illegal_action_ends_the_game():
    env = SeatEnv("classic", illegal_reward=-7)
    env.reset(seed=SEED)
    _, reward, terminated, truncated, info = env.step(env.seats.pass_action)
    assert (reward, terminated, truncated) == (-7, True, False)
    assert "illegal" in info


def test_a_policy_that_plays_what_it_may_not_is_told():
    env = SeatEnv("classic", 1, {0: lambda seen: len(seen["action_mask"]) - 1})
    with pytest.raises(ddz.IllegalPlay):
        env.reset(seed=SEED)


def test_bad_seats():
    with pytest.raises(ValueError, match="no seat 3: there are 0 to 2"):
        SeatEnv("classic", 3)
    with pytest.raises(ValueError, match=r"policies of seats \[5\]"):
        SeatEnv("classic", 0, {5: lambda seen: 0})
