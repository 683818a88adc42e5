"""What all commands share: help, errors, colour, how they end, and that they fit 80 columns."""

import io
import os
import re
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

import ddz_fast as ddz
from command_line import (
    CONTEST,
    ESCAPE,
    HAND,
    LARGE,
    PUZZLES,
    UTF8,
    Run,
    Terminal,
    start,
    widest,
)
from ddz_fast import bench
from ddz_fast.cli import COMMANDS, main
from test_records import GAME

WIDE_QUESTIONS = [
    *(f"{command} {HAND}" for command in ("show", "read", "split")),
    f"split {LARGE} --all --bombs 1",
    f"show {LARGE} --beat 333444+5+6 --bombs 2",
    f"show {LARGE} --all",
    "show 333444555666777TJQKA",
    "read 333444555666777+8+9+T+J+Q",
    "read 33445566778899TTJJQQ",
    "read 333444555666777888",
    "read 333444555666 --rules six4",
    "read 333BR --rules super",
    "read 55566677788899TTJJQQ --rules four",
    "show 33344455566677889JQKABBRR --rules five2 --beat 333444555+7+7+7",
    "rules",
    "bench --hands 100",
    "--help",
    *(f"{command} --help" for command in COMMANDS),
]


@pytest.mark.parametrize("words", WIDE_QUESTIONS)
def test_fits_80_columns(run: Run, words: str) -> None:
    status, out, _ = run(words)
    assert status == 0
    assert 0 < widest(out) <= 80


@pytest.mark.parametrize("name", ddz.rule_names())
def test_every_rule_set_fits_80_columns(run: Run, name: str) -> None:
    first, _ = bench.random_hands(ddz.rules(name), np.random.default_rng(2), 20)
    hands = "\n".join(ddz.format_hand(first))
    commands = ["rules", "show --rules", "bench --hands 50 --rules", "split --rules"]
    for words in (f"{command} {name}" for command in commands):
        status, out, _ = run(words, hands)
        assert status == 0
        assert widest(out) <= 80


@pytest.mark.parametrize(
    "example",
    [
        example
        for name, command in COMMANDS.items()
        for example in command.examples
        if name != "bench" and not set(example) & set("|<>")
    ],
)
def test_examples_of_the_help_run(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("landlords.in").write_text(CONTEST)
    Path("game.txt").write_text(GAME, encoding="utf-8")
    Path("puzzles.txt").write_text(PUZZLES)
    status, out, err = run(example)
    assert (status, err) == (0, "")
    assert out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(run: Run, command: str) -> None:
    status, out, _ = run(f"{command} --help")
    assert status == 0
    assert f"examples:\n  ddz-fast {command}" in out


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"ddz-fast {version('ddz_fast')}\n", "")


def test_no_words_print_help(run: Run) -> None:
    status, out, err = run("")
    assert (status, out) == (2, "")
    assert err == run("--help")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("show 33?", "unknown card '?' at position 3"),
        ("show 3X", "write B (black, 小王) or R (red, 大王)"),
        ("plays 33333", "the deck of classic has 4"),
        ("plays 3334445556667778889TJ", "the largest hand of classic has 20"),
        ("plays 33 --beat 35", "'35' is no play of classic"),
        (["plays", "33", "--beat", ""], "no play"),
        ("plays 33 --beat 4?", "unknown card '?' at position 2"),
        ("plays 33 --rules chess", "unknown rule set 'chess'; there are classic,"),
        ("rules chess", "unknown rule set 'chess'; there are classic,"),
        ("split 33?", "unknown card '?' at position 3"),
        ("split --all 33333", "the deck of classic has 4"),
        ("split 33 --rules chess", "unknown rule set 'chess'; there are classic,"),
        ("noip --rules chess", "unknown rule set 'chess'; there are classic,"),
        ("noip no-such-file", "No such file or directory: 'no-such-file'"),
        ("read 33 --rules chess", "unknown rule set 'chess'; there are classic,"),
        ("plays 33 --bombs -1", "argument --bombs: '-1' is no whole number from 0 to 99"),
        ("plays 33 --bombs one", "argument --bombs: 'one' is no whole number from 0 to 99"),
        ("bench --hands 0", "argument --hands: '0' is no whole number from 1 to 1000000000"),
        ("bench --threads 1000", "argument --threads: '1000' is no whole number from 1 to 256"),
        ("bench --seed " + "9" * 5000, "argument --seed: '99"),
        ("plays 33 --some", "unrecognized arguments: --some"),
        ("plays 33 --beat", "argument --beat: expected one argument"),
        ("show 33 --colour mauve", "argument --colour/--color: invalid choice: 'mauve'"),
        ("dealt", "invalid choice: 'dealt'"),
    ],
)
def test_errors(run: Run, words: str | list[str], message: str) -> None:
    status, out, err = run(words)
    assert (status, out) == (2, "")
    assert err.startswith("ddz-fast: error: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["show", "plays", "read", "split", "split --all"])
def test_an_error_names_the_line(run: Run, command: str) -> None:
    status, out, err = run(command, "# hands\n33\n\n3x\n44\n")
    assert status == 2
    assert out == run(f"{command} 33")[1]
    assert err.startswith("ddz-fast: error: line 4: unknown card 'x' at position 2 of '3x'")
    assert err.count("\n") == 1


def test_a_wrong_rule_set_is_no_fault_of_a_line(run: Run) -> None:
    assert run("plays --rules chess", "33\n")[2].startswith("ddz-fast: error: unknown rule set")


def test_a_terminal_is_told_what_to_type(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io, "StringIO", Terminal)
    assert run("plays", "3\n")[1:] == ("3\n", "one hand a line, Ctrl-D to end:\n")


COLOURED = [
    "show 33344",
    "split 33344",
    "split --all 3334",
    "read 333444555666",
    "rules",
    "rules yunnan",
]


@pytest.mark.parametrize("words", COLOURED)
@pytest.mark.parametrize(
    ("option", "terminal", "environment", "coloured"),
    [
        ("", False, {}, False),
        ("", True, {}, True),
        ("", True, {"NO_COLOR": "1"}, False),
        ("", True, {"NO_COLOR": ""}, True),
        ("", True, {"TERM": "dumb"}, False),
        ("--colour always", False, {"NO_COLOR": "1"}, True),
        ("--color always", False, {}, True),
        ("--color never", True, {}, False),
        ("--colour auto", True, {}, True),
    ],
)
def test_colour(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    option: str,
    terminal: bool,
    environment: dict[str, str],
    coloured: bool,
) -> None:
    plain = run(f"{words} --colour never")[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    out = run(f"{words} {option}")[1]
    assert (ESCAPE in out) == coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", out) == plain


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ddz, "legal_plays", interrupt)
    assert run("plays 33") == (130, "", "")


# ---- as a program of its own


def test_runs_as_a_module(tmp_path: Path) -> None:
    program = start("plays", "--count", cwd=tmp_path, env=UTF8)
    out, err = program.communicate("33\n小王 大王\n".encode())
    assert (program.returncode, out.split(), err) == (0, [b"2", b"3"], b"")


def test_the_exit_status_is_passed_on(tmp_path: Path) -> None:
    program = start("show", "3x", cwd=tmp_path, env=UTF8)
    out, err = program.communicate()
    assert (program.returncode, out) == (2, b"")
    assert err.decode().startswith("ddz-fast: error: unknown card 'x'")


def test_writes_to_what_knows_no_chinese(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    program = start("show", "333", cwd=tmp_path, env=environment)
    out, err = program.communicate()
    assert (program.returncode, err) == (0, b"")
    assert b"trio" in out


def test_reads_what_is_no_text(tmp_path: Path) -> None:
    program = start("plays", cwd=tmp_path, env=UTF8)
    out, err = program.communicate(b"3\n\xff\n")
    assert (program.returncode, out.split()) == (2, [b"3"])
    assert err.decode().startswith("ddz-fast: error: line 2: unknown card")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGPIPE")
def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    hands = tmp_path / "hands"
    hands.write_text(f"{LARGE}\n" * 20_000)
    with hands.open() as lines, start("plays", stdin=lines, cwd=tmp_path) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline() == b"3\n"
        program.stdout.close()
        assert program.wait(timeout=60) == 141
        assert program.stderr.read() == b""


@pytest.mark.parametrize("name", ["stdin", "stdout"])
def test_a_closed_stream_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, name, None)
        status = main(["plays", "33"])
    message = "ddz-fast: error: the standard input and output must be open\n"
    assert (status, *capsys.readouterr()) == (2, "", message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        program = start("rules", stdout=full, cwd=tmp_path)
        _, err = program.communicate()
    assert program.returncode == 2
    assert re.fullmatch(rb"ddz-fast: error: .*No space left.*\n", err)
