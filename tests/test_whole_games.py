"""Random games of every rule set from the deal to what they pay."""

import pickle

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast.game_commands import random_auction
from ddz_fast.records import judge, parse_record, write_record
from random_positions import SEED

#: games of each rule set
NUMBERS = [20, pytest.param(10_000, marks=pytest.mark.slow)]
VARIANTS = [
    "classic auction=grab",
    "classic auction=grab reclaim=stake_only",
    "classic auction=none",
    "guanpai first_must_include_s3=True",
    "two two_54=True yield_cards=0 dead=17",
    "four jia_open_two=True head_take_quota=1",
    "four baodao_no_bomb=True farmer_baodao_pow2=True",
    "five2 both_roles=True",
    "lianzha lianzha_counts=3",
    "yunnan bo_max=1",
]


def play_at_random(state, chance):
    while not state.is_over:
        number = int(chance.integers(state.count_plays() + state.may_pass))
        state.play(state.legal_play(number) if number < state.count_plays() else None)


def cards_of(state):
    played = sum(0 if play is None else play.cards for _, play in state.history)
    return sum(state.hands) + played


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", [*ddz.rule_names(), *VARIANTS])
def test_games_from_the_deal_to_the_score(name, number):
    from implementations import rules_from

    rules = rules_from(name)
    seed = [SEED, len(name)]
    print(f"seed {seed}")
    chance = np.random.default_rng(seed)
    paid = np.zeros(rules.players, dtype=np.int64)
    for game in range(number):
        auction = random_auction(rules, chance)
        state = auction.state()
        start, start_hash, cards = state.text, state.hash, cards_of(state)
        play_at_random(state, chance)
        where = f"game {game}: {start}"
        assert cards_of(state) == cards, where
        result = ddz.score(state, auction)
        assert sum(result.points) == 0, where
        assert result.winners == state.winners, where
        assert {seat for seat, points in enumerate(result.points) if points > 0} <= set(
            state.winners
        )
        paid += np.abs(result.points)
        if game % 50 == 0:
            check_game(state, auction, result, chance)
        while state.ply:
            state.undo()
        assert (state.text, state.hash, cards_of(state)) == (start, start_hash, cards), where
    # Where the text says what is paid, somebody pays.
    assert (paid > 0).all() == (rules.scoring != "winner_only")


def check_game(state, auction, result, chance):
    """The referee, who reads its record, agrees; text and pickle of some ply come back."""
    verdict = judge(parse_record(write_record(auction, state.history, result)))
    assert verdict.fault is None
    assert verdict.state == state
    assert verdict.state.history == state.history
    assert verdict.score == result
    middle = state.copy()
    for _ in range(int(chance.integers(state.ply))):
        middle.undo()
    again = ddz.State.parse(middle.text)
    restored = pickle.loads(pickle.dumps(middle))
    assert again == middle == restored
    assert again.hash == middle.hash == restored.hash
    assert restored.history == middle.history
