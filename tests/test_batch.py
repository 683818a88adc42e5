"""Many hands at once: the same as one by one, in every form, with threads and given arrays."""

import contextlib
import threading
import tracemalloc

import numpy as np
import pytest

import ddz_fast as ddz
from random_positions import positions

HANDS = ["3334445566789TJQKA2R", "34567", "", "BR", "3333444455556666BR22"]


def records(beats):
    array = np.zeros(len(beats), ddz.PLAY)
    for index, beat in enumerate(beats):
        if beat is not None:
            array[index] = (beat.cards, beat.kind, beat.rank, beat.length, beat.size, beat.wild)
    return array


def batch_of(seed, rules, number):
    hands, beats, bombs = zip(*positions(seed, rules, number), strict=True)
    quotas = [9 if quota is None else quota for quota in bombs]
    return np.array(hands, np.uint64), records(beats), np.array(quotas), beats


@pytest.mark.parametrize("name", ddz.rule_names())
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_batch_is_its_hands_one_by_one(name, threads):
    rules = ddz.rules(name)
    hands, beat, bombs, beats = batch_of(7, rules, 200)
    plays, offsets = ddz.legal_plays_batch(hands, beat, rules=name, bombs=bombs, threads=threads)
    counts = ddz.count_plays_batch(hands, beat, rules=rules, bombs=bombs, threads=threads)
    assert counts.tolist() == np.diff(offsets).tolist()
    for index, hand in enumerate(hands.tolist()):
        one = ddz.legal_plays(hand, beats[index], rules=name, bombs=int(bombs[index]))
        assert plays[offsets[index] : offsets[index + 1]].tobytes() == bytes(one)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spare", [0, 1, 5, 100_000])
def test_given_arrays_are_filled_and_nothing_behind_them(threads, spare):
    hands, beat, *_ = batch_of(3, ddz.rules("classic"), 300)
    expected, expected_offsets = ddz.legal_plays_batch(hands, beat)
    room = np.frombuffer(b"\xaa" * 16 * (len(expected) + spare), ddz.PLAY).copy()
    guarded = np.concatenate([room, room[:1], room[:1]])
    offsets = np.full(len(hands) + 3, -7)
    out = (guarded[:-2], offsets)
    plays, got_offsets = ddz.legal_plays_batch(hands, beat, threads=threads, out=out)
    assert plays.tobytes() == expected.tobytes()
    assert got_offsets.tolist() == expected_offsets.tolist()
    assert np.shares_memory(plays, guarded)
    assert guarded[-2:].tobytes() == b"\xaa" * 32
    assert offsets[-2:].tolist() == [-7, -7]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("room", [0, 1, 100])
def test_too_little_room_says_how_much_is_needed(threads, room):
    hands = ddz.pack(ddz.parse_hand(HANDS))
    needed = int(ddz.count_plays_batch(hands).sum())
    out = (np.empty(room, ddz.PLAY), np.empty(len(hands) + 1, np.int64))
    with pytest.raises(ValueError, match=f"room for {room}, {needed} are needed"):
        ddz.legal_plays_batch(hands, out=out, threads=threads)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_large_batch_stops_at_what_is_wrong(threads):
    hands, beat, *_ = batch_of(11, ddz.rules("classic"), 1000)
    plays, offsets = ddz.legal_plays_batch(hands, beat)
    short = (np.empty(len(plays) - 1, ddz.PLAY), np.empty(len(hands) + 1, np.int64))
    with pytest.raises(ValueError, match=f"room for {len(plays) - 1}, {len(plays)} are needed"):
        ddz.legal_plays_batch(hands, beat, threads=threads, out=short)
    out = (np.empty(len(plays), ddz.PLAY), offsets)
    for index in (0, 255, 256, 500, 999):
        wrong = hands.copy()
        wrong[index] = 5
        with pytest.raises(ddz.HandError, match=f"hand {index}: 5 cards of rank 3"):
            ddz.legal_plays_batch(wrong, beat, threads=threads, out=out)
    again, _ = ddz.legal_plays_batch(hands, beat, threads=threads, out=out)
    assert again.tobytes() == plays.tobytes()


@pytest.mark.parametrize("threads", [1, 3])
def test_hands_of_very_many_plays(threads):
    hands = ddz.pack(ddz.parse_hand(["33344455566678TJQKA2", "333444555666789TJQKA"] * 200))
    expected = [bytes(ddz.legal_plays(int(hand))) for hand in hands[:2]]
    out = (np.empty(len(expected[0] + expected[1]) // 16 * 200, ddz.PLAY), np.empty(401, np.int64))
    plays, offsets = ddz.legal_plays_batch(hands, threads=threads, out=out)
    assert len(plays) == len(out[0])
    for index in range(400):
        assert plays[offsets[index] : offsets[index + 1]].tobytes() == expected[index % 2]


def test_every_form_of_hands():
    counts = ddz.parse_hand(HANDS)
    packed = ddz.pack(counts)
    expected = ddz.legal_plays_batch(packed)
    wide = np.repeat(np.repeat(counts, 2, axis=0), 2, axis=1)[::2, ::2]
    for form in [
        HANDS,
        tuple(HANDS),
        np.array(HANDS),
        np.array(HANDS, object),
        counts,
        wide,
        counts.astype(np.int64),
        np.asfortranarray(counts),
        counts.tolist(),
        packed.tolist(),
        packed.astype(">u8"),
        np.repeat(packed, 2)[::2],
    ]:
        plays, offsets = ddz.legal_plays_batch(form)
        assert plays.tobytes() == expected[0].tobytes()
        assert offsets.tolist() == expected[1].tolist()


@pytest.mark.parametrize("hands", [[], np.empty(0, np.uint64), np.empty((0, 15), np.uint8)])
@pytest.mark.parametrize("threads", [1, 2])
def test_no_hands(hands, threads):
    plays, offsets = ddz.legal_plays_batch(hands, threads=threads)
    assert (len(plays), offsets.tolist()) == (0, [0])
    out = (np.empty(0, ddz.PLAY), np.empty(1, np.int64))
    assert ddz.legal_plays_batch(hands, threads=threads, out=out)[1].tolist() == [0]
    assert len(ddz.count_plays_batch(hands, threads=threads)) == 0


def test_misaligned_arrays_are_copied_or_refused():
    hands, beat, *_ = batch_of(5, ddz.rules("classic"), 50)
    expected = ddz.legal_plays_batch(hands, beat)
    for array in (hands, beat):
        memory = np.zeros(array.nbytes + 1, np.uint8)
        shifted = memory[1:].view(array.dtype)
        shifted[:] = array
        given = (shifted, beat) if array is hands else (hands, shifted)
        assert ddz.legal_plays_batch(*given)[0].tobytes() == expected[0].tobytes()
    plays = np.zeros(expected[0].nbytes + 1, np.uint8)[1:].view(ddz.PLAY)
    with pytest.raises(ValueError, match="aligned"):
        ddz.legal_plays_batch(hands, beat, out=(plays, expected[1].copy()))


@pytest.mark.parametrize("share", ["hands", "out"])
def test_arrays_that_change_meanwhile_do_no_harm(share):
    """Garbage or an error may come of it, but nothing is written where it must not be."""
    few, many = (ddz.pack(ddz.parse_hand(hand)) for hand in ("3", HANDS[0]))
    hands = np.full(20_000, few, np.uint64)
    out = ddz.legal_plays_batch(np.full(20_000, many, np.uint64))
    stop = threading.Event()

    def disturb():
        while not stop.is_set():
            if share == "hands":
                hands[:] = many
                hands[:] = few
            else:
                ddz.legal_plays_batch(hands[:15_000], out=out, threads=2)

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for threads in (1, 2) * 20:
            with contextlib.suppress(RuntimeError, ValueError):
                ddz.legal_plays_batch(hands, threads=threads, out=out if share == "out" else None)
    finally:
        stop.set()
        thread.join()


def test_one_rival_for_all():
    _, offsets = ddz.legal_plays_batch(HANDS, "4")
    assert [offsets[i + 1] - offsets[i] for i in range(5)] == [
        ddz.count_plays(hand, "4") for hand in HANDS
    ]
    assert ddz.count_plays_batch(HANDS, ddz.Play.parse("4"), bombs=0).tolist() == [
        ddz.count_plays(hand, "4", bombs=0) for hand in HANDS
    ]


@pytest.mark.parametrize("large", [255, 2**63, 2**64, 2**70])
def test_a_large_number_of_bombs_is_no_limit(large):
    hands = ["3333", "3333"]
    for bombs in (large, [large, 0], np.array([large, 0], object)):
        expected = [4, 3] if np.ndim(bombs) else [4, 4]
        assert ddz.count_plays_batch(hands, bombs=bombs).tolist() == expected
    assert ddz.min_plays_batch(hands, bombs=[large, 0]).tolist() == [1, 2]
    assert ddz.count_plays_batch([], bombs=[]).tolist() == []


GOOD = np.zeros(3, np.uint64)
FIVE = np.array([0, 5, 0], np.uint64)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"hands": "333"}, TypeError, "many hands"),
        ({"hands": 5}, TypeError, "many hands"),
        ({"hands": b"33"}, TypeError, "many hands"),
        ({"hands": np.array([3, -4])}, ddz.HandError, "hand 1: a packed hand"),
        ({"hands": FIVE}, ddz.HandError, "hand 1: 5 cards of rank 3: the deck of classic has 4"),
        ({"hands": np.array([1 << 60], np.uint64)}, ddz.HandError, "hand 0: a packed hand"),
        ({"hands": ["3", "3z"]}, ddz.HandError, "hand 1: unknown card 'z'"),
        ({"hands": np.zeros(3)}, ddz.HandError, "float64"),
        ({"hands": np.zeros(3, np.uint8)}, ddz.HandError, "uint8"),
        ({"hands": np.zeros((3, 15))}, TypeError, "float64"),
        ({"hands": np.zeros((3, 15), bool)}, TypeError, "bool"),
        ({"hands": np.zeros((3, 14), np.uint8)}, ddz.HandError, "shape"),
        ({"hands": np.zeros((3, 15, 1), np.uint8)}, ddz.HandError, None),
        ({"hands": np.full((3, 15), -1)}, ddz.HandError, "hand 0: -1 cards"),
        ({"hands": np.full((3, 15), 300)}, ddz.HandError, "hand 0: 300 cards"),
        ({"hands": np.full((3, 15), 255, np.uint8)}, ddz.HandError, "hand 0: 255 cards of rank 3"),
        ({"hands": [[0] * 15, [0] * 14]}, (ValueError, TypeError), None),
        ({"hands": None}, TypeError, None),
        ({"hands": GOOD, "beat": np.zeros(2, ddz.PLAY)}, ValueError, "shape"),
        ({"hands": GOOD, "beat": np.zeros(3)}, TypeError, "PLAY"),
        ({"hands": GOOD, "beat": "35"}, ddz.PlayError, None),
        ({"hands": GOOD, "bombs": -1}, ValueError, None),
        ({"hands": GOOD, "bombs": [0, 1]}, ValueError, "shape"),
        (
            {"hands": GOOD, "bombs": [0, 1, -1]},
            ValueError,
            r"bombs\[2\]=-1: .* or 255 for no",
        ),
        (
            {"hands": GOOD, "bombs": [0, -(2**70), 2**70]},
            ValueError,
            r"bombs\[1\]=-1180.* 0 or",
        ),
        ({"hands": GOOD, "bombs": [2**63, -1, 1]}, ValueError, r"bombs\[1\]=-1: .* 0 or more"),
        ({"hands": GOOD, "bombs": [2**70, 1.5, 1]}, TypeError, "bombs are integers"),
        ({"hands": GOOD, "bombs": [2**70, True, 1]}, TypeError, "bombs are integers"),
        ({"hands": GOOD, "bombs": [0.0] * 3}, TypeError, "float64"),
        ({"hands": GOOD, "threads": 0}, ValueError, "threads"),
        ({"hands": GOOD, "threads": 1.5}, TypeError, None),
        ({"hands": GOOD, "threads": True}, TypeError, None),
        ({"hands": GOOD, "rules": "none"}, ddz.RulesError, "unknown"),
    ],
)
@pytest.mark.parametrize("function", [ddz.legal_plays_batch, ddz.count_plays_batch])
@pytest.mark.parametrize("threads", [1, 2])
def test_wrong_input_is_refused(function, threads, arguments, error, message):
    with pytest.raises(error, match=message):
        function(**{"threads": threads, **arguments})


def test_a_wrong_rival_is_named():
    beat = np.zeros(3, ddz.PLAY)
    for field, value in [("kind", 3), ("kind", 99), ("wild", 1), ("length", 255), ("rank", -100)]:
        wrong = beat.copy()
        wrong[2] = (3, 3, 0, 1, 3, 0)  # 333
        wrong[field][2] = value
        if (field, value) != ("kind", 3):
            with pytest.raises(ddz.PlayError, match=r"beat\[2\] is no play of classic"):
                ddz.legal_plays_batch(GOOD, wrong)


def test_wrong_outputs_are_refused():
    plays, offsets = np.empty(9, ddz.PLAY), np.empty(4, np.int64)
    read_only = plays.copy()
    read_only.flags.writeable = False
    for out in [
        plays,
        (plays,),
        (plays, offsets, plays),
        (plays, offsets.astype(np.int32)),
        (plays.view(np.uint8), offsets),
        (plays, offsets[:3]),
        (np.empty(18, ddz.PLAY)[::2], offsets),
        (plays, np.empty(8, np.int64)[::2]),
        (read_only, offsets),
        (plays.reshape(3, 3), offsets),
        ([1, 2], offsets),
    ]:
        with pytest.raises((TypeError, ValueError), match="out"):
            ddz.legal_plays_batch(GOOD, out=out)
    with pytest.raises(ValueError, match="lies over an input"):
        ddz.count_plays_batch(GOOD, out=GOOD.view(np.int64))
    memory = np.empty(64, np.uint64)
    with pytest.raises(ValueError, match="lies over"):
        ddz.legal_plays_batch(GOOD, out=(memory.view(ddz.PLAY), memory.view(np.int64)))


def test_a_batch_needs_no_more_memory_than_its_output():
    hands = np.tile(ddz.pack(ddz.parse_hand(HANDS)), 20_000)
    tracemalloc.start()
    plays, offsets = ddz.legal_plays_batch(hands)
    _, peak = tracemalloc.get_traced_memory()
    assert peak <= 1.01 * (plays.nbytes + offsets.nbytes)
    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    ddz.legal_plays_batch(hands, out=(plays, offsets))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak - before < 50_000
