"""Wild jokers: what a play stands for, its text, and what is no play (rules.md 2 (6), 1b.7)."""

import pickle
import random

import numpy as np
import pytest

import ddz_fast as ddz
from implementations import WILD_VARIANTS, Reference, key_of, rules_from
from random_positions import SEED

SUPER = ddz.rules("super")
BOMB_OF_THREES = 0x01  # `wild`: the black joker is a 3


def test_a_play_says_what_it_stands_for():
    play = ddz.Play.parse("33B=3R=3", rules="super")
    assert (play.kind, play.wild, play.size) == (ddz.Kind.BOMB, 0x0101, 4)
    assert ddz.format_hand(play.cards) == "33BR"
    assert ddz.format_hand(play.meaning) == "3333"
    assert ddz.Play("33BR", ddz.Kind.BOMB, 0, 4, wild=0x0101) == play
    assert pickle.loads(pickle.dumps(play)) == play
    assert ddz.Play("333B", ddz.Kind.TRIO_SOLO, 0).meaning == ddz.pack(ddz.parse_hand("333B"))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("3456B", "3456B=7"),  # canonical: the higher rank
        ("B=23456", "B=23456"),
        ("345B=67", "345B=67"),
        ("345 小王=6 7", "345B=67"),
        ("789B=10J", "789B=TJ"),
        ("333+5B", "333+5B=5"),
        ("333+b=55", None),  # the natural card comes first
        ("333+5B=6", None),
        ("333B", "333B=3"),
        ("333+B", "333+B"),
        ("333+7+5", "333+5+7"),
        ("B=3", None),
        ("3B=B", None),
        ("BR=3", None),
    ],
)
def test_texts_of_wild_plays(text, written):
    if written is None:
        with pytest.raises((ddz.PlayError, ddz.HandError)):
            ddz.Play.parse(text, rules="super")
    else:
        assert str(ddz.Play.parse(text, rules="super")) == written


@pytest.mark.parametrize("text", WILD_VARIANTS)
def test_every_play_has_a_text_of_its_own(text):
    rules = rules_from(text)
    plays = ddz.all_plays(rules)
    for play in plays[:: max(1, len(plays) // 2000)]:
        assert ddz.Play.parse(str(play), rules=rules) == play
        assert ddz.Play(play.cards, play.kind, play.rank, play.length, play.wild) == play
        assert ddz.all_plays(rules)[ddz.action_id(play, rules=rules)] == play


def test_plays_are_found_by_their_text():
    plays = ddz.legal_plays("3456BR", rules="super")
    assert "3456B=7" in plays
    assert "B=23456" in plays
    assert "3456B=8" not in plays
    assert plays.count("345B=6R=7") == 1


@pytest.mark.parametrize(
    ("cards", "kind", "rank", "length", "wild"),
    [
        ("B", ddz.Kind.SOLO, 0, 1, 0x01),  # no natural card
        ("BR", ddz.Kind.PAIR, 0, 1, 0x0101),
        ("33BR", ddz.Kind.PAIR_CHAIN, 0, 2, 0x0302),  # 4 and 5
        ("345BR", ddz.Kind.SOLO_CHAIN, 0, 5, 0x0405),  # the black joker is the higher
        ("333B", ddz.Kind.BOMB, 0, 4, 0x0100),  # the red one, which is not there
        ("333B", ddz.Kind.TRIO_SOLO, 0, 1, 0x05),  # a single kicker is itself
        ("3333B", ddz.Kind.BOMB, 0, 5, BOMB_OF_THREES),  # five of a rank
        ("333B", ddz.Kind.BOMB, 0, 4, 14),  # a joker for a joker
        ("333B", ddz.Kind.BOMB, 0, 4, 1 << 16),
        ("333B", ddz.Kind.BOMB, 0, 4, -1),
        ("3335B", ddz.Kind.TRIO_PAIR, 0, 1, 0x05),  # 5 and 7: singles
    ],
)
def test_what_no_joker_stands_for_makes_no_play(cards, kind, rank, length, wild):
    with pytest.raises(ddz.PlayError):
        ddz.Play(cards, kind, rank, length, wild)


def test_other_rule_sets_refuse_wild_jokers():
    bomb = ddz.Play("333B", ddz.Kind.BOMB, 0, 4, wild=BOMB_OF_THREES)
    any_two = ddz.Play("33345", ddz.Kind.TRIO_PAIR, 0)
    for play in (bomb, any_two):
        assert ddz.is_legal(play, "333345B", rules="super")
        assert not ddz.is_legal(play, "333345B")
        with pytest.raises(ddz.PlayError, match="no play of classic"):
            ddz.beats(play, "33")


@pytest.mark.parametrize("text", ["super", *WILD_VARIANTS])
def test_a_record_is_a_play_or_refused(text):
    """Records near to plays are taken if and only if they are among all plays."""
    rules = rules_from(text)
    known = set(Reference().all_plays(rules))
    random_ = random.Random(SEED)
    plays = ddz.all_plays(rules).array
    for _ in range(3000):
        record = plays[random_.randrange(len(plays))].copy()
        field = random_.choice(("wild", "wild", "kind", "rank", "length"))
        if field == "wild":
            record[field] = random_.randint(0, 14) << 8 | random_.randint(0, 14)
        else:
            record[field] = int(record[field]) + random_.choice((-1, 1))
        names = ("cards", "kind", "length", "rank", "wild")
        assert is_taken(record, rules) is (tuple(int(record[n]) for n in names) in known), record


def is_taken(record, rules) -> bool:
    try:
        ddz.count_plays("3", record, rules=rules)
    except ddz.PlayError:
        return False
    return True


@pytest.mark.parametrize("text", ["super", "super wild_sets_only=True", "super low_chains=all"])
def test_readings_are_those_of_the_reference(text):
    rules = rules_from(text)
    random_ = random.Random(SEED)
    plays = ddz.all_plays(rules)
    for _ in range(40):
        cards = plays[random_.randrange(len(plays))].cards
        expected = Reference().readings(rules, ddz.format_hand(cards))
        assert [key_of(play) for play in ddz.readings(cards, rules=rules)] == expected


def test_batches_are_their_hands_with_wild_rivals():
    random_ = np.random.default_rng(SEED)
    every = ddz.all_plays("super").array
    deck = np.repeat(np.arange(15), SUPER.deck)
    dealt = [np.bincount(random_.permutation(deck)[:17], minlength=15) for _ in range(300)]
    hands = ddz.pack(np.array(dealt))
    beat = every[random_.integers(0, len(every), len(hands))]
    plays, offsets = ddz.legal_plays_batch(hands, beat, rules="super", threads=2)
    for index, hand in enumerate(hands.tolist()):
        one = ddz.legal_plays(hand, beat[index], rules="super")
        assert plays[offsets[index] : offsets[index + 1]].tobytes() == bytes(one)
