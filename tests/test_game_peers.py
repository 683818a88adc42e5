"""Random games that other engines play, replayed: at every ply they must allow what we allow.

Of DouZero's answers to planes the known faults are told by `peers`; RLCard has none here.
"""

import random
from collections import Counter

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast import Kind
from engines import DouZero, RLCard
from peers import deal_of, douzero_answers, douzero_detects
from random_positions import SEED


@pytest.fixture(params=[40, pytest.param(1000, marks=pytest.mark.slow)])
def seeds(request):
    return range(SEED, SEED + request.param)


def check(seed, state, theirs, may_pass):
    """Hold the plays of both, and whether it may be passed, against each other."""
    ours = Counter(play.cards for play in state.legal_plays())
    where = f"seed {seed}, {state.text}"
    assert set(theirs) == set(ours), where
    assert may_pass == state.may_pass, where


def packed(text):
    return ddz.pack(ddz.parse_hand(text))


def test_games_of_rlcard(seeds):
    pytest.importorskip("rlcard", reason=f"not installed: {RLCard.install}")
    from rlcard.games.doudizhu.game import DoudizhuGame

    engine = RLCard()
    for seed in seeds:
        game, chance = DoudizhuGame(), random.Random(seed)
        game.np_random = np.random.RandomState(seed % 2**32)
        told, seat = game.init_game()
        hands = [player.initial_hand for player in game.players]
        state = ddz.State.from_hands(hands, rules="rlcard", landlord=game.round.landlord_id)
        while not game.is_over():
            assert seat == state.to_move, f"seed {seed}"
            actions = told["actions"]
            plays = [action for action in actions if action != "pass"]
            check(seed, state, map(packed, plays), "pass" in actions)
            action = chance.choice(actions)
            state.play(None if action == "pass" else engine.read(action))
            told, seat = game.step(action)
        assert state.winner == game.winner_id, f"seed {seed}"


class _Chance:
    """A player of DouZero's game, of whatever seat, that plays at random."""

    def __init__(self, seed):
        self.random, self.chosen = random.Random(seed), None

    def act(self, told):
        self.chosen = self.random.choice(told.legal_actions)
        return self.chosen


SEATS = ("landlord", "landlord_down", "landlord_up")  # as they play in turn


def test_games_of_douzero(seeds):
    pytest.importorskip("douzero", reason=f"not installed: {DouZero.install}")
    from douzero.env.game import GameEnv

    engine = DouZero()
    for seed in seeds:
        landlord, farmer = deal_of(seed)
        third = np.array(ddz.rules("classic").deck) - landlord - farmer
        hands = [landlord, farmer, third]
        player = _Chance(seed)
        game = GameEnv(dict.fromkeys(SEATS, player))
        dealt = {seat: engine.cards(hand) for seat, hand in zip(SEATS, hands, strict=True)}
        game.card_play_init({**dealt, "three_landlord_cards": []})
        state = ddz.State.from_hands(hands, rules="douzero")
        while not game.game_over:
            assert SEATS[state.to_move] == game.acting_player_position, f"seed {seed}"
            actions = game.game_infoset.legal_actions
            theirs = set(engine.packed(actions))
            if state.beat is None or state.beat.kind != Kind.PLANE_SOLO:
                check(seed, state, theirs, [] in actions)
            hand = ddz.unpack(state.hands[state.to_move])
            if state.beat is not None:
                told = {play.cards for play in douzero_answers(hand, state.beat)}
                assert theirs == told, f"seed {seed}, {state.text}"
            game.step()
            if not make(state, player.chosen, engine):
                break  # an answer that only DouZero allows
        else:
            assert (state.winner == 0) == (game.get_winner() == "landlord"), f"seed {seed}"


def make(state, action, engine):
    """Make DouZero's action, in any reading; it says none. False where none is legal."""
    if not action:
        state.play(None)
        return True
    (cards,) = engine.packed([action])
    readings = [play for play in state.legal_plays() if play.cards == cards]
    for play in readings:
        if douzero_detects(play) == play or len(readings) == 1:
            state.play(play)
            return True
    return False
