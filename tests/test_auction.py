"""Auctions: the tables and vectors of docs/rules.md, and what holds in all of them."""

import random
from pathlib import Path
from types import SimpleNamespace

import pytest

import ddz_fast as ddz
from ddz_fast.auction import Auction
from ddz_fast.deal import Deal, deal
from ddz_fast.dealers import picked
from ddz_fast.errors import CallError
from ddz_fast.physical import packed, whole_deck
from ddz_fast.scoring import score
from implementations import rules_from
from random_positions import SEED
from test_scoring import Game, numbers

DATA = Path(__file__).parent / "data"
HARMLESS = ["33334444555566677", "77888899TTTTJJJ29", "9JQQQQKKKKAAAA22B"]  # nobody must call
GAME_FIELDS = (
    *("history", "is_over", "to_call", "is_redeal", "landlords", "hidden", "twin", "declared"),
    *("unseen", "factors", "stake", "pair_stakes", "reward", "head_take", "bomb_quota"),
    *("allowance", "hands"),
)


def seen(auction: Auction) -> dict[str, object]:
    fields = {name: getattr(auction, name) for name in GAME_FIELDS}
    return fields | {"legal": auction.legal_calls()}


def table() -> list[list[str]]:
    lines = (DATA / "auctions.txt").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line[:1] not in "#"]


def deals_of(rules: ddz.Rules) -> list[Deal]:
    if rules.auction == "blind_raise":
        return [Deal.from_hands(HARMLESS, rules=rules, first=first) for first in range(3)]
    return [deal(rules, seed) for seed in range(4)]


@pytest.mark.parametrize(("rules", "calls", "landlord", "stake", "bombs", "note"), table())
def test_auctions(rules, calls, landlord, stake, bombs, note):
    for dealt in deals_of(rules_from(rules)):
        auction = Auction(dealt)
        for call in calls.split():
            assert not auction.is_over, note
            auction.call(call)
        assert auction.is_over
        assert auction.is_redeal == (landlord == "again")
        players = dealt.rules.players
        seats = [(dealt.first + one) % players for one in range(players)]
        if landlord != "again":
            assert auction.landlords == (seats[int(landlord)],)
        limits = tuple(None if one == "-" else int(one) for one in bombs.split(","))
        assert tuple(auction.bomb_quota[seat] for seat in seats) == limits
        if "," in stake:
            assert tuple(auction.pair_stakes[seat] for seat in seats) == numbers(stake)
        else:
            assert auction.stake == int(stake)


def test_every_auction_of_raise_levels_is_in_the_table():
    named = {calls for rules, calls, *_ in table() if rules == "four"}
    found = set()

    def go_on(auction):
        if auction.is_over:
            found.add(" ".join(call for _, call in auction.history))
        for call in auction.legal_calls():
            auction.call(call)
            go_on(auction)
            auction.undo()

    go_on(Auction(deal("four", 1)))
    assert found == named
    assert len(found) == 15


@pytest.mark.parametrize(
    ("options", "calls", "reward", "head_take"),
    [
        ("", "HEAD_TAKE", 4, True),
        ("", "RAISE1 PASS PASS PASS", 4, True),  # the larger of reward and stake
        ("base=5", "RAISE1 PASS PASS PASS", 6, True),
        ("", "RAISE1 RAISE1", None, False),
        ("", "PASS RAISE2", None, False),
        ("", "PASS PASS PASS PASS", None, False),
        ("forced_reward=True", "PASS PASS PASS PASS", 4, False),
        ("jia_open_two=True", "RAISE2", None, False),
    ],
)
def test_rewards_of_head_takes(options, calls, reward, head_take):
    auction = Auction(deal(rules_from(f"four {options}".strip()), 1))
    for call in calls.split():
        auction.call(call)
    assert (auction.reward, auction.head_take) == (reward, head_take)


def random_auction(rules: ddz.Rules, chance: random.Random) -> Auction:
    auction = Auction(deal(rules, chance.randrange(1 << 30)), redeals=chance.randrange(3))
    trail = [seen(auction)]
    while not auction.is_over:
        assert auction.to_call == trail[-1]["to_call"] is not None
        auction.call(chance.choice(auction.legal_calls()))
        trail.append(seen(auction))
    for step in reversed(trail):
        assert seen(auction) == step
        if step is not trail[0]:
            auction.undo()
    for _, call in trail[-1]["history"]:
        auction.call(call)
    assert seen(auction) == trail[-1]
    return auction


def check_end(auction: Auction) -> None:
    rules = auction.deal.rules
    landlords = auction.landlords
    assert auction.to_call is None
    assert auction.legal_calls() == []
    assert auction.is_redeal == (not landlords and rules.landlords > 0)
    if not landlords:
        return
    assert len(set(landlords)) == len(landlords) <= rules.landlords
    assert all(auction.bomb_quota[seat] is None for seat in landlords[:1])
    assert sum(map(ddz.pack, auction.deal.counts)) <= sum(auction.hands)
    sizes = [int(ddz.unpack(hand).sum()) for hand in auction.hands]
    assert sizes[landlords[0]] == rules.hand_size + rules.bottom
    assert sum(sizes) == sum(rules.deck) - rules.dead
    assert auction.stake % rules.base == 0 or rules.auction == "raise_levels"
    for winner in range(rules.players):
        side = winner in landlords
        game = Game(rules, winner)
        finished = SimpleNamespace(
            **{
                name: getattr(game, name) for name in ("rules", "players", "bombs_played", "spring")
            },
            landlords=landlords,
            winners=tuple(one for one in range(rules.players) if (one in landlords) == side),
        )
        assert sum(score(finished, auction).points) == 0


OPTIONS = [
    *ddz.rule_names(),
    'classic auction="grab"',
    'classic auction="grab" reclaim="stake_only" force_after=2',
    'four_jokers auction="grab" reclaim=True',
    "yunnan bo_max=1 force_after=1",
    "two two_54=True",
    'five2 auction_fallback="grab" both_roles=True',
    "five3 both_roles=True force_after=1",
    "six4 both_roles=True",
    "four jia_open_two=True forced_reward=True head_take_quota=1",
]


@pytest.mark.parametrize("rules", OPTIONS)
def test_random_auctions_end_and_can_be_taken_back(rules):
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    chosen = rules_from(rules)
    ends = [random_auction(chosen, chance) for _ in range(60)]
    for auction in ends:
        check_end(auction)
    assert any(auction.landlords for auction in ends) == bool(chosen.landlords)


def test_a_wrong_call_says_what_is_right_and_changes_nothing():
    auction = Auction(deal("classic", 1))
    first = auction.deal.first
    other = (first + 1) % 3
    auction.call("2", seat=first)
    before = seen(auction)
    for call, seat, message in (
        ("2", None, rf"'2' is no legal call of seat {other}: PASS, 3"),
        ("LA", None, "no legal call"),
        ("3", first, rf"3 by seat {first}: it is the turn of seat {other}"),
        ("DECLARE", None, "no legal call"),
    ):
        with pytest.raises(CallError, match=message):
            auction.call(call, seat)
        assert seen(auction) == before
    auction.call("3")
    with pytest.raises(CallError, match="the auction is over"):
        auction.call("PASS")
    auction.undo()
    auction.undo()
    with pytest.raises(CallError, match="nothing to undo"):
        auction.undo()


def test_the_kth_deal_that_all_pass_is_taken_by_the_first():
    rules = ddz.rules("classic").replace(force_after=3)
    for redeals in range(4):
        auction = Auction(deal(rules, 1), redeals=redeals)
        for _ in range(3):
            auction.call("PASS")
        assert auction.is_redeal == (redeals < 2)
        assert auction.landlords == (() if redeals < 2 else (auction.deal.first,))


# 闷簸拉


@pytest.mark.parametrize("first", [0, 1, 2])
def test_both_jokers_or_four_2s_must_call(first):
    hands = ["33334444555566BR7", "22226677788889999", "TTTTJJJJQQQQKKKKA"]
    auction = Auction(Deal.from_hands(hands, rules="yunnan", first=first))
    assert auction.legal_calls() == ["LOOK", "BLIND"]
    auction.call("LOOK")
    if first == 2:
        assert auction.legal_calls() == ["PASS", "CALL"]
        auction.call("PASS")
    assert auction.legal_calls() == ["CALL"]
    with pytest.raises(CallError, match=r"no legal call of seat [01]: CALL$"):
        auction.call("PASS")


def test_who_has_not_looked():
    auction = Auction(Deal.from_hands(HARMLESS, rules="yunnan"))
    assert auction.unseen == (0, 1, 2)
    auction.call("BLIND")
    assert auction.landlords == ()  # not before the end
    auction.call("NO_BO")
    assert auction.unseen == (0, 2)
    auction.call("BO")
    auction.call("NO_BO")
    assert (auction.unseen, auction.to_call) == ((0,), 0)
    auction.call("LA")
    assert auction.unseen == ()
    assert auction.landlords == (0,)


# 让牌


@pytest.mark.parametrize(
    ("rules", "calls", "allowance"),
    [
        ("two", "CALL PASS", 0),
        ("two", "PASS CALL", 0),
        ("two", "CALL GRAB PASS", 1),
        ("two", "CALL GRAB GRAB GRAB GRAB", 4),
        ("two two_54=True", "CALL GRAB GRAB GRAB GRAB", 0),
        ("two yield_cards=2", "CALL GRAB GRAB PASS", 4),
    ],
)
def test_grabs_let_the_farmer_keep_cards(rules, calls, allowance):
    auction = Auction(deal(rules_from(rules), 1))
    for call in calls.split():
        auction.call(call)
    assert auction.allowance == allowance


# 明地主, 暗地主


def twin_deal(holder: int, rules: str = "five2") -> Deal:
    """The upcard is ♠3 of seat 1, and its twin lies where said; -1: in the bottom."""
    chosen = rules_from(rules)
    hands = [["♠4"], ["♠3"], [], [], []]
    bottom = ["♠3'"] if holder < 0 else []
    if holder >= 0:
        hands[holder].append("♠3'")
    named = {card for part in (*hands, bottom) for card in part}
    rest = [str(card) for card in whole_deck(chosen) if str(card) not in named]
    random.Random(5).shuffle(rest)
    for hand in hands:
        hand += [rest.pop() for _ in range(20 - len(hand))]
    bottom += rest
    words = [" ".join(hand) for hand in hands]
    return Deal.from_hands(words, " ".join(bottom), rules=chosen, face_up="♠3")


@pytest.mark.parametrize("holder", [0, 2, 3, 4])
def test_the_twin_of_the_upcard_makes_the_hidden_landlord(holder):
    auction = Auction(twin_deal(holder))
    assert auction.to_call == 1
    auction.call("CALL")
    assert auction.landlords == (1, holder)
    assert (auction.hidden, auction.twin) == (holder, "♠3")
    assert auction.bomb_quota == (None,) * 5


@pytest.mark.parametrize("holder", [-1, 1])
def test_a_twin_that_nobody_else_holds(holder):
    auction = Auction(twin_deal(holder))
    auction.call("CALL")
    assert auction.is_redeal
    both = Auction(twin_deal(holder, "five2 both_roles=True"))
    both.call("CALL")
    assert (both.landlords, both.hidden, both.is_redeal) == ((1,), None, False)


def test_another_landlord_shows_a_card():
    auction = Auction(twin_deal(3))
    for call in ("PASS", "1", "PASS", "2", "PASS"):
        auction.call(call)
    assert auction.to_call == 4
    assert auction.landlords == ()
    deal_ = auction.deal
    mine = [card.face for card in (*deal_.hands[4], *deal_.bottom)]
    expected = {
        face
        for face in mine
        if mine.count(face) == 1
        and any(card.face == face for hand in deal_.hands[:4] for card in hand)
    }
    assert {call.removeprefix("SHOW_") for call in auction.legal_calls()} == expected
    for call in auction.legal_calls():
        auction.call(call)
        hidden = auction.hidden
        assert auction.landlords == (4, hidden)
        assert call.removeprefix("SHOW_") in {card.face for card in deal_.hands[hidden]}
        assert auction.bomb_quota == (None, 0, None, None, None)  # 哑炮 of who declined
        auction.undo()


@pytest.mark.parametrize(("rules", "shown"), [("five3", 2), ("six3", 2), ("six4", 3)])
def test_with_more_packs_all_copies_but_one_are_shown(rules, shown):
    found = 0
    for seed in range(12):
        auction = Auction(deal(rules, seed))
        auction.call("CALL")
        dealt = auction.deal
        mine = [card.face for card in (*dealt.hands[dealt.first], *dealt.bottom)]
        for call in auction.legal_calls():
            face = call.removeprefix("SHOW_")
            assert mine.count(face) == shown
            auction.call(call)
            assert auction.twin == face in {card.face for card in dealt.hands[auction.hidden]}
            auction.undo()
            found += 1
        assert auction.is_redeal == (not auction.legal_calls())
    assert found > 5


def test_the_hidden_landlord_may_show_himself():
    auction = Auction(twin_deal(3))
    with pytest.raises(CallError, match="no hidden landlord"):
        auction.declare()
    auction.call("CALL")
    before = seen(auction)
    auction.call("DECLARE", seat=3)
    assert auction.declared
    assert auction.landlords == (1, 3)
    with pytest.raises(CallError, match="no hidden landlord"):
        auction.declare()
    auction.undo()
    assert seen(auction) == before
    with pytest.raises(CallError, match="the auction is over"):
        auction.call("DECLARE", seat=2)
    auction.declare()
    assert auction.history[-1] == (3, "DECLARE")


# What play begins with


def test_the_landlord_takes_the_bottom_and_leads():
    auction = Auction(deal("four", 2))
    with pytest.raises(CallError, match="the auction is not over"):
        auction.state()
    auction.call("PASS")
    auction.call("RAISE2")
    second = (auction.deal.first + 1) % 4
    state = auction.state()
    assert state.hands == auction.hands
    assert state.hands[second] == auction.deal.packed[second] + packed(auction.deal.bottom)
    assert state.landlords == (second,)
    assert state.to_move == second
    assert state.bombs == auction.bomb_quota
    assert sorted(state.bombs, key=str) == [1, None, None, None]


def test_only_the_farmer_may_keep_cards():
    auction = Auction(deal("two", 2))
    for call in ("CALL", "GRAB", "PASS"):
        auction.call(call)
    landlord = 1 - auction.deal.first
    assert auction.state().allowance == tuple(int(seat != landlord) for seat in range(2))


def test_the_holder_of_s3_leads():
    dealt = deal("guanpai", 2)
    state = Auction(dealt).state()
    assert state.hands == dealt.packed
    assert (state.landlords, state.to_move) == ((), dealt.first)
    assert "♠3" in map(str, dealt.hands[dealt.first])


def test_the_first_play_may_have_to_hold_the_3():
    rules = ddz.rules("guanpai").replace(first_must_include_s3=True)
    state = Auction(deal(rules, 2)).state()
    plays = state.legal_plays()
    assert 0 < len(plays) < ddz.count_plays(state.hands[state.to_move], rules=rules)
    assert all(play.cards & 15 for play in plays)
    assert ddz.perft(state, 1) == len(plays)
    state.play(plays[0])
    assert not state.text.endswith(" 3")
    state.undo()
    assert state.legal_plays() == plays
    assert ddz.State.parse(state.text) == state


def test_after_picking_the_landlord_may_refuse_bottom_cards():
    dealt = deal("classic", 3, dealer=picked)
    auction = Auction(dealt)
    auction.call("3")
    first, bottom = dealt.first, dealt.bottom
    for take in ((), bottom[:1], bottom[1:], bottom):
        hands = auction.state(take).hands
        assert hands[first] == dealt.packed[first] + packed(take)
        assert auction.state(" ".join(map(str, take))).hands == hands
    with pytest.raises(CallError, match="not in the bottom"):
        auction.state([bottom[0], bottom[0]])
    usual = Auction(deal("classic", 3))
    usual.call("3")
    with pytest.raises(CallError, match="takes all bottom cards"):
        usual.state([])


def test_nothing_is_played_after_all_passed():
    auction = Auction(deal("classic", 1))
    for _ in range(3):
        auction.call("PASS")
    with pytest.raises(CallError, match="dealt again"):
        auction.state()
