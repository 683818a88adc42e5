"""What the tests need to hold other engines against ours: positions, and the faults known of them.

A fault is not passed over: it is code that says what the engine answers, wrong as that may be.
"""

import random
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import ddz_fast as ddz
from ddz_fast import Kind
from positions import DECK, counts_of, deal

Counts = npt.NDArray[np.uint8]

#: How a rank's four cards may lie together; whole ones are dealt far more often than by chance.
GROUPINGS = ((4,), (4,), (3, 1), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1))
#: How far apart the ranks of one hand may lie: near ones make long planes, any make rich kickers.
SPREADS = (3, 8, 20)
JOKERS = ([13], [14])


class Deal(NamedTuple):
    landlord: Counts  #: 20 cards
    farmer: Counts  #: 17 cards


def deal_of(seed: int) -> Deal:
    """A deal: uniform for an even seed; for an odd one full of quads, trios and neighbours."""
    generator = random.Random(seed)
    if seed % 2 == 0:
        return Deal(*deal(generator.sample(DECK, len(DECK)))[:2])
    cards = _skewed_deck(generator)
    return Deal(counts_of(cards[:20]), counts_of(cards[20:37]))


def _skewed_deck(generator: random.Random) -> list[int]:
    groups = [[rank] * size for rank in range(13) for size in generator.choice(GROUPINGS)]
    first, spread = generator.randrange(13), generator.choice(SPREADS)
    places = [(group[0] - first) % 13 + generator.uniform(0, spread) for group in groups]
    groups += JOKERS
    places += [generator.uniform(0, 13) for _ in JOKERS]
    in_order = sorted(zip(places, groups, strict=True))
    return [rank for _, group in in_order for rank in group]


def play_of_some_kind(generator: random.Random, plays: list[ddz.Play]) -> ddz.Play:
    """A play at random, rare kinds as often as common ones."""
    kind = generator.choice(sorted({play.kind for play in plays}))
    return generator.choice([play for play in plays if play.kind == kind])


def plane_follow_of(seed: int, rules: str) -> tuple[Counts, ddz.Play]:
    """A hand and a long plane to beat, each often with three equal wings: two decks, so to speak.

    The faults of wings hardly ever show in the deals of one deck.
    """
    generator = random.Random(seed)
    length = generator.choice((3, 4, 5))
    rival, own = (_long_plane(generator, length, rules) for _ in range(2))
    hand = ddz.unpack(own.cards)
    free = [rank for rank in DECK if not hand[rank]]
    return hand + counts_of(generator.sample(free, min(4, 20 - own.size))), rival


def _long_plane(generator: random.Random, length: int, rules: str) -> ddz.Play:
    plain, rich = _long_planes(length, rules)
    return generator.choice(generator.choice((plain, rich)))


@cache
def _long_planes(length: int, rules: str) -> tuple[list[ddz.Play], list[ddz.Play]]:
    """All planes of a length with single wings; those with three equal ones apart."""
    shape = (Kind.PLANE_SOLO, length)
    planes = [play for play in ddz.all_plays(rules) if (play.kind, play.length) == shape]
    rich = {play for play in planes if max(wings_of(play)) >= 3}
    return [play for play in planes if play not in rich], sorted(rich, key=str)


def packed_cards(plays: Iterable[ddz.Play]) -> set[int]:
    return {play.cards for play in plays}


def bombs_of(hand: Counts) -> list[ddz.Play]:
    return [play for play in ddz.legal_plays(hand) if play.kind.is_bomb]


def wings_of(play: ddz.Play) -> Counts:
    """The kickers of a plane."""
    wings = ddz.unpack(play.cards)
    wings[play.rank : play.rank + play.length] -= 3
    return wings


def douzero_detects(play: ddz.Play) -> ddz.Play | None:
    """What DouZero's detector takes a play for; None where it calls it no play.

    It counts every trio as one of the plane's, and forgives only one of four; a quad it refuses.
    """
    if play.kind != Kind.PLANE_SOLO or max(wings_of(play)) < 3:
        return play
    if play.length > 3:
        return None
    longer = [p for p in ddz.readings(play.cards, rules="douzero") if p.kind == Kind.PLANE]
    return longer[0] if longer else play


def douzero_answers(hand: Counts, rival: ddz.Play) -> list[ddz.Play]:
    """What DouZero lets a hand answer to a play.

    Of planes with single wings it compares the highest trio, whether of the body or of the wings.
    """
    seen_as = douzero_detects(rival)
    if seen_as is None:
        return bombs_of(hand)
    if seen_as.kind != Kind.PLANE_SOLO:
        return list(ddz.legal_plays(hand, seen_as, rules="douzero"))
    same_shape = (Kind.PLANE_SOLO, seen_as.length)
    answers = [
        play
        for play in ddz.legal_plays(hand, rules="douzero")
        if (play.kind, play.length) == same_shape and _highest_trio(play) > _highest_trio(seen_as)
    ]
    return answers + bombs_of(hand)


def _highest_trio(play: ddz.Play) -> int:
    return int(np.flatnonzero(ddz.unpack(play.cards) == 3).max())


def openspiel_answers(hand: Counts, rival: ddz.Play | None) -> list[ddz.Play]:
    """What OpenSpiel lets a hand play, as a lead or as an answer.

    It loses a bare chain whose first rank the hand holds four times, and lets bombs beat a rocket.
    """
    if rival is not None and rival.kind == Kind.ROCKET:
        return bombs_of(hand)
    plays = ddz.legal_plays(hand, rival, rules="openspiel")
    return [play for play in plays if not is_lost_by_openspiel(hand, play)]


def is_lost_by_openspiel(hand: Counts, play: ddz.Play) -> bool:
    bare_chain = play.kind in (Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.PLANE)
    return bare_chain and hand[play.rank] == 4
