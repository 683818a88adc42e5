"""The public functions on one hand: sequences, text, readings, action ids, and what they refuse."""

import copy
import pickle
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddz_fast as ddz
from implementations import key_of

HAND = "3334445566789TJQKA2R"
SOME_HANDS = st.lists(st.sampled_from(range(54)), unique=True, max_size=20).map(
    lambda cards: (
        [sum(card // 4 == rank for card in cards if card < 52) for rank in range(13)]
        + [int(52 in cards), int(53 in cards)]
    )
)


@given(SOME_HANDS, st.sampled_from(ddz.rule_names()), st.integers(0, 10**6))
def test_every_legal_play_is_one(counts, name, pick):
    rules = ddz.rules(name)
    counts = [min(count, have) for count, have in zip(counts, rules.deck, strict=True)]
    while sum(counts) > rules.max_hand:
        counts[counts.index(max(counts))] -= 1
    leads = ddz.legal_plays(counts, rules=name)
    beat = leads[pick % len(leads)] if pick % 3 and leads else None
    plays = ddz.legal_plays(counts, beat, rules=name)
    assert len(plays) == ddz.count_plays(counts, beat, rules=name) == len(set(plays))
    for play in plays:
        assert ddz.is_legal(play, counts, beat, rules=name)
        assert (play.size, int(play.kind)) == (sum(ddz.unpack(play.cards)), play.kind)
        assert (ddz.unpack(play.cards) <= counts).all()
        assert beat is None or ddz.beats(play, beat, rules=name)
    for play in leads:
        assert (play in plays) is ddz.is_legal(play, counts, beat, rules=name)


@given(st.permutations(HAND))
def test_the_order_of_the_cards_never_matters(cards):
    assert ddz.legal_plays("".join(cards)) == ddz.legal_plays(HAND)


@pytest.mark.parametrize("name", ddz.rule_names())
def test_every_play_reads_back_from_its_text(name):
    plays = ddz.all_plays(name)
    for play in plays[::7]:
        assert ddz.Play.parse(str(play), rules=name) == play
        assert play in ddz.readings(play.cards, rules=name)


def test_low_chains_read_back_from_their_text():
    rules = ddz.rules("classic").replace(low_chains="all")
    for play in ddz.all_plays(rules)[::11]:
        assert ddz.Play.parse(str(play), rules=rules) == play


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("", ""),
        ("3", "3"),
        ("BR", "B R BR"),
        ("3334", "3 4 33 333 333+4"),
        ("44447", "4 7 44 444 444+7 4444"),
        ("34567", "3 4 5 6 7 34567"),
        ("334455", "3 4 5 33 44 55 334455"),
    ],
)
def test_small_hands(hand, expected):
    assert str(ddz.legal_plays(hand)) == expected


@pytest.mark.parametrize(
    ("hand", "beat", "bombs", "expected"),
    [
        ("4455", "33", None, "44 55"),
        ("5555BR", "AA", None, "5555 BR"),
        ("5555BR", "AA", 0, ""),
        ("5555BR", "AA", 1, "5555 BR"),
        ("5555BR", "6666", None, "BR"),
        ("5555BR", "BR", None, ""),
        ("444555666+8", "333444555+777", None, None),
        ("44455566689T", "333444555+7+7+7", None, "444555666+8+9+T"),
        ("333444555KKK", "555666777+8+9+T", None, ""),
        ("4444K", "333+A", None, "444+K 4444"),
    ],
)
def test_follows(hand, beat, bombs, expected):
    if expected is None:
        with pytest.raises(ddz.PlayError):
            ddz.legal_plays(hand, beat, bombs=bombs)
    else:
        assert str(ddz.legal_plays(hand, beat, bombs=bombs)) == expected


def test_plays_is_a_sequence():
    plays = ddz.legal_plays(HAND)
    assert isinstance(plays, Sequence)
    assert list(plays) == [plays[index] for index in range(len(plays))]
    assert plays[-1] == list(plays)[-1]
    assert list(plays[3:20:4]) == list(plays)[3:20:4]
    assert list(plays[::-1]) == list(reversed(list(plays)))
    assert list(reversed(plays)) == list(plays)[::-1]
    assert plays.index(plays[5]) == 5
    assert plays.count(plays[5]) == 1
    assert ("33" in plays, "22" in plays, 5 in plays) == (True, False, False)
    assert ("444 + 10" in plays, "3 3" in plays, "t" in plays) == (True, True, True)
    assert plays[plays.index("333+44")] == ddz.Play.parse("333+44")
    assert (plays.count("333+44"), plays.count("22")) == (1, 0)
    assert plays == ddz.legal_plays(HAND) != plays[1:]
    assert pickle.loads(pickle.dumps(plays)) == plays
    assert repr(plays).startswith(f"<Plays {len(plays)}: 3, 4, ")
    for index in (len(plays), -len(plays) - 1):
        with pytest.raises(IndexError):
            plays[index]
    with pytest.raises(TypeError):
        plays["3"]
    with pytest.raises(TypeError):
        ddz.Plays()
    with pytest.raises(TypeError):
        hash(plays)


def test_plays_give_their_memory_to_numpy():
    plays = ddz.legal_plays(HAND)
    assert plays.array.dtype == ddz.PLAY
    assert plays.array.tobytes() == bytes(plays)
    assert not plays.array.flags.writeable
    assert np.shares_memory(plays.array, plays.cards)
    assert plays.counts.tolist() == [ddz.unpack(play.cards).tolist() for play in plays]
    assert ddz.legal_plays("").array.shape == (0,)
    array = plays.array
    del plays
    assert ddz.Play.parse("3").cards == array[0]["cards"]


def test_a_play_is_a_value():
    play = ddz.Play.parse("333444+5+6")
    assert (play.cards, play.kind, play.rank, play.length, play.size, play.wild) == (
        ddz.pack(ddz.parse_hand("33344456")),
        ddz.Kind.PLANE_SOLO,
        0,
        2,
        8,
        0,
    )
    assert play.meaning == play.cards
    assert play == ddz.Play("33344456", ddz.Kind.PLANE_SOLO, 0, 2) == copy.copy(play)
    assert hash(play) == hash(pickle.loads(pickle.dumps(play)))
    assert (str(play), repr(play)) == ("333444+5+6", "<Play 333444+5+6 PLANE_SOLO>")
    assert play != "333444+5+6"
    for name in ("cards", "kind", "rank"):
        with pytest.raises(AttributeError):
            setattr(play, name, 1)


@pytest.mark.parametrize(
    ("cards", "kind", "rank", "length"),
    [
        ("34", ddz.Kind.PAIR, 0, 1),
        ("33", ddz.Kind.PAIR, 1, 1),
        ("33", ddz.Kind.PAIR, 99, 1),
        ("33", ddz.Kind.PAIR, -1, 1),
        ("33", ddz.Kind.PAIR, 0, 2),
        ("33", ddz.Kind.NONE, 0, 1),
        ("33", 17, 0, 1),
        ("333444", ddz.Kind.PLANE, 0, 3),
        ("333444", ddz.Kind.PLANE, 0, 99),
        ("333444", ddz.Kind.PLANE, 0, 0),
        ("333444+5", ddz.Kind.PLANE_SOLO, 0, 2),
        ("33345", ddz.Kind.TRIO_PAIR, 1, 1),
        ("BR", ddz.Kind.ROCKET, 3, 2),
        ("3333", ddz.Kind.PLANE_CHAIN, 0, 1),
        ("3333", ddz.Kind.TRIO_SOLO, 0, 1),
        ("333", ddz.Kind.BOMB, 0, 3),
        ("BBB", ddz.Kind.TRIO, 13, 1),
        ("B", ddz.Kind.ROCKET, 0, 1),
        ("A23456789TJQKA", ddz.Kind.SOLO_CHAIN, -2, 14),
    ],
)
def test_what_has_no_such_reading_makes_no_play(cards, kind, rank, length):
    with pytest.raises(ddz.PlayError):
        ddz.Play(cards, kind, rank, length)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("333+小王", "333+B"),
        ("333 + 10", "333+T"),
        ("333444+6+5", "333444+5+6"),
        ("r b", "BR"),
        ("7 6 5 4 3", "34567"),
        (np.str_("33"), "33"),
    ],
)
def test_play_text_is_read_in_every_spelling(text, written):
    assert str(ddz.Play.parse(text)) == written
    assert ddz.is_legal(text, written)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("35", ddz.PlayError, "'35' is no play of classic"),
        ("", ddz.PlayError, "is no play"),
        ("333+444", ddz.PlayError, r"the cards are .*333444 \(PLANE\)"),
        ("33x", ddz.HandError, "unknown card 'x'"),
        ("33333", ddz.PlayError, "no play"),
        (33, TypeError, "reads text"),
    ],
)
def test_text_that_is_no_play(text, error, message):
    with pytest.raises(error, match=message):
        ddz.Play.parse(text)


def test_action_ids_lead_back_to_their_plays():
    for name in ("classic", "lianzha", "rlcard"):
        plays = ddz.all_plays(name)
        assert ddz.action_id(plays.array, rules=name).tolist() == list(range(len(plays)))
        assert [ddz.action_id(play, rules=name) for play in plays[:99]] == list(range(99))
    assert ddz.all_plays("classic") is ddz.all_plays("classic")
    assert ddz.action_id("BR") == 30382
    assert ddz.action_id(np.empty(0, ddz.PLAY)).shape == (0,)
    shaped = ddz.all_plays("classic").array[:6].reshape(2, 3)
    assert ddz.action_id(shaped).tolist() == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(ddz.PlayError, match="no play of openspiel"):
        ddz.action_id("3333+4+5", rules="openspiel")
    wrong = ddz.all_plays("classic").array[:3].copy()
    wrong["rank"][1] = 9
    with pytest.raises(ddz.PlayError, match="item 1 is no play of classic"):
        ddz.action_id(wrong)


FIVE_THREES = [5] + [0] * 14


@pytest.mark.parametrize(
    ("hand", "error", "message"),
    [
        ("33333", ddz.HandError, "5 cards of rank 3: the deck of classic has 4"),
        (FIVE_THREES, ddz.HandError, "5 cards of rank 3"),
        (5, ddz.HandError, "5 cards of rank 3"),
        ("BB", ddz.HandError, "2 cards of rank B: the deck of classic has 1"),
        ("3333444455556666777788", ddz.HandError, "22 cards: the largest hand of classic has 20"),
        ("3z", ddz.HandError, "unknown card 'z' at position 2"),
        (-1, ddz.HandError, "packed hand"),
        (1 << 60, ddz.HandError, "packed hand"),
        (1 << 64, ddz.HandError, "packed hand"),
        ((1 << 64) + 1, ddz.HandError, "packed hand"),
        (np.uint64(1 << 63), ddz.HandError, "packed hand"),
        ([-1] + [0] * 14, ddz.HandError, "-1 cards of rank 3"),
        ([256] + [0] * 14, ddz.HandError, "256 cards of rank 3"),
        ([0] * 14, ddz.HandError, "shape"),
        (np.zeros((2, 15), np.uint8), ddz.HandError, "batch"),
        (np.zeros((3, 5), int), ddz.HandError, "shape"),
        (np.zeros(15), TypeError, "integers"),
        ([0.5] * 15, TypeError, "integers"),
        (np.zeros(15, bool), TypeError, "integers"),
        (1.0, TypeError, None),
        (True, TypeError, "bool"),
        (None, TypeError, None),
        (object(), TypeError, None),
        ({}, TypeError, None),
        (b"33", TypeError, None),
        (ddz.Play.parse("33"), TypeError, "not a Play"),
        (np.array(["3"] * 15), TypeError, "integers"),
    ],
)
@pytest.mark.parametrize(
    "function", [ddz.legal_plays, ddz.count_plays, lambda hand: ddz.is_legal("3", hand)]
)
def test_what_is_no_hand_is_refused(function, hand, error, message):
    with pytest.raises(error, match=message):
        function(hand)


@pytest.mark.parametrize(
    ("beat", "error"),
    [
        ("35", ddz.PlayError),
        ("", ddz.PlayError),
        ("3z", ddz.HandError),
        ("33333", ddz.PlayError),
        (5, TypeError),
        (["3"], TypeError),
        (b"3", TypeError),
        (ddz.Play.parse("A2345", rules=ddz.rules("classic").replace(low_chains="all")), None),
        (ddz.all_plays("classic").array[:2], TypeError),
    ],
)
@pytest.mark.parametrize("function", [ddz.legal_plays, ddz.count_plays])
def test_what_is_no_rival_play_is_refused(function, beat, error):
    with pytest.raises(error or ddz.PlayError):
        function("3456789", beat)


@pytest.mark.parametrize(
    ("bombs", "error"), [(-1, ValueError), (1.5, TypeError), (True, TypeError)]
)
def test_what_is_no_quota_is_refused(bombs, error):
    for function in (ddz.legal_plays, ddz.count_plays):
        with pytest.raises(error):
            function("3", bombs=bombs)


def test_hands_in_every_form_are_one():
    counts = ddz.parse_hand(HAND)
    packed = ddz.pack(counts)
    forms = [
        packed,
        np.uint64(packed),
        np.int64(packed),
        np.array(packed, np.uint64),
        counts,
        counts.tolist(),
        tuple(counts.tolist()),
        counts.astype(np.int32),
        np.repeat(counts, 2)[::2],
        HAND.lower(),
        HAND.replace("T", "10"),
    ]
    for form in forms:
        assert ddz.legal_plays(form) == ddz.legal_plays(HAND)


def test_a_record_is_taken_as_a_play():
    record = ddz.legal_plays("44")[:2].array[1]
    assert str(ddz.legal_plays("55", record)) == "55"
    assert str(ddz.legal_plays("55", np.zeros((), ddz.PLAY)[()])) == "5 55"
    wrong = record.copy()
    wrong["kind"] = 99
    with pytest.raises(ddz.PlayError):
        ddz.legal_plays("55", wrong)


def test_is_legal_takes_any_reading_of_a_text():
    assert ddz.is_legal("333444555666", "333444555666", "333444555+7+8+9") is True
    assert ddz.is_legal("333444555666", "333444555666", "444555666+7+8+9") is False
    assert ddz.is_legal("34", "34") is False
    assert ddz.is_legal("55", "34") is False
    with pytest.raises(TypeError):
        ddz.is_legal(5, "34")


def test_readings_of_cards_that_no_hand_has_are_none():
    assert ddz.readings("33333") == []
    assert ddz.readings("AAAA", rules="guanpai") == []
    assert ddz.readings("3456789TJQKA2BR" * 2) == []
    assert key_of(ddz.readings("3")[0])[1] == ddz.Kind.SOLO


def test_beats_refuses_what_is_no_play():
    for pair in [("35", "3"), ("3", "35"), (None, "3"), ("3", None), ("3", 3)]:
        with pytest.raises((ddz.PlayError, TypeError)):
            ddz.beats(*pair)
