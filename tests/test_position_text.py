"""Positions and rule sets as text: what is written comes back, and what is wrong is said."""

import pytest

import ddz_fast as ddz
from ddz_fast import position_text
from ddz_fast.errors import PositionError
from ddz_fast.rules_text import parse_rules, write_rules
from games import GAMES
from implementations import MANY_DECK_VARIANTS, VARIANTS, WILD_VARIANTS, rules_from

REST = "0 0 - 0 - 0 0,0,0 0,0,0"


@pytest.mark.parametrize(
    "text", [*ddz.rule_names(), *VARIANTS, *MANY_DECK_VARIANTS, *WILD_VARIANTS]
)
def test_rule_sets_come_back(text):
    rules = rules_from(text)
    word = write_rules(rules)
    assert not set(word) & set(" /\n")
    assert parse_rules(word) == rules
    assert write_rules(parse_rules(word)) == word


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("classic", {"kinds": frozenset({ddz.Kind.SOLO, ddz.Kind.BOMB})}),
        ("classic", {"bomb_order": ((ddz.Kind.ROCKET, 2), (ddz.Kind.BOMB, 4))}),
        ("five3", {"joker_bombs": (2,)}),
        ("huanle", {"max_same_wing": None, "force_after": 3}),
        ("classic", {"title": "斗 地主, =(x)"}),
        ("four_jokers", {"deck": (4,) * 13 + (2, 2), "max_hand": 20}),
    ],
)
def test_values_of_every_form_come_back(name, options):
    rules = ddz.rules(name).replace(**options)
    assert parse_rules(write_rules(rules)) == rules


def test_a_rule_set_of_ones_own_has_no_text():
    for rules in (
        ddz.rules("classic").replace(name="mine", solo_chain_min=3),
        ddz.Rules(name="classic", title="", solo_chain_min=3),
        ddz.Rules(name="mine", title=""),
    ):
        with pytest.raises(PositionError, match="of your own"):
            write_rules(rules)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("clasic", "unknown rule set 'clasic'"),
        ("classic,wings=2", "unknown option 'wings'"),
        ("classic,line_32", "'line_32' is no option=value"),
        ("classic,line_32=True,line_32=True", "given twice"),
        ("classic,line_32=2", "True or False"),
        ("classic,deck=(4,4", "15 counts"),
        ("classic,low_chains=all,line_32=True", "not both"),
        ("", "unknown rule set ''"),
    ],
)
def test_wrong_rules_are_told(text, says):
    with pytest.raises(PositionError, match="rules") as told:
        parse_rules(text)
    assert says in str(told.value)


@pytest.mark.parametrize(
    "text",
    [
        "classic 334/55/6 0 0 - 0 - 0 0,0,0 0,0,0",
        "classic ./55/6 0 1 33:PAIR:0 0 - 0 2,0,0 1,0,1",
        "super 34/55/67 0 1 345B=67:SOLO_CHAIN:0 1 - 0 1,0,0 0,0,0",
        "super 34/55/67 0 1 A2345:SOLO_CHAIN:-2 0 - 0 1,0,0 0,0,0",
        "two 56/789T 0 1 8:SOLO:5 0 -,2 0,2 1,1 0,0,0",
        "four,cannon=any 3/4/5/6 - 3 555666+7788:PLANE_CHAIN:2 2 0,1,-,2 0 1,0,0,0 1,2,3",
        "four_jokers 3/4/5/6 0 3 BBRR:ROCKET:2 1 - 0 1,0,0,0 0,0,1",
        "five2 3/4/5/6/7 1,4 3 3333+5+6:QUAD_SOLO:0 3 - 0 1,0,0,0,0 0,0,0",
        "guanpai 34/5/6 - 0 - 0 - 0 0,0,0 0,0,0 3",
    ],
)
def test_positions_come_back(text):
    position = position_text.parse(text)
    assert position_text.write(position) == text
    assert position_text.parse(f"  {text.replace(' ', '   ')} ") == position
    for game in GAMES:
        assert game.State.parse(text).text == text


WRONG = [
    ("", "fields"),
    ("classic 3/4/5 0 0", "this has 4"),
    (f"classic 3 {REST}", "hands: 1 of them; 2 to 6"),
    (f"classic 3/4/5/6/7/8/9 {REST}", "hands: 7 of them"),
    (f"classic 3//5 {REST}", "hands, of seat 1"),
    (f"classic 3/4X/5 {REST}", "write B (black"),
    (f"classic 3/4?/5 {REST}", "unknown card '?' at position 2"),
    (f"classic 33333/4/5 {REST}", "hands: 5 cards of rank 3 in all; the deck of classic has 4"),
    (f"classic 333/4/33 {REST}", "5 cards of rank 3"),
    (f"classic 3334/4/5BB {REST}", "2 cards of rank B"),
    (f"classic 3456789TJQK3456789TJQ/4/5 {REST}", "hands: 21 cards of seat 0; 20 at most"),
    (f"classic ./4/. {REST}", "seat 0 and seat 2 have won"),
    ("classic 333/4/5 0 1 33:PAIR:0 0 - 0 0,0,0 0,0,0", "hands and beat: 5 cards"),
    ("classic 3/4/5 3 0 - 0 - 0 0,0,0 0,0,0", "landlords: 3; it is 0 to 2"),
    ("classic 3/4/5 1,0 0 - 0 - 0 0,0,0 0,0,0", "landlords"),
    ("classic 3/4/5 0,1,2 0 - 0 - 0 0,0,0 0,0,0", "landlords"),
    ("classic 3/4/5 x 0 - 0 - 0 0,0,0 0,0,0", "landlords: 'x'; whole numbers"),
    ("classic 3/4/5 0 3 - 0 - 0 0,0,0 0,0,0", "to_move: 3"),
    ("classic 3/4/5 0 -1 - 0 - 0 0,0,0 0,0,0", "to_move: '-1'"),
    ("classic 3/4/5 0 0 66 0 - 0 0,0,0 0,0,0", "beat: '66'"),
    ("classic 3/4/5 0 0 66:PAIRS:3 0 - 0 0,0,0 0,0,0", "kinds are SOLO, PAIR"),
    ("classic 3/4/5 0 0 66:PAIR:4 0 - 0 0,0,0 0,0,0", "66 is no PAIR of rank 4"),
    ("classic 3/4/5 0 0 67:PAIR:3 0 - 0 0,0,0 0,0,0", "67 is no PAIR"),
    ("classic 3/4/5 0 0 pass:NONE:0 0 - 0 0,0,0 0,0,0", "beat: 'pass:NONE:0'"),
    ("classic 3/4/5 0 0 666+7:TRIO_SOLO:x 0 - 0 0,0,0 0,0,0", "beat: rank 'x'"),
    ("classic 3/4/5 0 0 6?:PAIR:3 0 - 0 0,0,0 0,0,0", "beat: unknown card"),
    ("classic 3/4/5 0 0 - 1 - 0 0,0,0 0,0,0", "passes: 1; 0 on a lead"),
    ("classic 3/4/5 0 0 6:SOLO:3 2 - 0 0,0,0 0,0,0", "passes: 2; it is 0 to 1"),
    ("classic 3/4/5 0 0 - 0 1 0 0,0,0 0,0,0", "bombs: '1'"),
    ("classic 3/4/5 0 0 - 0 1,2,x 0 0,0,0 0,0,0", "bombs: 'x'"),
    ("classic 3/4/5 0 0 - 0 - 1 0,0,0 0,0,0", "allowance: '1'; 3 numbers"),
    ("classic 3/4/5 0 0 - 0 - 1,0,0 0,0,0 0,0,0", "allowance: 1,0,0; 0 for a landlord"),
    ("classic 3/4/5 0 0 - 0 - 0 0,0 0,0,0", "made: '0,0'; 3 numbers"),
    ("classic 3/4/5 0 0 - 0 - 0 0,3,0 0,0,0", "made: 3; it is 0 to 2"),
    ("classic 3/4/5 0 0 - 0 - 0 0,0,0 0,0", "bombed: '0,0'; 3 numbers"),
    ("guanpai 3/4/5 - 0 6:SOLO:3 0 - 0 0,0,0 0,0,0 3", "must_hold: 3"),
]


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_what_is_wrong_is_told_with_its_field(text, says):
    with pytest.raises(PositionError) as told:
        position_text.parse(text)
    assert says in str(told.value)
    for game in GAMES:
        with pytest.raises(PositionError):
            game.State.parse(text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_play_to_beat_is_one_of_the_rule_set(game):
    with pytest.raises(ddz.PlayError):
        game.State.parse("yunnan 3/4/5 0 0 666+77:TRIO_PAIR:3 0 - 0 0,0,0 0,0,0")


def test_a_position_is_text():
    with pytest.raises(TypeError, match="text"):
        position_text.parse(3)  # type: ignore[arg-type]
