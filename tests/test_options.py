"""Options that need more than a row of data/: A-41, A-42, three aces, and what is refused."""

import random
import re
import tracemalloc
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast import Kind
from ddz_fast._calls import make_all_plays
from ddz_fast.options import ALL_KINDS
from implementations import BOTH, Core, Key, Reference, play_of, rules_from
from random_positions import SEED, heavy

DOCUMENT = Path(__file__).parent.parent / "docs" / "rules.md"
both = pytest.mark.parametrize("implementation", BOTH, ids=lambda each: each.name)


def packed(text: str) -> int:
    return ddz.pack(ddz.parse_hand(text))


def shown(keys: list[Key]) -> list[str]:
    return [str(play_of(key)) for key in keys]


# rockets that use up no limit


@both
@pytest.mark.parametrize(
    ("text", "hand", "beat", "bombs", "expected"),
    [
        ("four", "3333BBRR", "22", 0, "BB RR"),
        ("four atom_free=True", "3333BBRR", "22", 0, "BB RR BBRR"),
        ("four atom_free=True", "3333BBRR", "22", 1, "BB RR 3333 BBRR"),
        ("four atom_free=True", "3333BBRR", "22222222", 0, "BBRR"),
        ("four atom_free=True", "3333BBRR", "BBRR", 0, ""),
        ("four atom_free=True", "4BBRR", None, 0, "4 B R BB RR BBRR"),
        ("classic", "3333BR", "22", 0, ""),
        ("classic atom_free=True", "3333BR", "22", 0, "BR"),
        ("lianzha atom_free=True", "33334444BR", "BR", 0, ""),
        ("lianzha atom_free=True", "33334444BR", "22", 0, "BR"),
        ("super atom_free=True", "33BR", "22", 0, "BR"),
        ("five3 atom_free=True", "3333BRR", "4444", 0, "RR BR BRR"),
        ("five3 atom_free=True", "3333BRR", "55555", 0, "BRR"),
        ("five3 atom_free=True no_rocket=True", "3333BRR", "222", 0, ""),
    ],
)
def test_rockets_at_a_limit(implementation, text, hand, beat, bombs, expected):
    rules = rules_from(text)
    rival = None
    if beat is not None:
        rival = Reference().readings(rules, beat)[0]
    found = shown(implementation.legal(rules, packed(hand), rival, bombs))
    assert sorted(found) == sorted(expected.split())


def test_rockets_at_a_limit_in_every_function():
    rules = rules_from("four atom_free=True")
    hands = ["3333BBRR", "33334444BBRR"]
    assert ddz.count_plays(hands[0], "22", rules=rules, bombs=0) == 3
    assert ddz.is_legal("BBRR", hands[0], "22", rules=rules, bombs=0)
    assert not ddz.is_legal("3333", hands[0], "22", rules=rules, bombs=0)
    assert ddz.count_plays_batch(hands, "22", rules=rules, bombs=[0, 1]).tolist() == [3, 5]
    plays, offsets = ddz.legal_plays_batch(hands, "22", rules=rules, bombs=[0, 1])
    assert np.diff(offsets).tolist() == [3, 5]
    assert plays[2]["kind"] == Kind.ROCKET
    assert ddz.min_plays_batch(hands, rules=rules, bombs=[1, 2]).tolist() == [2, 3]
    assert ddz.min_plays_batch(hands, rules="four", bombs=[1, 2]).tolist() == [3, 4]


# Pairs of jokers where any two would be a rocket, if there were one


@both
@pytest.mark.parametrize("options", [{"no_rocket": True}, {"kinds": ALL_KINDS - {Kind.ROCKET}}])
def test_equal_jokers_are_a_pair_where_there_is_no_rocket(implementation, options):
    rules = ddz.rules("five3").replace(**options)
    assert shown(implementation.legal(rules, packed("BBR"), None, None)) == ["B", "R", "BB"]
    assert shown(implementation.readings(rules, "333RR")) == ["333+RR"]
    assert implementation.readings(ddz.rules("five3"), "333RR") == []
    without = {"joker_pair_kicker": False}
    assert implementation.readings(rules.replace(**without), "333RR") == []
    assert implementation.min_plays(rules, packed("333RR5")) == 2


# Three aces as a bomb


@both
def test_three_aces_are_a_trio_and_a_bomb(implementation):
    rules = rules_from("guanpai three_aces_bomb=True")
    kinds = [(Kind(kind), length) for _, kind, length, *_ in implementation.readings(rules, "AAA")]
    assert kinds == [(Kind.BOMB, 3), (Kind.TRIO, 1)]
    assert shown(implementation.legal(rules, packed("AAAKKKK"), None, 0)).count("AAA") == 1
    bomb = implementation.readings(rules, "AAA")[0]
    fours = implementation.readings(rules, "KKKK")[0]
    assert implementation.legal(rules, packed("KKKKAAA"), fours, None) == [bomb]
    assert implementation.legal(rules, packed("AAA3"), fours, 0) == []
    assert implementation.legal(rules, packed("KKKK"), bomb, None) == []


def test_three_aces_are_a_bomb_only_where_an_option_says_so():
    bomb = ddz.Play("AAA", Kind.BOMB, 11, 3)
    assert ddz.is_legal(bomb, "AAA3", "KKKK", rules=rules_from("guanpai paodekuai=True"))
    assert not ddz.is_legal(bomb, "AAA3", "KK", rules="guanpai")
    assert not ddz.is_legal(bomb, "AAA3", "KK")
    with pytest.raises(ddz.PlayError):
        ddz.Play("KKK", Kind.BOMB, 10, 3)


def test_paodekuai_brings_its_options_and_takes_them_back():
    guanpai = ddz.rules("guanpai")
    fast = guanpai.replace(paodekuai=True)
    assert (fast.pair_chain_min, fast.three_aces_bomb) == (2, True)
    assert fast.replace(paodekuai=False, name=guanpai.name) == guanpai


# the plays of a hand of which some bombs are wasted, as rules.md 2 (2) says to find them


def is_allowed(key: Key, wasted: int) -> bool:
    """Whether a play has no cards of the wasted ranks, or is a TRIO, a PAIR or a SOLO."""
    return not key[0] & wasted or key[1] <= Kind.TRIO


def with_wasted_bombs(random_: random.Random, largest: int) -> tuple[int, int]:
    """A hand, and the ranks of its wasted bombs, some of them torn, as nibbles."""
    rules = ddz.rules("four")
    counts = heavy(random_, rules)
    while sum(counts) > largest:
        counts[random_.choice([rank for rank in range(15) if counts[rank]])] -= 1
    bombs = [rank for rank, count in enumerate(counts) if count >= 3]
    ranks = random_.sample(bombs, random_.randint(0, len(bombs)))
    return ddz.pack(counts), sum(15 << 4 * rank for rank in ranks)


@both
def test_plays_with_wasted_bombs(implementation):
    random_ = random.Random(SEED)
    rules = ddz.rules("four")
    every = Reference().all_plays(rules)
    for _ in range(200):
        hand, wasted = with_wasted_bombs(random_, 20)
        beat = random_.choice([None, random_.choice(every)])
        bombs = random_.choice((None, 0, 1))
        expected = [
            key for key in implementation.legal(rules, hand, beat, bombs) if is_allowed(key, wasted)
        ]
        found = implementation.legal(rules, hand & ~wasted, beat, bombs)
        found += [
            key
            for key in implementation.legal(rules, hand & wasted, beat, 0)
            if key[1] <= Kind.TRIO
        ]
        where = f"seed {SEED}: {ddz.format_hand(hand)} {wasted=:x} against {beat}, {bombs=}"
        assert sorted(found) == sorted(expected), where


@cache
def fewest_by_definition(hand: int, wasted: int, bombs: int) -> int:
    if not hand:
        return 0
    lowest = 15 << ((hand & -hand).bit_length() - 1) // 4 * 4
    plays = [
        key
        for key in Reference().legal(ddz.rules("four"), hand, None, bombs)
        if key[0] & lowest and is_allowed(key, wasted)
    ]
    return 1 + min(
        fewest_by_definition(hand - key[0], wasted, bombs - Kind(key[1]).is_bomb) for key in plays
    )


def test_fewest_plays_with_wasted_bombs():
    random_ = random.Random(SEED)
    for _ in range(60):
        hand, wasted = with_wasted_bombs(random_, 13)
        bombs = random_.choice((0, 1))
        found = Core().min_plays(ddz.rules("four"), hand & ~wasted, bombs)
        found += sum((count + 2) // 3 for count in ddz.unpack(hand & wasted).tolist())
        where = f"seed {SEED}: {ddz.format_hand(hand)} {wasted=:x}, {bombs=}"
        assert found == fewest_by_definition(hand, wasted, bombs), where


# The table of all plays


def permissive_rules() -> Iterator[ddz.Rules]:
    """Rules with as much as the options allow, for all choices that exclude each other."""
    most = {
        "max_hand": 46,
        "solo_chain_min": 2,
        "pair_chain_min": 2,
        "plane_min": 2,
        "pair_kickers_repeat": True,
        "cannon": "any",
        "cannon_overlap": True,
        "lianzha_max": 3,
    }
    lines = ({"low_chains": "all"}, {"line_32": True}, {"low_chains": "straight_only"})
    order = (*ddz.rules("six4").bomb_order, (Kind.BOMB_CHAIN, 2), (Kind.BOMB_CHAIN, 3))
    for line, lianzha, flag in product(lines, (False, True), (False, True)):
        options = most | line | {"lianzha": lianzha, "bomb_order": order}
        yield ddz.rules("classic").replace(wild_jokers=True, trio_any_two=flag, **options)
        for joker_bombs in (tuple(range(2, 9)), (8,)):
            yield ddz.rules("six4").replace(
                deck=(16,) * 15, kinds=ALL_KINDS, joker_bombs=joker_bombs, no_rocket=flag, **options
            )


def test_no_rule_set_has_more_plays_than_a_table_can_hold():
    numbers = [len(make_all_plays(rules)) for rules in permissive_rules()]
    assert max(numbers) == 2_230_239


def test_the_largest_table_needs_no_more_memory_than_itself():
    rules = max(permissive_rules(), key=lambda rules: len(make_all_plays(rules)))
    tracemalloc.start()
    plays = ddz.all_plays(rules)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert plays.array.nbytes <= peak <= 1.01 * plays.array.nbytes
    assert ddz.action_id(plays[-2], rules=rules) == len(plays) - 2


# What the document says there is


def documented(heading: str) -> set[str]:
    """The names in the first column of a table of docs/rules.md 6.2."""
    part = DOCUMENT.read_text(encoding="utf-8").split(f"**{heading}:**")[1].split("\n\n")[1]
    cells = [line.split("|")[1] for line in part.splitlines()[2:]]
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_every_option_of_plays_is_documented():
    there = {field.name for field in fields(ddz.Rules)} - {"name", "title"}
    assert documented("Plays, in the current version") == there


def test_what_is_not_there_yet_is_no_option():
    missing = documented("Deal, auction, game and score, not yet shipped")
    assert {"waste_strict", "both_roles"} <= missing
    for name in missing:
        with pytest.raises(ddz.RulesError, match=name):
            ddz.rules("four").replace(**{name: True})


@pytest.mark.parametrize(
    ("name", "option", "why"),
    [
        ("five2", "tag_wild", r"15 counts do not tell .* \(docs/rules.md 2 \(4\)\)"),
        ("four", "waste_strict", r"only the game knows \(docs/rules.md A-41"),
    ],
)
def test_options_that_cannot_be_say_why(name, option, why):
    for value in (True, False):
        with pytest.raises(ddz.RulesError, match=f"{option} is no option of plays: .*{why}"):
            ddz.rules(name).replace(**{option: value})
