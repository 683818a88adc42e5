"""Deals: every card once, the same for the same seed, and the deal modes."""

import pickle
import random

import numpy as np
import pytest

import ddz_fast as ddz
from ddz_fast.deal import Deal, deal, shuffled
from ddz_fast.dealers import Picking, gathered, pass_three, picked, unshuffled
from ddz_fast.errors import CallError
from ddz_fast.physical import Card, cards_in_order, packed, parse_cards, whole_deck
from random_positions import SEED

every = pytest.mark.parametrize("name", ddz.rule_names())
FOUR_SEATS = ddz.rules("guanpai").replace(players=4, max_hand=12)


def cards_of(dealt: Deal) -> list[Card]:
    return sorted(card for part in (*dealt.hands, dealt.bottom, dealt.dead) for card in part)


@every
def test_every_card_is_dealt_once(name):
    rules = ddz.rules(name)
    for seed in range(20):
        dealt = deal(name, seed)
        assert cards_of(dealt) == sorted(whole_deck(rules))
        assert {len(hand) for hand in dealt.hands} == {rules.hand_size}
        assert (len(dealt.bottom), len(dealt.dead)) == (rules.bottom, rules.dead)
        assert dealt.face_up in dealt.hands[dealt.first]
        assert dealt.holder(dealt.face_up) == dealt.first
        assert [ddz.pack(row) for row in dealt.counts] == list(dealt.packed)


@every
def test_the_deck_has_the_counts_of_the_rules(name):
    deck = whole_deck(ddz.rules(name))
    assert len(set(deck)) == len(deck)
    ranks = [sum(card.rank == rank for card in deck) for rank in range(15)]
    assert tuple(ranks) == ddz.rules(name).deck


def test_a_seed_is_a_deal():
    assert deal("four", 5) == deal("four", 5) == deal("four", np.random.default_rng(5))
    assert deal("four", 5) != deal("four", 6)
    assert deal(rng=None) != deal(rng=None)
    chance = np.random.default_rng(5)
    assert deal("four", chance) != deal("four", chance)
    assert pickle.loads(pickle.dumps(deal("four", 5))) == deal("four", 5)


def test_every_seat_is_first_equally_often():
    print(f"seed {SEED}")
    chance = np.random.default_rng(SEED)
    firsts = [deal("classic", chance).first for _ in range(3000)]
    assert all(850 < firsts.count(seat) < 1150 for seat in range(3))  # 6 deviations wide


@pytest.mark.parametrize("rules", [ddz.rules("guanpai"), FOUR_SEATS], ids=lambda one: one.name)
def test_the_upcard_of_guanpai_is_s3(rules):
    seats = {deal(rules, seed).first for seed in range(40)}
    assert seats == set(range(rules.players))
    assert {str(deal(rules, seed).face_up) for seed in range(40)} == {"♠3"}
    assert {len(hand) for hand in deal(rules, 1).hands} == {48 // rules.players}
    missing = {str(card) for card in whole_deck(ddz.rules("classic"))} - {
        str(card) for card in whole_deck(rules)
    }
    assert missing == {"♠A", "♥2", "♣2", "♦2", "B", "R"}


def test_a_deck_that_does_not_come_out_even_is_refused():
    with pytest.raises(ddz.RulesError, match=r"54 cards less bottom=3 .* for 4 players"):
        deal(ddz.rules("classic").replace(players=4))
    with pytest.raises(TypeError, match="rules is a name or a Rules"):
        deal(5)


@every
def test_a_deal_is_read_from_its_text(name):
    dealt = deal(name, 11)
    hands = [" ".join(map(str, hand)) for hand in dealt.hands]
    bottom, dead = (" ".join(map(str, part)) for part in (dealt.bottom, dealt.dead))
    again = Deal.from_hands(hands, bottom, rules=name, dead=dead, face_up=str(dealt.face_up))
    assert again == dealt
    assert Deal.from_hands(hands, rules=name, dead=dead, face_up=str(dealt.face_up)) == dealt
    plain = [ddz.format_hand(hand) for hand in dealt.packed]
    counts = ddz.format_hand(packed(dealt.bottom)), ddz.format_hand(packed(dealt.dead))
    without = Deal.from_hands(plain, counts[0], rules=name, dead=counts[1], first=1)
    assert without.packed == dealt.packed
    assert without.first == 1 or name == "guanpai"
    assert str(dealt).splitlines()[1] == f"seat 0: {hands[0]}"


HANDS = ["33334444555566667", "7778888999TTTTJJJ"[:17], "JQQQQKKKKAAAA2222"]


@pytest.mark.parametrize(
    ("hands", "words", "message"),
    [
        (HANDS[:2], {}, "2 hands: classic has 3 players"),
        (["3", *HANDS[1:]], {}, "hand 0 has 1 cards: in classic it has 17"),
        (["33333444455556666", *HANDS[1:]], {}, "3: the deck of classic has no such card"),
        (["♠3♠3334444555566667", *HANDS[1:]], {}, "♠3: the deck of classic has no such card"),
        (HANDS, {"bottom": "9"}, "the bottom has 1 cards: in classic it has 3"),
        (HANDS, {"face_up": "B"}, "the upcard B is in no hand"),
        (HANDS, {"face_up": "3"}, "no physical card"),
        (HANDS, {"first": 3}, "first=3"),
        (["♠B" + HANDS[0][1:], *HANDS[1:]], {}, "a joker has none"),
        (["?" + HANDS[0][1:], *HANDS[1:]], {}, "unknown card at position 1"),
    ],
)
def test_what_is_no_deal_says_why(hands, words, message):
    with pytest.raises(ddz.HandError, match=message):
        Deal.from_hands(hands, **words)


def test_cards_as_text():
    for card in whole_deck(ddz.rules("six4")):
        assert Card.parse(str(card)) == card
    assert [str(card) for card in parse_cards("♥10 ♠k'")] == ["♥T", "♠K'"]
    with pytest.raises(ddz.HandError, match="a card has a suit"):
        parse_cards("3'")


def test_unshuffled_cards_make_bombs():
    print(f"seed {SEED}")
    chance = np.random.default_rng(SEED)

    def bombs(dealer):
        return sum(
            int((deal("classic", chance, dealer=dealer).counts == 4).sum()) for _ in range(50)
        )

    assert bombs(unshuffled()) > 4 * bombs(shuffled)


def test_unshuffled_cards_are_those_gathered():
    last = deal("classic", 3)
    rank = last.hands[1][0].rank
    pile = gathered(last, [(1, 1 << 4 * rank), (0, 0)], landlord=0)
    assert pile[0] == last.hands[1][0]
    assert sorted(pile) == sorted(whole_deck(last.rules))
    assert set(last.bottom) <= set(pile[1:21])
    again = deal("classic", 4, dealer=unshuffled(pile, packet=17))
    assert cards_of(again) == cards_of(last)
    at = pile.index(again.hands[0][0])
    assert {pile[(at + step) % 54] for step in range(-17, 17)} >= set(again.hands[0])
    with pytest.raises(ddz.HandError, match="seat 1 did not hold"):
        gathered(last, [(1, 15 << 4 * rank)])
    with pytest.raises(ddz.HandError, match="not the deck of classic"):
        deal("classic", 4, dealer=unshuffled(pile[1:]))


def test_three_cards_go_to_the_next_player():
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    for seed in range(50):
        dealt = deal("classic", seed)
        choices = [chance.sample(hand, 3) for hand in dealt.hands]
        after = pass_three(dealt, choices)
        for seat in range(3):
            kept = set(dealt.hands[seat]) - set(choices[seat])
            assert set(after.hands[seat]) == kept | set(choices[seat - 1])
        assert (after.face_up, after.bottom) == (dealt.face_up, dealt.bottom)
        assert after.first == after.holder(dealt.face_up)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("", "seat 0 passes on 3 cards, not 0"),
        ("3333", "seat 0"),
        ("♠3 ♠3 ♠3", "seat 0 does not hold"),
    ],
)
def test_wrong_cards_are_not_passed_on(choice, message):
    dealt = deal("classic", 1)
    others = [hand[:3] for hand in dealt.hands[1:]]
    with pytest.raises(ddz.HandError, match=message):
        pass_three(dealt, [choice, *others])
    with pytest.raises(ddz.HandError, match="2 choices for 3 players"):
        pass_three(dealt, others)


def test_picking():
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    for seed in range(30):
        picking = Picking("classic", seed)
        assert {len(hand) for hand in picking.hands} == {8}
        order = []
        while not picking.is_over:
            assert len(picking.shown) == 9 - len(order) % 9
            assert picking.legal_choices() == picking.shown
            order.append(picking.to_pick)
            picking.pick(chance.choice(picking.shown))
        assert order == [(order[0] + turn) % 3 for turn in range(27)]
        dealt = picking.deal()
        assert dealt == picking.deal()
        assert {len(hand) for hand in dealt.hands} == {17}
        assert dealt.may_refuse
        assert picking.to_pick is None


def test_picks_are_taken_back_and_checked():
    picking = Picking("classic", 1)
    with pytest.raises(CallError, match="nothing to undo"):
        picking.undo()
    with pytest.raises(CallError, match="not all cards are picked: seat"):
        picking.deal()
    before = picking.hands, picking.shown, picking.to_pick
    hidden = picking.hands[0][0]
    with pytest.raises(CallError, match="is not open: choose of"):
        picking.pick(hidden)
    for _ in range(11):
        picking.pick(str(picking.shown[0]))
    for _ in range(11):
        picking.undo()
    assert (picking.hands, picking.shown, picking.to_pick) == before
    with pytest.raises(ddz.RulesError, match="hands of 9 cards"):
        Picking(ddz.rules("classic").replace(dead=33))


def test_picked_is_a_dealer():
    dealt = deal("classic", 3, dealer=picked)
    assert dealt == deal("classic", 3, dealer=picked)
    assert dealt.may_refuse
    assert not deal("classic", 3).may_refuse


def test_cards_in_order_goes_by_rank_then_suit():
    assert [str(card) for card in cards_in_order(parse_cards("♦4 ♦3 ♠4 ♥3"))] == [
        *("♥3", "♦3", "♠4", "♦4")
    ]
