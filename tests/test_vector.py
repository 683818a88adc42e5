"""Games that are stepped together: each is what State plays, and what is seen of it is as told."""

import numpy as np
import pytest

import ddz_fast as ddz
from random_positions import SEED

N = 24
STEPS = 130


def chosen_at_random(games, chance):
    _, offsets = games.legal()
    return (chance.random(games.n) * (np.diff(offsets) + games.may_pass)).astype(np.int64)


def move_of(games, game, index):
    plays, offsets = games.legal()
    place = offsets[game] + index
    return plays[place].copy() if place < offsets[game + 1] else None


def step_beside(games, states, chance):
    """One ply at random, of the games and of a State for each; new ones for those that end."""
    indices = chosen_at_random(games, chance)
    moves = [move_of(games, game, index) for game, index in enumerate(indices)]
    _, done = games.step(indices)
    for game, move in enumerate(moves):
        states[game].play(move)
        if done[game]:
            states[game] = games.state(game)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", ddz.rule_names())
def test_every_game_is_what_a_state_plays(name, threads):
    chance = np.random.default_rng(SEED)
    games = ddz.VecGames(N, name, seed=SEED, threads=threads)
    states = [games.state(game) for game in range(N)]
    ended = 0
    for _ in range(STEPS):
        plays, offsets = games.legal()
        for game, state in enumerate(states):
            assert games.to_move[game] == state.to_move
            assert games.may_pass[game] == state.may_pass
            legal = state.legal_plays().array
            assert np.array_equal(plays[offsets[game] : offsets[game + 1]], legal), state.text
        indices = chosen_at_random(games, chance)
        moves = [move_of(games, game, index) for game, index in enumerate(indices)]
        scores, done = games.step(indices)
        for game, state in enumerate(states):
            state.play(moves[game])
            assert done[game] == state.is_over
            expected = ddz.score(state).points if state.is_over else (0,) * games.players
            assert tuple(scores[game]) == expected, state.text
            if state.is_over:
                ended += 1
                states[game] = games.state(game)
            assert games.state(game) == states[game]
    assert ended > 0 or games.players > 3, f"seed {SEED}"


def test_threads_play_the_same_games():
    chance = np.random.default_rng(SEED)
    one, more = (ddz.VecGames(37, "four", seed=SEED, threads=threads) for threads in (1, 4))
    for _ in range(150):
        for ours, theirs in zip(one.legal(), more.legal(), strict=True):
            assert np.array_equal(ours, theirs)
        assert np.array_equal(one.counts(), more.counts())
        indices = chosen_at_random(one, chance)
        for ours, theirs in zip(one.step(indices), more.step(indices), strict=True):
            assert np.array_equal(ours, theirs)


def cards_row(packed):
    """54 numbers of cards, by definition."""
    counts = ddz.unpack(int(packed)).tolist()
    row = [int(place < count) for count in counts[:13] for place in range(4)]
    return [*row, *counts[13:]]


def one_of(number, width):
    return [int(place == number) for place in range(width)]


def features_of(state):
    """DouZero's features of the player to move, and its history, from the plies of a game."""
    seat, sizes = state.to_move, state.sizes
    moves = [(who, 0 if play is None else play.cards) for who, play in state.history]
    cards = [packed for _, packed in moves]
    recent = ([0] * 15 + cards)[-15:]
    beat = recent[-1] or recent[-2]
    played = [sum(packed for who, packed in moves if who == one) for one in range(3)]
    last = [next((packed for who, packed in moves[::-1] if who == one), 0) for one in range(3)]
    others = sum(hand for one, hand in enumerate(state.hands) if one != seat)
    bombs = one_of(sum(state.bombs_played), 15)
    mate = 3 - seat
    if seat == 0:
        parts = [state.hands[0], others, beat, played[2], played[1]]
        left = [*one_of(sizes[2] - 1, 17), *one_of(sizes[1] - 1, 17)]
    else:
        parts = [state.hands[seat], others, played[0], played[mate], beat, last[0], last[mate]]
        left = [*one_of(sizes[0] - 1, 20), *one_of(sizes[mate] - 1, 17)]
    row = [number for packed in parts for number in cards_row(packed)] + left + bombs
    return row + [0] * (430 - len(row)), [
        number for packed in recent for number in cards_row(packed)
    ]


@pytest.mark.parametrize("name", ["classic", "yunnan", "lianzha"])
def test_features_are_those_of_the_plies(name):
    chance = np.random.default_rng(SEED)
    games = ddz.VecGames(6, name, seed=SEED, threads=2)
    states = [games.state(game) for game in range(6)]
    for _ in range(150):
        features, history = games.features()
        for game, state in enumerate(states):
            row, past = features_of(state)
            assert features[game].tolist() == row, state.text
            assert history[game].ravel().tolist() == past, state.text
        plays, _ = games.legal()
        assert games.rows().tolist() == [cards_row(packed) for packed in plays["cards"]]
        step_beside(games, states, chance)


@pytest.mark.parametrize("name", ["classic", "two", "four", "six4", "guanpai"])
def test_counts_are_what_a_player_sees(name):
    chance = np.random.default_rng(SEED)
    games = ddz.VecGames(5, name, seed=SEED)
    states = [games.state(game) for game in range(5)]
    players = games.players
    for _ in range(60):
        for seen, state in zip(games.counts(), states, strict=True):
            own, others, beat, *played = np.split(seen[: 45 + 15 * players], 3 + players)
            seats = [(state.to_move + step) % players for step in range(players)]
            hands = ddz.unpack(np.array(state.hands, np.uint64))
            assert np.array_equal(own, hands[seats[0]])
            assert np.array_equal(others, hands.sum(axis=0) - hands[seats[0]])
            assert np.array_equal(beat, ddz.unpack(0 if state.beat is None else state.beat.cards))
            for seat, cards in zip(seats, played, strict=True):
                plays = [play.cards for who, play in state.history if who == seat and play]
                assert np.array_equal(cards, ddz.unpack(sum(plays)))
            assert seen[45 + 15 * players : -3].tolist() == [state.sizes[seat] for seat in seats]
            assert tuple(seen[-3:]) == state.bombs_played
        step_beside(games, states, chance)


@pytest.mark.parametrize(
    ("indices", "text"),
    [
        ([0, 0], "3 whole numbers"),
        ([0, 0, 0.5], "3 whole numbers"),
        ([[0, 0, 0]], "3 whole numbers"),
        ([0, -1, 0], "game 1: index -1"),
        ([0, 0, 10_000], "game 2: index 10000"),
        ([True, False, True], "3 whole numbers"),
        (np.array([0, 0, 1 << 63], np.uint64), "game 2: index 9223372036854775808"),
    ],
)
def test_wrong_indices_change_nothing(indices, text):
    games = ddz.VecGames(3, seed=1)
    before = [games.state(game) for game in range(3)]
    with pytest.raises(ValueError, match=text):
        games.step(indices)
    assert [games.state(game) for game in range(3)] == before


def test_a_lead_is_not_passed():
    games = ddz.VecGames(2, seed=1)
    _, offsets = games.legal()
    with pytest.raises(ValueError, match="no pass"):
        games.step([0, int(offsets[2] - offsets[1])])


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((0,), ValueError),
        ((-1,), ValueError),
        ((True,), ValueError),
        ((1.5,), TypeError),
        ((1 << 62,), (MemoryError, ValueError, OverflowError)),
        ((1, "nothing"), ddz.RulesError),
        ((1, "classic", -1), ValueError),
        ((1, "classic", 1, 0), ValueError),
    ],
)
def test_wrong_beginnings(arguments, error):
    with pytest.raises(error):
        ddz.VecGames(*arguments)


def test_what_does_not_fit_the_layout_is_refused():
    games = ddz.VecGames(2, "four", seed=1)
    for ask in (games.features, games.rows):
        with pytest.raises(ddz.RulesError, match="one deck"):
            ask()
    with pytest.raises(IndexError):
        games.state(2)


def test_obs_has_both_layouts():
    games = ddz.VecGames(3, seed=1)
    assert np.array_equal(games.obs(), games.counts())
    for one, other in zip(games.obs("douzero"), games.features(), strict=True):
        assert np.array_equal(one, other)
    with pytest.raises(ValueError, match="'counts' or 'douzero'"):
        games.obs("other")


def test_arrays_are_not_to_be_written():
    games = ddz.VecGames(2, seed=1)
    for array in (*games.legal(), games.to_move, games.may_pass, games.counts(), games.rows()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
