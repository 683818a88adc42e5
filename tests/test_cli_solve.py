"""The command `ddz-fast solve`: puzzles from its words and from files, and what it says of them."""

import io
import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

import ddz_fast as ddz
from command_line import ESCAPE, PUZZLES, UTF8, Terminal, start, widest
from ddz_fast import solve_commands
from ddz_fast.game_commands import start_of
from ddz_fast.puzzles import read_puzzles

#: A whole deal, which is not solved within a few positions.
DEAL = " ".join(map(ddz.format_hand, start_of(ddz.deal("classic", 1)).hands))
KEYS = ["id", "position", "rules", "hands", "landlords", "turn", "beat", "outcome"]
FIGURES = ["nodes", "seconds", "table_used"]


def without_times(out):
    return re.sub(r" +[0-9]+\.[0-9]{3}(?= |$)", "", out, flags=re.M)


# ---- one puzzle


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--hands KK5543 225543", "seat 0 (landlord) to move wins"),
        ("--hands 225543 KK5543 --turn 1", "seat 1 to move wins"),
        ("--hands 225543 KK5543 --turn 1 --landlord 1", "seat 1 (landlord) to move wins"),
        ("--hands 2KKTT77554 AA8", "seat 0 (landlord) to move loses"),
        ("--hands 34 5", "seat 0 (landlord) to move loses"),
        ("--hands 35 4 --beat 3", "seat 0 (landlord) to move wins"),
        ("--hands 34567 8899 TTJJ", "seat 0 (landlord) to move wins"),
        ("--hands AA9 884 J7 --turn 1 --beat 77", "seat 1 to move loses"),
        ("--hands 3 4 --rules guanpai", "seat 0 to move wins"),
        ("--hands 33334 BR --bombs 0", "seat 0 (landlord) to move wins"),
        ("--hands 33345 BR", "seat 0 (landlord) to move loses"),
        ("--hands 33345 BR --ban rocket", "seat 0 (landlord) to move wins"),
        ("--hands 33345 BR --ban rocket 3+1", "seat 0 (landlord) to move loses"),
    ],
)
def test_outcome_in_a_sentence(run, words, says):
    status, out, err = run(f"solve {words}")
    assert (status, err) == (0, "")
    assert f"\n{says}\n" in out
    assert widest(out) <= 80


@pytest.mark.parametrize(
    "hands", ["KK5543 225543", "2KKTT77554 AA8", "34567 8899 TTJJ", "AAKK33 22QQ44", "3456 789 TJ"]
)
def test_the_line_is_a_game_that_the_outcome_foretells(run, hands):
    out = run(f"solve --hands {hands}")[1]
    state = ddz.State.from_hands(hands.split())
    rows = re.findall(r"^  (seat \d(?: \(landlord\))?) +(\S+)(?: +(\S+))?$", out, re.M)
    plays = rows[state.players :]  # the first rows are the hands
    for name, play, left in plays:
        assert name.startswith(f"seat {state.to_move}")
        seat = state.to_move
        state.play(None if play == "pass" else play)
        assert left == ("" if play == "pass" else ddz.format_hand(state.hands[seat]) or "out")
    assert state.is_over
    assert ("to move wins" in out) == (0 in state.winners)


def test_answers_are_indented(run):
    lines = run("solve --hands A2 3")[1].splitlines()
    first, *_ = [line for line in lines if line.startswith("  seat 0 (landlord)  A  ")]
    assert first.endswith("2")
    out = run("solve --hands 2 33 --beat A")[1]
    assert "  seat 0 (landlord)    2  out\n" in out


def test_all_plays_and_their_outcomes(run):
    status, out, err = run("solve --hands KK5543 225543 --all")
    assert (status, err) == (0, "")
    assert "\nseat 0 (landlord) to move wins, with 2 of 6 plays\n" in out
    assert re.search(r"^  wins   2  4  5\n  loses  4  3   K   55  KK$", out, re.M)
    lost = run("solve --hands AA9 884 J7 --turn 1 --beat 77 --all")[1]
    assert "seat 1 to move loses, with every play\n" in lost
    assert re.search(r"^  loses  2  88 +pass$", lost, re.M)


def test_what_is_asked_is_written(run):
    words = "--rules classic,single_kickers=distinct --ban 3+1 --ban 四带两对,3+2 --bombs=-,0"
    lines = run(f"solve --hands KK5543 225543 {words}")[1].splitlines()
    assert lines[:3] == [
        "classic 斗地主",
        "without TRIO_SOLO, TRIO_PAIR, QUAD_PAIR",
        "with single_kickers=distinct",
    ]
    assert "  seat 0 (landlord)  6  3455KK" in lines
    assert "  seat 1             6  345522" in lines
    assert "bombs that may be played: seat 1: 0" in lines


@pytest.mark.parametrize("option", ["", "--all"])
@pytest.mark.parametrize("budget", ["--nodes 1", "--seconds 0.001"])
def test_a_budget_that_ends_is_said(run, option, budget):
    out = run(f"solve --hands {DEAL} {budget} {option}")[1]
    assert re.search(r"\nseat 0 \(landlord\) to move: unknown after [\d,]+ positions?\n", out)
    assert not re.search(r"\bwins\b", out)


@pytest.mark.parametrize("words", ["--hands BR4 2", "--hands BR4 2 --all", "-"])
def test_colours(run, monkeypatch, words):
    plain = without_times(run(f"solve {words}", PUZZLES)[1])
    assert ESCAPE not in plain
    out = run(f"solve {words} --colour always", PUZZLES)[1]
    assert ESCAPE in out
    assert without_times(re.sub(r"\x1b\[[\d;]*m", "", out)) == plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert without_times(run(f"solve {words}", PUZZLES)[1]) == without_times(out)


# ---- JSON


@pytest.mark.parametrize(
    "words",
    [
        "--hands KK5543 225543",
        "--hands AA9 884 J7 --turn 1 --beat 77",
        "--hands 2KKTT77554 AA8",
        "--hands 34 5 6 --turn 2 --landlord 1",
    ],
)
def test_json(run, words):
    status, out, err = run(f"solve --json {words}")
    assert (status, err, out.count("\n")) == (0, "", 1)
    found = json.loads(out)
    assert list(found) == [*KEYS, "best", "line", *FIGURES]
    state = ddz.State.parse(found["position"])
    side = state.to_move in state.landlords
    assert found["id"] is None
    assert found["rules"] == "classic"
    assert found["hands"] == [ddz.format_hand(hand) for hand in state.hands]
    assert (found["turn"], found["landlords"]) == (state.to_move, list(state.landlords))
    assert found["best"] == found["line"][0]["play"]
    for ply in found["line"]:
        assert ply["seat"] == state.to_move
        state.play(None if ply["play"] == "pass" else ply["play"])
    assert state.is_over
    assert (found["outcome"] == "win") == ((state.winner in state.landlords) == side)
    assert 0 <= found["table_used"] <= 1


def test_json_of_all_plays(run):
    found = json.loads(run("solve --json --all --hands KK5543 225543")[1])
    assert list(found) == [*KEYS, "plays", *FIGURES]
    state = ddz.State.from_hands(["KK5543", "225543"])
    assert [one["play"] for one in found["plays"]] == [str(play) for play in state.legal_plays()]
    assert {one["play"] for one in found["plays"] if one["outcome"] == "win"} == {"4", "5"}
    told = json.loads(run("solve --json --all --hands AA9 884 J7 --turn 1 --beat 77")[1])
    assert told["plays"][-1] == {"play": "pass", "outcome": "loss"}
    assert told["beat"] == "77"


def test_json_of_what_is_unknown(run):
    found = json.loads(run(f"solve --json --nodes 1 --hands {DEAL}")[1])
    assert (found["outcome"], found["best"], found["line"]) == ("unknown", None, [])


# ---- files


def outcomes_of(out):
    """The outcome and the plays of each puzzle of a table."""
    rows = re.findall(r"^(\S+) +(win|loss|unknown) +[\d,]+ +[\d.]+(?:  (.*))?$", out, re.M)
    return {name: (outcome, plays) for name, outcome, plays in rows}


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(PUZZLES)
    return "puzzles.txt"


def test_a_file_of_puzzles(run, file):
    status, out, err = run(f"solve {file}")
    assert (status, err) == (0, "")
    assert widest(out) <= 80
    found = outcomes_of(out)
    assert {name: outcome for name, (outcome, _) in found.items()} == {
        "2": "win",
        "three": "loss",
        "trick": "loss",
        "6": "loss",
    }
    assert found["2"][1] in ("4", "5")
    assert re.match(r"puzzle +outcome +positions +seconds  best play\n", out)
    assert re.search(r"^4 puzzles: 1 win, 3 loss, 0 unknown; [\d,]+ positions in ", out, re.M)


def test_the_standard_input_is_a_file_too(run, file):
    from_file = without_times(run(f"solve {file}")[1])
    for words in ("solve", "solve -"):
        assert without_times(run(words, PUZZLES)[1]) == from_file


def test_a_file_with_all_winning_plays(run, file):
    out = run(f"solve {file} --all")[1]
    assert outcomes_of(out)["2"] == ("win", "4 5")
    assert outcomes_of(out)["three"] == ("loss", "")


def test_a_file_as_json(run, file):
    lines = run(f"solve {file} --json")[1].splitlines()
    found = [json.loads(line) for line in lines]
    assert [one["id"] for one in found] == ["2", "three", "trick", "6"]
    assert [one["outcome"] for one in found] == ["win", "loss", "loss", "loss"]
    positions = [puzzle.state.text for puzzle in read_puzzles(PUZZLES.splitlines(), {})]
    assert [one["position"] for one in found] == positions


def test_words_of_the_command_line_are_for_what_lines_leave_out(run):
    out = run("solve --turn 1 --ban 3+2", "2 34\n2 34 turn=0\n")[1]
    assert [outcome for outcome, _ in outcomes_of(out).values()] == ["loss", "win"]


def test_one_table_serves_all_puzzles(run, monkeypatch):
    made = []
    original = solve_commands.SolveTable

    def counted(megabytes):
        made.append(megabytes)
        return original(megabytes)

    monkeypatch.setattr(solve_commands, "SolveTable", counted)
    assert run("solve --table-mb 3", PUZZLES)[0] == 0
    assert made == [3]


def test_no_puzzles(run):
    assert run("solve", "# none\n")[1].splitlines()[-1].startswith("0 puzzles: ")
    assert run("solve --json", "# none\n") == (0, "", "")


# ---- errors


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--hands KK", "hands: 1 of them; 2 to 6"),
        ("--hands KK 2x", "unknown card 'x'"),
        ("--hands 3 4 --turn 2", "turn: '2'; a seat from 0 to 1"),
        ("--hands 3 4 5 --landlord -", "landlord"),
        ("--hands 3 4 --beat 35", "'35' is no play of classic"),
        ("--hands 3 4 --ban 5+5", "ban: unknown shape '5+5'; there are 2, 3, 3+1,"),
        ("--hands 3 4 --rules chess", "unknown rule set 'chess'"),
        (["--hands", "", "4"], "over"),
        ("--nodes 0 --hands 3 4", "'0' is no whole number from 1"),
        ("--seconds 0 --hands 3 4", "'0' is no number of seconds above 0"),
        ("--seconds -1 --hands 3 4", "'-1' is no number of seconds above 0"),
        ("--table-mb 0 --hands 3 4", "'0' is no whole number from 1"),
        ("no-such-file", "No such file"),
        ("puzzles.txt --hands 3 4", "give --hands or a FILE, not both"),
    ],
)
def test_errors_are_one_line(run, words, says):
    words = words.split() if isinstance(words, str) else words
    status, out, err = run(["solve", *words])
    assert (status, out) == (2, "")
    assert err.startswith("ddz-fast: error: ")
    assert says in err
    assert err.count("\n") == 1


def test_a_wrong_line_is_named_before_anything_is_solved(run, tmp_path):
    path = tmp_path / "wrong.txt"
    path.write_text("3 4\n\n3 4x\n")
    status, out, err = run(["solve", str(path)])
    assert (status, out) == (2, "")
    assert err.startswith(f"ddz-fast: error: {path}, line 3: unknown card 'x'")


def test_a_puzzle_that_has_no_two_sides_is_named(run):
    status, out, err = run("solve", "3 4\n3 4 5 landlord=-\n")
    assert status == 2
    assert list(outcomes_of(out)) == ["1"]
    assert err.startswith("ddz-fast: error: line 2: ")


def test_a_table_that_is_too_large(run, monkeypatch):
    def none_left(_):
        raise MemoryError

    monkeypatch.setattr(solve_commands, "SolveTable", none_left)
    says = "ddz-fast: error: there is no memory for a table of 5 MB\n"
    assert run("solve --hands 3 4 --table-mb 5") == (2, "", says)


# ---- progress and interruption


def test_progress_on_a_terminal(run, monkeypatch):
    original = solve_commands.solve_state

    def telling(state, **options):
        options["progress"](1234567, 2.5, 0.126)
        return original(state, **options)

    monkeypatch.setattr(solve_commands, "solve_state", telling)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    out, err = run("solve --hands 3 4")[1:]
    assert f"\r1,234,567 positions, 2.5 seconds, table 13% full{ESCAPE}K" in err
    assert err.endswith(f"\r{ESCAPE}K")
    assert "table 13%" not in out
    assert "\r2 of 4: 1,234,567 positions" in run("solve", PUZZLES)[2]


def test_no_progress_elsewhere(run, monkeypatch):
    asked = []
    original = solve_commands.solve_state

    def asking(state, **options):
        asked.append(options["progress"])
        return original(state, **options)

    monkeypatch.setattr(solve_commands, "solve_state", asking)
    assert run("solve --hands 3 4")[2] == ""
    assert asked == [None]


def test_interrupted(run, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(solve_commands, "solve_state", interrupt)
    assert run("solve --hands 3 4") == (130, "", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run("solve --hands 3 4") == (130, "", f"\r{ESCAPE}K")


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to another process")
def test_a_long_search_is_interrupted(tmp_path):
    # What ignores the signal, as a shell's background job does, hands that on to its children.
    hears = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with start("solve", "--hands", *DEAL.split(), cwd=tmp_path, env=UTF8, **hears) as program:
        try:
            time.sleep(2.5)
            assert program.poll() is None, "a whole deal is not solved in a second"
            program.send_signal(signal.SIGINT)
            out, err = program.communicate(timeout=60)
        finally:
            program.kill()
    assert (program.returncode, out, err) == (130, b"", b"")


def test_a_terminal_is_told_what_to_type(run, monkeypatch):
    monkeypatch.setattr(io, "StringIO", Terminal)
    assert run("solve", "3 4\n")[2] == "a puzzle a line, as KK5543 225543, Ctrl-D to end:\n"
