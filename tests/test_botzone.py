"""The adapter of Botzone's FightTheLandlord: requests made by hand, and by a judge of the tests."""

import json
import random

import pytest

import ddz_fast as ddz
from ddz_fast.adapters import botzone
from ddz_fast.errors import PositionError, RecordError
from random_positions import SEED

BY_HAND = {
    "requests": [
        {
            "own": [0, 1, 2, 4, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 52],
            "publiccard": [8, 12, 53],
            "history": [[8], []],
        },
        {"history": [[12], [16]]},
    ],
    "responses": [[9 + 4]],
}


def test_cards_are_numbered_from_the_3s_to_the_jokers():
    assert (
        ddz.format_hand(botzone.packed(range(54))) == "".join(4 * r for r in ddz.RANKS[:13]) + "BR"
    )


def test_a_request_without_bidding():
    request = json.loads(json.dumps(BY_HAND))
    request["requests"][1]["history"] = [[16], []]
    turn = botzone.read_turn(json.dumps(request))
    assert (turn.seat, turn.landlord, turn.is_bidding, turn.stake) == (2, 0, False, 1)
    assert turn.history == ((8,), (), (13,), (16,), ())
    assert turn.sizes == (18, 17, 16)
    state = turn.state(SEED)
    assert (state.to_move, str(state.beat), state.passes) == (2, "7", 1)
    assert ddz.format_hand(state.hands[2]) == "333445789TJQKA2B"
    assert ddz.format_hand(state.hands[0]).endswith("R")  # of the bottom, and not played yet
    assert json.loads(turn.answer(state.legal_plays()[0])) == {"response": [21]}
    assert json.loads(turn.answer(None)) == {"response": []}


def test_requests_with_bidding():
    own = list(range(0, 34, 2))
    first = {"own": own, "bid": [0]}
    turn = botzone.read_turn({"requests": [first], "responses": []})
    assert (turn.seat, turn.bids, turn.landlord, turn.hand) == (1, (0,), None, tuple(own))
    assert [json.loads(turn.answer(bid))["response"] for bid in (0, 1, 2, 3)] == [0, 1, 2, 3]
    with pytest.raises(PositionError, match="landlord"):
        turn.state()
    second = {
        "own": own, "publiccard": [51, 52, 53], "landlord": 1, "pos": 1, "finalbid": 2,
        "history": [[], []],
    }  # fmt: skip
    turn = botzone.read_turn({"requests": [first, second], "responses": [2]})
    assert (turn.seat, turn.landlord, turn.stake, len(turn.hand)) == (1, 1, 2, 20)
    state = turn.state(SEED)
    assert state.landlords == (1,)
    assert json.loads(turn.answer(ddz.readings("BR", rules="botzone")[0])) == {"response": [52, 53]}


def test_a_play_that_is_not_in_the_hand_and_a_bid_that_is_too_low():
    turn = botzone.Turn(seat=0, hand=(0, 4), bids=(), landlord=0)
    with pytest.raises(RecordError, match="not in the hand"):
        turn.answer(ddz.readings("33", rules="botzone")[0])
    with pytest.raises(RecordError, match="no play"):
        turn.answer(1)
    bidding = botzone.Turn(seat=1, hand=(0, 4), bids=(2,))
    for bid in (1, 2, 4, None):
        with pytest.raises(RecordError, match="0, or 3 to 3"):
            bidding.answer(bid)


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ({}, "no requests"),
        ({"requests": [], "responses": []}, "no requests"),
        ({"requests": [{"own": [54], "bid": []}], "responses": []}, "0 to 53"),
        ({"requests": [{"own": ["3"], "bid": []}], "responses": []}, "0 to 53"),
        ({"requests": [{"own": [1, 1], "bid": []}], "responses": []}, "twice"),
        ({"requests": [{"own": [1], "bid": []}], "responses": [1]}, "one fewer"),
        ({**BY_HAND, "responses": [[14]]}, "never held"),
        ({**BY_HAND, "responses": []}, "one fewer"),
    ],
)
def test_what_no_judge_sends_is_refused(request_, why):
    with pytest.raises(RecordError, match=why):
        botzone.read_turn(request_)


class Judge:
    """Plays a random game as Botzone does, and keeps what each seat was sent and has answered."""

    def __init__(self, seed: int, has_bids: bool):
        self.random = random.Random(seed)
        cards = self.random.sample(range(54), 54)
        self.bottom = cards[:3]
        self.dealt = [cards[3:20], cards[20:37], cards[37:]]
        self.requests = [[], [], []]
        self.responses = [[], [], []]
        self.log = []
        self.bids = self.bid() if has_bids else []
        self.landlord = self.bids.index(max(self.bids)) if self.bids else 0
        self.full = [hand + self.bottom * (s == self.landlord) for s, hand in enumerate(self.dealt)]
        self.allocation = self.dealt if has_bids else self.full
        hands = list(map(botzone.packed, self.full))
        self.state = ddz.State.from_hands(
            hands, rules="botzone", landlord=self.landlord, to_move=self.landlord
        )
        self.played = []

    def tell(self, seat: int, content: dict) -> None:
        self.requests[seat].append(content)
        self.log.append({"output": {"command": "request", "content": {str(seat): content}}})

    def hear(self, seat: int, response) -> None:
        self.responses[seat].append(response)
        self.log.append({str(seat): {"verdict": "OK", "response": response}})

    def bid(self) -> list[int]:
        bids: list[int] = []
        while len(bids) < 3 and 3 not in bids:
            seat = len(bids)
            self.tell(seat, {"own": self.dealt[seat], "bid": list(bids)})
            bids.append(self.random.choice([0, *range(max(bids, default=0) + 1, 4)]))
            self.hear(seat, bids[-1])
        return bids

    def ask(self) -> str:
        """Send the seat to move its request, and give the line."""
        seat = self.state.to_move
        content = {"history": [[], [], *self.played][-2:]}
        if len(self.played) < 3:
            content |= {"own": self.allocation[seat], "publiccard": self.bottom}
            if self.bids:
                highest = max([1, *self.bids])
                content |= {"landlord": self.landlord, "pos": seat, "finalbid": highest}
        self.tell(seat, content)
        return json.dumps({"requests": self.requests[seat], "responses": self.responses[seat]})

    def play(self, response: list[int]) -> None:
        seat = self.state.to_move
        self.hear(seat, response)
        self.played.append(response)
        text = ddz.format_hand(botzone.packed(response))
        self.state.play(text or None)

    def sent(self) -> dict:
        start = {"allocation": self.allocation, "publiccard": self.bottom, "seed": "1"}
        return {"log": self.log, "initdata": start}


@pytest.mark.parametrize("has_bids", [False, True])
def test_random_games_are_read_at_every_turn(has_bids):
    print(f"seeds {SEED} to {SEED + 39}")
    for seed in range(SEED, SEED + 40):
        judge = Judge(seed, has_bids)
        true = judge.state
        while not true.is_over:
            turn = botzone.read_turn(judge.ask())
            state = turn.state(judge.random.randrange(1 << 30))
            assert (turn.seat, turn.landlord) == (true.to_move, judge.landlord)
            assert turn.bids == tuple(judge.bids[: turn.seat]) or len(judge.bids) <= turn.seat
            assert state.legal_plays() == true.legal_plays()
            for name in ("to_move", "beat", "passes", "may_pass", "sizes", "history", "landlords"):
                assert getattr(state, name) == getattr(true, name), f"{name}, seed {seed}"
            gone = [card for play in judge.played for card in play]
            assert sorted([*turn.hand, *turn.unseen, *gone]) == list(range(54))
            choice = judge.random.choice([*true.legal_plays(), *([None] if true.may_pass else [])])
            judge.play(json.loads(turn.answer(choice))["response"])
        game = botzone.read_log(json.dumps(judge.sent()))
        assert (game.landlord, game.bids) == (judge.landlord, tuple(judge.bids))
        assert game.state() == true
        assert game.state().winners == true.winners


def test_initdata_may_be_text_and_a_bot_that_failed_passes():
    judge = Judge(SEED, False)
    judge.play(
        json.loads(botzone.read_turn(judge.ask()).answer(judge.state.legal_plays()[0]))["response"]
    )
    sent = judge.sent()
    sent["initdata"] = json.dumps(sent["initdata"])
    sent["log"] += [{"output": {"command": "request", "content": {}}}, {}]
    state = botzone.read_log(sent).state()
    assert (state.to_move, state.passes) == (2, 1)


def test_a_log_that_ends_in_the_bidding_has_no_landlord():
    judge = Judge(SEED + 1, True)
    sent = {**judge.sent(), "log": judge.log[:2]}
    if 3 not in judge.bids[:1]:
        assert botzone.read_log(sent).landlord is None
    with pytest.raises(RecordError, match="no log"):
        botzone.read_log({"log": []})


def places_in(value, path=()):
    """The paths to all that a JSON value holds."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in items if isinstance(value, (dict, list)) else ():
        yield (*path, key)
        if isinstance(part, (dict, list)):
            yield from places_in(part, (*path, key))


@pytest.mark.parametrize("has_bids", [False, True])
def test_spoiled_json_is_refused_or_read_and_nothing_else(has_bids):
    print(f"seed {SEED}")
    judge = Judge(SEED, has_bids)
    while len(judge.played) < 8:
        turn = botzone.read_turn(judge.ask())
        choices = [*judge.state.legal_plays(), *([None] if judge.state.may_pass else [])]
        choice = judge.random.choice(choices)
        judge.play(json.loads(turn.answer(choice))["response"])
    line, log = judge.ask(), json.dumps(judge.sent())
    junk = [None, -1, 54, 1.5, "3", [], {}, [[]], [3, 3], {"landlord": 7}]
    for text, read in ((line, botzone.read_turn), (log, botzone.read_log)):
        for path in list(places_in(json.loads(text))):
            value = json.loads(text)
            inner = value
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = judge.random.choice(junk)
            try:
                read(json.dumps(value)).state()
            except (RecordError, PositionError, ddz.PlayError, ddz.HandError):
                continue
    for text in ("", "{", "[]", "1", "null"):
        with pytest.raises(RecordError):
            botzone.read_turn(text)
        with pytest.raises(RecordError):
            botzone.read_log(text)


SHUTTLE = tuple(range(8))  # 33334444
DEALT = (
    [*SHUTTLE, *range(36, 48)],
    [8, 9, 10, 11, *range(12, 25)],
    [*range(25, 36), *range(48, 54)],
)


@pytest.mark.parametrize(
    ("after", "to_move", "beat", "made"),
    [
        ([(), ()], 0, None, (1, 0, 0)),
        ([(8, 9, 10, 11)], 2, "5555", (1, 1, 0)),
        ([(8, 9, 10, 11), ()], 0, "5555", (1, 1, 0)),
        ([(), (), (36,)], 1, "Q", (2, 0, 0)),
    ],
)
def test_after_neighbouring_fours_the_game_goes_on(after, to_move, beat, made):
    state = botzone.replay(DEALT, 0, [SHUTTLE, *after])
    assert (state.to_move, state.beat and str(state.beat)) == (to_move, beat)
    assert state.plays_made == made
    assert state.bombs_played == (len(after[0]) // 4, 0, 0)


@pytest.mark.parametrize("after", [[], [()]])
def test_neighbouring_fours_to_be_beaten_are_no_position(after):
    with pytest.raises(PositionError, match="no play for"):
        botzone.replay(DEALT, 0, [SHUTTLE, *after])
