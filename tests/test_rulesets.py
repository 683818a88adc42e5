import pickle

import pytest

import ddz_fast as ddz
from ddz_fast.kinds import GRAMMAR
from ddz_fast.options import ALL_KINDS

PRESETS = (
    "classic yunnan guanpai two lianzha douzero rlcard openspiel pagat botzone huanle onestraw noip"
    " four four_jokers five2 five3 six3 six4 super"
)

ACES = (4,) * 11 + (3, 1, 0, 0)
NO_TRIO = frozenset({ddz.Kind.SOLO, ddz.Kind.PAIR, ddz.Kind.BOMB})


def test_all_presets_are_there():
    assert ddz.rule_names() == PRESETS.split()


@pytest.mark.parametrize("name", ddz.rule_names())
def test_presets_hold_together(name):
    rules = ddz.rules(name)
    assert rules.name == name
    assert rules.replace() == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert sum(rules.deck) >= rules.max_hand
    assert rules.hand_size * rules.players + rules.bottom + rules.dead == sum(rules.deck)
    assert rules.hand_size + rules.bottom == rules.max_hand or name == "noip"
    for kind in GRAMMAR:
        assert all(length >= 1 for length in rules.lengths(kind))
    assert len(rules.bombs) == len(set(rules.bombs))


def test_douzero_plays_classic():
    classic, douzero = ddz.rules("classic"), ddz.rules("douzero")
    assert douzero.replace(name=classic.name, title=classic.title) == classic


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"single_kicker": "any"}, "unknown option 'single_kicker'; there are name, .*line_32"),
        ({"single_kickers": "some"}, "single_kickers is 'any' or 'distinct'"),
        ({"single_kickers": ["any"]}, "single_kickers is"),
        ({"max_same_wing": 0}, "max_same_wing is a whole number from 1 to 15, or None"),
        ({"max_same_wing": 2.0}, "max_same_wing is"),
        ({"max_same_wing": True}, "max_same_wing is"),
        ({"lianzha": 1}, "lianzha is True or False"),
        ({"lianzha_max": 4}, "lianzha_max is a whole number from 2 to 3"),
        ({"deck": (4,) * 14}, "deck is a tuple of 15 counts"),
        ({"deck": [4] * 15}, "deck is"),
        ({"deck": (-1,) + (4,) * 14}, "deck is"),
        ({"max_hand": 47}, "max_hand is"),
        ({"kinds": frozenset({1, 99})}, "kinds is a frozenset of Kind"),
        ({"kinds": {ddz.Kind.SOLO}}, "kinds is"),
        ({"joker_bombs": (1,)}, "joker_bombs is"),
        ({"bomb_order": ((ddz.Kind.SOLO, 1),)}, "bomb_order is"),
        ({"low_chains": "all", "line_32": True}, "low_chains and line_32"),
        ({"deck": (8,) * 13 + (1, 1)}, "bomb_order has no place for BOMB of length 5"),
        ({"bomb_order": ((ddz.Kind.BOMB, 4),) * 2}, "bomb_order is a tuple of different"),
        ({"wild_jokers": True, "deck": (4,) * 13 + (2, 2)}, "options of one deck"),
        ({"trio_any_two": True, "kinds": ALL_KINDS}, "not with PLANE_CHAIN"),
        ({"two_54": True}, "two_54 is an option of the two-player game"),
        ({"three_aces_bomb": True}, "option of decks with three aces"),
        ({"paodekuai": True}, "three_aces_bomb is an option of decks with three aces"),
        ({"three_aces_bomb": True, "deck": ACES, "trio_only_as_last": True}, "needs TRIO among"),
        ({"three_aces_bomb": True, "deck": ACES, "wild_jokers": True}, "nor wild_jokers"),
        ({"three_aces_bomb": True, "deck": ACES, "kinds": NO_TRIO}, "needs TRIO among"),
        (
            {"three_aces_bomb": True, "deck": ACES, "bomb_order": ((ddz.Kind.BOMB, 4),)},
            "bomb_order has no place for BOMB of length 3",
        ),
        ({"atom_free": 1}, "atom_free is True or False"),
        ({"name": 5}, "name is text"),
        ({"reclaim": 1}, "reclaim is True, False or 'stake_only'"),
        ({"force_after": 0}, "force_after is a whole number from 1 to 99, or None"),
        ({"auction": "loud"}, "auction is 'bid_points' or 'grab' or 'raise_levels'"),
        ({"landlords": 0}, "landlords=0: nobody becomes landlord, so auction is 'none'"),
        ({"landlords": 0, "auction": "none", "scoring": "chips"}, "between a landlord and farm"),
        ({"landlords": 2, "players": 2}, "landlords=2 leaves no farmer of 2"),
        ({"landlords": 2}, "found by a twin card, of two packs"),
        ({"auction": "yield_grabs"}, "auction of two players"),
    ],
)
def test_wrong_options_say_what_is_right(options, message):
    with pytest.raises(ddz.RulesError, match=message):
        ddz.rules("classic").replace(**options)


@pytest.mark.parametrize("name", ["clasic", "", "CLASSIC", None, 5, ["classic"]])
def test_an_unknown_rule_set_lists_those_there_are(name):
    with pytest.raises(ddz.RulesError, match=r"unknown rule set .* there are classic, yunnan"):
        ddz.rules(name)


def test_the_functions_take_names_and_rules_alike():
    for rules in ("yunnan", ddz.rules("yunnan")):
        assert str(ddz.legal_plays("888", rules=rules)) == "8 88 888"
    with pytest.raises(ddz.RulesError, match="unknown rule set 'nowhere'; there are classic"):
        ddz.legal_plays("3", rules="nowhere")
    with pytest.raises(TypeError, match="rules is a name or a Rules"):
        ddz.legal_plays("3", rules=5)


def test_two_54_brings_its_deck_and_takes_it_back():
    two = ddz.rules("two")
    full = two.replace(two_54=True)
    assert (sum(full.deck), full.hand_size, full.dead, full.yield_cards) == (54, 17, 17, 0)
    assert full.replace(two_54=False).deck == two.deck


def test_a_variant_keeps_no_table_of_what_it_came_from():
    classic = ddz.rules("classic")
    assert ddz.count_plays("3333BR", rules=classic) > ddz.count_plays(
        "3333BR", rules=classic.replace(no_rocket=True)
    )
    assert "_table" not in pickle.loads(pickle.dumps(classic)).__dict__
