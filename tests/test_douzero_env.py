"""DouZero's game and environment over our core, against DouZero's own."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast.adapters import douzero as ours
from engines import DouZero
from peers import deal_of
from random_positions import SEED

ARRAYS = ("x_batch", "z_batch", "x_no_action", "z")
SEATS = ("landlord", "landlord_down", "landlord_up")


@pytest.fixture(params=[20, pytest.param(200, marks=pytest.mark.slow)])
def seeds(request):
    return range(SEED, SEED + request.param)


@pytest.fixture
def theirs():
    pytest.importorskip("douzero", reason=f"not installed: {DouZero.install}")
    from douzero.env import env

    return env


def dealt(env, seed):
    np.random.seed(seed % 2**32)
    return env.reset()


def skewed_deal(seed):
    """An odd seed's deal is full of quads, trios and neighbours."""
    landlord, farmer = deal_of(seed)
    rest = np.array([4] * 13 + [1, 1], dtype=np.uint8) - landlord - farmer
    hands = [ours.unpacked(ddz.pack(hand)) for hand in (landlord, farmer, rest)]
    return dict(zip(SEATS, hands, strict=True), three_landlord_cards=hands[0][::7])


def same_arrays(one, other):
    return all(
        one[name].dtype == other[name].dtype and np.array_equal(one[name], other[name])
        for name in ARRAYS
    )


class RandomPlayer:
    def __init__(self, seed):
        self.chance, self.told = random.Random(seed), []

    def act(self, infoset):
        self.told.append(infoset)
        return self.chance.choice(infoset.legal_actions)


def is_faulty(rival):
    """Whether DouZero may compare or read a move wrong: a plane of three and more."""
    return len(rival) >= 12 and ours.get_move_type(rival)["type"] in (10, 11)


def finished(game, deal):
    game.card_play_init(copy.deepcopy(deal))
    while not game.game_over:
        game.step()
    return game


class TestExact:
    def test_every_observation(self, theirs, seeds):
        for seed in seeds:
            objective = ours.OBJECTIVES[seed % 3]
            one, other = ours.Env(objective, exact=True), theirs.Env(objective)
            seen, expected = dealt(one, seed), dealt(other, seed)
            chance, done = random.Random(seed), False
            while not done:
                where = f"seed {seed}, {expected['legal_actions']}"
                assert seen.keys() == expected.keys()
                assert seen["position"] == expected["position"], where
                assert seen["legal_actions"] == expected["legal_actions"], where
                assert same_arrays(seen, expected), where
                action = chance.choice(expected["legal_actions"])
                seen, *rest = one.step(action)
                expected, *other_rest = other.step(action)
                assert rest == other_rest, where
                done = rest[1]

    def test_every_attribute_of_skewed_games(self, theirs, seeds):
        for seed in seeds:
            deal = skewed_deal(2 * seed + 1)
            players = RandomPlayer(seed), RandomPlayer(seed)
            games = (
                finished(ours.GameEnv(dict.fromkeys(SEATS, players[0]), exact=True), deal),
                finished(theirs.GameEnv(dict.fromkeys(SEATS, players[1])), deal),
            )
            for told, expected in zip(players[0].told, players[1].told, strict=True):
                for name, value in vars(expected).items():
                    assert getattr(told, name) == value, (seed, name)
                assert same_arrays(ours.get_obs(told), theirs.get_obs(expected)), seed
            # DouZero never sets the last moves of a game, only those of information sets.
            skipped = {"players", "info_sets", "game_infoset", "last_move", "last_two_moves"}
            for name in vars(games[1]).keys() - skipped:
                assert getattr(games[0], name) == getattr(games[1], name), (seed, name)
            assert games[0].get_winner() == games[1].get_winner()


class TestMended:
    def test_only_order_and_duplicates_differ_but_for_planes(self, theirs, seeds):
        for seed in seeds:
            one, other = ours.Env("adp"), theirs.Env("adp")
            seen, expected = dealt(one, seed), dealt(other, seed)
            chance, done = random.Random(seed), False
            while not done:
                rows = {tuple(a): n for n, a in enumerate(expected["legal_actions"])}
                if set(map(tuple, seen["legal_actions"])) != set(rows):
                    assert is_faulty(one.infoset.last_move), seed
                    break
                assert len(seen["legal_actions"]) == len(rows), seed
                chosen = [rows[tuple(action)] for action in seen["legal_actions"]]
                assert np.array_equal(seen["x_batch"], expected["x_batch"][chosen]), seed
                assert np.array_equal(seen["z_batch"], expected["z_batch"][chosen]), seed
                assert np.array_equal(seen["x_no_action"], expected["x_no_action"]), seed
                assert np.array_equal(seen["z"], expected["z"]), seed
                action = chance.choice(seen["legal_actions"])
                (seen, *rest), (expected, *other_rest) = one.step(action), other.step(action)
                assert rest == other_rest, seed
                done = rest[1]


class TestWithoutDouZero:
    def test_cards_of_a_rank_are_ones_and_zeros(self):
        for hand in deal_of(SEED):
            numbers = np.zeros(54, dtype=np.int8)
            for rank, count in enumerate(hand[:13]):
                numbers[4 * rank : 4 * rank + count] = 1
            numbers[52:] = hand[13:]
            assert np.array_equal(ours.cards_array(ours.unpacked(ddz.pack(hand))), numbers)

    @pytest.mark.parametrize("exact", [False, True])
    def test_parts_of_an_observation(self, exact):
        env = ours.Env("wp", exact=exact)
        seen, done, moves, chance = dealt(env, SEED), False, [], random.Random(SEED)
        while not done:
            infoset = env.infoset
            width = {"landlord": 319}.get(seen["position"], 430)
            number = len(seen["legal_actions"])
            assert seen["x_batch"].shape == (number, width + 54)
            assert (seen["x_batch"][:, :width] == seen["x_no_action"]).all()
            actions = [ours.cards_array(action) for action in seen["legal_actions"]]
            assert np.array_equal(seen["x_batch"][:, width:], actions)
            history = [ours.cards_array(move) for move in ([[]] * 15 + moves)[-15:]]
            assert np.array_equal(seen["z"], np.reshape(history, (5, 162)))
            assert (seen["z_batch"] == seen["z"]).all()
            assert len(seen["z_batch"]) == number
            assert np.array_equal(
                seen["x_no_action"][:54], ours.cards_array(infoset.player_hand_cards)
            )
            assert infoset.card_play_action_seq == moves
            moves.append(chance.choice(seen["legal_actions"]))
            seen, _, done, _ = env.step(moves[-1])

    @pytest.mark.parametrize("objective", ours.OBJECTIVES)
    def test_rewards(self, objective):
        deal = {
            "landlord": [3, 3, 3, 3, 4, 20, 30],
            "landlord_down": [5, 6],
            "landlord_up": [7, 8],
            "three_landlord_cards": [3, 3, 4],
        }
        env = ours.Env(objective)
        env._env.card_play_init(deal)
        results = [env.step(move)[1:3] for move in ([20, 30], [], [], [3] * 4, [], [], [4])]
        assert results[:-1] == [(0.0, False)] * 6
        assert results[-1] == ({"adp": 4.0, "logadp": 3.0, "wp": 1.0}[objective], True)
        assert env._env.num_scores == {"landlord": 8, "farmer": -4}
        assert env._env.three_landlord_cards == []

    def test_no_objective(self):
        with pytest.raises(ValueError, match="there are adp, wp, logadp"):
            ours.Env("score")

    def test_lists_that_are_given_stay_as_they_are(self):
        deal = skewed_deal(SEED)
        before = copy.deepcopy(deal)
        game = ours.GameEnv(dict.fromkeys(SEATS, RandomPlayer(SEED)))
        game.card_play_init(deal)
        while not game.game_over:
            game.step()
        assert deal == before

    def test_an_illegal_move_changes_nothing(self):
        env = ours.Env("adp")
        dealt(env, SEED)
        hands = env.infoset.all_handcards
        for move in ([], [3, 4], [20, 20]):
            with pytest.raises(AssertionError, match="is no legal lead"):
                env.step(move)
            with pytest.raises(ValueError, match="is no legal lead"):
                env._env.take(move)
        assert env.infoset.all_handcards == hands
        assert env._env.card_play_action_seq == []

    def test_nothing_goes_on_before_a_deal_and_after_the_end(self):
        game = ours.GameEnv(dict.fromkeys(SEATS, RandomPlayer(SEED)))
        assert game.acting_player_position is None
        assert game.played_cards == {seat: [] for seat in SEATS}
        for _ in range(2):
            with pytest.raises(ValueError, match="no game is going on"):
                game.step()
            finished(game, skewed_deal(SEED))
        assert sum(game.num_wins.values()) == 2

    @pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
    def test_copies_go_their_own_way(self, copied):
        env, chance = ours.Env("adp"), random.Random(SEED)
        seen = dealt(env, SEED)
        for _ in range(10):
            seen = env.step(chance.choice(seen["legal_actions"]))[0]
        before = env._env.card_play_action_seq
        other = copied(env)
        assert same_arrays(ours.get_obs(other.infoset), seen)
        other.step(seen["legal_actions"][-1])
        assert env._env.card_play_action_seq == before
        assert other._env.card_play_action_seq == [*before, seen["legal_actions"][-1]]

    def test_a_set_attribute_is_taken(self):
        env = ours.Env("adp")
        seen = dealt(env, SEED)
        env.infoset.legal_actions = [[3], [4, 4]]
        assert np.array_equal(ours.get_obs(env.infoset)["x_no_action"], seen["x_no_action"])
        assert ours.get_obs(env.infoset)["x_batch"].shape == (2, 373)
        env.infoset.bomb_num = 15
        with pytest.raises(IndexError, match="room for 14"):
            ours.get_obs(env.infoset)

    def test_no_deals(self):
        game = ours.GameEnv({})
        deal = skewed_deal(SEED)
        for wrong, why in (
            ({"landlord_up": deal["landlord"]}, "not of one deck"),
            ({"landlord_up": []}, "landlord_up has no cards"),
            ({"landlord_up": [2]}, "no card: 2"),
        ):
            with pytest.raises(ValueError, match=why):
                game.card_play_init(deal | wrong)
        with pytest.raises(ValueError, match="no game is going on"):
            game.get_infoset()

    def test_an_information_set_without_a_game(self):
        for infoset in (ours.InfoSet("landlord"), ours.InfoSet.__new__(ours.InfoSet)):
            assert infoset.last_move is None
            with pytest.raises((AttributeError, TypeError)):
                ours.get_obs(infoset)
            with pytest.raises(AttributeError, match="no attribute 'cards'"):
                infoset.cards  # noqa: B018

    def test_too_many_cards_for_the_layout(self):
        hands = list(skewed_deal(SEED).values())[:3]
        deal = dict(zip(SEATS, (hands[1], hands[0], hands[2]), strict=True))
        game = ours.GameEnv({})
        game.card_play_init(deal | {"three_landlord_cards": []})
        with pytest.raises(IndexError, match="landlord_down has 20 cards"):
            ours.get_obs(game.game_infoset)


def python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


IMPORTS = "import douzero.env.game as game, douzero.env.env as env, douzero.env as top"
PATCH = "from ddz_fast.adapters.douzero import patch; names = patch({})"
#: how often each of what patch replaces is found under some name of DouZero's
NAMES = 1 + 1 + 14 + 3 + 4 + 1


class TestPatch:
    @pytest.mark.parametrize("order", [(IMPORTS, PATCH), (PATCH, IMPORTS)])
    def test_before_and_after(self, theirs, order):
        show = "print(len(names), env.Env.__module__, env.Env is top.Env, len(patch()))"
        found = python("; ".join((*order, show)).replace("{}", ""))
        assert found == [str(NAMES), "ddz_fast.adapters.douzero", "True", "0"]

    def test_what_was_replaced(self, theirs):
        names = python(f"{PATCH}; print(*names)".replace("{}", ""))
        assert "douzero.env.Env" in names
        assert "douzero.env.game.MovesGener" in names
        assert "douzero.env.move_selector.filter_type_14_4_22" in names

    def test_faults_are_copied_if_asked_for(self, theirs):
        code = (
            f"{IMPORTS}; {PATCH}; from ddz_fast.adapters.douzero import Env, GameEnv\n"
            "told = game.md.get_move_type([3, 3, 3, 3, 4])['type']\n"
            "print(told, env.Env('wp')._env.exact, game.GameEnv({}).exact)\n"
            "print(issubclass(env.Env, Env), issubclass(game.GameEnv, GameEnv))"
        )
        for words, told in (("patch()", ["15", "False"]), ("patch(exact=True)", ["7", "True"])):
            found = python(code.replace("patch({})", words))
            assert found == [*told, told[1], "True", "True"]

    def test_a_whole_game_of_a_patched_douzero(self, theirs):
        code = (
            f"{IMPORTS}; {PATCH}\n"
            "e = top.Env('adp')\n"
            "o, done = e.reset(), False\n"
            "while not done: o, reward, done, _ = e.step(o['legal_actions'][0])\n"
            "print(abs(reward) >= 1, e._env.game_over)"
        )
        assert python(code.replace("patch({})", "patch()")) == ["True", "True"]

    def test_the_snippet_of_the_readme(self, theirs):
        readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
        snippet = next(part for part in readme.split("```") if "replaced = patch()" in part)
        shown = "\nprint(len(replaced), Env.__module__)"
        found = python(snippet.removeprefix("python\n") + shown)
        assert found == [str(NAMES), "ddz_fast.adapters.douzero"]

    def test_without_douzero(self):
        code = (
            "import sys; sys.modules['douzero'] = None\n"
            "from ddz_fast.adapters.douzero import patch\n"
            "try: patch()\n"
            "except ImportError as error: print(error)"
        )
        assert " ".join(python(code)) == f"DouZero is not installed: {DouZero.install}"

    def test_the_adapter_imports_nothing_of_douzero(self):
        code = "import sys, ddz_fast.adapters.douzero; print('douzero' in sys.modules)"
        assert python(code) == ["False"]
