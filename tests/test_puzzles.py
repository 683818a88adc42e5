"""Puzzles as text, and how they are drawn; nothing is solved here."""

import re

import numpy as np
import pytest

import ddz_fast as ddz
from command_line import widest
from ddz_fast.display import Painter
from ddz_fast.game_commands import play_on, start_of
from ddz_fast.kinds import GRAMMAR, Kind
from ddz_fast.notes import SOLVE_NOTES
from ddz_fast.puzzles import SHAPES, WORDS, Puzzle, parse_puzzle, read_puzzles, without
from ddz_fast.solve_display import Found, name_width, page, table_head, table_row, total_line
from ddz_fast.solving import Analysis, Outcome, Solution

POSITION = "classic 3334/4455/67 0 1 88:PAIR:5 0 - 0 1,0,0 0,0,0"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("KK5543 225543", "classic 3455KK/345522 0 0 - 0 - 0 0,0 0,0,0"),
        ("3 4 turn=1 landlord=1", "classic 3/4 1 1 - 0 - 0 0,0 0,0,0"),
        ("3 4 5 beat=222 passes=1", "classic 3/4/5 0 0 222:TRIO:12 1 - 0 0,0,0 0,0,0"),
        ("3 4 5 bombs=2", "classic 3/4/5 0 0 - 0 2,2,2 0 0,0,0 0,0,0"),
        ("3 4 bombs=-,0", "classic 3/4 0 0 - 0 -,0 0 0,0 0,0,0"),
        ("3 4 5 landlord=-", "classic 3/4/5 - 0 - 0 - 0 0,0,0 0,0,0"),
        ("3 4 5 6 landlord=3,1", "classic 3/4/5/6 1,3 0 - 0 - 0 0,0,0,0 0,0,0"),
        ("3 4 rules=guanpai", "guanpai 3/4 - 0 - 0 - 0 0,0 0,0,0"),
        ("3 4 5 rules=five2", "five2 3/4/5 0,1 0 - 0 - 0 0,0,0 0,0,0"),
        ("3 4 rules=five2", "five2 3/4 0 0 - 0 - 0 0,0 0,0,0"),
        (
            "3 4 rules=classic,single_kickers=distinct",
            "classic,single_kickers=distinct 3/4 0 0 - 0 - 0 0,0 0,0,0",
        ),
        ("10小王 大王", "classic TB/R 0 0 - 0 - 0 0,0 0,0,0"),
        (POSITION, POSITION),
    ],
)
def test_lines(line, text):
    assert parse_puzzle(line, {}).state.text == text


def test_the_line_says_more_than_the_command_line():
    words = {"turn": "1", "rules": "lianzha", "ban": "3+2"}
    state = parse_puzzle("3 4 turn=0 ban=4+2", words).state
    assert (state.to_move, state.rules.lianzha) == (0, True)
    assert Kind.TRIO_PAIR in state.rules.kinds
    assert Kind.QUAD_SOLO not in state.rules.kinds


def test_a_position_says_all_but_what_is_banned():
    state = parse_puzzle(f"{POSITION} id=x", {"turn": "2", "rules": "four", "ban": "3+1"}).state
    assert (state.to_move, state.rules.players) == (1, 3)
    assert state.rules.kinds == ddz.rules("classic").kinds - {Kind.TRIO_SOLO}
    assert parse_puzzle(f"{POSITION} ban=3+2", {"ban": "3+1"}).state.beat == state.beat


@pytest.mark.parametrize("name", ddz.rule_names())
def test_every_kind_can_be_banned_by_its_names(name):
    rules = ddz.rules(name)
    for kind in GRAMMAR:
        banned = without(rules, kind.name)
        assert banned.kinds == rules.kinds - {kind}
        for shape in (kind.name.lower(), kind.name.replace("_", "-"), kind.chinese):
            assert without(rules, shape) == banned


@pytest.mark.parametrize(
    ("shape", "hand", "banned"),
    [
        ("2", "33", "33"),
        ("3", "333", "333"),
        ("3+1", "3334", "333+4"),
        ("3+2", "33344", "333+44"),
        ("straight", "34567", "34567"),
        ("pairs", "334455", "334455"),
        ("plane", "333444", "333444"),
        ("plane+1", "33344456", "333444+5+6"),
        ("plane+2", "3334445566", "333444+55+66"),
        ("4", "3333", "3333"),
        ("4+2", "333345", "3333+4+5"),
        ("4+1+1", "333345", "3333+4+5"),
        ("4+4", "33334455", "3333+44+55"),
        ("4+2+2", "33334455", "3333+44+55"),
        ("rocket", "BR", "BR"),
    ],
)
def test_shapes_are_what_people_call_them(shape, hand, banned):
    plays = [str(play) for play in ddz.legal_plays(hand)]
    assert banned in plays
    rules = without(ddz.rules("classic"), shape)
    left = [str(play) for play in ddz.legal_plays(hand, rules=rules)]
    assert banned not in left
    assert len(rules.kinds) == len(ddz.rules("classic").kinds) - 1
    assert set(left) <= set(plays)


def test_the_cannon_can_be_banned():
    four = ddz.rules("four")
    assert four.kinds - without(four, "cannon").kinds == {Kind.PLANE_CHAIN}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("3", "hands: 1 of them; 2 to 6"),
        ("3 4x", "unknown card 'x'"),
        ("33333 4", "the deck of classic has 4"),
        ("3 4 turn=2", "turn: '2'; a seat from 0 to 1"),
        ("3 4 turn=", "turn: ''; a seat"),
        ("3 4 turn=1 turn=1", "turn= is given twice"),
        ("3 4 landlord=x", "landlord: 'x'; a seat from 0 to 1"),
        ("3 4 landlord=0,1", "not all of them"),
        ("3 4 passes=1", "passes: 1; it is 0 to 0"),
        ("3 4 passes=-1", "passes: '-1'"),
        ("3 4 bombs=1,2,3", "bombs: '1,2,3'; how many"),
        ("3 4 beat=35", "'35' is no play of classic"),
        ("3 4 rules=chess", "unknown rule set 'chess'"),
        ("3 4 rules=classic,colour=red", "unknown option 'colour'"),
        ("3 4 ban=5+5", "ban: unknown shape '5+5'; there are 2, 3, 3+1,"),
        ("3 4 ban=SOLO", "who leads must have a play"),
        ("3 4 trun=1", "unknown word 'trun=1'; there are rules=, ban=,"),
        (f"{POSITION} turn=1", "turn= behind a position"),
        ("classic 3/4", "fields"),
    ],
)
def test_errors_name_the_file_and_the_line(line, says):
    kinds = (ddz.HandError, ddz.PlayError, ddz.PositionError, ddz.RulesError)
    with pytest.raises(kinds, match=r"^some\.txt, line 3: ") as caught:
        list(read_puzzles(["3 4", "", line], {}, "some.txt, "))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_comments_blank_lines_and_ids():
    lines = ["\ufeff# puzzles", "", "3 4 # one", "   ", "5 6 id=two\n"]
    assert [(puzzle.name, puzzle.where) for puzzle in read_puzzles(lines, {})] == [
        ("3", "line 3: "),
        ("two", "line 5: "),
    ]


def test_the_help_knows_all_words_and_shapes():
    for word in WORDS:
        assert f" {word}=" in SOLVE_NOTES
    for shape in SHAPES.keys() - {"4+1+1", "4+2+2"}:
        assert re.search(rf"(?<!\S){re.escape(shape)}(?=[\s,])", SOLVE_NOTES), shape


@pytest.mark.parametrize("name", ddz.rule_names())
def test_pages_fit_80_columns(name):
    for seed in range(10):
        state = start_of(ddz.deal(name, seed))
        game = state.copy()
        play_on(game, np.random.default_rng(seed))
        line = Solution(Outcome.WIN, None, game.history, 5, 0.5)
        plays = [(play, Outcome(1 + seed % 2)) for play in state.legal_plays()[:500]]
        for result in (line, Analysis(Outcome.WIN, plays, 5, 0.5)):
            out = "\n".join(page(Found(Puzzle("", state), result, 1.0), Painter()))
            assert 0 < widest(out) <= 80, f"{name}, seed {seed}"


def test_a_page_says_what_limits_the_play():
    text = "two,two_54=True,kinds={SOLO,PAIR} 34/99 0 0 5:SOLO:2 0 -,2 0,1 1,2 0,0,0"
    found = Solution(Outcome.UNKNOWN, None, [], 7, 0.25)
    lines = [*page(Found(Puzzle("", ddz.State.parse(text)), found, 0.5), Painter())]
    assert lines[0] == "two 两人斗地主"
    assert any(line.startswith("without TRIO, TRIO_SOLO, ") for line in lines)
    assert any("two_54=True" in line for line in lines)
    assert "to beat: 5, 单张 single, of seat 1" in lines
    assert "bombs that may be played: seat 1: 2" in lines
    assert "has won with cards left: seat 1: 1" in lines
    assert "seat 0 (landlord) to move: unknown after 7 positions" in lines
    assert lines[-1] == "7 positions in 0.500 seconds, table 25% full"


def test_tables_are_aligned():
    names = ["a", "一个很长很长很长很长的名字", "x" * 50]
    state = ddz.State.from_hands(["34", "5"])
    plays = [(play, Outcome.WIN) for play in ddz.legal_plays("33344455566677789TJQ")]
    results = [
        Solution(Outcome.LOSS, ddz.Play.parse("3"), [], 1234567, 0.0),
        Solution(Outcome.UNKNOWN, None, [], 1, 0.0),
        Analysis(Outcome.WIN, plays, 5, 0.0),
    ]
    puzzles = [Puzzle(name, state) for name in names]
    found = [Found(*both, 0.5) for both in zip(puzzles, results, strict=True)]
    width = name_width(puzzles)
    table = [table_head(width, False), *(line for one in found for line in table_row(one, width))]
    assert widest("\n".join(table)) <= 80
    column = table[0].index("best play")
    assert table[1][column:] == "3"
    assert table[2].endswith("0.500")
    assert all(line[:column].strip() == "" for line in table[4:])
    assert total_line(found).startswith("3 puzzles: 1 win, 1 loss, 1 unknown; 1,234,573 positions")
