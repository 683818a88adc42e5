"""A game as seats see it is the game of State, seen as VecGames tells it; action ids are found."""

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast import plays as play_functions
from ddz_fast.adapters.packages import installed_with
from ddz_fast.adapters.seats import Seats, view_width
from random_positions import SEED


@pytest.mark.parametrize("name", ddz.rule_names())
def test_seats_see_what_vec_games_show(name):
    chance = np.random.default_rng(SEED)
    seats = Seats(name, "score")
    seats.deal(np.random.default_rng(SEED))
    games = ddz.VecGames(1, name, seed=np.random.default_rng(SEED))
    while not seats.state.is_over:
        mover = seats.state.to_move
        assert games.state(0) == seats.state
        assert np.array_equal(games.counts()[0], seats.view(mover)), f"seed {SEED}"
        actions, (plays, _) = seats.legal_actions(), games.legal()
        assert [seats.play_of(action) for action in actions[: len(plays)]] == list(
            seats.state.legal_plays()
        )
        assert (len(actions) > len(plays)) == seats.state.may_pass
        number = int(chance.integers(len(actions)))
        scores, _ = games.step([number])
        seats.play(actions[number])
    assert scores[0].tolist() == seats.rewards()


def test_only_the_seat_to_move_may_do_something():
    seats = Seats("four", None)
    seats.deal(np.random.default_rng(SEED))
    for seat in range(4):
        seen = seats.observation(seat)
        assert seen["observation"].shape == (view_width(4),)
        assert seen["action_mask"].shape == (len(ddz.all_plays("four")) + 1,)
        allowed = np.flatnonzero(seen["action_mask"])
        expected = seats.legal_actions() if seat == seats.state.to_move else []
        assert allowed.tolist() == list(expected)


def test_infos_tell_roles_and_whose_play_is_to_be_beaten():
    seats = Seats("classic", None)
    seats.deal(np.random.default_rng(SEED))
    told = [seats.info(seat) for seat in range(3)]
    assert [info["is_landlord"] for info in told] == [True, False, False]
    assert [info["beat_by"] for info in told] == [None] * 3
    seats.play(int(seats.legal_actions()[0]))
    assert [seats.info(seat)["beat_by"] for seat in range(3)] == [0, 2, 1]


def test_two_landlords_know_that_they_are():
    seats = Seats("five3", None)
    seats.deal(np.random.default_rng(SEED))
    landlords = [seat for seat in range(5) if seats.info(seat)["is_landlord"]]
    assert landlords == list(seats.state.landlords)
    assert len(landlords) == 2


def test_actions_and_plays():
    seats = Seats("classic", None)
    assert seats.action_of("33") == ddz.action_id("33") == 15
    assert seats.play_of(15) == ddz.Play.parse("33")
    assert seats.play_of(seats.action_of(None)) is None
    for action in (-1, seats.actions):
        with pytest.raises(ddz.IllegalPlay, match=f"no action {action}"):
            seats.play_of(action)


def test_random_actions_are_all_that_are_legal():
    chance = np.random.default_rng(SEED)
    seats = Seats("classic", None)
    seats.deal(chance)
    seats.play(0 if seats.state.is_legal("3") else int(seats.legal_actions()[0]))
    drawn = {seats.random_action(chance) for _ in range(500)}
    assert drawn == set(seats.legal_actions().tolist()), f"seed {SEED}"


@pytest.mark.parametrize(
    ("name", "reward", "kind"),
    [("classic", None, "score"), ("guanpai", None, "wins"), ("guanpai", "score", "score")],
)
def test_rewards(name, reward, kind):
    chance = np.random.default_rng(SEED)
    seats = Seats(name, reward)
    assert seats.reward == kind
    seats.deal(chance)
    assert seats.rewards() == [0.0] * seats.players
    while not seats.state.is_over:
        seats.play(seats.random_action(chance))
    if kind == "score":
        assert seats.rewards() == list(ddz.score(seats.state).points)
    else:
        won = [seat for seat, reward in enumerate(seats.rewards()) if reward == 1.0]
        assert won == list(seats.state.winners)
        assert set(seats.rewards()) == {1.0, -1.0}


def test_bad_words():
    with pytest.raises(ValueError, match="no reward: 'points'"):
        Seats("classic", "points")
    with pytest.raises(ddz.RulesError):
        Seats("clasic", None)


def test_a_missing_package_is_told_with_how_to_install_it():
    hint = "no_such_package is not installed: pip install it"
    with pytest.raises(ImportError, match=hint), installed_with("pip install it"):
        import no_such_package  # noqa: F401


@pytest.fixture
def equal_keys(monkeypatch):
    """Let all plays of the same cards have the same key."""
    play_functions._sorted_keys.cache_clear()
    monkeypatch.setattr(play_functions, "MIXER", np.uint64(0))
    yield
    play_functions._sorted_keys.cache_clear()


@pytest.mark.usefixtures("equal_keys")
@pytest.mark.parametrize("name", ["classic", "super"])
def test_action_ids_where_plays_have_equal_keys(name):
    plays = ddz.all_plays(name).array
    assert np.array_equal(ddz.action_id(plays, rules=name), np.arange(len(plays)))
    wrong = plays[-3:].copy()
    wrong["length"][1] += 1
    with pytest.raises(ddz.PlayError, match="item 1 is no play"):
        ddz.action_id(wrong, rules=name)


@pytest.mark.parametrize("name", ddz.rule_names())
def test_action_ids_of_all_plays(name):
    plays = ddz.all_plays(name).array
    assert np.array_equal(ddz.action_id(plays, rules=name), np.arange(len(plays)))
