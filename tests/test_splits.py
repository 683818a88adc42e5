"""手数 and splits: printed positions, the definition word by word, and what always holds."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddz_fast as ddz
from ddz_fast.reference import plays as reference
from implementations import (
    BOTH,
    ONE_DECK,
    VARIANTS,
    WILD_SPLIT_VARIANTS,
    Core,
    Key,
    Reference,
    counts_of,
    key_of,
    keys,
    most_cards,
    play_of,
    rules_from,
)
from random_positions import SEED, hands

DATA = Path(__file__).parent / "data"
both = pytest.mark.parametrize("implementation", BOTH, ids=lambda each: each.name)
every_preset = pytest.mark.parametrize("name", ONE_DECK)


def lines_of(name: str) -> list[str]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


# Printed positions


@both
@pytest.mark.parametrize("line", lines_of("splits.txt"))
def test_positions_that_a_shortcut_gets_wrong(implementation, line):
    name, hand, most_bombs, fewest, listed = (cell.strip() for cell in line.split("|"))
    rules, packed = rules_from(name), ddz.pack(ddz.parse_hand(hand))
    bombs = None if most_bombs == "-" else int(most_bombs)
    assert implementation.min_plays(rules, packed, bombs) == int(fewest)
    found = list(implementation.splits(rules, packed, bombs))
    assert implementation.split(rules, packed, bombs) == found[0]
    assert {len(parts) for parts in found} == {int(fewest)}
    if listed != "...":
        expected = [
            [key_of(ddz.Play.parse(text, rules=rules)) for text in parts.split()]
            for parts in listed.split(",")
        ]
        assert found == expected


def check_given_minima(implementation: Core | Reference, step: int) -> None:
    rows = [line.split() for line in lines_of("min_plays.txt")]
    for column, name in enumerate(("classic", "noip"), start=1):
        given_rows = [(row[0], int(row[column])) for row in rows if row[column] != "-"]
        assert len(given_rows) == 3874
        for hand, fewest in given_rows[::step]:
            packed = ddz.pack(ddz.parse_hand(hand))
            assert implementation.min_plays(ddz.rules(name), packed) == fewest, (name, hand)


def test_given_minima():
    check_given_minima(Core(), 1)


def test_some_given_minima_by_definition():
    check_given_minima(Reference(), 20)


@pytest.mark.slow
def test_given_minima_by_definition():
    check_given_minima(Reference(), 1)


# The definition, with any play at any time: nothing is said of a lowest card here.


@cache
def every_split(rules: ddz.Rules, hand: int) -> frozenset[tuple[Key, ...]]:
    """All partitions of a hand into any number of plays."""
    if not hand:
        return frozenset({()})
    return frozenset(
        tuple(sorted((key, *rest)))
        for key in keys(reference.plays_within(rules, counts_of(hand)))
        for rest in every_split(rules, hand - key[0])
    )


def bombs_in(parts: Iterable[Key]) -> int:
    return sum(ddz.Kind(kind).is_bomb for _, kind, *_ in parts)


def trios_in(parts: Iterable[Key]) -> int:
    return sum(kind == ddz.Kind.TRIO for _, kind, *_ in parts)


def check_definition(
    implementation: Core | Reference, rules: ddz.Rules, hand: int, bombs: int | None
) -> None:
    where = f"{rules.name}: {ddz.format_hand(hand)} {bombs=} ({implementation.name}, seed {SEED})"
    allowed = [
        parts
        for parts in every_split(rules, hand)
        if (bombs is None or bombs_in(parts) <= bombs)
        and not (rules.trio_only_as_last and trios_in(parts) > 1)
    ]
    fewest = min(map(len, allowed))
    found = list(implementation.splits(rules, hand, bombs))
    assert implementation.min_plays(rules, hand, bombs) == fewest, where
    multisets = [tuple(sorted(parts)) for parts in found]
    assert len(multisets) == len(set(multisets)), where
    assert set(multisets) == {parts for parts in allowed if len(parts) == fewest}, where
    check_order(rules, hand, found, where)


def check_order(rules: ddz.Rules, hand: int, found: Sequence[Sequence[Key]], where: object) -> None:
    """Splits come in the documented order, and so do the parts of each."""
    listed = keys(reference.plays_within(rules, counts_of(hand)))

    def place(part: Key) -> tuple[int, int]:
        lowest_rank = next(rank for rank, count in enumerate(counts_of(part[0])) if count)
        return lowest_rank, listed.index(part)

    def must_be_last(part: Key) -> bool:
        return rules.trio_only_as_last and part[1] == ddz.Kind.TRIO

    for parts in found:
        assert list(parts) == sorted(sorted(parts, key=place), key=must_be_last), where
    places = [sorted(map(place, parts)) for parts in found]
    assert places == sorted(places), where


@both
@every_preset
def test_splits_are_what_the_definition_says(implementation, name):
    rules = ddz.rules(name)
    for hand, bombs in hands(SEED, rules, 30, largest=6 if rules.wild_jokers else 7):
        check_definition(implementation, rules, hand, bombs)


@both
@pytest.mark.parametrize("text", VARIANTS + WILD_SPLIT_VARIANTS)
def test_splits_of_variants_are_what_the_definition_says(implementation, text):
    rules = rules_from(text)
    for hand, bombs in hands(SEED, rules, 10, largest=6 if rules.wild_jokers else 7):
        check_definition(implementation, rules, hand, bombs)


# What always holds


@st.composite
def some_hands(draw) -> tuple[ddz.Rules, int]:
    rules = ddz.rules(draw(st.sampled_from(ONE_DECK)))
    cards = [rank for rank, count in enumerate(rules.deck) for _ in range(count)]
    places = st.lists(st.sampled_from(range(len(cards))), unique=True, max_size=most_cards(rules))
    return rules, sum(1 << 4 * cards[place] for place in draw(places))


def check_split(
    implementation: Core | Reference, rules: ddz.Rules, hand: int, bombs: int | None
) -> None:
    """A split can be laid down part by part, and each of its parts is worth a play."""
    where = f"{rules.name}: {ddz.format_hand(hand)} {bombs=} ({implementation.name}, seed {SEED})"
    fewest = implementation.min_plays(rules, hand, bombs)
    parts = implementation.split(rules, hand, bombs)
    assert len(parts) == fewest, where
    left, bombs_left = hand, bombs
    for part in parts:
        assert ddz.is_legal(play_of(part), left, rules=rules, bombs=bombs_left), where
        left -= part[0]
        if bombs_left is not None:
            bombs_left -= bombs_in([part])
    assert left == 0, where
    for part in set(parts):
        still = None if bombs is None else bombs - bombs_in([part])
        assert implementation.min_plays(rules, hand - part[0], still) == fewest - 1, where


@both
@given(some_hands(), st.sampled_from((None, 0, 1, 2, 3)))
def test_a_split_can_be_laid_down(implementation, hand, bombs):
    check_split(implementation, *hand, bombs)


@both
@every_preset
def test_splits_of_skewed_hands_can_be_laid_down(implementation, name):
    rules = ddz.rules(name)
    number, largest = (200, 99) if implementation.name == "core" else (10, most_cards(rules))
    for hand, bombs in hands(SEED + 1, rules, number, largest):
        check_split(implementation, rules, hand, bombs)


@both
@given(some_hands())
def test_a_bomb_limit_never_lowers_the_number(implementation, hand):
    limits = (None, 5, 4, 3, 2, 1, 0)  # 20 cards hold no more than five bombs
    numbers = [implementation.min_plays(*hand, bombs) for bombs in limits]
    assert numbers == sorted(numbers)
    assert numbers[0] == numbers[1] == implementation.min_plays(*hand, 10**6)


@both
@pytest.mark.parametrize("text", ["yunnan", "yunnan single_kickers=distinct"])
def test_the_last_trio_of_yunnan_never_raises_the_number(implementation, text):
    rules = rules_from(text)
    free = rules.replace(trio_only_as_last=False)
    for hand, bombs in hands(SEED, rules, 150):
        number = implementation.min_plays(rules, hand, bombs)
        assert number == implementation.min_plays(free, hand, bombs), ddz.format_hand(hand)


@both
def test_splits_come_as_they_are_asked_for(implementation):
    """A hand of very many splits gives its first ones at once, the first of all being `split`."""
    hand = ddz.pack(ddz.parse_hand("3334445556667789TJQK"))
    rules = ddz.rules("pagat")
    first = list(islice(implementation.splits(rules, hand), 3))
    assert len(first) == 3
    assert first[0] == implementation.split(rules, hand)
    rest = implementation.splits(rules, hand)
    assert list(islice(rest, 1)) + list(islice(rest, 2)) == first


@both
def test_rules_without_single_cards_are_refused(implementation):
    rules = ddz.rules("classic").replace(kinds=frozenset({ddz.Kind.PAIR, ddz.Kind.BOMB}))
    hand = ddz.pack(ddz.parse_hand("33"))
    for function in (implementation.min_plays, implementation.split, implementation.splits):
        with pytest.raises(ddz.RulesError, match="SOLO"):
            list(function(rules, hand))


@pytest.mark.parametrize("bombs", range(9))
@pytest.mark.parametrize("name", ["classic", "lianzha"])
def test_the_first_question_to_new_rules_may_have_any_bomb_limit(name, bombs):
    # Tables are made when they are first needed: no other question has made them before.
    rules = ddz.rules(name).replace(name=f"{name} {bombs}")
    for text in ("33334444", "33335555BR"):
        hand = ddz.pack(ddz.parse_hand(text))
        found = list(Core().splits(rules, hand, bombs))
        assert found == list(Reference().splits(rules, hand, bombs)), text
        assert Core().split(rules, hand, bombs) == found[0]


K = ddz.Kind


@pytest.mark.parametrize(
    ("kinds", "options", "text", "fewest"),
    [
        ({K.SOLO, K.SOLO_CHAIN}, {}, "333444555666777", 3),
        ({K.SOLO, K.SOLO_CHAIN}, {}, "33334444555566667777", 4),
        (
            {K.SOLO, K.PAIR, K.PLANE, K.PLANE_SOLO, K.ROCKET},
            {"plane_min": 4},
            "JJJQQQKKKAAA99TTR",
            2,
        ),
        ({K.SOLO, K.TRIO, K.PAIR_CHAIN, K.BOMB}, {"pair_chain_min": 6}, "334455667788TTAR", 5),
        ({K.SOLO, K.TRIO}, {"trio_only_as_last": True}, "333555777", 7),
        ({K.SOLO, K.TRIO_SOLO, K.QUAD_PAIR}, {}, "33445555666", 4),
    ],
)
def test_rules_with_few_kinds(kinds, options, text, fewest):
    # Where a chain saves very much the bound has no automaton; where little is left, no kickers.
    rules = ddz.rules("classic").replace(kinds=frozenset(kinds), **options)
    hand = ddz.pack(ddz.parse_hand(text))
    assert Reference().min_plays(rules, hand) == fewest
    assert Core().min_plays(rules, hand) == fewest
    assert Core().split(rules, hand) == Reference().split(rules, hand)
