"""Options that bring others: what a variant is depends on its options, not on their order."""

import pickle
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given

import ddz_fast as ddz
from ddz_fast import Kind
from ddz_fast.options import ALL_KINDS

BRINGING = ("two_54", "paodekuai", "four_jokers_top", "abolish_straight_trio1", "four_strict")
QUADS = {Kind.QUAD_SOLO, Kind.QUAD_PAIR}
STRAIGHT_TRIO1 = {Kind.SOLO_CHAIN, Kind.TRIO_SOLO, Kind.PLANE_SOLO}
FEW_KINDS = frozenset({Kind.SOLO, Kind.PAIR, Kind.TRIO, Kind.TRIO_SOLO, Kind.BOMB, Kind.ROCKET})
BOOLS = (False, True)
EVERYWHERE = {
    "four_strict": BOOLS,
    "abolish_straight_trio1": BOOLS,
    "kinds": (ALL_KINDS, FEW_KINDS, ALL_KINDS - QUADS),
    "max_same_wing": (None, 2),
    "no_rocket": BOOLS,
    "atom_free": BOOLS,
}
TWO_DECK_ORDER = ddz.rules("four_jokers").bomb_order
VALUES = {
    "classic": EVERYWHERE,
    "two": EVERYWHERE | {"two_54": BOOLS, "deck": ((4,) * 15, ddz.rules("classic").deck)},
    "guanpai": EVERYWHERE
    | {"paodekuai": BOOLS, "three_aces_bomb": BOOLS, "pair_chain_min": (2, 3, 4)},
    "four": EVERYWHERE | {"four_jokers_top": BOOLS, "bomb_order": (TWO_DECK_ORDER,)},
    "four_jokers": EVERYWHERE | {"four_jokers_top": BOOLS, "joker_bombs": ((2, 3, 4), (4,))},
    "five2": EVERYWHERE | {"four_jokers_top": BOOLS, "bomb_order": (TWO_DECK_ORDER[::-1],)},
}


@st.composite
def changes(draw: st.DrawFn) -> tuple[ddz.Rules, list[dict[str, Any]]]:
    """A preset and changes of a few of its options each, some of them back to the preset's."""
    preset = ddz.rules(draw(st.sampled_from(sorted(VALUES))))
    options = {
        name: st.sampled_from((*values, getattr(preset, name)))
        for name, values in VALUES[preset.name].items()
    }
    change = st.fixed_dictionaries({}, optional=options)
    return preset, draw(st.lists(change, max_size=5))


def changed_one_by_one(
    preset: ddz.Rules, steps: list[dict[str, Any]]
) -> tuple[ddz.Rules, dict[str, Any]]:
    """What the changes that are not refused lead to, and the last values that they gave."""
    rules, last = preset, {}
    for step in steps:
        try:
            rules = rules.replace(**step)
        except ddz.RulesError:
            continue
        last |= step
    return rules, last


@given(changes())
def test_only_the_last_values_count(drawn):
    preset, steps = drawn
    rules, last = changed_one_by_one(preset, steps)
    options = {name: value for name, value in last.items() if value != getattr(preset, name)}
    at_once = preset.replace(**options)
    assert (rules, hash(rules)) == (at_once, hash(at_once))
    assert pickle.loads(pickle.dumps(rules)) == rules


@given(changes(), st.randoms(use_true_random=False))
def test_what_is_taken_back_leaves_the_preset(drawn, random_):
    preset, steps = drawn
    rules, last = changed_one_by_one(preset, steps)
    assume(last)
    taken_back = {name: getattr(preset, name) for name in last}
    assert rules.replace(**taken_back) == preset
    # What an option brings cannot be set while the option is on.
    for name in sorted(last, key=lambda name: (name not in BRINGING, random_.random())):
        rules = pickle.loads(pickle.dumps(rules)).replace(**{name: taken_back[name]})
    assert (rules, hash(rules)) == (preset, hash(preset))


@pytest.mark.parametrize(
    ("name", "options", "lacking"),
    [
        ("four_jokers", {"four_strict": True, "abolish_straight_trio1": True}, QUADS),
        ("four_jokers", {"kinds": ALL_KINDS, "four_strict": True}, QUADS | STRAIGHT_TRIO1),
        ("four_jokers", {"kinds": ALL_KINDS, "abolish_straight_trio1": True}, STRAIGHT_TRIO1),
        ("classic", {"abolish_straight_trio1": True, "four_strict": False}, STRAIGHT_TRIO1),
    ],
)
def test_kinds_that_options_take_away(name, options, lacking):
    for order in (options, dict(reversed(options.items()))):
        assert not lacking & ddz.rules(name).replace(**order).kinds
        rules = ddz.rules(name)
        for option, value in order.items():
            rules = rules.replace(**{option: value})
        assert not lacking & rules.kinds


def test_kinds_come_back_only_where_they_were():
    four = ddz.rules("four")
    for option in ("four_strict", "abolish_straight_trio1"):
        assert four.replace(**{option: True}).replace(**{option: False}).kinds == four.kinds
    both = ddz.rules("four_jokers").replace(four_strict=True, abolish_straight_trio1=True)
    one = both.replace(four_strict=False)
    assert ddz.rules("four_jokers").kinds - one.kinds == STRAIGHT_TRIO1


def test_the_rocket_goes_back_to_its_place():
    for name in ("four", "four_jokers", "five2"):
        rules = ddz.rules(name)
        top = rules.replace(four_jokers_top=True)
        assert top.bombs[-1] == (Kind.ROCKET, 4)
        assert sorted(top.bombs) == sorted(rules.bombs)
        assert top.replace(four_jokers_top=False).bombs == rules.bombs


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "guanpai",
            {"paodekuai": True, "three_aces_bomb": False},
            "three_aces_bomb=False and paodekuai=True, which brings three_aces_bomb=True: give one",
        ),
        (
            "guanpai",
            {"paodekuai": True, "pair_chain_min": 4},
            "pair_chain_min=4 and paodekuai=True, which brings pair_chain_min=2",
        ),
        (
            "two",
            {"two_54": True, "deck": (4,) * 13 + (0, 0)},
            "deck=.* and two_54=True, which brings deck=",
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused_at_once_and_one_by_one(name, options, message):
    rules = ddz.rules(name)
    with pytest.raises(ddz.RulesError, match=message):
        rules.replace(**options)
    bringing, asked = ({option: value} for option, value in options.items())
    with pytest.raises(ddz.RulesError, match=message):
        rules.replace(**bringing).replace(**asked)


def test_a_variant_with_a_name_is_a_rule_set_of_its_own():
    own = ddz.rules("guanpai").replace(paodekuai=True, name="mine")
    assert own.name == "mine"
    assert own.replace(paodekuai=False).name == "mine(paodekuai=False)"
    assert own.replace(paodekuai=False).pair_chain_min == 3
    assert own.replace(paodekuai=False).replace(paodekuai=True) == own


def test_the_name_of_a_variant_tells_its_options_in_one_way():
    classic = ddz.rules("classic")
    first = classic.replace(no_rocket=True).replace(max_same_wing=2, kinds=frozenset([*FEW_KINDS]))
    again = classic.replace(kinds=frozenset(sorted(FEW_KINDS)[::-1]), max_same_wing=2)
    kinds = "{SOLO, PAIR, TRIO, TRIO_SOLO, BOMB, ROCKET}"
    assert first.name == f"classic(kinds={kinds}, max_same_wing=2, no_rocket=True)"
    assert again.replace(no_rocket=True) == first
    assert classic.replace(no_rocket=False).name == "classic"
