"""The core against the reference on random and adversarial positions, per rule set."""

import os

import pytest

import ddz_fast as ddz
from ddz_fast.reference import plays as reference
from implementations import Core, Reference, counts_of, key_of, reference_play, rules_from
from random_positions import positions

VARIANTS = [
    "classic single_kickers=distinct",
    "classic both_jokers_kicker=False",
    "classic max_same_wing=2",
    "classic pair_kickers_repeat=True max_same_wing=3",
    "classic wing_extends_plane=False",
    "classic line_32=True",
    "classic low_chains=straight_only",
    "classic low_chains=all wing_extends_plane=False",
    "classic lianzha=True lianzha_max=3",
    "classic no_rocket=True",
    "classic solo_chain_min=3 pair_chain_min=2 plane_min=3",
    "lianzha pair_kickers_repeat=True line_32=True",
    "lianzha low_chains=all pair_kickers_repeat=True",
    "yunnan single_kickers=distinct",
    "two two_54=True",
    "guanpai low_chains=all",
]
SEED = int(os.environ.get("DDZ_SEED", "20240611"))


def compare(rules: ddz.Rules, number: int) -> None:
    for index, (hand, beat, bombs) in enumerate(positions(SEED, rules, number)):
        key = None if beat is None else key_of(beat)
        expected = Reference().legal(rules, hand, key, bombs)
        where = f"seed {SEED}, position {index}: {ddz.format_hand(hand)} against {beat}, {bombs=}"
        assert Core().legal(rules, hand, key, bombs) == expected, where
        assert ddz.count_plays(hand, beat, rules=rules, bombs=bombs) == len(expected), where
        if index % 10 == 0:
            check_is_legal(rules, hand, beat, bombs, set(expected), where)


def check_is_legal(rules, hand, beat, bombs, expected, where) -> None:
    """Legal plays are legal; of the others those of a larger hand are not."""
    larger = ddz.pack([min(4, count + 1) for count in counts_of(hand)])
    rival = None if beat is None else reference_play(key_of(beat))
    for play in reference.plays_within(rules, counts_of(larger)):
        if play.size > rules.max_hand or not reference.holds(rules.deck, play.cards):
            continue
        ours = ddz.Play(ddz.pack(play.cards), play.kind, play.rank, play.length)
        legal = reference.is_legal(rules, play, counts_of(hand), rival, bombs)
        assert ddz.is_legal(ours, hand, beat, rules=rules, bombs=bombs) is legal, (where, str(play))
        assert legal is (key_of(ours) in expected), (where, str(play))


@pytest.mark.parametrize("name", ddz.rule_names())
def test_presets(name):
    compare(ddz.rules(name), 500)


@pytest.mark.parametrize("text", VARIANTS)
def test_options(text):
    compare(rules_from(text), 150)


@pytest.mark.slow
@pytest.mark.parametrize("name", ddz.rule_names())
def test_presets_at_length(name):
    compare(ddz.rules(name), 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("text", VARIANTS)
def test_options_at_length(text):
    compare(rules_from(text), 5_000)
