"""Records of games, and what the referee says of them."""

import pytest

from ddz_fast.errors import RecordError
from ddz_fast.records import judge, parse_record, write_record

GAME = """\
# a short game
rules: classic

first: 1
hand 0: 33344 45556 66777 88
hand 1: 34567 9TJQK AA222 BR
hand 2: 8899T TTJJJ QQQKK KA
bottom: 9A2
call 1: PASS
call 2: 1
call 0: 2
play 0: 333444555666+7+7+7+8
play 1: pass
play 2: PASS
play 0: 8
play 1: R
play 2: pass
play 0: pass
play 1: 34567
play 2: pass
play 0: pass
play 1: 9TJQK
play 2: pass
play 0: pass
play 1: 222+B
play 2: pass
play 0: pass
play 1: AA
"""
SCORE = "score: -4 +2 +2\n"


def changed(old: str, new: str) -> str:
    assert GAME.count(old) >= 1
    return GAME.replace(old, new, 1)


def test_a_game_without_a_fault():
    verdict = judge(parse_record(GAME + SCORE))
    assert verdict.fault is None
    assert verdict.state.winners == (1, 2)
    assert verdict.score.points == (-4, 2, 2)
    assert judge(parse_record(GAME)).score == verdict.score


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (changed("call 2: 1", "call 0: 1"), 10, "it is the turn of seat 2"),
        (changed("call 2: 1", "call 2: 4"), 10, "PASS, 1, 2, 3"),
        (changed("call 0: 2", "call 0: 1"), 11, "no legal call"),
        (changed("call 0: 2\n", ""), 11, "seat 0 is to call"),
        (
            changed("play 1: pass", "call 1: 3").replace("play 0: 333444555666+7+7+7+8\n", ""),
            12,
            "over",
        ),
        (changed("play 1: pass", "play 2: pass"), 13, "it is the turn of seat 1"),
        (changed("play 0: 333444", "play 1: 333444"), 12, "it is the turn of seat 0"),
        (changed("play 1: R", "play 1: 7"), 16, "7 of seat 1"),
        (changed("play 0: 8\n", "play 0: pass\n"), 15, "who leads must play"),
        (changed("play 0: 8\n", "play 0: 9T\n"), 15, "9T"),
        (changed("play 0: 8\n", "play 0: X\n"), 15, "unknown card 'X'"),
        (GAME + "play 2: 9\n", 29, "the game is over"),
        (GAME + "score: -2 +1 +1\n", 29, "the score is -4 +2 +2"),
        (changed("play 1: AA\n", SCORE), 28, "the game goes on"),
        (changed("play 1: R", "stop:"), 16, "stop"),
    ],
)
def test_the_first_fault_is_told_with_its_line(text, line, says):
    fault = judge(parse_record(text)).fault
    assert fault is not None
    assert fault.line == line
    assert says in str(fault)


def test_a_game_may_end_early():
    lines = GAME.splitlines(keepends=True)
    verdict = judge(parse_record("".join(lines[:10])))
    assert (verdict.state, verdict.fault, verdict.auction.to_call) == (None, None, 0)
    verdict = judge(parse_record("".join(lines[:11])))
    assert (verdict.fault, verdict.auction.is_over) == (None, True)
    assert verdict.state.to_move == 0
    verdict = judge(parse_record("".join(lines[:16])))
    assert (verdict.fault, verdict.score, verdict.state.to_move) == (None, None, 2)


def test_nobody_wants_to_be_landlord():
    text = changed("call 2: 1", "call 2: PASS").replace("call 0: 2", "call 0: PASS")
    verdict = judge(parse_record(text.partition("play")[0]))
    assert verdict.auction.is_redeal
    assert verdict.fault is None
    fault = judge(parse_record(text)).fault
    assert fault is not None
    assert fault.line == 12


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with its rules"),
        ("hand 0: 3\n", "begins with its rules"),
        ("rules: clasic\n", "line 1: rules: unknown rule set"),
        ("\nrules: classic\nhello\n", "line 3: 'hello' is no 'WORD: ...'"),
        ("rules: classic\nhands 0: 3\n", "line 2"),
        ("rules: classic\nhand: 3\n", "is not written 'hand 0: ...'"),
        ("rules 0: classic\n", "is not written 'rules: ...'"),
        ("rules: classic\nhand 3: 3\n", "line 2: seat 3: seats are 0 to 2"),
        ("rules: classic\ncall 0: 1\nhand 0: 3\n", "line 3: hand comes behind call"),
        ("rules: classic\nfirst: 1\nfirst: 1\n", "line 3: first is given twice"),
        ("rules: classic\nrules: classic\n", "line 2: rules is given twice"),
    ],
)
def test_text_that_is_no_record(text, says):
    with pytest.raises(RecordError) as told:
        parse_record(text)
    assert says in str(told.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rules: classic\nhand 0: 3\nhand 2: 4\n", "there is no 'hand 1: ...'"),
        (changed("33344 45556", "33344 45555"), "the deal: "),
        (changed("33344 45556", "33344 4555"), "has 16 cards"),
        (changed("33344", "33347 7"), "the deal: "),
        (changed("bottom: 9A2", "bottom: 9AA"), "the deal: A"),
        (changed("first: 1", "first: 4"), "there is no such seat"),
        (changed("first: 1", "first: x"), "line 4: 'x' is no whole number"),
        (changed("first: 1", "upcard: ♠R"), "the deal: "),
        (changed("first: 1", "mode: free"), "mode: 'free'"),
    ],
)
def test_a_deal_that_is_none(text, says):
    with pytest.raises(RecordError) as told:
        judge(parse_record(text))
    assert says in str(told.value)


def test_a_record_is_written_as_it_is_read():
    verdict = judge(parse_record(GAME))
    text = write_record(verdict.auction, verdict.state.history, verdict.score)
    again = judge(parse_record(text))
    assert again.state == verdict.state
    assert again.auction.deal == verdict.auction.deal
    assert write_record(again.auction, again.state.history, again.score) == text
    assert max(map(len, text.splitlines())) <= 80


def test_bottom_cards_may_be_refused_where_they_were_picked():
    text = changed("first: 1", "first: 1\nmode: picked").replace(
        "play 0: 333", "take: 2\nplay 0: 333"
    )
    verdict = judge(parse_record(text.partition("play 1")[0]))
    assert verdict.fault is None
    assert sum(verdict.state.sizes) == 52 - 16
    fault = judge(parse_record(text.replace("mode: picked\n", ""))).fault
    assert fault is not None
    assert "takes all bottom cards" in str(fault)


FOUR = """\
rules: four
hand 0: 33333334 44445555 66667777 B
hand 1: 34445556 66777888 88888999 9
hand 2: 9999TTTT TTTTJJJJ JJJJQQQQ Q
hand 3: QQQKKKKK KKKAAAAA AAA22222 2
call 0: HEAD_TAKE
"""


def test_a_landlord_may_stop_and_play_open():
    verdict = judge(parse_record(FOUR + "stop:\n"))
    assert verdict.fault is None
    assert verdict.score.points == (9, -3, -3, -3)
    open_ = judge(parse_record(FOUR + "open:\nplay 0: 4\n"))
    assert (open_.fault, open_.score) == (None, None)
    fault = judge(parse_record(FOUR.replace("HEAD_TAKE", "RAISE1") + "open:\n")).fault
    assert fault is None  # the others have not called
    raised = FOUR.replace("HEAD_TAKE", "RAISE1") + "call 1: RAISE1\nopen:\nplay 1: 3\n"
    fault = judge(parse_record(raised)).fault
    assert fault is not None
    assert "head take" in str(fault)
    fault = judge(parse_record(FOUR + "stop:\nplay 0: 4\n")).fault
    assert fault is not None
    assert "stopped" in str(fault)
