import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddz_fast as ddz

COUNTS = st.lists(st.integers(0, 15), min_size=15, max_size=15)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3456789TJQKA2BR", "3456789TJQKA2BR"),
        ("RB2AKQJT9876543", "3456789TJQKA2BR"),
        ("10 10", "TT"),
        ("1010", "TT"),
        ("tjqkabr", "TJQKABR"),
        ("小王,大王", "BR"),
        ("333444+5+6", "33344456"),
        (" 3, 4\t5\n", "345"),
        ("", ""),
        ("3" * 15, "3" * 15),
    ],
)
def test_text_is_read_in_every_spelling(text, expected):
    assert ddz.format_hand(ddz.parse_hand(text)) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("33x", "unknown card 'x' at position 3 of '33x'.*B .black.*R .red"),
        ("X", "unknown card 'X' at position 1"),
        ("3D", "unknown card 'D' at position 2"),
        ("王", "unknown card '王' at position 1"),
        ("3 1 4", "unknown card '1' at position 3.*3456789TJQKA2BR"),
        ("30", "unknown card '0' at position 2"),
        ("3Ｋ", "unknown card"),
        ("3" * 16, "16 cards of rank 3"),
        ("3\0", "unknown card '.x00'"),
    ],
)
def test_what_is_no_card_is_named_with_its_place(text, message):
    with pytest.raises(ddz.HandError, match=message):
        ddz.parse_hand(text)


@given(COUNTS)
def test_pack_and_text_round_trip(counts):
    packed = ddz.pack(counts)
    assert packed == sum(count << 4 * rank for rank, count in enumerate(counts))
    assert ddz.unpack(packed).tolist() == counts
    assert ddz.parse_hand(ddz.format_hand(packed)).tolist() == counts
    assert ddz.format_hand(counts) == ddz.format_hand(packed)


@given(st.lists(COUNTS, max_size=5))
def test_many_hands_at_once(rows):
    counts = np.array(rows, dtype=np.int64).reshape(-1, 15)
    packed = ddz.pack(counts)
    assert packed.dtype == np.uint64
    assert ddz.unpack(packed).tolist() == rows
    texts = ddz.format_hand(packed)
    assert texts == [ddz.format_hand(row) for row in rows]
    assert ddz.parse_hand(texts).tolist() == rows
    assert ddz.parse_hand(texts).shape == (len(rows), 15)


def test_a_wrong_one_of_many_is_named():
    with pytest.raises(ddz.HandError, match="hand 1: unknown card 'y'"):
        ddz.parse_hand(["33", "4y"])
    with pytest.raises(ddz.HandError, match="hand 1: 16 cards of rank 5"):
        ddz.pack(np.array([[0] * 15, [0, 0, 16] + [0] * 12]))
    with pytest.raises(ddz.HandError, match="hand 2: a packed hand"):
        ddz.unpack(np.array([0, 1, 1 << 60], dtype=np.uint64))


@pytest.mark.parametrize(
    ("function", "argument", "error"),
    [
        (ddz.pack, [0.0] * 15, TypeError),
        (ddz.pack, [True] * 15, TypeError),
        (ddz.pack, ["3"] * 15, TypeError),
        (ddz.pack, [0] * 14, ddz.HandError),
        (ddz.pack, [-1] + [0] * 14, ddz.HandError),
        (ddz.pack, 5, ddz.HandError),
        (ddz.unpack, -1, ddz.HandError),
        (ddz.unpack, 1 << 60, ddz.HandError),
        (ddz.unpack, 1 << 70, ddz.HandError),
        (ddz.unpack, 1.0, TypeError),
        (ddz.unpack, "3", TypeError),
        (ddz.unpack, None, TypeError),
        (ddz.parse_hand, 5, TypeError),
        (ddz.parse_hand, [5], TypeError),
        (ddz.parse_hand, np.zeros(15), TypeError),
        (ddz.parse_hand, None, TypeError),
        (ddz.format_hand, [0.5] * 15, TypeError),
        (ddz.format_hand, [1, 2], ddz.HandError),
    ],
)
def test_what_is_no_hand_is_refused(function, argument, error):
    with pytest.raises(error):
        function(argument)


def test_arrays_of_any_integers_and_strides():
    counts = np.zeros((4, 30), dtype=np.int16)[::2, ::2]
    counts[1, 3] = 4
    assert ddz.pack(counts).tolist() == [0, 4 << 12]
    assert ddz.pack(counts.astype(">i8")).tolist() == [0, 4 << 12]
