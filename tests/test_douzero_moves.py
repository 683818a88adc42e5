"""DouZero's moves from our core, against DouZero's own."""

import random
from itertools import combinations_with_replacement

import pytest

import ddz_fast as ddz
from ddz_fast import Kind
from ddz_fast.adapters import douzero as ours
from engines import DouZero
from peers import deal_of, douzero_answers, douzero_detects, plane_follow_of
from random_positions import SEED

CARDS = (*range(3, 15), 17, 20, 30)
ONE_TYPE = [name for name in dir(ours.MovesGener) if name.startswith("gen_type_")]
CHAINS = [name for name in ONE_TYPE if "serial" in name]
TYPES = {name: int(name.split("_")[2]) for name in ours.FILTERS if name != "common_handle"}


@pytest.fixture(params=[60, pytest.param(2000, marks=pytest.mark.slow)])
def seeds(request):
    return range(SEED, SEED + request.param)


@pytest.fixture
def theirs():
    pytest.importorskip("douzero", reason=f"not installed: {DouZero.install}")
    from douzero.env import move_detector, move_generator, move_selector

    class Theirs:
        generator = move_generator.MovesGener
        detect = staticmethod(move_detector.get_move_type)
        filters = move_selector

    return Theirs


def cards_of(hand):
    return [card for card, count in zip(CARDS, hand, strict=True) for _ in range(count)]


def hands_of(seeds):
    return [(seed, cards_of(hand)) for seed in seeds for hand in deal_of(seed)]


def in_order(moves):
    return [sorted(move) for move in moves]


def once(moves):
    return sorted({tuple(sorted(move)) for move in moves})


def text(words):
    return ours.unpacked(ddz.pack(ddz.parse_hand(words)))


class TestWithoutDouZero:
    def test_moves_and_packed_cards(self):
        for play in ddz.all_plays("douzero")[::97]:
            move = ours.unpacked(play.cards)
            assert move == cards_of(ddz.unpack(play.cards))
            assert ours.packed(move) == ours.packed(reversed(move)) == play.cards

    @pytest.mark.parametrize("move", [[2], [15], ["3"], [3.5], [None]])
    def test_no_cards(self, move):
        with pytest.raises(ValueError, match="no card"):
            ours.packed(move)

    @pytest.mark.parametrize("hand", [[3] * 5, [20, 20], list(range(3, 15)) * 2])
    def test_no_hands(self, hand):
        with pytest.raises(ValueError, match="no hand"):
            ours.MovesGener(hand)

    def test_moves_are_the_plays_of_the_core_once(self, seeds):
        for seed, hand in hands_of(seeds):
            plays = ddz.legal_plays(ours.packed(hand), rules="douzero")
            moves = ours.MovesGener(hand).gen_moves()
            assert sorted(map(ours.packed, moves)) == sorted(set(plays.cards)), seed

    def test_answers_are_those_of_the_core(self, seeds):
        for seed in seeds:
            hand, rival = plane_follow_of(seed, "douzero")
            rival = ddz.readings(rival.cards, rules="douzero")[0]
            plays = ddz.legal_plays(hand, rival, rules="douzero")
            moves = ours.answers(cards_of(hand), ours.unpacked(rival.cards), exact=False)
            assert moves[-1] == []
            assert sorted(map(ours.packed, moves[:-1])) == sorted(set(plays.cards)), seed

    def test_types_are_the_canonical_readings(self):
        kinds = [Kind(kind) for kind in (0, 1, 2, 3, 14, 16, 4, 5, 6, 7, 8, 9, 10, 12, 13)]
        for play in ddz.all_plays("douzero")[::13]:
            reading = ddz.readings(play.cards, rules="douzero")[0]
            told = ours.get_move_type(ours.unpacked(play.cards))
            assert kinds[told["type"]] == reading.kind
            assert told.get("len", 1) == (reading.length if 8 <= told["type"] <= 12 else 1)
            assert reading.kind == Kind.ROCKET or told["rank"] == CARDS[reading.rank]

    def test_planes_are_compared_by_their_bodies(self):
        rival, move = text("444555666789"), text("333444555KKK")
        assert ours.filter_type_11_serial_3_1([move], rival) == []
        assert ours.filter_type_11_serial_3_1([move], rival, exact=True) == [move]


class TestAgainstDouZero:
    def test_every_list_of_moves(self, theirs, seeds):
        for seed, hand in hands_of(seeds):
            exact, mended = ours.MovesGener(hand, exact=True), ours.MovesGener(hand)
            other = theirs.generator(hand)
            for name in [*ONE_TYPE, "gen_moves"]:
                expected = in_order(getattr(other, name)())
                assert getattr(exact, name)() == expected, (seed, name)
                assert sorted(map(tuple, getattr(mended, name)())) == once(expected), (seed, name)

    def test_chains_of_a_length(self, theirs, seeds):
        for seed, hand in hands_of(seeds):
            exact, mended = ours.MovesGener(hand, exact=True), ours.MovesGener(hand)
            other = theirs.generator(hand)
            for name in CHAINS:
                for number in range(8):
                    expected = in_order(getattr(other, name)(repeat_num=number))
                    assert getattr(exact, name)(repeat_num=number) == expected, (seed, name)
                    found = sorted(map(tuple, getattr(mended, name)(number)))
                    assert found == once(expected), (seed, name, number)

    def test_attributes(self, theirs):
        hand = text("3334445566TTTT2BR")
        exact, other = vars(ours.MovesGener(hand, exact=True)), vars(theirs.generator(hand))
        assert {name: exact[name] for name in other} == other

    def test_detector_of_every_play(self, theirs):
        for play in ddz.all_plays("douzero"):
            move = ours.unpacked(play.cards)
            expected = theirs.detect(move)
            assert ours.get_move_type(move, exact=True) == expected, str(play)
            if douzero_detects(play) == play == ddz.readings(play.cards, rules="douzero")[0]:
                assert ours.get_move_type(move) == expected, str(play)

    def test_detector_of_any_small_cards(self, theirs):
        cards = (3, 4, 5, 13, 14, 17, 20, 30)
        for size in range(7):
            for move in combinations_with_replacement(cards, size):
                if max(map(move.count, move), default=0) > 4 or move.count(20) + move.count(30) > 2:
                    continue
                if move.count(20) < 2 and move.count(30) < 2:
                    found = ours.get_move_type(move, exact=True)
                    assert found == theirs.detect(list(move)), move

    def test_detector_of_trios_with_anything(self, theirs, seeds):
        for seed in seeds:
            chance = random.Random(seed)
            first, trios = chance.randrange(3, 10), chance.randrange(2, 6)
            move = [card for card in range(first, first + trios) for _ in range(3)]
            others = [card for card in CARDS[:13] if card not in move]
            move += chance.choices(others, k=chance.randrange(8))
            move.sort()
            if max(map(move.count, move)) <= 4:
                assert ours.get_move_type(move, exact=True) == theirs.detect(move), (seed, move)

    def test_filters(self, theirs, seeds):
        for seed, hand in hands_of(seeds):
            chance = random.Random(seed)
            generator = ours.MovesGener(hand, exact=True)
            for name, number in TYPES.items():
                method = next(m for m in ONE_TYPE if m.startswith(f"gen_type_{number}_"))
                moves = getattr(generator, method)()
                if not moves:
                    continue
                rival = chance.choice(moves)
                expected = getattr(theirs.filters, name)(in_order(moves), rival.copy())
                before = [move.copy() for move in moves]
                assert ours.FILTERS[name](moves, rival, exact=True) == expected, (seed, name)
                assert moves == before
                if number != 11:
                    assert ours.FILTERS[name](moves, rival) == expected, (seed, name)

    def test_answers_of_planes(self, seeds):
        for seed in seeds:
            hand, rival = plane_follow_of(seed, "douzero")
            moves = ours.answers(cards_of(hand), ours.unpacked(rival.cards), exact=True)
            known = {play.cards for play in douzero_answers(hand, rival)}
            assert set(map(ours.packed, moves[:-1])) == known, seed
