"""Small random positions to be solved, made from a seed: who wins them is mostly not plain to see.

What a definition can search in no time is not a matter of how many cards a hand has, but of how
many smaller hands it can become: 33334444 is as simple as 3456. So hands of few ranks are larger.
"""

import random
from collections.abc import Iterable, Iterator
from math import prod
from pathlib import Path
from typing import NamedTuple

import ddz_fast as ddz
from ddz_fast import game as core
from ddz_fast.kinds import body_counts
from ddz_fast.reference import game as reference

#: how many smaller hands a hand may become, by the number of players
VARIETY = {2: 90, 3: 32, 4: 16, 5: 9, 6: 6}
#: by how much larger that is in tests that have the time
AT_LENGTH = 2
#: how many are taken of those positions that are not open
FEW = 0.05
GAMES = 32  #: random games that tell which are

#: positions that one thing decides (make_deciding.py): that thing, the outcome, and the text
DECIDING = [
    line.split("\t")
    for line in (Path(__file__).parent / "data" / "deciding.tsv").read_text("utf-8").splitlines()
]


class Shape(NamedTuple):
    """What hands are like."""

    groups: tuple[int, ...]  #: how many cards of a rank
    neighbours: bool = False  #: of ranks next to each other
    jokers: float = 0.2  #: how likely each joker is


SHAPES = (
    Shape((1, 1, 2)),
    Shape((1, 2, 2, 3)),
    Shape((1,), neighbours=True, jokers=0),
    Shape((1, 1, 1, 1, 2, 3), neighbours=True, jokers=0),
    Shape((2, 2, 2, 2, 1), neighbours=True, jokers=0),
    Shape((3, 3, 3, 3, 1, 2), neighbours=True, jokers=0.1),
    Shape((4, 4, 1, 1), jokers=0.4),
    Shape((4, 4, 3, 1, 2), neighbours=True),
    Shape((1, 1, 2, 3), jokers=0.8),
)
#: of two decks and more
LARGE_SHAPES = (Shape((4, 5, 6, 1, 2, 8), jokers=0.4), Shape((1, 2, 3, 5), jokers=0.9))


def players_of(rules: ddz.Rules) -> list[int]:
    """With how many players a rule set is solved: two sides there must be."""
    return [2] if not rules.landlords else sorted({2, 3, rules.players})


def positions(
    seed: str, rules: ddz.Rules, players: int, number: int, larger: float = 1
) -> Iterator[core.State]:
    """Positions in which the game goes on, leads and others, most of them open."""
    random_ = random.Random(seed)
    made = 0
    while made < number:
        state = _position(random_, rules, players, VARIETY[players] * larger)
        if state is not None and (is_open(state) or random_.random() < FEW):
            made += 1
            yield state


def is_open(state: core.State) -> bool:
    """Whether there is a choice, no play ends the game, and either side wins random games."""
    left = state.sizes[state.to_move] - state.allowance[state.to_move]
    plays = state.legal_plays()
    if len(plays) + state.may_pass == 1 or any(play.size >= left for play in plays):
        return False
    winners = ddz.playouts(state, GAMES, rng=0).winners
    won = sum(is_same_side(state, int(seat), state.to_move) for seat in winners)
    return GAMES // 4 <= won <= GAMES - GAMES // 4


def is_same_side(state: core.State, seat: int, other: int) -> bool:
    """Whether two players win together."""
    if not state.landlords:
        return seat == other
    return (seat in state.landlords) == (other in state.landlords)


def reference_of(state: core.State) -> reference.State:
    """The same position by definition."""
    return reference.State.parse(state.text)


def where(state: core.State, index: int, seed: str) -> str:
    """Tell which position it is, so that it can be had again."""
    return f"seed {seed}, position {index}: {state.text}"


def _position(
    random_: random.Random, rules: ddz.Rules, players: int, variety: float
) -> core.State | None:
    left = list(rules.deck)
    shapes = SHAPES if max(rules.deck) <= 4 else SHAPES + LARGE_SHAPES
    if rules.wild_jokers:
        variety /= 2  # jokers have many meanings
    low = random_.randrange(13)  # hands of about the same ranks: few of them are all the higher
    hands = [
        _hand(random_, left, random_.choice(shapes), low, random_.uniform(0.3, 1) * variety)
        for _ in range(players)
    ]
    to_move = random_.randrange(players)
    beat, passes = None, 0
    if random_.random() < 0.6:
        beat = _beat(random_, rules, left, hands[to_move])
        passes = random_.randrange(players - 1)
    landlords = random_.sample(range(players), min(rules.landlords, players - 1))
    try:
        state = core.State.from_hands(
            hands,
            rules=rules,
            landlord=tuple(sorted(landlords)) or None,
            to_move=to_move,
            beat=beat,
            passes=passes if beat is not None else 0,
            bombs=_limits(random_, players),
            allowance=_allowances(random_, rules, players, landlords),
            made=random_.randrange(3),
            must_hold=_must_hold(random_, hands[to_move]) if beat is None else "",
        )
    except ddz.PositionError:  # no play holds the card, or two players have won
        return None
    return None if state.is_over else state


def _hand(
    random_: random.Random, left: list[int], shape: Shape, low: int, variety: float
) -> list[int]:
    """Counts of a hand of so many smaller ones at most, out of the cards that are left."""
    counts = [0] * 15
    start = (low + random_.randrange(-2, 3)) % 13
    ranks = [(start + step) % 13 for step in range(13)]
    if not shape.neighbours:
        ranks = random_.sample(ranks[:9], 9) + ranks[9:]
    jokers = [joker for joker in (13, 14) if random_.random() < shape.jokers]
    for rank in jokers + ranks:
        group = random_.choice(shape.groups) if rank < 13 else random_.randint(1, 4)
        counts[rank] = min(group, left[rank])
        if prod(count + 1 for count in counts) > variety and sum(counts) > counts[rank]:
            counts[rank] = 0
            break
    for rank, count in enumerate(counts):
        left[rank] -= count
    return counts


def _beat(
    random_: random.Random, rules: ddz.Rules, left: list[int], hand: list[int]
) -> ddz.Play | None:
    """A play out of the cards that are left: mostly one that the hand can beat, of any kind."""
    if random_.random() < 0.7:
        lower = _lower(random_, rules, left, _by_kind(random_, ddz.legal_plays(hand, rules=rules)))
        if lower is not None:
            return lower
    some = _hand(random_, left[:], random_.choice(SHAPES), random_.randrange(13), 300)
    return _by_kind(random_, ddz.legal_plays(some, rules=rules)) if any(some) else None


def _by_kind(random_: random.Random, plays: Iterable[ddz.Play]) -> ddz.Play:
    """One of some plays, each kind with equal chance."""
    kinds: dict[ddz.Kind, list[ddz.Play]] = {}
    for play in plays:
        kinds.setdefault(play.kind, []).append(play)
    return random_.choice(kinds[random_.choice(list(kinds))])


def _lower(
    random_: random.Random, rules: ddz.Rules, left: list[int], play: ddz.Play
) -> ddz.Play | None:
    """A play of the same kind and length, of a lower rank, out of the cards that are left."""
    rank = play.rank - random_.randint(1, 4)
    if rank < 0:
        return None
    cards = list(body_counts(play.kind, play.length, rank))
    for kicker in random_.sample(range(15), 5):
        if not cards[kicker]:
            cards[kicker] = min(2, left[kicker])
    if any(have < need for have, need in zip(left, cards, strict=True)):
        return None
    shape = play.kind, play.length, rank
    plays = ddz.legal_plays(cards, rules=rules)
    lower = [one for one in plays if (one.kind, one.length, one.rank) == shape]
    return random_.choice(lower) if lower else None


def _limits(random_: random.Random, players: int) -> list[int | None]:
    """Limits on bombs, in half of the positions."""
    if random_.random() < 0.5:
        return [None] * players
    return [random_.choice((None, 0, 1, 2)) for _ in range(players)]


def _allowances(
    random_: random.Random, rules: ddz.Rules, players: int, landlords: list[int]
) -> list[int]:
    """让牌: often where the rule set has it, now and then elsewhere."""
    most = 2 if random_.random() < (0.5 if rules.yield_cards else 0.1) else 0
    return [0 if seat in landlords else random_.randint(0, most) for seat in range(players)]


def _must_hold(random_: random.Random, hand: list[int]) -> list[int]:
    """Now and then a card of the hand that the first play must hold."""
    rank = random_.choice([rank for rank in range(15) if hand[rank]])
    is_asked = random_.random() < 0.1
    return [int(is_asked and other == rank) for other in range(15)]
