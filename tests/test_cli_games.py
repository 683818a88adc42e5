"""The commands of whole games: deal, game, perft, playout and referee."""

import re

import pytest

import ddz_fast as ddz
from command_line import ESCAPE, widest
from ddz_fast.records import deal_of, judge, parse_record
from test_records import GAME

POSITION = "classic 334/45/5 0 0 - 0 - 0 0,0,0 0,0,0"


@pytest.mark.parametrize("name", ddz.rule_names())
def test_deal_is_the_beginning_of_a_record(run, name):
    status, out, err = run(f"deal --rules {name} --seed 3")
    assert (status, err) == (0, "")
    dealt = deal_of(parse_record(out))
    assert dealt == ddz.deal(name, 3)
    assert widest(out) <= 80
    assert out != run(f"deal --rules {name} --seed 4")[1]


@pytest.mark.parametrize("name", ddz.rule_names())
def test_game_is_readable_and_its_record_is_judged_right(run, name):
    status, out, err = run(f"game --rules {name} --seed 5")
    assert (status, err) == (0, "")
    assert widest(out) <= 80
    for part in ("the deal", "the auction", "the play", "the score"):
        assert f"\n{part}\n" in out
    record = run(f"game --rules {name} --seed 5 --record")[1]
    assert widest(record) <= 80
    verdict = judge(parse_record(record))
    assert verdict.fault is None
    for seat, play in verdict.state.history:
        assert play is None or re.search(rf"seat {seat}\b.* {re.escape(str(play))}\n", out)
    for line in verdict.score.explain().splitlines():
        assert line in out
    status, told, err = run("referee -", record)
    assert (status, err) == (0, "")
    assert verdict.score.explain().splitlines()[-1] in told


def test_game_has_colours_if_asked(run):
    assert ESCAPE in run("game --colour always")[1]
    assert ESCAPE not in run("game")[1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (f"perft '{POSITION}' 0", "1\n"),
        (f"perft '{POSITION}' 1", "3\n"),
        (f"perft {POSITION} 1", "3\n"),
        (
            f"perft '{POSITION}' 1 --divide",
            "3          1\n4          1\n33         1\n3 choices:  3\n",
        ),
    ],
)
def test_perft(run, words, says):
    status, out, err = run(words)
    assert (status, err) == (0, "")
    assert re.sub(" +", " ", out) == re.sub(" +", " ", says)


def test_perft_of_a_deal(run):
    status, out, _ = run("perft 1 --rules guanpai --seed 2")
    assert status == 0
    dealt = ddz.deal("guanpai", 2)
    assert int(out) == ddz.count_plays(dealt.packed[dealt.first], rules="guanpai")
    status, out, _ = run("perft 2 --rules five2 --divide")
    *parts, total = [int(line.split()[-1]) for line in out.splitlines()]
    assert sum(parts) == total > 100


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("perft x", "DEPTH is a whole number from 0 to 64, not 'x'"),
        ("perft 65", "DEPTH is a whole number"),
        ("perft", "required"),
        (f"perft '{POSITION}' 0 --divide", "--divide needs a DEPTH of 1"),
        ("perft classic 3/4 3", "fields"),
        ("perft 1 --rules nothing", "unknown rule set"),
        ("playout classic", "fields"),
        ("playout -n 0", "no whole number from 1"),
        ("deal --rules nothing", "unknown rule set"),
        ("referee", "required"),
        ("referee no_such_file", "No such file"),
    ],
)
def test_errors_are_one_line(run, words, says):
    status, out, err = run(words)
    assert (status, out) == (2, "")
    assert err.startswith("ddz-fast: error: ")
    assert says in err
    assert err.count("\n") == 1


def test_playout(run):
    status, out, err = run("playout -n 500 --seed 9 --threads 2")
    assert (status, err) == (0, "")
    assert out.startswith("classic 斗地主: 500 random games, 2 threads\n")
    shares = [float(share) for share in re.findall(r"([0-9.]+)%", out)]
    assert len(shares) == 3
    assert abs(sum(shares) - 100) < 0.1
    points = [float(number) for number in re.findall(r"([+-][0-9.]+)$", out, re.M)]
    assert abs(sum(points)) < 0.01
    assert re.search(r"^seat 0 landlord ", out, re.M)
    assert re.search(r"^plays and passes in a game: [0-9.]+$", out, re.M)
    assert re.search(r"^games per second, by the clock: [0-9,]+$", out, re.M)
    assert widest(out) <= 80
    same = run("playout -n 500 --seed 9")[1]
    assert same.splitlines()[1:-1] == out.splitlines()[1:-1]


def test_playout_of_a_position(run):
    status, out, _ = run("playout 'classic 3/44/5 0 0 - 0 - 0 0,0,0 0,0,0' -n 10")
    assert status == 0
    assert re.search(r"seat 0 landlord +100.00% +\+4.000", out)


def test_referee_tells_the_first_fault(run, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(GAME.replace("play 1: R", "play 1: 7"), encoding="utf-8")
    status, out, err = run(["referee", str(path)])
    assert (status, err) == (1, "")
    assert out.startswith("line 16: 7 of seat 1")
    assert out.count("\n") == 1


def test_referee_says_who_won(run):
    status, out, err = run("referee -", GAME)
    assert (status, err) == (0, "")
    assert "won by seat 1, seat 2" in out
    assert "seat 0: -4\n" in out


def test_referee_says_whose_turn_it_is(run):
    lines = GAME.splitlines(keepends=True)
    assert "seat 0 is to call" in run("referee -", "".join(lines[:10]))[1]
    assert "seat 0 is to play" in run("referee -", "".join(lines[:11]))[1]
    passed = "".join(lines[:8]) + "call 1: PASS\ncall 2: PASS\ncall 0: PASS\n"
    assert "dealt again" in run("referee -", passed)[1]


@pytest.mark.parametrize(
    ("typed", "says"),
    [("", "begins with its rules"), ("rules: classic\nx\n", "line 2"), ("rules: two\n", "hand 0")],
)
def test_referee_refuses_what_is_no_record(run, typed, says):
    status, out, err = run("referee -", typed)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
