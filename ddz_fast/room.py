"""Which lengths of each kind the deck and the largest hand of a rule set have room for.

Lengths that no play has would be empty rows in every table of plays (docs/rules.md 8.3).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from operator import le, mul
from typing import TYPE_CHECKING

from .cards import BLACK_JOKER, MAX_COUNT, RANK_COUNT
from .kinds import GRAMMAR, MAX_MEANT, Kind, body_counts, rank_at, size_of

if TYPE_CHECKING:
    from .rulesets import Rules


def lengths_of(rules: "Rules", kind: Kind) -> range:
    """The lengths of the plays of a kind; empty where there are none."""
    if kind not in rules.kinds:
        return range(0)
    lowest, highest = _span(rules, kind)
    while highest >= lowest and not _has_play(rules, kind, highest):
        highest -= 1
    return range(lowest, highest + 1) if highest >= lowest else range(0)


def _span(rules: "Rules", kind: Kind) -> tuple[int, int]:
    """The least length of a kind, and one that no play of it exceeds."""
    if kind == Kind.ROCKET:
        return min(rules.rocket_sizes, default=1), max(rules.rocket_sizes, default=0)
    if kind == Kind.BOMB:
        return 3 if rules.three_aces_bomb else 4, MAX_COUNT  # 1b.10: no hand holds more
    if kind == Kind.BOMB_CHAIN:
        return 2, rules.lianzha_max if rules.lianzha else 0
    if not GRAMMAR[kind].chain:
        return 1, 1
    shortest = {Kind.SOLO_CHAIN: rules.solo_chain_min, Kind.PAIR_CHAIN: rules.pair_chain_min}
    return shortest.get(kind, rules.plane_min), BLACK_JOKER


def _has_play(rules: "Rules", kind: Kind, length: int) -> bool:
    if size_of(kind, length) > rules.max_hand:
        return False
    if kind == Kind.ROCKET:
        return length in rules.rocket_sizes and length <= sum(rules.deck[BLACK_JOKER:])
    line = rules.line(kind, length)
    groups = length if GRAMMAR[kind].chain else 1
    starts = range(line.start, line.stop - groups + 1)
    return any(_has_play_at(rules, kind, length, rank) for rank in starts)


def _has_play_at(rules: "Rules", kind: Kind, length: int, rank: int) -> bool:
    body = body_counts(kind, length, rank)
    left = [have - need for have, need in zip(rules.deck, body, strict=True)]
    missing = -sum(min(count, 0) for count in left[:BLACK_JOKER])
    wild = sum(rules.deck[BLACK_JOKER:]) if rules.may_be_wild(kind) else 0
    if min(left[BLACK_JOKER:]) < 0 or missing > wild:
        return False
    if missing and (max(body) > MAX_MEANT or missing == size_of(kind, length)):
        return False  # 2 (6), and 1b.7: a natural card is among them
    if GRAMMAR[kind].wings:
        return _has_wings(rules, length, body, left)
    if not GRAMMAR[kind].kickers:
        return True
    left = [max(count, 0) for count in left]
    return _has_kickers(rules, (kind, length, rank), left, missing, wild - missing)


def _has_kickers(
    rules: "Rules", shape: tuple[Kind, int, int], left: list[int], used: int, wild: int
) -> bool:
    """Whether there are kickers, where some jokers are used up and some may still be wild."""
    kind, length, _ = shape
    needed = GRAMMAR[kind].kickers * length
    beside = _beside(rules, shape, left)
    if GRAMMAR[kind].kicker_size == 1:
        return _singles(rules, beside, rules.wing_limit, used) >= needed
    if rules.kicker_shape(kind) == (2, 1) and _singles(rules, beside, 1, used) >= 2:
        return True
    grown = (_beside(rules, shape, more) for more in _grown(left, wild))
    return any(_pairs(rules, more) >= needed for more in grown)


def _grown(counts: list[int], wild: int) -> Iterator[list[int]]:
    """The counts, and all that so many wild jokers may make of them."""
    yield counts
    for number in range(1, wild + 1):
        for ranks in combinations_with_replacement(range(BLACK_JOKER), number):
            grown = [have + ranks.count(rank) for rank, have in enumerate(counts)]
            if max(grown) <= MAX_MEANT:
                yield grown


def _has_wings(rules: "Rules", length: int, body: Sequence[int], left: Sequence[int]) -> bool:
    line = rules.line(Kind.PAIR_CHAIN)
    chains = (
        body_counts(Kind.PAIR_CHAIN, pairs, rank)
        for pairs in rules.wing_lengths(length)
        for rank in range(line.start, line.stop - pairs + 1)
    )
    return any(
        all(map(le, wings, left)) and (rules.cannon_overlap or not any(map(mul, body, wings)))
        for wings in chains
    )


def _beside(rules: "Rules", shape: tuple[Kind, int, int], left: Sequence[int]) -> list[int]:
    """Cards of each rank that may be kickers of a body."""
    kind, length, rank = shape
    body = body_counts(kind, length, rank)
    counts = [0 if need else have for have, need in zip(left, body, strict=True)]
    line, most = range(0), 0
    if kind == Kind.PLANE_SOLO and not rules.wing_extends_plane:
        line, most = rules.line(kind), 2
    if kind == Kind.QUAD_PAIR and rules.lianzha:
        line, most = rules.line(Kind.BOMB_CHAIN), 3  # 1b.8
    for place in (rank - 1, rank + length):
        if rank in line and place in line:
            counts[rank_at(place)] = min(counts[rank_at(place)], most)
    return counts


def _singles(rules: "Rules", beside: Sequence[int], limit: int, used: int) -> int:
    """Most single kickers of a play, of whose body some jokers are cards."""
    *natural, black, red = (min(count, limit) for count in beside)
    jokers = black + red if rules.both_jokers_kicker else max(black, red)
    return sum(natural) + min(jokers, sum(beside[BLACK_JOKER:]) - used)


def _pairs(rules: "Rules", beside: Sequence[int]) -> int:
    """Most pair kickers of a play."""
    most = MAX_COUNT if rules.pair_kickers_repeat else 2
    may_be_jokers = rules.joker_pairs and rules.joker_pair_kicker
    ranks = RANK_COUNT if may_be_jokers else BLACK_JOKER
    return sum(min(count, most) // 2 for count in beside[:ranks])
