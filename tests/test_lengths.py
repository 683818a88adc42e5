"""Rules name the lengths that plays have, no more and no less, as docs/rules.md 8.3 lists them."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast import Kind
from ddz_fast.kinds import GRAMMAR
from ddz_fast.options import ALL_KINDS
from ddz_fast.reference import plays as reference
from implementations import MANY_DECK_VARIANTS, VARIANTS, WILD_VARIANTS, Core, keys, rules_from
from random_positions import SEED

ORDER = tuple(
    (kind, length)
    for kind, lengths in (
        (Kind.BOMB, range(3, 16)),
        (Kind.BOMB_CHAIN, (2, 3)),
        (Kind.ROCKET, range(2, 9)),
    )
    for length in lengths
)
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "max_hand": (4, 6, 8, 10, 13, 16),
    "solo_chain_min": (2, 5),
    "pair_chain_min": (2, 3),
    "plane_min": (2, 3),
    "low_chains": ("none", "straight_only", "all"),
    "single_kickers": ("any", "distinct"),
    "both_jokers_kicker": (True, False),
    "max_same_wing": (None, 1, 2),
    "pair_kickers_repeat": (True, False),
    "wing_extends_plane": (True, False),
    "joker_bombs": ((2,), (2, 3), (4, 2)),
    "no_rocket": (True, False),
    "lianzha": (True, False),
    "lianzha_max": (2, 3),
    "joker_pair_kicker": (True, False),
}
OF_ONE_DECK = {
    "trio_any_two": (True, False),
    "wild_jokers": (True,),
    "wild_sets_only": (True, False),
}
OF_MORE = {
    "cannon": ("equal", "two", "any"),
    "cannon_overlap": (True, False),
    "kinds": (ALL_KINDS,),
}
JOKERS = {1: ((1, 1), (1, 1), (1, 0), (0, 0)), 2: ((2, 2), (2, 1), (3, 2))}


def with_few_cards(random_: random.Random, more: Mapping[str, tuple[Any, ...]]) -> ddz.Rules:
    """Rules of a deck with few cards of a few ranks, so that all of its plays can be tried."""
    start = random_.randrange(13)
    counts = [0] * 13
    for step in range(random_.randint(2, 7)):
        counts[(start + step) % 13] = random_.choice((1, 2, 3, 3, 4, 4))
    jokers = random_.choice(JOKERS[1 if more is OF_ONE_DECK else 2])
    options = {name: random_.choice(values) for name, values in {**CHOICES, **more}.items()}
    return ddz.rules("classic").replace(deck=(*counts, *jokers), bomb_order=ORDER, **options)


def lengths_by_definition(rules: ddz.Rules) -> dict[Kind, set[int]]:
    """The lengths of the plays that are found where rules bound no length but the least one."""
    least = {Kind.SOLO_CHAIN: rules.solo_chain_min, Kind.PAIR_CHAIN: rules.pair_chain_min}
    unbounded = {
        kind: range(least.get(kind, rules.plane_min), 14) if grammar.chain else range(1, 2)
        for kind, grammar in GRAMMAR.items()
    }
    unbounded[Kind.BOMB] = range(4, 16)
    unbounded[Kind.BOMB_CHAIN] = range(2, rules.lianzha_max + 1 if rules.lianzha else 0)
    unbounded[Kind.ROCKET] = range(2, 9) if rules.rocket_sizes else range(0)
    rules.__dict__["_lengths"] = {kind: unbounded[kind] for kind in rules.kinds}
    found: dict[Kind, set[int]] = {kind: set() for kind in GRAMMAR}
    for play in reference.all_plays(rules):
        found[play.kind].add(play.length)
    return found


def named(rules: ddz.Rules, kinds: Iterable[Kind] = GRAMMAR) -> dict[Kind, set[int]]:
    """The lengths that rules name; of bombs, those that have a place in the order."""
    return {
        kind: {one for one in rules.lengths(kind) if not kind.is_bomb or (kind, one) in rules.bombs}
        for kind in kinds
    }


def compare(more: Mapping[str, tuple[Any, ...]], number: int, seed: int) -> None:
    random_ = random.Random(seed)
    for index in range(number):
        rules = with_few_cards(random_, more)
        where = f"{seed=}, rules {index}: {rules.name}"
        lengths = named(rules)
        assert Core().all_plays(rules) == keys(reference.all_plays(rules)), where
        assert lengths_by_definition(rules) == lengths, where


@pytest.mark.parametrize("more", [{}, OF_ONE_DECK, OF_MORE], ids=["plain", "wild", "wings"])
def test_decks_of_few_cards(more):
    compare(more, 40, SEED)


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, OF_ONE_DECK, OF_MORE], ids=["plain", "wild", "wings"])
def test_decks_of_few_cards_at_length(more):
    compare(more, 1_000, SEED + 1)


@pytest.mark.parametrize(
    "text", [*ddz.rule_names(), *VARIANTS, *MANY_DECK_VARIANTS, *WILD_VARIANTS]
)
def test_every_length_that_is_named_has_a_play(text):
    rules = rules_from(text)
    plays = ddz.all_plays(rules).array
    for kind, lengths in named(rules).items():
        assert set(np.unique(plays["length"][plays["kind"] == kind]).tolist()) == lengths, kind


@pytest.mark.parametrize(
    ("text", "kind", "lengths"),
    [
        ("five3", Kind.PLANE_PAIR, range(3, 7)),
        ("six4", Kind.PLANE_PAIR, range(3, 7)),
        ("six3", Kind.PLANE_PAIR, range(3, 6)),
        ("two", Kind.SOLO_CHAIN, range(5, 11)),
        ("classic", Kind.SOLO_CHAIN, range(5, 13)),
        ("four", Kind.SOLO_CHAIN, range(5, 14)),
        ("super", Kind.SOLO_CHAIN, range(5, 14)),
        ("noip", Kind.PLANE, range(2, 8)),
        ("four", Kind.PLANE_CHAIN, range(2, 7)),
        ("guanpai three_aces_bomb=True", Kind.BOMB, range(3, 5)),
        ("six4", Kind.BOMB, range(4, 16)),
    ],
)
def test_lengths_of_the_document(text, kind, lengths):
    assert rules_from(text).lengths(kind) == lengths
