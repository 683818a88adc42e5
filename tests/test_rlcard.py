"""The environment, ids and functions in the place of RLCard's, held against RLCard's own."""

import random
import re
import sys
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast.adapters import rlcard as fast
from engines import RLCard
from peers import deal_of, play_of_some_kind
from random_positions import SEED


@pytest.fixture(scope="module")
def rlcard():
    return pytest.importorskip("rlcard", reason=f"not installed: {RLCard.install}")


@pytest.fixture(params=[10, pytest.param(200, marks=pytest.mark.slow)])
def seeds(request):
    return range(SEED, SEED + request.param)


def both(rlcard, seed, **config):
    """Their environment and ours, with the same deals."""
    config = {"seed": seed % 2**31, **config}
    return [rlcard.make(name, config) for name in ("doudizhu", fast.register())]


def check(seed, theirs, ours):
    """Hold two states against each other: all but the order of legal actions is the same."""
    where = f"seed {seed}, {theirs['action_record']}"
    assert type(theirs) is type(ours)
    assert list(theirs) == list(ours), where
    assert theirs["action_record"] == ours["action_record"], where
    assert ours["obs"].dtype == theirs["obs"].dtype, where
    assert np.array_equal(theirs["obs"], ours["obs"]), where
    check_actions(where, theirs["legal_actions"], ours["legal_actions"])
    assert sorted(theirs["raw_legal_actions"]) == sorted(ours["raw_legal_actions"]), where
    assert in_order(theirs["raw_obs"]) == in_order(ours["raw_obs"]), where
    assert list(theirs["raw_obs"]) == list(ours["raw_obs"])


def check_actions(where, theirs, ours):
    assert sorted(theirs) == sorted(ours), where
    for number, row in theirs.items():
        assert np.array_equal(row, ours[number]), where
        assert row.dtype == ours[number].dtype


def in_order(told):
    return {**told, "actions": sorted(told["actions"])}


def perfect(environment):
    told = environment.get_perfect_information()
    return {**told, "legal_actions": sorted(told["legal_actions"])}


def other_seats(environment):
    """The seats whose state both can tell: theirs fails for a farmer before the first play."""
    return range(3) if environment.game.state["trace"] else range(1)


def test_whole_games(rlcard, seeds):
    for seed in seeds:
        theirs, ours = both(rlcard, seed)
        chance = random.Random(seed)
        assert (theirs.num_actions, theirs.state_shape, theirs.action_shape, theirs.name) == (
            (ours.num_actions, ours.state_shape, ours.action_shape, ours.name)
        )
        (told, seat), (our_told, our_seat) = theirs.reset(), ours.reset()
        while True:
            check(seed, told, our_told)
            assert seat == our_seat == ours.get_player_id()
            assert theirs.timestep == ours.timestep
            assert perfect(theirs) == perfect(ours), f"seed {seed}"
            for other in other_seats(theirs):
                check(seed, theirs.get_state(other), ours.get_state(other))
            if theirs.is_over():
                break
            action = chance.choice(sorted(told["legal_actions"]))
            raw = chance.random() < 0.5
            action = fast.actions()[action] if raw else action
            (told, seat), (our_told, our_seat) = theirs.step(action, raw), ours.step(action, raw)
        assert ours.is_over()
        assert theirs.get_payoffs().tolist() == ours.get_payoffs().tolist()
        assert theirs.get_payoffs().dtype == ours.get_payoffs().dtype


class Player:
    """Takes the legal actions by their ids, and notes what it was asked."""

    use_raw = False

    def __init__(self, seed):
        self.random = random.Random(seed)

    def step(self, told):
        return self.random.choice(sorted(told["legal_actions"]))

    def eval_step(self, told):
        return self.step(told), {}


@pytest.mark.parametrize("is_training", [False, True])
def test_run(rlcard, seeds, is_training):
    for seed in seeds[:50]:
        results = []
        for environment in both(rlcard, seed):
            environment.set_agents([Player(seed + seat) for seat in range(3)])
            results.append([environment.run(is_training) for _ in range(2)])
        for (theirs, payoffs), (ours, our_payoffs) in zip(*results, strict=True):
            assert payoffs.tolist() == our_payoffs.tolist()
            for path, our_path in zip(theirs, ours, strict=True):
                assert path[1::2] == our_path[1::2], f"seed {seed}"
                for told, our_told in zip(path[::2], our_path[::2], strict=True):
                    check(seed, told, our_told)


def test_step_back(rlcard, seeds):
    """Theirs does not turn bottom cards back: until the landlord plays again, ours has more."""
    for seed in seeds:
        theirs, ours = both(rlcard, seed, allow_step_back=True)
        chance = random.Random(seed)
        (told, _), (before, _) = theirs.reset(), ours.reset()
        path = [before["raw_obs"]]
        while not theirs.is_over():
            action = chance.choice(sorted(told["legal_actions"]))
            (told, _), (our_told, _) = theirs.step(action), ours.step(action)
            path.append(our_told["raw_obs"])
            if chance.random() < 0.3 or (theirs.is_over() and chance.random() < 0.8):
                for _ in range(min(chance.randint(1, 4), len(path) - 2)):
                    (told, seat), (our_told, our_seat) = theirs.step_back(), ours.step_back()
                    path.pop()
                    assert our_told["raw_obs"] == path[-1], f"seed {seed}"
                    assert seat == our_seat
                    hide_seen_cards(told, our_told)
                    check(seed, told, our_told)
            theirs.game.round.public["seen_cards"] = our_told["raw_obs"]["seen_cards"]
            theirs.game.round.seen_cards = our_told["raw_obs"]["seen_cards"]


def hide_seen_cards(told, our_told):
    assert set(told["raw_obs"]["seen_cards"]) <= set(our_told["raw_obs"]["seen_cards"])
    told["raw_obs"] = {**told["raw_obs"], "seen_cards": our_told["raw_obs"]["seen_cards"]}


def test_step_back_to_the_deal_and_where_it_is_off(rlcard):
    theirs, ours = both(rlcard, SEED, allow_step_back=True)
    theirs.reset()
    first, _ = ours.reset()
    assert theirs.step_back() is ours.step_back() is False
    ours.step(next(iter(first["legal_actions"])))
    again, seat = ours.step_back()
    assert seat == 0
    assert again["raw_obs"] == first["raw_obs"]
    assert np.array_equal(again["obs"], first["obs"])
    for environment in both(rlcard, SEED):
        environment.reset()
        with pytest.raises(Exception, match="Step back is off"):
            environment.step_back()


def test_an_illegal_action_changes_nothing(rlcard):
    _, ours = both(rlcard, SEED)
    told, _ = ours.reset()
    missing = next(text for text in fast.actions() if text not in told["raw_legal_actions"])
    for action in (missing, "34", "4333", "pass"):
        with pytest.raises(ddz.PlayError):
            ours.step(action, raw_action=True)
    assert ours.timestep == 0
    assert told["action_record"] == []
    assert ours.get_state(0)["raw_obs"] == told["raw_obs"]


def test_before_the_deal(rlcard):
    _, ours = both(rlcard, SEED, allow_step_back=True)
    for seat in range(3):
        with pytest.raises(ValueError, match="reset"):
            ours.get_state(seat)
    with pytest.raises(ValueError, match="reset"):
        ours.step(0)
    assert ours.step_back() is False
    ours.reset()
    with pytest.raises(IndexError):
        ours.get_state(3)


def test_a_copy_goes_its_own_way(rlcard):
    _, ours = both(rlcard, SEED)
    told, _ = ours.reset()
    told, _ = ours.step(min(told["legal_actions"]))
    copied = deepcopy(ours)
    check(SEED, told, copied.get_state(1))
    copied.step(min(told["legal_actions"]))
    check(SEED, told, ours.get_state(1))


def test_a_farmer_before_the_first_play(rlcard):
    theirs, ours = both(rlcard, SEED)
    theirs.reset()
    told, _ = ours.reset()
    with pytest.raises(UnboundLocalError):
        theirs.get_state(1)
    assert ours.get_state(1)["obs"].shape == (901,)
    assert ours.get_state(1)["legal_actions"].keys() == told["legal_actions"].keys()


def test_ids_are_those_of_rlcard(rlcard):
    from rlcard.games.doudizhu.utils import ACTION_2_ID, ID_2_ACTION

    assert list(fast.actions()) == ID_2_ACTION
    assert dict(fast.action_ids()) == ACTION_2_ID


def test_features_of_every_action(rlcard):
    theirs, ours = both(rlcard, SEED)
    for number in range(theirs.num_actions):
        assert np.array_equal(theirs.get_action_feature(number), ours.get_action_feature(number))


def test_string_functions(rlcard, seeds):
    from rlcard.games.doudizhu.judger import DoudizhuJudger
    from rlcard.games.doudizhu.utils import get_gt_cards

    engine = RLCard()
    for seed in seeds:
        landlord, farmer = deal_of(seed)
        lead, hand = ddz.format_hand(landlord), ddz.format_hand(farmer)
        leads = DoudizhuJudger.playable_cards_from_hand(lead)
        assert fast.playable_cards_from_hand(lead) == leads, f"seed {seed}"
        plays = list(ddz.legal_plays(landlord, rules="rlcard"))
        played = ddz.format_hand(play_of_some_kind(random.Random(seed), plays).cards)
        cards = [engine._card(*{"B": ("BJ", ""), "R": ("RJ", "")}.get(c, ("S", c))) for c in hand]
        player = SimpleNamespace(current_hand=cards)
        theirs = get_gt_cards(player, SimpleNamespace(played_cards=played))
        ours = fast.get_gt_cards(hand, played)
        assert ours[0] == theirs[0] == "pass"
        assert sorted(ours) == sorted(theirs), f"seed {seed}, {hand}, {played}"


def test_what_is_no_play_to_beat():
    with pytest.raises(ddz.PlayError):
        fast.get_gt_cards("3344", "34")


def test_registering_twice(rlcard):
    assert fast.register() == fast.register() == "doudizhu-fast"


def test_the_snippet_of_the_readme(rlcard):
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"```python\n(import rlcard\n.*?)```", readme, re.DOTALL)
    names = {}
    exec(snippet, names)
    assert sorted(names["payoffs"].tolist()) in ([0, 0, 1], [0, 1, 1])


def test_without_rlcard(monkeypatch):
    monkeypatch.setitem(sys.modules, "rlcard", None)
    monkeypatch.delitem(sys.modules, "rlcard.envs.registration", raising=False)
    monkeypatch.delitem(sys.modules, "rlcard.envs", raising=False)
    with pytest.raises(ImportError, match="pip install rlcard"):
        fast.register()
