"""What States, random games and deals are not made of: one clear error, and no game without end."""

import copy

import pytest

import ddz_fast as ddz
from ddz_fast.dealers import unshuffled
from games import GAMES
from implementations import rules_from

HANDS = ["334455", "667788", "99TTJJ"]
NO_SOLO = ddz.rules("classic").replace(kinds=frozenset({ddz.Kind.PAIR}))


def test_a_state_is_made_by_the_library_only():
    class Own(ddz.State):
        def __init__(self) -> None:
            pass

    for make in (lambda: ddz.State.__new__(ddz.State), Own, ddz.State):
        with pytest.raises(TypeError, match="a State is made by"):
            make()


@pytest.mark.parametrize("number", [10**30, -(10**30), -1, 7])
def test_a_play_that_has_no_such_number(number):
    with pytest.raises(IndexError, match=f"play {number} of 7"):
        ddz.State.from_hands(HANDS).legal_play(number)


def test_a_state_of_rules_that_no_text_names_can_be_shown():
    state = ddz.State.from_hands(HANDS, rules=ddz.Rules(name="mine", title="x"))
    assert repr(state) == "<State of 'mine', mine: seat 0 leads>"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(("hand", "must"), [("34", "5"), ("35", "35"), ("3", "33")])
def test_who_leads_must_have_a_play_that_holds_what_it_must(game, hand, must):
    with pytest.raises(ddz.PositionError, match=f"must_hold: no play of seat 0, which has {hand}"):
        game.State.from_hands([hand, "6"], must_hold=must)
    over = game.State.from_hands([hand, ""], must_hold=must)  # where nobody leads any more
    assert over.winner == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_leads_must_have_a_play(game):
    with pytest.raises(ddz.PositionError, match="has no SOLO"):
        game.State.from_hands(["34", "55"], rules=NO_SOLO)


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"hands": "345"}, TypeError, "hands is a list"),
        ({"allowance": 1.5}, TypeError, "float"),
        ({"allowance": "1"}, TypeError, "str"),
        ({"allowance": [0, None, 0]}, TypeError, "NoneType"),
        ({"bombed": (0, 0)}, ddz.PositionError, "bombed: 2 numbers"),
        ({"bombed": (0, 0, 0, 0)}, ddz.PositionError, "bombed: 4 numbers"),
    ],
)
def test_fields_of_a_position(fields, error, message):
    with pytest.raises(error, match=message):
        ddz.State.from_hands(**{"hands": HANDS, **fields})


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (ddz.rules("classic").replace(bottom=4), "do not come out even"),
        (ddz.rules("classic").replace(dead=100), "do not come out even"),
        (ddz.rules("classic").replace(dead=51, bottom=3), "do not come out even"),
        (ddz.rules("super").replace(bottom=30), "a hand of 38 cards .* max_hand=20"),
        (ddz.rules("four").replace(max_hand=32), "a hand of 33 cards .* max_hand=32"),
        (NO_SOLO, "has no SOLO"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_what_cannot_be_dealt_is_not_played_at_random(rules, message):
    for start in (ddz.deal, lambda rules, seed: ddz.playouts(rules, 3, seed)):
        with pytest.raises(ddz.RulesError, match=message):
            start(rules, 1)


def test_the_bottom_is_nobodys_where_nobody_is_landlord():
    rules = rules_from("guanpai bottom=30 dead=15")
    assert {len(hand) for hand in ddz.deal(rules, 1).hands} == {1}
    assert set(ddz.playouts(rules, 100, 1).lengths.tolist()) == {1}, "the leader has one card"


@pytest.mark.parametrize("packet", [0, -1])
def test_packets_have_cards(packet):
    with pytest.raises(ValueError, match="a packet has 1 card or more"):
        unshuffled(packet=packet)


@pytest.mark.parametrize("redeals", [-1, 1.5, True, "1", None])
def test_an_auction_is_of_a_deal_and_a_number_of_deals_before(redeals):
    with pytest.raises(ValueError, match="redeals"):
        ddz.Auction(ddz.deal("classic", 1), redeals=redeals)
    with pytest.raises(TypeError, match="an auction is of a Deal, not str"):
        ddz.Auction("classic")


def test_a_copy_of_an_auction_goes_its_own_way():
    auction = ddz.Auction(ddz.deal("classic", 1))
    auction.call("1")
    for other in (auction.copy(), copy.copy(auction), copy.deepcopy(auction)):
        assert repr(other) == repr(auction) == "<Auction classic, 1:1; seat 2 is to call>"
        other.undo()
        other.call("3")
        assert (other.is_over, other.stake) == (True, 3)
        assert auction.history == [(1, "1")]
    auction.undo()
    assert auction.legal_calls() == ["PASS", "1", "2", "3"]


@pytest.mark.parametrize(
    ("fields", "play", "why"),
    [
        ({}, "9", "9 of seat 0: it is not in the hand 33334457"),
        ({"must_hold": "7"}, "5", "this play must hold 7"),
        ({"rules": "four"}, ddz.Play("333+4", ddz.Kind.TRIO_SOLO, 0), "four has no such play"),
        ({"bombs": 0}, "3333", "the seat may make no more bombs"),
        ({"beat": "6"}, "5", "it does not beat 6"),
        ({"beat": "6", "bombs": 0}, "5", "it does not beat 6"),
        ({"rules": "yunnan"}, "333", "it is no lead with the hand 33334457"),
    ],
)
def test_why_a_play_is_not_legal(fields, play, why):
    state = ddz.State.from_hands(["33334457", "8"], **fields)
    with pytest.raises(ddz.IllegalPlay, match=f"{why}$"):
        state.play(play)
    assert not state.is_legal(play)
    assert state.ply == 0
