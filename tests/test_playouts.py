"""Random games: their plays are chosen evenly, and what they give is what play and score give."""

import random

import numpy as np
import pytest

import ddz_fast as ddz
from implementations import MANY_DECK_VARIANTS, VARIANTS, WILD_VARIANTS, rules_from
from random_positions import SEED, positions

RULES = [*ddz.rule_names(), *VARIANTS, *MANY_DECK_VARIANTS, *WILD_VARIANTS]
MOST = 20_000  # plays of a position, so that the run stays short


@pytest.mark.parametrize("text", RULES)
def test_every_play_has_one_number(text):
    rules = rules_from(text)
    checked = 0
    for index, position in enumerate(positions(SEED, rules, 120)):
        state = state_of(rules, *position)
        if state is None or state.count_plays() > MOST:
            continue
        plays = state.legal_plays()
        numbered = [state.legal_play(number) for number in range(len(plays))]
        where = f"seed {SEED}, position {index}: {state.text}"
        assert len(set(numbered)) == len(plays), where
        assert set(numbered) == set(plays), where
        with pytest.raises(IndexError):
            state.legal_play(len(plays))
        checked += len(plays) > 0
    assert checked > 40


def state_of(rules, hand, beat, bombs):
    """A hand to move, and one with a card that is left; None where the deck has too few."""
    held = ddz.unpack(hand) + (0 if beat is None else ddz.unpack(beat.cards))
    left = rules.deck - held.astype(int)
    if min(left) < 0 or max(left) == 0:
        return None
    other = 1 << 4 * int(left.argmax())
    return ddz.State.from_hands([hand, other], rules=rules, landlord=None, beat=beat, bombs=bombs)


def test_plays_are_evenly_likely():
    state = ddz.State.from_hands(["334455", "6"])
    games = 40_000
    lengths = ddz.playouts(state, games, SEED).lengths
    assert state.count_plays() == 7  # of which one, 334455, ends the game
    ended = int((lengths == 1).sum())
    expected = games / 7
    assert abs(ended - expected) < 5 * np.sqrt(expected), f"seed {SEED}: {ended} of {expected}"


def test_the_pass_is_as_likely_as_a_play():
    # The player passes, after which the other goes out with his lead, or plays 4, 6 or 7; of these
    # only the 4 can be answered, with the 5 or a pass.
    state = ddz.State.from_hands(["5", "4467"], beat="3", to_move=1)
    games = 40_000
    two_plies = int((ddz.playouts(state, games, SEED).lengths == 2).sum())
    expected = games * (1 / 4 + 1 / 4 / 2)
    assert abs(two_plies - expected) < 5 * np.sqrt(expected), f"seed {SEED}: {two_plies}"


@pytest.mark.parametrize("name", ddz.rule_names())
def test_games_of_a_rule_set(name):
    rules = ddz.rules(name)
    results = ddz.playouts(name, 300, SEED)
    assert set(results.winners.tolist()) <= set(range(rules.players))
    assert (results.scores.sum(axis=1) == 0).all()
    assert results.lengths.min() >= 1
    assert (results.winners == 0).any()
    assert (results.winners != 0).any()


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_threads_play_the_same_games(threads):
    one, more = ddz.playouts("classic", 101, 7), ddz.playouts("classic", 101, 7, threads=threads)
    for ours, theirs in zip(one, more, strict=True):
        assert np.array_equal(ours, theirs)


def test_games_depend_on_seed_and_number_only():
    few, many = ddz.playouts("four", 10, 3), ddz.playouts("four", 30, 3)
    assert np.array_equal(few.scores, many.scores[:10])
    assert not np.array_equal(many.lengths, ddz.playouts("four", 30, 4).lengths)
    generator = np.random.default_rng(1)
    first, second = (ddz.playouts("classic", 20, generator).lengths for _ in range(2))
    assert not np.array_equal(first, second)


@pytest.mark.parametrize("name", ddz.rule_names())
def test_a_game_that_ends_at_once_pays_what_score_says(name):
    generator = random.Random(SEED)
    for options in ({}, {"scoring": "points", "base": 2}, {"spring_factor": 3, "bomb_factor": 2}):
        try:
            rules = ddz.rules(name).replace(**options)
        except ddz.RulesError:
            continue  # options that this rule set does not have
        for _ in range(20):
            state = last_play(rules, generator)
            end = state.copy()
            end.play(end.legal_plays()[0])
            played = ddz.playout(state, 1)
            where = f"seed {SEED}: {state.text}"
            assert (played.winner, played.length) == (end.winner, 1), where
            assert (played.winners, played.scores) == (end.winners, ddz.score(end).points), where


def last_play(rules, generator):
    """A position in which the player has one card left and leads."""
    players = rules.players
    seats = generator.sample(range(players), rules.landlords)
    return ddz.State.from_hands(
        ["5", *"6789T"[: players - 1]],
        rules=rules,
        landlord=seats or None,
        made=[generator.randrange(3) for _ in range(players)],
        bombed=[generator.randrange(3) for _ in range(3)],
    )


@pytest.mark.parametrize(
    ("start", "n", "rng", "threads", "error"),
    [
        ("nothing", 1, 1, 1, ddz.RulesError),
        (3, 1, 1, 1, TypeError),
        ("classic", -1, 1, 1, ValueError),
        ("classic", 1.5, 1, 1, TypeError),
        ("classic", True, 1, 1, ValueError),
        ("classic", 1, -1, 1, ValueError),
        ("classic", 1, 1 << 64, 1, ValueError),
        ("classic", 1, "seed", 1, TypeError),
        ("classic", 1, 1, 0, ValueError),
        ("classic", 1, 1, True, TypeError),
    ],
)
def test_wrong_input(start, n, rng, threads, error):
    with pytest.raises(error):
        ddz.playouts(start, n, rng, threads)


def test_a_game_that_is_over_is_not_played():
    state = ddz.State.from_hands(["3", "5"])
    state.play("3")
    with pytest.raises(ValueError, match="seat 0 has won"):
        ddz.playouts(state, 1, 1)
    assert ddz.perft(state, 1) == 0
    assert len(ddz.playouts("classic", 0, 1).winners) == 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("bombed", [(61, 0, 0), (0, 100, 0), (60, 0, 1), (254, 254, 254)])
def test_scores_that_are_too_large_are_no_scores(bombed, threads):
    state = ddz.State.from_hands(["3", "5", "6"], bombed=bombed)
    with pytest.raises(OverflowError, match=r"pays more than 2\*\*60"):
        ddz.playouts(state, 3, 1, threads)
    for most in ((58, 0, 1), (0, 59, 0)):  # and 春天
        state = ddz.State.from_hands(["3", "5", "6"], bombed=most)
        assert ddz.playout(state, 1).scores == (2**61, -(2**60), -(2**60))
    nothing = ddz.State.from_hands(["3", "5", "6", "7"], rules="guanpai", bombed=bombed)
    assert ddz.playout(nothing, 1).scores == (0, 0, 0, 0)
