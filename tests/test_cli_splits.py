"""The fewest plays that empty a hand, on the command line: `split`, `noip`, and those of `show`."""

import io
import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ddz_fast as ddz
from command_line import CONTEST, HAND, LARGE, Run, Terminal, start, texts, width
from ddz_fast import contest, display

BOMBS = "33334444JJJJBR"
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    (HAND, {}),
    (LARGE, {}),
    ("R", {}),
    (BOMBS, {"bombs": 0}),
    (BOMBS, {"bombs": 1}),
    (LARGE, {"rules": "yunnan"}),
    ("33334444", {"rules": "lianzha"}),
    (f"{HAND}5557", {"rules": "noip"}),
]


def words_of(command: str, hand: str, question: dict[str, Any]) -> str:
    return " ".join([command, hand, *(f"--{name} {value}" for name, value in question.items())])


def empties(hand: str, split: list[str], **question: Any) -> bool:
    """Whether the plays empty the hand, each being a lead of what is left."""
    left = ddz.parse_hand(hand)
    for text in split:
        if not ddz.is_legal(text, left, **question):
            return False
        left -= ddz.parse_hand(text)
    return not left.any()


def fewest_of(out: str) -> int:
    found = re.findall(r"^手数 (\d+): the fewest plays that empty the hand$", out, re.M)
    assert len(found) == 1
    return int(found[0])


# ---- show


@pytest.mark.parametrize(("hand", "question"), QUESTIONS)
def test_show_empties_the_hand(run: Run, hand: str, question: dict[str, Any]) -> None:
    out = run(words_of("show", hand, question))[1]
    split = re.findall(r"^手数 .*\n((?:  .+\n)+)\n", out, re.M)[0].split()
    assert len(split) == fewest_of(out) == ddz.min_plays(hand, **question)
    assert empties(hand, split, rules=question.get("rules", "classic"))


def test_show_empties_the_whole_hand_whatever_is_to_be_beaten(run: Run) -> None:
    for beat in ("22", "333444+5+6"):
        out = run(f"show {HAND} --beat {beat}")[1]
        assert fewest_of(out) == ddz.min_plays(HAND)


# ---- split


@pytest.mark.parametrize(("hand", "question"), QUESTIONS)
def test_split(run: Run, hand: str, question: dict[str, Any]) -> None:
    status, out, err = run(words_of("split", hand, question))
    head, table = out.split("\n\n")
    split = [line.split()[-1] for line in table.splitlines()]
    assert (status, err) == (0, "")
    assert head.startswith(f"{ddz.format_hand(hand)}: {len(hand)} card")
    assert split == texts(ddz.split(hand, **question))
    assert len(split) == fewest_of(out)


def test_split_names_the_kinds_of_the_parts(run: Run) -> None:
    out = run("split 33344456B --bombs 1")[1]
    parts = {tuple(re.split("  +", line.strip())) for line in out.splitlines()[4:]}
    assert out.splitlines()[:4] == [
        "33344456B: 9 cards, classic 斗地主",
        "bombs and rockets left to make: 1",
        "手数 2: the fewest plays that empty the hand",
        "",
    ]
    assert parts == {
        (play.kind.chinese, play.kind.english, str(play)) for play in ddz.split("33344456B")
    }


def test_split_aligns_by_display_width(run: Run) -> None:
    table = run(f"split {HAND}")[1].split("\n\n")[1].splitlines()
    assert len({width(line) - width(line.split()[-1]) for line in table}) == 1


@pytest.mark.parametrize(("hand", "question"), QUESTIONS)
def test_split_all(run: Run, hand: str, question: dict[str, Any]) -> None:
    status, out, err = run(words_of("split --all", hand, question))
    head, table, count = out.split("\n\n")
    found = [line.split() for line in table.splitlines()]
    assert (status, err) == (0, "")
    assert found == [texts(split) for split in ddz.splits(hand, **question)]
    assert len(set(map(tuple, found))) == len(found)
    assert {len(split) for split in found} == {fewest_of(head)}
    assert count == f"{len(found)} split{'s' * (len(found) != 1)}\n"


def test_split_of_no_cards(run: Run) -> None:
    head = "no cards: 0 cards, classic 斗地主\n手数 0: the fewest plays that empty the hand\n"
    assert run(["split", ""]) == (0, f"{head}\n  nothing to play\n", "")
    assert run(["split", "", "--all"]) == (0, f"{head}\n  nothing to play\n\n1 split\n", "")
    for options, found in (([], {"split": []}), (["--all"], {"splits": [[]]})):
        told = json.loads(run(["split", "", "--json", *options])[1])
        assert told == {"hand": "", "rules": "classic", "bombs": None, "min_plays": 0} | found


def test_split_as_json(run: Run) -> None:
    assert json.loads(run("split 4 3333 --bombs 1 --rules huanle --json")[1]) == {
        "hand": "33334",
        "rules": "huanle",
        "bombs": 1,
        "min_plays": 2,
        "split": json.loads(run("split 33334 --rules huanle --json")[1])["split"],
    }
    record = json.loads(run("plays 33 --json")[1])["plays"][1]
    assert (record["text"], record["kind"], record["meaning"]) == ("33", "PAIR", "33")
    assert json.loads(run("split 33 --json")[1])["split"] == [record]
    assert json.loads(run("split 33 --json --all")[1])["splits"] == [[record]]


@pytest.mark.parametrize("options", ["", "--all "])
def test_split_as_json_one_line_for_each_hand(run: Run, options: str) -> None:
    hands = [HAND, "34", LARGE]
    out = run(f"split {options}--json", "\n".join(hands))[1]
    told = [json.loads(line) for line in out.splitlines()]
    for one, hand in zip(told, hands, strict=True):
        found = one["splits"] if options else [one["split"]]
        expected = [*ddz.splits(hand)] if options else [ddz.split(hand)]
        assert (one["hand"], one["min_plays"]) == (hand, ddz.min_plays(hand))
        assert [[play["text"] for play in split] for split in found] == [*map(texts, expected)]


@pytest.mark.parametrize("options", ["", "--all"])
def test_split_of_standard_input(run: Run, options: str) -> None:
    out = run(f"split {options}", "33\n\n# none\n4 # one\n")[1]
    assert out == "\n".join(run(f"split {options} {hand}")[1] for hand in ("33", "4"))


@pytest.mark.parametrize("options", ["", "--json"])
def test_splits_are_written_as_they_come(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    first, *_ = ddz.splits("3334445")

    def interrupted(*_: object, **__: object) -> Iterator[list[ddz.Play]]:
        yield first
        raise KeyboardInterrupt

    monkeypatch.setattr(ddz, "splits", interrupted)
    status, out, err = run(f"split --all 3334445 {options}")
    assert (status, err) == (130, "")
    assert all(str(play) in out for play in first)
    assert not re.search(r"split\n|}\n", out)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGPIPE")
@pytest.mark.parametrize("option", ["--all", "--json"])
def test_a_reader_of_splits_that_leaves_is_no_error(tmp_path: Path, option: str) -> None:
    hands = tmp_path / "hands"
    hands.write_text(f"{HAND}\n" * 5_000)
    with hands.open() as lines, start("split", option, stdin=lines, cwd=tmp_path) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert HAND.encode() in program.stdout.readline()
        program.stdout.close()
        assert program.wait(timeout=60) == 141
        assert program.stderr.read() == b""


def test_a_long_split_is_wrapped() -> None:
    split = [*ddz.legal_plays("3456789TJQKA2BR")][-40:]
    lines = display.split_lines(split)
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
    assert " ".join(lines).split() == texts(split)


# ---- noip

SECOND = "1 17 12 3 4 3 2 3 5 4 10 2 3 3 12 2 0 1 1 3 10 1 6 2 12 1 11 3 5 2 12 4 2 2 7 2"
DECK = [(rank, suit) for rank in range(1, 14) for suit in range(1, 5)] + [(0, 1), (0, 2)]


def contest_text(hands: list[list[tuple[int, int]]]) -> str:
    cards = [f"{rank} {suit}\n" for hand in hands for rank, suit in hand]
    return f"{len(hands)} {len(hands[0])}\n{''.join(cards)}"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (CONTEST, "3\n"),
        (SECOND, "6\n"),
        ("\ufeff" + CONTEST.replace("\n", "\r\n\r\n\t"), "3\n"),
        (CONTEST.replace("\n", " ").strip(), "3\n"),
        ("0 5\n", ""),
        ("2 2  0 1 0 2  3 1 3 2", "1\n1\n"),
        ("2 1\n1\n1\n1\n1\n", "1\n1\n"),
    ],
)
def test_noip(run: Run, tmp_path: Path, typed: str, answer: str) -> None:
    assert run("noip", typed) == (0, answer, "")
    file = tmp_path / "landlords.in"
    file.write_text(typed, encoding="utf-8", newline="")
    assert run(["noip", str(file)]) == (0, answer, "")


def test_noip_reads_the_cards_as_they_are() -> None:
    text = contest_text([DECK[:20], DECK[20:40], DECK[-20:]])
    hands = contest.read_hands(text, ddz.rules("noip"))
    assert ddz.format_hand(hands) == [
        "333344445555AAAA2222",
        "6666777788889999TTTT",
        "99TTTTJJJJQQQQKKKKBR",
    ]


@pytest.mark.parametrize("rules", ["noip", "classic"])
def test_noip_is_as_good_as_single_hands(run: Run, rules: str) -> None:
    generator = random.Random(1)
    hands = [generator.sample(DECK, 17) for _ in range(20)]
    out = run(f"noip --rules {rules}", contest_text(hands))[1]
    packed = contest.read_hands(contest_text(hands), ddz.rules(rules))
    fewest = [ddz.min_plays(int(hand), rules=rules) for hand in packed]
    assert [int(line) for line in out.splitlines()] == fewest


def test_noip_reads_a_million_cards() -> None:
    hands = 1_000_000 // 23
    cards = "".join(f"{rank} {suit}\n" for rank, suit in DECK[:23])
    packed = contest.read_hands(f"{hands} 23\n{cards * hands}", ddz.rules("noip"))
    assert len(packed) == hands
    assert set(packed.tolist()) == {ddz.pack(ddz.parse_hand("333344445555666AAAA2222"))}


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "the input begins with two numbers: how many hands, and how many cards in each"),
        ("3", "the input begins with two numbers: how many hands, and how many cards in each"),
        ("-1 8", "line 1: -1 hands: there are 0 or more"),
        ("1\n\n0", "line 3: 0 cards in each hand: a hand of noip has 1 to 23"),
        ("1 -8", "line 1: -8 cards in each hand: a hand of noip has 1 to 23"),
        ("1 24", "line 1: 24 cards in each hand: a hand of noip has 1 to 23"),
        ("one 8", "line 1: 'one' is no whole number of at most 9 digits"),
        ("1 1\n3 1.5", "line 2: '1.5' is no whole number of at most 9 digits"),
        ("1 1\n\n3 +1", "line 3: '+1' is no whole number of at most 9 digits"),
        ("1 1\n3 1_0", "line 2: '1_0' is no whole number of at most 9 digits"),
        ("1 1\n3 ３", "line 2: '３' is no whole number of at most 9 digits"),
        (
            "9" * 5000 + " 1",
            "line 1: '99999999999999999...' is no whole number of at most 9 digits",
        ),
        ("2 2\n3 1\n4 1\n14 1\n3 3", "line 4, hand 2: 14 is no rank: 1 is A, 2 to 13 are 2 to K"),
        ("1 1\n-3 1", "line 2, hand 1: -3 is no rank: 1 is A, 2 to 13 are 2 to K, 0 is a joker"),
        ("1 1\n3\n0", "line 3, hand 1: 0 is no suit of rank 3: 1 to 4, but a joker (rank 0) has"),
        ("1 1\n3 5", "line 2, hand 1: 5 is no suit of rank 3: 1 to 4, but a joker (rank 0) has"),
        ("1 1\n0 3", "line 2, hand 1: 3 is no suit of rank 0: 1 to 4, but a joker (rank 0) has"),
        ("1 1\n0 0", "line 2, hand 1: 0 is no suit of rank 0: 1 to 4, but a joker (rank 0) has"),
        ("1 3\n3 1\n4 1\n3 1", "line 4, hand 1: the card 3 1 is in this hand twice"),
        ("1 3\n3 1\n3 1\n3 9", "line 3, hand 1: the card 3 1 is in this hand twice"),
        ("2 2\n3 1 4 1 5", "the input ends before the suit of card 1 of hand 2: line 1 promises"),
        ("2 2\n3 1 4 1\n", "before the rank of card 1 of hand 2: line 1 promises 2 hands of 2"),
        ("999999999 23 1 1", "of card 2 of hand 1: line 1 promises 999,999,999 hands of 23"),
        ("1 1\n3 1\n\n4 1", "line 4: 4 comes behind the last card: line 1 promises 1 hand of 1"),
    ],
)
def test_errors_of_noip(run: Run, typed: str, message: str) -> None:
    status, out, err = run("noip", typed)
    assert (status, out) == (2, "")
    assert err.startswith("ddz-fast: error: ")
    assert message in err
    assert err.count("\n") == 1


def test_noip_under_rules_with_fewer_cards(run: Run) -> None:
    aces = "2 4\n3 1 3 2 3 3 3 4\n1 1 1 2 1 3 1 4"
    message = "hand 2: 4 cards of rank A: the deck of guanpai has 3"
    assert run("noip --rules guanpai", aces) == (2, "", f"ddz-fast: error: {message}\n")
    assert "a hand of guanpai has 1 to 16" in run("noip --rules guanpai", "1 17")[2]


def test_a_terminal_is_told_what_noip_reads(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io, "StringIO", Terminal)
    assert run("noip", CONTEST)[1:] == ("3\n", f"{contest.PROMPT}\n")
