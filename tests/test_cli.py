"""The commands of the command line: what they print."""

import json
import re
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

import ddz_fast as ddz
from command_line import ESCAPE, HAND, LARGE, Run, table_of, texts, width, without_heads
from ddz_fast import bench, display
from ddz_fast.kinds import Kind

PLAIN = display.Painter()
PAIR = {"kind": "PAIR", "length": 1, "size": 2, "wild": 0}

# ---- show


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (f"show {HAND}", {}),
        (f"show {LARGE}", {}),
        (f"show {LARGE} --beat 333444+5+6", {"beat": "333444+5+6"}),
        (f"show {HAND} --bombs 0", {"bombs": 0}),
        (f"show {LARGE} --rules yunnan", {"rules": "yunnan"}),
        (f"show {LARGE} --rules noip --beat 44", {"rules": "noip", "beat": "44"}),
    ],
)
def test_show_counts_plays_by_kind(run: Run, words: str, question: dict[str, Any]) -> None:
    status, out, err = run(words)
    plays = ddz.legal_plays(words.split()[1], **question)
    found = {
        (chinese, english): int(count.replace(",", ""))
        for chinese, english, count in re.findall(
            r"^  (\S+) +(\S.*?)  +([\d,]+)  \S", table_of(out), re.M
        )
    }
    expected = Counter((play.kind.chinese, play.kind.english) for play in plays)
    assert (status, err) == (0, "")
    assert found == expected
    assert re.search(rf"^{len(plays)} plays?$", out, re.M)


@pytest.mark.parametrize("hand", [HAND, LARGE, "3334", "34567"])
def test_show_all_lists_every_play(run: Run, hand: str) -> None:
    out = run(f"show --all {hand}")[1]
    assert without_heads(table_of(out)).split() == texts(ddz.legal_plays(hand))


def test_show_shortens_long_lists(run: Run) -> None:
    table = table_of(run(f"show {LARGE}")[1])
    assert len(table.splitlines()) <= 3 * len(Kind)
    hidden = sum(map(int, re.findall(r"\.\.\. (\d+) more$", table, re.M)))
    shown = re.sub(r"\.\.\. \d+ more", "", without_heads(table)).split()
    assert hidden > 0
    assert hidden + len(shown) == ddz.count_plays(LARGE)


def test_show_shows_as_many_as_there_is_room_for(run: Run) -> None:
    # Chains that are longer than all that is shown do not make the columns wider.
    table = table_of(run("show 33445566778899TTJJQQ")[1])
    shown = re.findall(r"连对.*\n.*", table)[0]
    assert len(re.findall(r"\b\w{6}\b", shown)) == 8


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("show 33B --rules super", "B=7 in a play: the black joker stands for a 7\n"),
        ("show 33R --rules super", "R=7 in a play: the red joker stands for a 7\n"),
        ("read 33BR --rules super", "B=7 in a play: the black joker stands for a 7\n"),
        ("show 33 --rules super", None),
        ("show 33B", None),
    ],
)
def test_wild_jokers_are_explained(run: Run, words: str, note: str | None) -> None:
    out = run(words)[1]
    assert note in out if note else "stands for" not in out


def test_show_aligns_by_display_width(run: Run) -> None:
    table = table_of(run(f"show {LARGE}")[1])
    heads = re.findall(r"^(  \S+ +\D*?  +\d+  )\S", table, re.M)
    assert len(heads) > 8
    assert len({width(head) for head in heads}) == 1
    indents = re.findall(r"^( {20,})\S", table, re.M)
    assert {len(indent) for indent in indents} == {width(heads[0])}


@pytest.mark.parametrize(
    ("hand", "drawing"),
    [
        ("", ["  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."]),
        ("33R", ["  3  .  .  .  .  .  .  .  .  .  .  .  .  .  R", "  3"]),
        ("2AAB", ["  .  .  .  .  .  .  .  .  .  .  .  A  2  B  .", " " * 35 + "A"]),
    ],
)
def test_show_draws_the_hand(run: Run, hand: str, drawing: list[str]) -> None:
    status, out, _ = run(["show", hand])
    assert status == 0
    assert out.splitlines()[2 : 2 + len(drawing)] == drawing


def test_show_names_what_is_asked(run: Run) -> None:
    out = run("show 3344 --beat 333+4 --bombs 1 --rules huanle")[1]
    assert out.splitlines()[:3] == [
        "3344: 4 cards, huanle 欢乐斗地主",
        "to beat 333+4, 三带一 trio with a single",
        "bombs and rockets left to make: 1",
    ]
    assert out.endswith("\nno plays\n")


# ---- plays


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("plays 3334", ["3", "4", "33", "333", "333+4"]),
        ("plays 333 4", ["3", "4", "33", "333", "333+4"]),
        ("plays 10 10 小王 大王", ["T", "B", "R", "TT", "BR"]),
        ("plays 44447 --beat 33", ["44", "4444"]),
        ("plays 44447 --beat 33 --bombs 0", ["44"]),
        ("plays 3334 --rules yunnan", ["3", "4", "33", "333+4"]),
        ("plays --count 3334", ["5"]),
        ("plays 3334 --beat R --count", ["0"]),
        ("plays 3334 --beat R", []),
        (["plays", ""], []),
        (["plays", "", "--count"], ["0"]),
    ],
)
def test_plays(run: Run, words: str | list[str], expected: list[str]) -> None:
    assert run(words) == (0, "".join(f"{line}\n" for line in expected), "")


@pytest.mark.parametrize(
    ("typed", "options", "expected"),
    [
        ("33\n\n# none\n4 # one\n", "", "3\n33\n\n4\n"),
        ("33\n\n# none\n4 # one\n", "--count", "2\n1\n"),
        ("  3 3  ", "--count", "2\n"),
        ("", "--count", ""),
    ],
)
def test_plays_of_standard_input(run: Run, typed: str, options: str, expected: str) -> None:
    assert run(f"plays {options}", typed) == (0, expected, "")


def test_plays_as_json(run: Run) -> None:
    out = run("plays 5566B --beat 44 --bombs 1 --rules botzone --json")[1]
    assert json.loads(out) == {
        "hand": "5566B",
        "rules": "botzone",
        "beat": "44",
        "bombs": 1,
        "count": 2,
        "plays": [
            {"text": "55", "rank": "5", "meaning": "55"} | PAIR,
            {"text": "66", "rank": "6", "meaning": "66"} | PAIR,
        ],
    }


def test_json_says_what_jokers_stand_for(run: Run) -> None:
    found = json.loads(run("plays 3456BR --beat 34567 --rules super --json")[1])["plays"]
    told = {play["text"]: (play["wild"], play["meaning"]) for play in found}
    assert told == {
        "456B=7R=8": (0x0605, "45678"),
        "BR": (0, "BR"),
    }
    read = json.loads(run("read 33BR --rules super --json")[1])["readings"]
    assert [(play["text"], play["wild"], play["meaning"]) for play in read] == [
        (str(play), play.wild, ddz.format_hand(play.meaning))
        for play in ddz.readings("33BR", rules="super")
    ]


def test_plays_as_json_one_line_for_each_hand(run: Run) -> None:
    out = run("plays --json", f"{HAND}\n43\n{LARGE}\n")[1]
    found = [json.loads(line) for line in out.splitlines()]
    hands = [HAND, "34", LARGE]
    assert [one["hand"] for one in found] == hands
    assert [one["beat"] for one in found] == [None] * 3
    assert [[play["text"] for play in one["plays"]] for one in found] == [
        texts(ddz.legal_plays(hand)) for hand in hands
    ]
    assert [one["count"] for one in found] == [ddz.count_plays(hand) for hand in hands]


def test_plays_count_as_json(run: Run) -> None:
    found = json.loads(run("plays 3334 --count --json")[1])
    assert found == {"hand": "3334", "rules": "classic", "beat": None, "bombs": None, "count": 5}


@pytest.mark.parametrize(
    ("cards", "rank", "length", "size"),
    [
        ("45678", "4", 5, 5),
        ("TTTJJJ+3+4", "T", 2, 8),
        ("2222+BR", "2", 1, 6),
        ("BR", "B", 2, 2),
        ("AAAA", "A", 4, 4),
    ],
)
def test_json_rank_is_the_first_card_of_the_body(
    run: Run, cards: str, rank: str, length: int, size: int
) -> None:
    play = json.loads(run(f"read {cards} --json")[1])["readings"][0]
    assert (play["rank"], play["length"], play["size"]) == (rank, length, size)


def test_body_of_a_low_chain() -> None:
    assert display.body_text(Kind.SOLO_CHAIN, 5, -2) == "A2345"


# ---- read


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        ("333444555666", "classic"),
        ("33334444", "lianzha"),
        ("34567", "guanpai"),
        ("3333", "classic"),
        ("BR", "classic"),
        ("2", "yunnan"),
        ("KKAAAA", "classic"),
    ],
)
def test_read_as_json_counts_what_beats(run: Run, cards: str, rules: str) -> None:
    found = json.loads(run(f"read {cards} --rules {rules} --json")[1])
    readings = ddz.readings(cards, rules=rules)
    assert (found["cards"], found["rules"]) == (cards, rules)
    assert [one["text"] for one in found["readings"]] == texts(readings)
    assert [one["canonical"] for one in found["readings"]] == [True] + [False] * (len(readings) - 1)
    for one, play in zip(found["readings"], readings, strict=True):
        beating = [p for p in ddz.all_plays(rules) if ddz.beats(p, play, rules=rules)]
        expected = Counter((p.kind.name, p.length, p.size) for p in beating)
        counted = {(a["kind"], a["length"], a["size"]): a["plays"] for a in one["beaten_by"]}
        assert counted == expected
        bodies = [str(p).split("+")[0] for p in beating]
        ends = [body for a in one["beaten_by"] for body in (a["lowest"], a["highest"])]
        assert set(ends) <= set(bodies)
        assert (ends[:1], ends[-1:]) == (bodies[:1], bodies[-1:])


def test_read_marks_the_canonical_reading(run: Run) -> None:
    status, out, _ = run("read 333444555666")
    assert status == 0
    assert out.splitlines()[:8] == [
        "333444555666: 12 cards, classic 斗地主",
        "3 readings",
        "",
        "1. 333444555666  (canonical)",
        "   飞机 plane",
        "   beaten by 22 of all 30,383 plays:",
        "       8  飞机  plane   444555666777 ... JJJQQQKKKAAA",
        "      13  炸弹  bomb    3333 ... 2222",
    ]
    assert out.count("(canonical)") == 1


def test_read_what_nothing_beats(run: Run) -> None:
    assert run("read BR")[1].endswith("\n   beaten by 0 of all 30,383 plays\n")


@pytest.mark.parametrize("cards", ["35", "", "334"])
def test_read_what_is_no_play(run: Run, cards: str) -> None:
    status, out, err = run(["read", cards])
    assert (status, err) == (0, "")
    assert out.endswith("\nno play\n")
    assert json.loads(run(["read", cards, "--json"])[1])["readings"] == []


def test_read_says_why_cards_are_no_hand(run: Run) -> None:
    out = run("read 333333333 --rules four")[1]
    assert out.splitlines()[1].startswith("no play: 9 cards of rank 3: the deck of four has 8")


def test_read_draws_readings_together_that_the_same_beats(run: Run) -> None:
    lines = run("read 333BR --rules super")[1].splitlines()
    readings = ddz.readings("333BR", rules="super")
    assert len(readings) == 13
    assert [line.split()[1] for line in lines[4:17]] == texts(readings)
    assert lines[17] == "   三带二 trio with a pair"
    assert len(lines) == 22


@pytest.mark.parametrize(
    ("cards", "rules", "bombs"),
    [
        ("333444555", "six4", ["156  炸弹  bomb    3333 ... " + "2" * 15]),
        ("BBRR", "six4", ["91  炸弹  bomb    " + "3" * 9 + " ... " + "2" * 15]),
        ("33", "four", ["65  炸弹  bomb    3333 ... 22222222", "1  火箭  rocket  BBRR"]),
    ],
)
def test_read_sums_up_bombs(run: Run, cards: str, rules: str, bombs: list[str]) -> None:
    out = run(f"read {cards} --rules {rules}")[1]
    told = json.loads(run(f"read {cards} --rules {rules} --json")[1])["readings"][0]["beaten_by"]
    assert out.count("炸弹") == 1
    assert all(bomb in out for bomb in bombs)
    assert sum(one["plays"] for one in told if one["kind"] == "BOMB") == int(bombs[0].split()[0])


def test_plays_pipe_into_read(run: Run) -> None:
    plays = run("plays 3334445 --beat 22")[1] + run("plays 33344456")[1]
    found = [json.loads(line) for line in run("read --json", plays)[1].splitlines()]
    assert [one["readings"][0]["text"] for one in found] == plays.split()


# ---- rules


def test_rules_lists_all(run: Run) -> None:
    status, out, _ = run("rules")
    assert status == 0
    rows = [line for line in out.splitlines()[1:] if not line.startswith(" ")]
    assert [row.split()[0] for row in rows] == ddz.rule_names()
    assert all(ddz.rules(row.split()[0]).title in row for row in rows)


@pytest.mark.parametrize("name", ddz.rule_names())
def test_rules_of_one(run: Run, name: str) -> None:
    rules, classic = ddz.rules(name), ddz.rules("classic")
    out = run(f"rules {name}")[1]
    assert out.startswith(f"{name} {rules.title}\n")
    assert f"deck {sum(rules.deck)} cards: " in re.sub(" +", " ", out)
    marked = re.findall(r"^\* (\w+)", out, re.M)
    differing = display.differences(rules, classic)
    assert marked == [one for one in differing if one not in display.SPELLED_OUT]
    unmarked = re.findall(r"^  (\w+) +\S+(?: \S+)* +\S", out.split("options")[1], re.M)
    assert all(getattr(rules, one) == getattr(classic, one) for one in unmarked)


def test_rules_of_yunnan(run: Run) -> None:
    lines = [re.sub("  +", " | ", line.strip()) for line in run("rules yunnan")[1].splitlines()]
    for line in (
        "deck | 54 cards: 4 of each of 3456789TJQKA2, 1 of each of BR",
        "largest hand | 20 cards",
        "bombs | bomb of 4 < rocket of 2",
        "not as in classic | kinds, trio_only_as_last, auction, announce_at, scoring",
        "三带二 | trio with a pair | none",
        "顺子 | chain of singles | 5 to 12",
        "火箭 | rocket | 2",
        "options | yunnan | classic",
        "* trio_only_as_last | True | False",
    ):
        assert line in lines


def test_rules_as_json(run: Run) -> None:
    every = json.loads(run("rules --json")[1])
    assert [one["name"] for one in every] == ddz.rule_names()
    one = json.loads(run("rules guanpai --json")[1])
    assert one == every[ddz.rule_names().index("guanpai")]
    assert (one["title"], one["players"], one["max_hand"]) == ("关牌", 3, 16)
    assert one["differs"] == ["deck", "max_hand", "bottom", "landlords", "auction", "scoring"]
    assert one["deck"] == list(ddz.rules("guanpai").deck)
    assert one["kinds"]["SOLO_CHAIN"] == [5, 12]
    assert "ROCKET" not in one["kinds"]
    assert one["bomb_order"] == [["BOMB", 4]]


def test_bombs_of_a_page_are_not_cut_at_the_end_of_a_line() -> None:
    page = "\n".join(display.rules_page(ddz.rules("six4"), ddz.rules("classic"), PLAIN))
    assert "\u00a0" not in page
    bombs = re.findall(r"(?:bomb|rocket) of \d+", page)
    assert len(bombs) == len(ddz.rules("six4").bombs)


def test_a_bomb_of_one_rank_is_named_by_its_cards() -> None:
    fast = ddz.rules("guanpai").replace(paodekuai=True)
    page = [*display.rules_page(fast, ddz.rules("classic"), PLAIN)]
    assert page[4].endswith("bomb of 4 < bomb AAA")


@pytest.mark.parametrize(
    ("name", "deck"),
    [
        ("guanpai", "48 cards: 4 of each of 3456789TJQK, 3 of A, 1 of 2"),
        ("two", "46 cards: 4 of each of 56789TJQKA2, 1 of each of BR"),
    ],
)
def test_deck_text(name: str, deck: str) -> None:
    assert display.deck_text(ddz.rules(name).deck) == deck


# ---- bench


def figures(out: str) -> dict[str, list[str]]:
    rows = (line.rsplit(maxsplit=5) for line in out.splitlines()[2:-1])
    return {row[0]: row[1:] for row in rows}


def test_bench(run: Run) -> None:
    status, out, err = run("bench --hands 300 --seed 7")
    assert (status, err) == (0, "")
    assert out.startswith("classic 斗地主: 300 random deals, 1 thread\n")
    table = figures(out)
    assert list(table) == ["leads written", "leads counted", "follows written", "follows counted"]
    assert table["leads written"][:2] == table["leads counted"][:2]
    for plays, per_hand, *_ in table.values():
        assert float(per_hand) == round(int(plays.replace(",", "")) / 300, 1) > 0
    again = figures(run("bench --hands 300 --seed 7 --threads 2")[1])
    assert [row[:2] for row in again.values()] == [row[:2] for row in table.values()]
    other = figures(run("bench --hands 300 --seed 8")[1])
    assert other["leads counted"][0] != table["leads counted"][0]


@pytest.mark.parametrize("name", ddz.rule_names())
def test_bench_deals_hands_of_the_rule_set(name: str) -> None:
    rules = ddz.rules(name)
    first, second = bench.random_hands(rules, np.random.default_rng(1), 50)
    sizes = {int(size) for size in ddz.unpack(first).sum(axis=1)}
    assert sizes == {rules.max_hand}
    assert (ddz.unpack(first) + ddz.unpack(second) <= rules.deck).all()
    assert len(np.unique(first)) > 40


def test_bench_draws_a_bar_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(bench, "CHUNK", 50)
    _, out, err = run("bench --hands 200")
    assert re.findall(r"\d+%", err) == ["0%", "25%", "50%", "75%"]
    assert err.endswith(f"\r{ESCAPE}K")
    assert "%" not in out
