"""What a game pays: the vectors of docs/rules.md section 5, and that nobody pays nobody."""

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

import ddz_fast as ddz
from ddz_fast.scoring import Factor, baodao_level, score
from implementations import rules_from
from random_positions import SEED

DATA = Path(__file__).parent / "data"


@dataclass
class Game:
    """What is read of a finished game."""

    rules: ddz.Rules
    winner: int | None
    bombs_played: tuple[int, int, int] = (0, 0, 0)
    spring: str | None = None

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def landlords(self) -> tuple[int, ...]:
        return tuple(range(self.rules.landlords))

    @property
    def winners(self) -> tuple[int, ...]:
        if self.winner is None or not self.landlords:
            return () if self.winner is None else (self.winner,)
        same = self.winner in self.landlords
        return tuple(seat for seat in range(self.players) if (seat in self.landlords) == same)


@dataclass
class Sold:
    """What is read of an auction."""

    factors: tuple[Factor, ...]
    reward: int | None = None
    landlords: tuple[int, ...] = (0,)
    hands: tuple[int, ...] = (0,) * 4
    dealt: tuple[int, ...] = (0,) * 4

    @property
    def head_take(self) -> bool:
        return self.reward is not None


def table(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line[:1] not in "#"]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def factor_of(text: str) -> Factor:
    times, _, farmer = text.partition("@")
    return Factor("auction", int(times), int(farmer) if farmer else None)


@pytest.mark.parametrize(
    ("rules", "winner", "bombs", "spring", "factors", "points"), table("scores.txt")
)
def test_scores(rules, winner, bombs, spring, factors, points):
    game = Game(rules_from(rules), int(winner), numbers(bombs), None if spring == "-" else spring)
    found = score(game, Sold(tuple(map(factor_of, factors.split())), landlords=game.landlords))
    assert found.points == numbers(points)
    assert sum(found.points) == 0
    assert found.winners == game.winners


@pytest.mark.parametrize(
    ("name", "end", "stake", "reward", "level", "is_open", "levels", "paid"), table("chips.txt")
)
def test_chips(name, end, stake, reward, level, is_open, levels, paid):
    rules = rules_from(" ".join(["four", *name.split()[1:]]))
    game = Game(rules, {"won": 0, "lost": 2, "stop": None}[end])
    sold = Sold((Factor("stake", int(stake)),), None if reward == "-" else int(reward))
    every = (int(level), *numbers(levels))
    stopped = end == "stop"
    found = score(game, sold, stop=stopped, open_play=is_open == "1", levels=every)
    assert found.points[1:] == tuple(-one for one in numbers(paid))
    assert sum(found.points) == 0


def test_nobody_wins_from_nothing():
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    for _ in range(2000):
        rules = ddz.rules(chance.choice(ddz.rule_names()))
        rules = rules.replace(
            scoring=chance.choice(["points", "chips"] if rules.landlords else ["points"])
        )
        spring = chance.choice([None, "landlord", "farmers"])
        bombs = (chance.randrange(4), chance.randrange(2), chance.randrange(3))
        game = Game(rules, chance.randrange(rules.players), bombs, spring)
        stake = (Factor("stake", chance.randrange(1, 9)),)
        sold = Sold(stake, chance.choice([None, 4]), game.landlords)
        levels = [chance.choice([0, 0, 1, 2]) for _ in range(rules.players)]
        found = score(game, sold, levels=levels)
        assert sum(found.points) == 0
        for seat, points in enumerate(found.points):
            assert points >= 0 if seat in game.winners else points <= 0


@pytest.mark.parametrize(
    ("hand", "level"),
    [
        ("BBRR", 1),
        ("BBR", 0),
        ("333333", 0),
        ("3333333", 1),
        ("33333333", 2),
        ("3333333BBRR", 2),
        ("33333333BBRR", 3),
        ("3333333344444444", 4),
        ("3333333344444444BBRR", 5),
        ("3333333344444444555555556", 6),
        ("33333333444444445555555566666666", 8),
    ],
)
def test_levels_of_baodao(hand, level):
    assert baodao_level(hand) == level
    assert baodao_level(ddz.pack(ddz.parse_hand(hand))) == level
    assert baodao_level(ddz.parse_hand(hand), landlord=True) == level


def test_a_landlord_without_bombs_has_baodao_where_that_is_so():
    house = ddz.rules("four").replace(baodao_no_bomb=True)
    poor = "333444555666777888999TTTJJJQQQKKK"
    assert baodao_level(poor, house, landlord=True) == 1
    assert baodao_level(poor, house) == 0
    assert baodao_level(poor, landlord=True) == 0
    assert baodao_level("3" + poor, house, landlord=True) == 0
    assert baodao_level("44455BBRR", house, landlord=True) == 1  # four jokers
    assert baodao_level("44455BBR", house, landlord=True) == 1  # no bomb


def test_levels_are_those_of_the_hands():
    eight, none = ddz.pack(ddz.parse_hand("33333333")), ddz.pack(ddz.parse_hand("34567"))
    sold = Sold((Factor("stake", 3),), hands=(eight, none, none, none), dealt=(none,) * 4)
    four = ddz.rules("four")
    assert score(Game(four, 0), sold).points == (36, -12, -12, -12)
    assert score(Game(four.replace(baodao_dealt_only=True), 0), sold).points == (9, -3, -3, -3)


@pytest.mark.parametrize(
    ("name", "winner", "sold", "words", "message"),
    [
        ("classic", None, None, {}, "the game is not over"),
        ("classic", 0, None, {"stop": True}, "rule sets that pay chips, not of classic"),
        ("classic", 0, None, {"open_play": True}, "rule sets that pay chips, not of classic"),
        ("four", 0, None, {"open_play": True}, "only a landlord by head take"),
        ("four", None, None, {"stop": True}, "only a landlord with 报到"),
        ("four", 0, None, {"stop": True, "levels": [1, 0, 0, 0]}, "the game is over already"),
        ("four", 0, None, {"levels": [1, 0, 0]}, "one for each of 4 seats, not 3"),
    ],
)
def test_what_cannot_be_paid_says_why(name, winner, sold, words, message):
    with pytest.raises(ValueError, match=message):
        score(Game(ddz.rules(name), winner), sold, **words)


def test_without_an_auction_the_stake_is_the_base():
    assert score(Game(ddz.rules("classic"), 0)).points == (2, -1, -1)
    assert score(Game(ddz.rules("four"), 1)).points == (-9, 3, 3, 3)


def test_the_factors_as_text():
    sold = Sold((Factor("stake 底分", 1), Factor("bid 叫分", 3), Factor("raised 簸", 2, 2)))
    text = score(Game(ddz.rules("classic"), 0, (2, 0, 1), "landlord"), sold).explain()
    assert text.splitlines() == [
        "stake 底分: 1",
        "bid 叫分: x3",
        "raised 簸 (seat 2): x2",
        "bombs 炸弹 (2): x4",
        "rockets 火箭 (1): x2",
        "spring 春天: no farmer has played: x2",
        "seat 0: +144, won",
        "seat 1: -48",
        "seat 2: -96",
    ]


def test_an_auction_scores_its_own_game_only():
    auction = ddz.Auction(ddz.deal("classic", 1))
    other = ddz.State.from_hands(["3", "4", "5"], landlord=auction.deal.first - 1)
    other.play("3")
    for calls, landlord in ((), "none"), ("PPP", "none"), ("3", str(auction.deal.first)):
        for call in calls:
            auction.call({"P": "PASS"}.get(call, call))
        with pytest.raises(ValueError, match=f"the auction's landlord is {landlord}"):
            score(other, auction)
        while auction.history:
            auction.undo()


@pytest.mark.parametrize(
    ("levels", "error"),
    [([-1, 0, 0, 0], ValueError), ([1.5, 0, 0, 0], TypeError), ("abcd", TypeError)],
)
def test_levels_are_whole_numbers(levels, error):
    with pytest.raises(error):
        score(Game(ddz.rules("four"), 0), levels=levels)


def test_chips_without_a_landlord():
    state = ddz.State.from_hands(["3", "4", "5", "6"], rules="four", landlord=None)
    state.play("3")
    with pytest.raises(ValueError, match="there is no landlord"):
        score(state)
