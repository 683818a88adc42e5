"""Our plays against those of other engines from PyPI, their faults included (see peers.py)."""

import random
from collections import Counter

import pytest

import ddz_fast as ddz
from ddz_fast import Kind
from engines import DouZero, OpenSpiel, RLCard
from peers import (
    deal_of,
    douzero_answers,
    douzero_detects,
    is_lost_by_openspiel,
    openspiel_answers,
    packed_cards,
    plane_follow_of,
    play_of_some_kind,
)
from positions import recorded

DOUZERO_WRONG = 15  # the type its detector gives to what is no play
DOUZERO_TYPES = {kind: number for number, (_, kind, _) in enumerate(DouZero.GENERATORS, 1)}


@pytest.fixture(scope="module")
def douzero():
    pytest.importorskip("douzero", reason=f"not installed: {DouZero.install}")
    return DouZero()


@pytest.fixture(scope="module")
def rlcard():
    pytest.importorskip("rlcard", reason=f"not installed: {RLCard.install}")
    return RLCard()


@pytest.fixture(scope="module")
def openspiel():
    pytest.importorskip("pyspiel", reason=f"not installed: {OpenSpiel.install}")
    return OpenSpiel()


@pytest.fixture(params=[500, pytest.param(20_000, marks=pytest.mark.slow)])
def seeds(request):
    return range(request.param)


def check(seed, hand, rival, theirs, ours):
    """Hold two collections of plays, or of packed cards, against each other; none has one twice."""
    theirs, ours = Counter(theirs), Counter(ours)
    where = f"seed {seed}, hand {ddz.format_hand(hand)}, to beat: {rival}"
    assert theirs == ours, f"{where}: theirs {shown(theirs - ours)}, ours {shown(ours - theirs)}"


def shown(plays):
    some = list(plays)[:5]
    return [ddz.format_hand(play) if isinstance(play, int) else repr(play) for play in some]


def answers(douzero, hand, rival):
    """DouZero's answers to a play, both given as text."""
    moves = douzero.follow(ddz.parse_hand(hand), ddz.parse_hand(rival))()
    return {ddz.format_hand(cards) for cards in douzero.packed(moves)}


def our_answers(hand, rival):
    return {ddz.format_hand(play.cards) for play in ddz.legal_plays(hand, rival, rules="douzero")}


def follow_of(seed, rules):
    """A farmer's hand, and a play of the landlord."""
    landlord, hand = deal_of(seed)
    leads = list(ddz.legal_plays(landlord, rules=rules))
    return hand, play_of_some_kind(random.Random(seed), leads)


def listed_twice(plays):
    return {play for play, times in Counter(plays).items() if times > 1}


class TestDouZero:
    def test_leads(self, douzero, seeds):
        for seed in seeds:
            hand = deal_of(seed)[seed // 2 % 2]
            ours = ddz.legal_plays(hand, rules="douzero")
            check(seed, hand, None, set(douzero.read_leads(hand)), ours)
            check(seed, hand, None, set(douzero.packed(douzero.lead(hand)())), packed_cards(ours))

    def test_follows(self, douzero, seeds):
        for seed in seeds:
            hand, rival = follow_of(seed, "douzero")
            theirs = set(douzero.packed(douzero.follow(hand, ddz.unpack(rival.cards))()))
            check(seed, hand, repr(rival), theirs, packed_cards(douzero_answers(hand, rival)))

    def test_follows_of_long_planes(self, douzero, seeds):
        for seed in seeds:
            hand, rival = plane_follow_of(seed, "douzero")
            theirs = set(douzero.packed(douzero.follow(hand, ddz.unpack(rival.cards))()))
            check(seed, hand, repr(rival), theirs, packed_cards(douzero_answers(hand, rival)))

    def test_detector_of_every_play(self, douzero):
        refused, taken_for_another = Counter(), 0
        for play in ddz.all_plays("douzero"):
            said = douzero.detect(douzero.cards(ddz.unpack(play.cards)))
            known = douzero_detects(play)
            assert said["type"] == (DOUZERO_TYPES[known.kind] if known else DOUZERO_WRONG), play
            assert said.get("len", 1) == (known.length if known and "len" in said else 1), play
            refused[play.length] += known is None
            taken_for_another += known not in (None, play)
        assert +refused == {4: 891, 5: 3328}
        assert taken_for_another == 18


class TestDouZeroFaults:
    """Each known fault once: what DouZero says, and what we say."""

    def test_lists_plays_twice(self, douzero):
        hand = ddz.parse_hand("3334445567")
        twice = listed_twice(douzero.read_leads(hand))
        assert {str(play) for play in twice} == {"333444+5+6", "333444+5+7"}
        assert not listed_twice(ddz.legal_plays(hand, rules="douzero"))

    def test_lists_only_single_kickers_twice(self, douzero):
        kinds = set()
        for seed in range(100):
            twice = listed_twice(douzero.read_leads(deal_of(seed).landlord))
            kinds |= {play.kind for play in twice}
        assert kinds == {Kind.PLANE_SOLO, Kind.QUAD_SOLO}

    def test_compares_a_trio_among_the_wings_of_the_play_to_beat(self, douzero):
        hand, rival = "44455566689T", "333444555777"
        assert hand not in answers(douzero, hand, rival)
        assert hand in our_answers(hand, rival)

    def test_compares_a_trio_among_its_own_wings(self, douzero):
        hand, rival = "333444555KKK", "55566677789T"
        assert hand in answers(douzero, hand, rival)
        assert our_answers(hand, rival) == set()

    @pytest.mark.parametrize("rival", ["3334445556667777", "333444555666TTTA"])
    def test_detects_no_play_in_long_planes_with_three_equal_wings(self, douzero, rival):
        cards = ddz.parse_hand(rival)
        assert ddz.pack(cards) in douzero.packed(douzero.lead(cards)())
        assert douzero.detect(douzero.cards(cards))["type"] == DOUZERO_WRONG
        hand = "7778889999TTTJJJKKKK"
        assert answers(douzero, hand, rival) == {"9999", "KKKK"}
        assert {"777888999TTTJJJK", "9999", "KKKK"} <= our_answers(hand, rival)

    def test_takes_a_plane_beside_a_trio_for_a_longer_plane(self, douzero):
        rival = ddz.Play.parse("333444555+6+6+6")
        hand = ddz.parse_hand("777888999TTT")
        theirs = douzero.packed(douzero.follow(hand, ddz.unpack(rival.cards))())
        assert theirs == [ddz.Play.parse("777888999TTT").cards]
        hand = ddz.parse_hand("77788899934J")
        assert douzero.packed(douzero.follow(hand, ddz.unpack(rival.cards))()) == []
        assert "777888999+3+4+J" in map(str, ddz.legal_plays(hand, rival, rules="douzero"))

    def test_does_not_know_an_unsorted_rocket(self, douzero):
        cards = douzero.cards(ddz.parse_hand("BR"))
        assert douzero.detect(cards[::-1])["type"] == DOUZERO_WRONG
        bomb = douzero.cards(ddz.parse_hand("3333"))
        assert douzero.follow_cards(bomb, cards)() == [[]]
        assert douzero.follow_cards(bomb, cards[::-1])() == [bomb, []]
        assert our_answers("3333", "RB") == our_answers("3333", "BR") == set()

    @pytest.mark.parametrize(
        ("cards", "kind"),
        [
            ("33334", Kind.TRIO_PAIR),
            ("2222R", Kind.TRIO_PAIR),
            ("33334444", Kind.QUAD_PAIR),
            ("TTJJJQQQKKKAAA", Kind.PLANE_SOLO),
            ("5556667778999", Kind.PLANE_SOLO),
        ],
    )
    def test_detects_plays_that_it_never_makes(self, douzero, cards, kind):
        hand = ddz.parse_hand(cards)
        assert douzero.detect(douzero.cards(hand))["type"] == DOUZERO_TYPES[kind]
        assert ddz.pack(hand) not in douzero.packed(douzero.lead(hand)())
        assert ddz.readings(hand, rules="douzero") == []


class TestRLCard:
    def test_actions(self, rlcard):
        ours = ddz.all_plays("rlcard")
        assert len(ours) == 27_471
        assert Counter(map(rlcard.read, rlcard.actions)) == Counter(ours)

    def test_leads(self, rlcard, seeds):
        for seed in seeds:
            hand = deal_of(seed)[seed // 2 % 2]
            theirs = map(rlcard.read, rlcard.lead(hand)())
            check(seed, hand, None, theirs, ddz.legal_plays(hand, rules="rlcard"))

    def test_follows(self, rlcard, seeds):
        for seed in seeds:
            hand, rival = follow_of(seed, "rlcard")
            said = rlcard.follow(hand, ddz.unpack(rival.cards))()
            theirs = [rlcard.read(text) for text in said if text != "pass"]
            check(seed, hand, repr(rival), theirs, ddz.legal_plays(hand, rival, rules="rlcard"))

    def test_follows_of_long_planes(self, rlcard, seeds):
        for seed in seeds:
            hand, rival = plane_follow_of(seed, "rlcard")
            said = rlcard.follow(hand, ddz.unpack(rival.cards))()
            theirs = [rlcard.read(text) for text in said if text != "pass"]
            check(seed, hand, repr(rival), theirs, ddz.legal_plays(hand, rival, rules="rlcard"))


class TestOpenSpiel:
    def test_actions(self, openspiel):
        ours = ddz.all_plays("openspiel")
        assert len(ours) == 26_053
        assert Counter(map(openspiel.read, openspiel.actions)) == Counter(ours)

    def test_leads(self, openspiel, seeds):
        for seed in seeds:
            hand = deal_of(seed).landlord
            theirs = map(openspiel.read, openspiel.lead(hand)())
            check(seed, hand, None, theirs, openspiel_answers(hand, None))

    def test_follows(self, openspiel, seeds):
        for seed in seeds:
            landlord, hand = deal_of(seed)
            leads = [openspiel.read(action) for action in openspiel.lead(landlord)()]
            rival = play_of_some_kind(random.Random(seed), leads)
            said = openspiel.follow(hand, landlord, rival)()
            theirs = [openspiel.read(action) for action in said if action != openspiel.PASS]
            check(seed, hand, repr(rival), theirs, openspiel_answers(hand, rival))

    def test_every_turn_of_games_at_random(self, openspiel, seeds):
        for seed in seeds[::25]:
            for hand, rival, question in openspiel.turns(random.Random(seed)):
                said = question()
                assert (openspiel.PASS in said) == (rival is not None)
                theirs = [openspiel.read(action) for action in said if action != openspiel.PASS]
                check(seed, hand, repr(rival), theirs, openspiel_answers(hand, rival))


class TestOpenSpielFaults:
    """Each known fault once: what OpenSpiel says, and what we say."""

    def test_loses_a_bare_chain_whose_first_rank_is_held_four_times(self, openspiel):
        hand = ddz.parse_hand("33334445567799JQA22B")
        ours = set(ddz.legal_plays(hand, rules="openspiel"))
        theirs = {str(openspiel.read(action)) for action in openspiel.lead(hand)()}
        lost = {str(play) for play in ours if is_lost_by_openspiel(hand, play)}
        assert lost == {"34567", "334455", "333444"}
        assert {str(play) for play in ours} - theirs == lost
        assert {"333444+5+6", "333444+55+77", "3333"} <= theirs

    def test_lets_bombs_beat_a_rocket(self, openspiel):
        landlord, hand = ddz.parse_hand(["3334445557789TJQKABR", "66668889TJQKA2222"])
        rocket = ddz.Play.parse("BR")
        said = openspiel.follow(hand, landlord, rocket)()
        assert said[0] == openspiel.PASS
        assert [str(openspiel.read(action)) for action in said[1:]] == ["6666", "2222"]
        assert len(ddz.legal_plays(hand, rocket, rules="openspiel")) == 0


def test_positions_on_record_can_come_up():
    """The benchmarks' data: no hand and play to beat need more cards than there are."""
    for hands, beats in recorded().values():
        assert len(hands) == 2000
        beats_cards = 0 if beats is None else ddz.unpack(beats["cards"])
        assert (hands + beats_cards <= ddz.rules("classic").deck).all()
