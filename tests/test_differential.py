"""The core against the reference on random and adversarial positions, per rule set."""

import pytest

import ddz_fast as ddz
from ddz_fast.reference import plays as reference
from implementations import (
    MANY_DECK_VARIANTS,
    VARIANTS,
    WILD_VARIANTS,
    Core,
    Reference,
    counts_of,
    key_of,
    keys,
    play_of,
    reference_play,
    rules_from,
)
from random_positions import SEED, positions


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
    most = min(15, max(rules.deck))
    # Of two decks and more, or with wild jokers, all plays of the larger hand are too many.
    grown = 3 if most > 4 or rules.wild_jokers else 15
    counts = counts_of(hand)
    larger = ddz.pack([min(most, have + (rank < grown)) for rank, have in enumerate(counts)])
    rival = None if beat is None else reference_play(key_of(beat))
    for play in reference.plays_within(rules, counts_of(larger)):
        if play.size > rules.max_hand or not reference.holds(rules.deck, play.cards):
            continue
        ours = play_of(keys([play])[0])
        legal = reference.is_legal(rules, play, counts_of(hand), rival, bombs)
        assert ddz.is_legal(ours, hand, beat, rules=rules, bombs=bombs) is legal, (where, str(play))
        assert legal is (key_of(ours) in expected), (where, str(play))


@pytest.mark.parametrize("name", ddz.rule_names())
def test_presets(name):
    # With wild jokers a hand has thousands of plays: by definition they take a tenth of a second.
    compare(ddz.rules(name), 100 if ddz.rules(name).wild_jokers else 500)


@pytest.mark.parametrize("text", VARIANTS + MANY_DECK_VARIANTS + WILD_VARIANTS)
def test_options(text):
    compare(rules_from(text), 50 if rules_from(text).wild_jokers else 150)


@pytest.mark.slow
@pytest.mark.parametrize("name", ddz.rule_names())
def test_presets_at_length(name):
    compare(ddz.rules(name), 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("text", VARIANTS + MANY_DECK_VARIANTS + WILD_VARIANTS)
def test_options_at_length(text):
    compare(rules_from(text), 5_000)
