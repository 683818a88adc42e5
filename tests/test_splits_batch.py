"""手数 and splits: many hands at once are the same as one by one, and wrong input is refused."""

from collections.abc import Iterator

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast._decomposition import SplitBatch
from implementations import ONE_DECK
from random_positions import SEED, hands

HANDS = ["3334445566789TJQKA2R", "34567", "", "BR", "3333444455556666BR22", "333BR"]
every_preset = pytest.mark.parametrize("name", ONE_DECK)
quotas = pytest.mark.parametrize("bombs", [None, 0, 1])


def batch_of(rules: ddz.Rules, number: int) -> np.ndarray:
    return np.array([hand for hand, _ in hands(SEED, rules, number)], np.uint64)


# Many hands


@quotas
@pytest.mark.parametrize("threads", [1, 2, 3])
@every_preset
def test_a_batch_is_its_hands_one_by_one(name, threads, bombs):
    rules = ddz.rules(name)
    packed = batch_of(rules, 100)
    numbers = ddz.min_plays_batch(packed, rules=rules, bombs=bombs, threads=threads)
    assert (numbers.dtype, numbers.shape) == (np.uint8, (100,))
    plays, offsets = ddz.split_batch(packed, rules=name, bombs=bombs, threads=threads)
    assert (plays.dtype, offsets.dtype, offsets[0]) == (ddz.PLAY, np.int64, 0)
    assert np.diff(offsets).tolist() == numbers.tolist()
    assert offsets[-1] == len(plays)
    for index, hand in enumerate(packed.tolist()):
        row = plays[offsets[index] : offsets[index + 1]]
        parts = ddz.split(hand, rules=name, bombs=bombs)
        assert numbers[index] == ddz.min_plays(hand, rules=rules, bombs=bombs) == len(parts)
        assert row.tolist() == [
            (part.cards, part.kind, part.rank, part.length, part.size, part.wild) for part in parts
        ]
        assert int(row["cards"].sum()) == hand


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_large_batch(threads):
    """More hands than a thread takes at a time."""
    packed = np.tile(batch_of(ddz.rules("classic"), 250), 20)
    numbers = ddz.min_plays_batch(packed, threads=threads).reshape(20, 250)
    assert (numbers == ddz.min_plays_batch(packed[:250])).all()
    plays, offsets = ddz.split_batch(packed, threads=threads)
    assert plays.reshape(20, -1).tolist() == [ddz.split_batch(packed[:250])[0].tolist()] * 20
    assert np.diff(offsets).tolist() == numbers.ravel().tolist()


def test_every_form_of_hands():
    counts = ddz.parse_hand(HANDS)
    packed = ddz.pack(counts)
    numbers = [ddz.min_plays(hand) for hand in HANDS]
    expected = ddz.split_batch(packed)
    for form in [
        HANDS,
        tuple(HANDS),
        np.array(HANDS),
        np.array(HANDS, object),
        counts,
        counts.astype(np.int64),
        np.asfortranarray(counts),
        counts.tolist(),
        packed,
        packed.tolist(),
        packed.astype(">u8"),
        np.repeat(packed, 2)[::2],
    ]:
        assert ddz.min_plays_batch(form).tolist() == numbers
        plays, offsets = ddz.split_batch(form)
        assert plays.tobytes() == expected[0].tobytes()
        assert offsets.tolist() == expected[1].tolist()


@pytest.mark.parametrize("none", [[], np.empty(0, np.uint64), np.empty((0, 15), np.uint8)])
@pytest.mark.parametrize("threads", [1, 2])
def test_no_hands(none, threads):
    assert ddz.min_plays_batch(none, threads=threads).tolist() == []
    plays, offsets = ddz.split_batch(none, threads=threads)
    assert (len(plays), offsets.tolist()) == (0, [0])
    out = (np.empty(0, ddz.PLAY), np.empty(1, np.int64))
    assert ddz.split_batch(none, threads=threads, out=out)[1].tolist() == [0]


# Given arrays


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spare", [0, 1, 100])
def test_given_arrays_are_filled_and_nothing_behind_them(threads, spare):
    packed = batch_of(ddz.rules("classic"), 300)
    room = np.full(len(packed) + spare, 99, np.uint8)
    numbers = ddz.min_plays_batch(packed, threads=threads, out=room)
    assert np.shares_memory(numbers, room)
    assert numbers.tolist() == ddz.min_plays_batch(packed).tolist()
    assert room[len(packed) :].tolist() == [99] * spare

    expected, expected_offsets = ddz.split_batch(packed)
    guarded = np.frombuffer(b"\xaa" * 16 * (len(expected) + spare + 2), ddz.PLAY).copy()
    offsets = np.full(len(packed) + 3, -7)
    plays, got_offsets = ddz.split_batch(packed, threads=threads, out=(guarded[:-2], offsets))
    assert np.shares_memory(plays, guarded)
    assert plays.tobytes() == expected.tobytes()
    assert got_offsets.tolist() == expected_offsets.tolist()
    assert guarded[-2:].tobytes() == b"\xaa" * 32
    assert offsets[-2:].tolist() == [-7, -7]


@pytest.mark.parametrize("threads", [1, 2])
def test_too_little_room_says_how_much_is_needed(threads):
    packed = ddz.pack(ddz.parse_hand(HANDS))
    with pytest.raises(ValueError, match="room for 5, 6 are needed"):
        ddz.min_plays_batch(packed, threads=threads, out=np.empty(5, np.uint8))
    needed = int(ddz.min_plays_batch(packed).sum())
    for room in (0, 1, needed - 1):
        out = (np.empty(room, ddz.PLAY), np.empty(len(packed) + 1, np.int64))
        with pytest.raises(ValueError, match=f"room for {room}, {needed} are needed"):
            ddz.split_batch(packed, threads=threads, out=out)
    out = (np.empty(needed, ddz.PLAY), np.empty(len(packed), np.int64))
    with pytest.raises(ValueError, match="room for 6, 7 are needed"):
        ddz.split_batch(packed, threads=threads, out=out)


def test_wrong_outputs_are_refused():
    packed = np.zeros(3, np.uint64)
    read_only = np.empty(3, np.uint8)
    read_only.flags.writeable = False
    for out in [
        np.empty(3, np.int64),
        np.empty((3, 1), np.uint8),
        np.empty(6, np.uint8)[::2],
        read_only,
        [0, 0, 0],
        packed.view(np.uint8),
    ]:
        with pytest.raises((TypeError, ValueError), match="out"):
            ddz.min_plays_batch(packed, out=out)
    plays, offsets = np.empty(9, ddz.PLAY), np.empty(4, np.int64)
    memory = np.empty(64, np.uint64)
    for out in [
        plays,
        (plays,),
        (plays, offsets, plays),
        (plays, offsets.astype(np.int32)),
        (plays.view(np.uint8), offsets),
        (np.empty(18, ddz.PLAY)[::2], offsets),
        (plays, np.empty(8, np.int64)[::2]),
        ([1, 2], offsets),
        (memory.view(ddz.PLAY), memory.view(np.int64)),
    ]:
        with pytest.raises((TypeError, ValueError), match="out"):
            ddz.split_batch(packed, out=out)


# Wrong input

GOOD = np.zeros(3, np.uint64)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"hands": "333"}, TypeError, "many hands"),
        ({"hands": 5}, TypeError, "many hands"),
        ({"hands": np.array([3, -4])}, ddz.HandError, "hand 1: a packed hand"),
        ({"hands": np.array([0, 5], np.uint64)}, ddz.HandError, "hand 1: 5 cards of rank 3"),
        ({"hands": ["3", "3z"]}, ddz.HandError, "hand 1: unknown card 'z'"),
        ({"hands": ["3", "3456789TJQKA2345678922"]}, ddz.HandError, "hand 1: 22 cards"),
        ({"hands": np.zeros(3)}, ddz.HandError, "float64"),
        ({"hands": np.zeros((3, 15), bool)}, TypeError, "bool"),
        ({"hands": np.zeros((3, 14), np.uint8)}, ddz.HandError, "shape"),
        ({"hands": np.full((3, 15), 255, np.uint8)}, ddz.HandError, "hand 0: 255 cards of rank 3"),
        ({"hands": None}, TypeError, None),
        ({"hands": GOOD, "bombs": -1}, ValueError, None),
        ({"hands": GOOD, "bombs": True}, TypeError, None),
        ({"hands": GOOD, "bombs": 1.5}, TypeError, None),
        ({"hands": GOOD, "threads": 0}, ValueError, "threads"),
        ({"hands": GOOD, "threads": True}, TypeError, None),
        ({"hands": GOOD, "rules": "none"}, ddz.RulesError, "unknown"),
    ],
)
@pytest.mark.parametrize("name", ["min_plays_batch", "split_batch"])
@pytest.mark.parametrize("threads", [1, 2])
def test_wrong_batches_are_refused(name, threads, arguments, error, message):
    with pytest.raises(error, match=message):
        getattr(ddz, name)(**{"threads": threads, **arguments})


@pytest.mark.parametrize("index", [0, 255, 256, 500, 999])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_large_batch_stops_at_what_is_wrong(threads, index):
    packed = batch_of(ddz.rules("classic"), 1000)
    packed[index] = 5
    for function in (ddz.min_plays_batch, ddz.split_batch):
        with pytest.raises(ddz.HandError, match=f"hand {index}: 5 cards of rank 3"):
            function(packed, threads=threads)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"hand": "33333"}, ddz.HandError, "5 cards of rank 3: the deck of classic has 4"),
        ({"hand": [5] + [0] * 14}, ddz.HandError, "5 cards of rank 3"),
        ({"hand": 5}, ddz.HandError, "5 cards of rank 3"),
        ({"hand": "BB"}, ddz.HandError, "2 cards of rank B: the deck of classic has 1"),
        ({"hand": "3333444455556666777788"}, ddz.HandError, "22 cards: the largest hand"),
        ({"hand": "AAAA", "rules": "guanpai"}, ddz.HandError, "4 cards of rank A"),
        ({"hand": "3z"}, ddz.HandError, "unknown card 'z' at position 2"),
        ({"hand": -1}, ddz.HandError, "packed hand"),
        ({"hand": 1 << 60}, ddz.HandError, "packed hand"),
        ({"hand": [0] * 14}, ddz.HandError, "shape"),
        ({"hand": np.zeros((2, 15), np.uint8)}, ddz.HandError, "batch"),
        ({"hand": np.zeros(15)}, TypeError, "integers"),
        ({"hand": True}, TypeError, "bool"),
        ({"hand": None}, TypeError, None),
        ({"hand": b"33"}, TypeError, None),
        ({"hand": "3", "rules": "none"}, ddz.RulesError, "unknown rule set"),
        ({"hand": "3", "rules": 5}, (ddz.RulesError, TypeError), None),
        ({"hand": "3", "bombs": -1}, ValueError, None),
        ({"hand": "3", "bombs": 1.5}, TypeError, None),
        ({"hand": "3", "bombs": True}, TypeError, None),
    ],
)
@pytest.mark.parametrize("name", ["min_plays", "split", "splits"])
def test_wrong_hands_are_refused(name, arguments, error, message):
    with pytest.raises(error, match=message):
        getattr(ddz, name)(**arguments)


def test_hands_in_every_form_are_one():
    counts = ddz.parse_hand(HANDS[0])
    packed = ddz.pack(counts)
    expected = list(ddz.splits(HANDS[0]))
    for form in [
        packed,
        np.uint64(packed),
        counts,
        counts.tolist(),
        counts.astype(np.int32),
        HANDS[0].lower(),
        HANDS[0].replace("T", "10"),
    ]:
        assert ddz.min_plays(form) == len(expected[0])
        assert ddz.split(form) == expected[0]
        assert list(ddz.splits(form)) == expected


def test_what_comes_back_is_of_the_documented_types():
    assert type(ddz.min_plays("333BR")) is int
    parts = ddz.split("333BR")
    assert (type(parts), list(map(type, parts))) == (list, [ddz.Play] * 2)
    every = ddz.splits("333BR")
    assert isinstance(every, Iterator)
    assert [" ".join(map(str, one)) for one in every] == ["333 BR", "333+B R", "333+R B"]
    assert ddz.split("") == []
    assert list(ddz.splits("")) == [[]]


def test_a_list_that_was_given_out_is_the_callers():
    every = ddz.splits("333BR")
    next(every).clear()
    assert list(map(str, next(every))) == ["333+B", "R"]


def test_rules_without_single_cards_are_refused():
    rules = ddz.rules("classic").replace(kinds=frozenset({ddz.Kind.PAIR, ddz.Kind.BOMB}))
    for function in (ddz.min_plays, ddz.split, ddz.splits):
        with pytest.raises(ddz.RulesError, match="SOLO"):
            function("33", rules=rules)
    for function in (ddz.min_plays_batch, ddz.split_batch):
        with pytest.raises(ddz.RulesError, match="SOLO"):
            function(["33"], rules=rules)


@pytest.mark.parametrize("shift", [-1, 1, 2, 1 << 40])
def test_offsets_that_another_thread_has_moved_are_refused(shift):
    batch = SplitBatch(["34567", "33BR"], "classic", None)
    offsets, plays = np.array([0, 1, 3]), np.zeros(3, ddz.PLAY)
    batch.write(0, 2, offsets, plays.view(np.uint8))
    assert plays["size"].tolist() == [5, 2, 2]
    with pytest.raises(RuntimeError, match="changed"):
        batch.write(0, 2, offsets + shift, plays.view(np.uint8))
