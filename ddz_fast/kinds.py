"""The kinds of play and their grammar, as data (docs/rules.md section 1)."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from .cards import ACE, BLACK_JOKER, RANK_COUNT, RANKS, RED_JOKER
from .errors import PlayError

#: Cards of one rank that a play with a wild joker may stand for: no bombs of five (rules.md 2 (6)).
MAX_MEANT = 4

#: A play in 16 bytes. `size` is its number of cards; `wild` tells, in wild rule sets, what the
#: black (byte 0) and the red joker (byte 1) stand for, as 1 + the rank; all zero is no play.
PLAY = np.dtype(
    [
        ("cards", "<u8"),
        ("kind", "u1"),
        ("rank", "i1"),
        ("length", "u1"),
        ("size", "u1"),
        ("wild", "<u4"),
    ]
)


class Kind(IntEnum):
    """The kind of a play; NONE (0) is no play: a pass, or the lead.

    >>> Kind.PLANE_SOLO.chinese, Kind.PLANE_SOLO.english
    ('飞机带单', 'plane with singles')
    """

    NONE = 0
    SOLO = 1
    PAIR = 2
    TRIO = 3
    TRIO_SOLO = 4
    TRIO_PAIR = 5
    SOLO_CHAIN = 6
    PAIR_CHAIN = 7
    PLANE = 8
    PLANE_SOLO = 9
    PLANE_PAIR = 10
    PLANE_CHAIN = 11
    QUAD_SOLO = 12
    QUAD_PAIR = 13
    BOMB = 14
    BOMB_CHAIN = 15
    ROCKET = 16

    @property
    def chinese(self) -> str:
        """The kind's usual Chinese name."""
        return _NAMES[self][0]

    @property
    def english(self) -> str:
        """The kind's name in plain English."""
        return _NAMES[self][1]

    @property
    def is_bomb(self) -> bool:
        """Whether the kind is bomb-class: it beats every play that is not."""
        return self >= Kind.BOMB


_NAMES = {
    Kind.NONE: ("不出", "pass"),
    Kind.SOLO: ("单张", "single"),
    Kind.PAIR: ("对子", "pair"),
    Kind.TRIO: ("三张", "trio"),
    Kind.TRIO_SOLO: ("三带一", "trio with a single"),
    Kind.TRIO_PAIR: ("三带二", "trio with a pair"),
    Kind.SOLO_CHAIN: ("顺子", "chain of singles"),
    Kind.PAIR_CHAIN: ("连对", "chain of pairs"),
    Kind.PLANE: ("飞机", "plane"),
    Kind.PLANE_SOLO: ("飞机带单", "plane with singles"),
    Kind.PLANE_PAIR: ("飞机带对", "plane with pairs"),
    Kind.PLANE_CHAIN: ("飞机大炮", "plane with a chain of pairs"),
    Kind.QUAD_SOLO: ("四带二", "quad with two singles"),
    Kind.QUAD_PAIR: ("四带两对", "quad with two pairs"),
    Kind.BOMB: ("炸弹", "bomb"),
    Kind.BOMB_CHAIN: ("连炸", "chain of bombs"),
    Kind.ROCKET: ("火箭", "rocket"),
}


class Grammar(NamedTuple):
    """How a kind is built: a body of `length` groups, and kickers."""

    group: int  #: cards in each group of the body; 0: the whole body is `length` cards
    chain: bool = False  #: whether the groups are neighbours on a chain line
    kickers: int = 0  #: kickers for each group of the body
    kicker_size: int = 0  #: cards in each kicker
    wings: int = 0  #: cards in each group of one chain that is carried beside the body


GRAMMAR = {
    Kind.SOLO: Grammar(1),
    Kind.PAIR: Grammar(2),
    Kind.TRIO: Grammar(3),
    Kind.TRIO_SOLO: Grammar(3, kickers=1, kicker_size=1),
    Kind.TRIO_PAIR: Grammar(3, kickers=1, kicker_size=2),
    Kind.SOLO_CHAIN: Grammar(1, chain=True),
    Kind.PAIR_CHAIN: Grammar(2, chain=True),
    Kind.PLANE: Grammar(3, chain=True),
    Kind.PLANE_SOLO: Grammar(3, chain=True, kickers=1, kicker_size=1),
    Kind.PLANE_PAIR: Grammar(3, chain=True, kickers=1, kicker_size=2),
    Kind.PLANE_CHAIN: Grammar(3, chain=True, wings=2),
    Kind.QUAD_SOLO: Grammar(4, kickers=2, kicker_size=1),
    Kind.QUAD_PAIR: Grammar(4, kickers=2, kicker_size=2),
    Kind.BOMB: Grammar(0),
    Kind.BOMB_CHAIN: Grammar(4, chain=True),
    Kind.ROCKET: Grammar(0),
}


def size_of(kind: Kind, length: int) -> int:
    """Cards in a play of this kind and length, without a chain that it carries.

    >>> size_of(Kind.PLANE_SOLO, 3), size_of(Kind.BOMB, 5)
    (12, 5)
    """
    grammar = GRAMMAR[kind]
    return length * (grammar.group + grammar.kickers * grammar.kicker_size or 1)


def rank_at(place: int) -> int:
    """The rank that stands at a place of a chain line: A low is at −2, 2 low at −1, 3 at 0.

    >>> [RANKS[rank_at(place)] for place in (-2, -1, 0, 11)]
    ['A', '2', '3', 'A']
    """
    return place if place >= 0 else place + BLACK_JOKER


def body_counts(kind: Kind, length: int, rank: int) -> tuple[int, ...]:
    """The 15 counts of a play's body, by rank (for a ROCKET `rank` is its number of red jokers).

    >>> body_counts(Kind.PLANE, 2, 1)[:5]
    (0, 3, 3, 0, 0)
    """
    counts = [0] * RANK_COUNT
    grammar = GRAMMAR[kind]
    if kind == Kind.ROCKET:
        counts[BLACK_JOKER:] = [length - rank, rank]
    elif grammar.chain:
        for place in range(rank, rank + length):
            counts[rank_at(place)] += grammar.group
    else:
        counts[rank] = grammar.group or length
    return tuple(counts)


def wild_ranks(wild: int) -> dict[int, int]:
    """What the jokers stand for that a play's `wild` names: the rank of each, by joker.

    >>> wild_ranks(0x0300)  # the red joker as a 5
    {14: 2}
    """
    pairs = ((BLACK_JOKER, wild & 255), (RED_JOKER, wild >> 8))
    return {joker: number - 1 for joker, number in pairs if number}


def meaning_of(counts: Sequence[int], wild: int) -> tuple[int, ...]:
    """The 15 counts of the cards that a play stands for: its own where no joker is wild.

    >>> meaning_of((3,) + (0,) * 12 + (1, 0), 0x01)[:1]
    (4,)
    """
    meaning = list(counts)
    for joker, rank in wild_ranks(wild).items():
        meaning[joker] -= 1
        meaning[rank] += 1
    return tuple(meaning)


def check_reading(
    counts: tuple[int, ...], kind: Kind, length: int, rank: int, wild: int = 0
) -> None:
    """Refuse, with PlayError, cards that cannot be a play of this kind, length and rank.

    >>> check_reading((3, 1) + (0,) * 13, Kind.TRIO_SOLO, 1, 0)
    """
    if rank not in _body_ranks(kind, length):
        raise PlayError(f"there is no {kind.name} of length {length} and rank {rank}")
    cards = "".join(card * count for card, count in zip(RANKS, counts, strict=True))
    if not _is_wild(counts, wild):
        raise PlayError(f"wild={wild:#x} names no jokers of {cards!r} and what they stand for")
    meaning = meaning_of(counts, wild)
    body = body_counts(kind, length, rank)
    kickers = [have - need for have, need in zip(meaning, body, strict=True)]
    is_right = (
        is_wing_chain(kind, kickers) and not wild
        if GRAMMAR[kind].wings
        else _are_kickers(kind, length, kickers)
        and not any(have and need for have, need in zip(kickers, body, strict=True))
        and all(body[r] or is_pair_kicker(kind, kickers, r) for r in wild_ranks(wild).values())
    )
    if not is_right:
        told = "".join(f", {RANKS[j]} as {RANKS[r]}" for j, r in wild_ranks(wild).items())
        raise PlayError(f"{cards!r}{told} is no {kind.name} of length {length} and rank {rank}")


def _is_wild(counts: Sequence[int], wild: int) -> bool:
    """Whether a play's `wild` is what such cards may have, in any rule set (rules.md 1b.7)."""
    if not 0 <= wild < 1 << 16:
        return False
    stands = wild_ranks(wild)
    return (
        all(counts[joker] == 1 and rank < BLACK_JOKER for joker, rank in stands.items())
        and sum(counts) > len(stands)  # a natural card is among them
        and sorted(stands.values()) == list(stands.values())
        and (not wild or max(meaning_of(counts, wild)) <= MAX_MEANT)
    )


def _are_kickers(kind: Kind, length: int, kickers: Sequence[int]) -> bool:
    """Whether cards are as many kickers as a kind has, in any rule set."""
    grammar = GRAMMAR[kind]
    size = grammar.kicker_size or 1
    if min(kickers) < 0 or sum(kickers) != grammar.kickers * length * size:
        return False
    return kind == Kind.TRIO_PAIR or not any(count % size for count in kickers)


def is_pair_kicker(kind: Kind, kickers: Sequence[int], rank: int) -> bool:
    """Whether the kickers of a rank are pairs: of a TRIO_PAIR they may be two singles (A-26).

    >>> is_pair_kicker(Kind.TRIO_PAIR, (0, 2), 1), is_pair_kicker(Kind.QUAD_SOLO, (0, 2), 1)
    (True, False)
    """
    return GRAMMAR[kind].kicker_size == 2 and kickers[rank] >= 2


def is_wing_chain(kind: Kind, cards: Sequence[int]) -> bool:
    """Whether cards are a chain that a kind carries: two neighbours and more, in any rule set.

    >>> is_wing_chain(Kind.PLANE_CHAIN, (2, 2) + (0,) * 13)
    True
    """
    return min(cards) >= 0 and wing_chain(kind, cards) is not None


def wing_chain(kind: Kind, cards: Sequence[int]) -> range | None:
    """Give the places of the chain that cards are, the lowest if there are several.

    >>> wing_chain(Kind.PLANE_CHAIN, (0,) * 11 + (2, 2, 0, 0))
    range(-2, 0)
    """
    group = GRAMMAR[kind].wings
    length = sum(cards) // group
    if length < 2 or max(cards) > group:
        return None
    for rank in range(-2, BLACK_JOKER - length + 1):
        places = range(rank, rank + length)
        if all(cards[rank_at(place)] == group for place in places):
            return places if sum(cards) == group * length else None
    return None


def _body_ranks(kind: Kind, length: int) -> range:
    """The ranks that the bodies of a kind and length may have in any rule set."""
    grammar = GRAMMAR[kind]
    if kind == Kind.ROCKET:
        return range(length + 1) if 2 <= length <= 8 else range(0)
    if kind == Kind.BOMB and length == 3:
        return range(ACE, ACE + 1)  # rules.md 2 (7)
    if kind == Kind.BOMB:
        return range(BLACK_JOKER) if 4 <= length <= 15 else range(0)
    if grammar.chain:
        return range(-2, BLACK_JOKER - length + 1) if 2 <= length <= 13 else range(0)
    return range(RANK_COUNT if grammar.group < 3 else BLACK_JOKER) if length == 1 else range(0)


def play_text(counts: tuple[int, ...], kind: Kind, length: int, rank: int, wild: int = 0) -> str:
    """Write a play: the body in its chain's order, then each kicker behind a ``+``.

    A wild joker is written in the place of the card that it stands for, with that card behind a
    ``=``; of equal cards the natural ones come first.

    >>> play_text((3, 3, 1, 1) + (0,) * 11, Kind.PLANE_SOLO, 2, 0)
    '333444+5+6'
    >>> play_text((1, 1, 1, 0, 1) + (0,) * 8 + (1, 0), Kind.SOLO_CHAIN, 5, 0, wild=4)
    '345B=67'
    """
    if kind == Kind.NONE:
        return "pass"
    grammar = GRAMMAR[kind]
    left = _card_texts(counts, wild)
    body = body_counts(kind, length, rank)
    places = range(rank, rank + length) if grammar.chain else range(RANK_COUNT)
    order = [rank_at(place) for place in places]
    parts = ["".join(_taken(left[r], body[r]) for r in order)]
    wings = wing_chain(kind, list(map(len, left))) if grammar.wings else None
    if wings is not None:
        ranks = [rank_at(place) for place in wings]
        parts.append("".join(_taken(left[r], grammar.wings) for r in ranks))
    while grammar.kicker_size and any(left):
        kickers = next(filter(None, left))
        parts.append(_taken(kickers, grammar.kicker_size))
    return "+".join(parts)


def _card_texts(counts: Sequence[int], wild: int) -> list[list[str]]:
    """Each card of a play as text, by the rank that it stands for."""
    stands = wild_ranks(wild)
    texts = [[card] * count for card, count in zip(RANKS, counts, strict=True)]
    for joker, rank in stands.items():
        texts[rank].append(f"{RANKS[joker]}={RANKS[rank]}")
        texts[joker].pop()
    return texts


def _taken(cards: list[str], number: int) -> str:
    """Take the first cards away, and give them as one text."""
    text = "".join(cards[:number])
    del cards[:number]
    return text
