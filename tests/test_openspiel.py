"""OpenSpiel's actions as plays: held against what pyspiel says of them, and over random games."""

import random

import pytest

import ddz_fast as ddz
from ddz_fast import Kind
from ddz_fast.adapters import openspiel as adapter
from engines import OpenSpiel
from peers import is_lost_by_openspiel
from positions import DECK, deal
from random_positions import SEED


@pytest.fixture(scope="module")
def openspiel():
    pytest.importorskip("pyspiel", reason=f"not installed: {OpenSpiel.install}")
    return OpenSpiel()


@pytest.fixture(params=[20, pytest.param(1000, marks=pytest.mark.slow)])
def seeds(request):
    return range(SEED, SEED + request.param)


def test_every_action(openspiel):
    assert adapter.FIRST_PLAY + len(adapter.plays()) == openspiel._game.num_distinct_actions()
    for action in openspiel.actions:
        play = openspiel.read(action)
        assert adapter.play_of(action) == play
        assert adapter.action_of(play) == action


def faulty(state):
    """The legal actions as OpenSpiel has them: without some chains, and bombs beat the rocket."""
    hand = ddz.unpack(state.hands[state.to_move])
    if state.beat is not None and state.beat.kind == Kind.ROCKET:
        plays = [play for play in ddz.legal_plays(hand, rules="openspiel") if play.kind.is_bomb]
        return [adapter.PASS, *sorted(map(adapter.action_of, plays))]
    actions = adapter.legal_actions(state)
    return [
        action
        for action in actions
        if action == adapter.PASS or not is_lost_by_openspiel(hand, adapter.play_of(action))
    ]


def test_games_at_random(openspiel, seeds):
    for seed in seeds:
        chance = random.Random(seed)
        cards = chance.sample(DECK, len(DECK))
        theirs = openspiel._deal(cards)
        state = ddz.State.from_hands(list(deal(cards)), rules="openspiel")
        while not theirs.is_terminal():
            where = f"seed {seed}, {state.text}"
            assert theirs.current_player() == state.to_move, where
            assert theirs.legal_actions() == faulty(state), where
            action = chance.choice(theirs.legal_actions())
            if action not in adapter.legal_actions(state):
                assert state.beat.kind == Kind.ROCKET, where
                action = adapter.PASS
            theirs.apply_action(action)
            state.play(adapter.play_of(action))
        won = [seat for seat, points in enumerate(theirs.returns()) if points > 0]
        assert won == list(state.winners), f"seed {seed}"


@pytest.mark.parametrize("action", [1, 3, -1, 26_057])
def test_what_is_no_play(action):
    with pytest.raises(ddz.PlayError):
        adapter.play_of(action)


@pytest.mark.parametrize("play", ["333345", ddz.Play.parse("3333+4+5"), "35"])
def test_what_openspiel_does_not_have(play):
    with pytest.raises(ddz.PlayError):
        adapter.action_of(play)


def test_no_four_with_kickers():
    state = ddz.State.from_hands(["333345", "6", "7"], rules="openspiel")
    plays = [adapter.play_of(action) for action in adapter.legal_actions(state)]
    assert max(play.size for play in plays) == 4


@pytest.fixture(scope="module")
def fast(openspiel):
    import pyspiel

    adapter.register()
    adapter.register()  # twice is no error
    return pyspiel.load_game("dou_dizhu_fast")


def test_the_game_passes_the_tests_of_openspiel(fast):
    import pyspiel

    pyspiel.random_sim_test(fast, num_sims=5, serialize=True, verbose=False)


def test_the_game_is_dealt_and_paid_as_ours(fast):
    chance = random.Random(SEED)
    for _ in range(20):
        state, moves = fast.new_initial_state(), []
        while state.is_chance_node():
            ranks, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(ranks, weights)[0])
        ours = ddz.State.parse(state.state.text)
        assert ours.sizes == (20, 17, 17)
        assert sum(ours.hands) == ddz.pack(ddz.rules("openspiel").deck)
        while not state.is_terminal():
            assert state.legal_actions() == adapter.legal_actions(ours), f"seed {SEED}"
            moves.append(chance.choice(state.legal_actions()))
            state.apply_action(moves[-1])
            ours.play(adapter.play_of(moves[-1]))
        assert state.returns() == list(ddz.score(ours).points)
        assert state.clone().history() == state.history()
