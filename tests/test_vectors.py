"""The printed positions of the specification, for the reference and the core alike."""

from collections import Counter
from pathlib import Path

import pytest

import ddz_fast as ddz
from implementations import BOTH, key_of, rules_from

DATA = Path(__file__).parent / "data"
CLASSIC_KINDS = {
    "SOLO": 15,
    "PAIR": 13,
    "TRIO": 13,
    "TRIO_SOLO": 182,
    "TRIO_PAIR": 156,
    "SOLO_CHAIN": 36,
    "PAIR_CHAIN": 52,
    "PLANE": 45,
    "PLANE_SOLO": 979 + 3400 + 7830 + 12512,
    "PLANE_PAIR": 605 + 1200 + 1134,
    "QUAD_SOLO": 1339,
    "QUAD_PAIR": 858,
    "BOMB": 13,
    "ROCKET": 1,
}
CLASSIC_WINGED = {
    ("PLANE_SOLO", 2): 979,
    ("PLANE_SOLO", 3): 3400,
    ("PLANE_SOLO", 4): 7830,
    ("PLANE_SOLO", 5): 12512,
    ("PLANE_PAIR", 2): 605,
    ("PLANE_PAIR", 3): 1200,
    ("PLANE_PAIR", 4): 1134,
}


def table(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text().splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line[:1] not in "#"]


both = pytest.mark.parametrize("implementation", BOTH, ids=lambda each: each.name)


@both
@pytest.mark.parametrize(("rules", "cards", "expected"), table("legality.txt"))
def test_readings(implementation, rules, cards, expected):
    chosen = rules_from(rules)
    plays = [] if expected == "-" else [part.strip() for part in expected.split(",")]
    keys = [key_of(ddz.Play.parse(play, rules=chosen)) for play in plays]
    assert implementation.readings(chosen, cards) == keys


@both
@pytest.mark.parametrize(("rules", "play", "other", "expected"), table("beats.txt"))
def test_beats(implementation, rules, play, other, expected):
    chosen = rules_from(rules)
    keys = [key_of(ddz.Play.parse(text, rules=chosen)) for text in (play, other)]
    assert implementation.beats(chosen, *keys) is (expected == "yes")


@both
@pytest.mark.parametrize(("rules", "declared", "card_sets", "up_to_20"), table("play_counts.txt"))
def test_all_plays_counts(implementation, rules, declared, card_sets, up_to_20):
    chosen = rules_from(rules)
    plays = implementation.all_plays(chosen)
    assert len(plays) == len(set(plays)) == int(declared)
    assert len({cards for cards, *_ in plays}) == int(card_sets)
    sizes = ddz.unpack([cards for cards, *_ in plays]).sum(axis=1)
    assert max(sizes) <= chosen.max_hand
    if up_to_20 != "-":
        assert (sizes <= 20).sum() == int(up_to_20)


@both
def test_classic_counts_by_kind(implementation):
    plays = implementation.all_plays(ddz.rules("classic"))
    assert Counter(ddz.Kind(kind).name for _, kind, *_ in plays) == CLASSIC_KINDS
    by_length = Counter((ddz.Kind(kind).name, length) for _, kind, length, *_ in plays)
    assert {key: by_length[key] for key in CLASSIC_WINGED} == CLASSIC_WINGED


@pytest.mark.parametrize("name", ddz.rule_names())
def test_core_and_reference_have_the_same_plays_in_the_same_order(name):
    reference, core = (each.all_plays(ddz.rules(name)) for each in BOTH)
    assert core == reference


@both
@pytest.mark.parametrize(("hand", "has_trio"), [("888", True), ("8889", False), ("888999", False)])
def test_yunnan_trio_only_as_the_last_play(implementation, hand, has_trio):
    plays = implementation.legal(ddz.rules("yunnan"), ddz.pack(ddz.parse_hand(hand)), None, None)
    assert any(kind == ddz.Kind.TRIO for _, kind, *_ in plays) is has_trio
