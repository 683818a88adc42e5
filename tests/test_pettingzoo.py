"""The environments of PettingZoo and Gymnasium: their own checks, and games against State."""

import subprocess
import sys

import numpy as np
import pytest

import ddz_fast as ddz
from random_positions import SEED

pytest.importorskip("pettingzoo", reason="not installed: pip install pettingzoo")

from pettingzoo.test import api_test, seed_test

from ddz_fast.adapters import pettingzoo as doudizhu_v0

#: It would rather have boxes than dictionaries with a mask, which its own card games have too.
pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning")
QUICK = ("classic", "guanpai", "two", "four", "six4")
RULE_SETS = [
    pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in ddz.rule_names()
]


@pytest.mark.parametrize("make", [doudizhu_v0.env, doudizhu_v0.raw_env])
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_checks_of_pettingzoo(name, make):
    api_test(make(name), num_cycles=500)
    seed_test(lambda: make(name), num_cycles=50)


@pytest.mark.slow
@pytest.mark.parametrize("name", ddz.rule_names())
def test_long_runs_of_the_checks(name):
    api_test(doudizhu_v0.env(name), num_cycles=5000)
    seed_test(lambda: doudizhu_v0.env(name), num_cycles=300)


def play_random_game(env, seed):
    """Play a game, and give what it paid, by agent, and all actions."""
    env.reset(seed=seed)
    chance, paid, actions = np.random.default_rng(seed), {}, []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert not truncated
        if terminated:
            paid[agent] = reward
            env.step(None)
            continue
        assert reward == 0
        actions.append(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        env.step(actions[-1])
    assert env.agents == []
    return paid, actions


@pytest.mark.parametrize("name", ["classic", "guanpai", "five3", "six4"])
def test_games_are_those_of_states(name):
    env = doudizhu_v0.env(name)
    for seed in range(SEED, SEED + 3):
        paid, actions = play_random_game(env, seed)
        state = ddz.VecGames(1, name, seed=np.random.default_rng(seed)).state(0)
        plays = [*ddz.all_plays(name), None]
        for action in actions:
            state.play(plays[action])
        points = ddz.score(state).points
        if ddz.rules(name).scoring == "winner_only":
            points = [1 if seat in state.winners else -1 for seat in range(state.players)]
        assert paid == {f"player_{seat}": points[seat] for seat in range(state.players)}


def test_a_seed_fixes_this_deal_and_those_after_it():
    env = doudizhu_v0.raw_env("classic")
    deals = []
    for seed in (SEED, None, SEED, None):
        env.reset(seed=seed)
        deals.append(env.seats.state.hands)
    assert deals[:2] == deals[2:]
    assert deals[0] != deals[1]


def test_illegal_actions():
    env = doudizhu_v0.raw_env("classic")
    env.reset(seed=SEED)
    before = env.seats.state.text
    for action in (env.seats.pass_action, -1, env.seats.actions, None):
        with pytest.raises(ddz.IllegalPlay):
            env.step(action)
        assert env.seats.state.text == before
    checked = doudizhu_v0.env("classic", illegal_reward=-50)
    checked.reset(seed=SEED)
    checked.step(env.seats.pass_action)
    assert checked.rewards["player_0"] == -50
    assert all(checked.terminations.values())


def test_rendering(capsys):
    env = doudizhu_v0.raw_env("classic", render_mode="ansi")
    env.reset(seed=SEED)
    assert env.render() == env.seats.state.text
    env.render_mode = "human"
    env.step(int(env.seats.legal_actions()[0]))
    assert capsys.readouterr().out.strip() == env.seats.state.text


def run_python(code, folder):
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_what_is_told_where_a_package_is_missing(package, tmp_path):
    code = f"import sys; sys.modules[{package!r}] = None; import ddz_fast.adapters.{package}"
    run = run_python(code, tmp_path)
    hint = f"ImportError: {package} is not installed: pip install {package}"
    assert run.stderr.strip().splitlines()[-1] == hint


def test_the_library_itself_imports_neither(tmp_path):
    code = "import sys, ddz_fast; print({'pettingzoo', 'gymnasium'} & set(sys.modules))"
    run = run_python(code, tmp_path)
    assert run.stdout.strip() == "set()"
