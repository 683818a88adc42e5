"""Plays, by definition (docs/rules.md sections 1 and 1b)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from operator import add, le, mul, sub
from typing import NamedTuple

from ..cards import BLACK_JOKER, RANK_COUNT, RED_JOKER
from ..kinds import GRAMMAR, Kind, body_counts, meaning_of, play_text, rank_at
from ..rulesets import Rules
from .wild import cards_that_mean, reach_of, wilds_of

Counts = tuple[int, ...]


class Play(NamedTuple):
    """Cards laid down at once, with their reading."""

    cards: Counts
    kind: Kind
    length: int
    rank: int
    wild: int = 0  #: what wild jokers stand for, as in the dtype PLAY

    @property
    def meaning(self) -> Counts:
        """The cards that it stands for."""
        return meaning_of(self.cards, self.wild)

    @property
    def size(self) -> int:
        """How many cards it is."""
        return sum(self.cards)

    def __str__(self) -> str:
        """Write it as text."""
        return play_text(self.cards, self.kind, self.length, self.rank, self.wild)


def holds(hand: Counts, cards: Counts) -> bool:
    """Whether the cards are all in the hand."""
    return all(map(le, cards, hand))


def plays_within(rules: Rules, hand: Counts) -> Iterator[Play]:
    """Every play from a hand, once each, by kind, length, rank, kickers and what jokers are."""
    reach = reach_of(rules, hand)
    for kind in GRAMMAR:
        for length in rules.lengths(kind):
            for rank in ranks_of_bodies(rules, kind, length):
                body = body_counts(kind, length, rank)
                if holds(reach, body):
                    for kickers in kickers_within(rules, kind, length, rank, reach):
                        yield from plays_of(rules, hand, (kind, length, rank), body, kickers)


def plays_of(
    rules: Rules, hand: Counts, shape: tuple[Kind, int, int], body: Counts, kickers: Counts
) -> Iterator[Play]:
    """Every play from a hand that stands for a body and kickers; with no wild joker it is one."""
    meaning = tuple(map(add, body, kickers))
    for wild in wilds_of(rules, hand, shape[0], body, kickers):
        cards = cards_that_mean(meaning, wild)
        if holds(hand, cards):
            yield Play(cards, *shape, wild)


def ranks_of_bodies(rules: Rules, kind: Kind, length: int) -> range:
    """The ranks of all bodies of a kind and length, whether or not a hand has them."""
    if kind.is_bomb and (kind, length) not in rules.bombs:
        return range(0)
    if kind == Kind.ROCKET:
        return range(length + 1)
    line = rules.line(kind, length)
    groups = length if GRAMMAR[kind].chain else 1
    return range(line.start, line.stop - groups + 1)


def kickers_within(
    rules: Rules, kind: Kind, length: int, rank: int, hand: Counts
) -> Iterator[Counts]:
    """Every choice of kickers for a body, from the cards in the hand."""
    kickers_each, size = rules.kicker_shape(kind)
    slots = kickers_each * length
    body = body_counts(kind, length, rank)
    if GRAMMAR[kind].wings:
        left = tuple(map(sub, hand, body))
        yield from wings_within(rules, length, body, left)
        return
    # A kicker is never of the body's rank.
    ranks = [r for r in range(RANK_COUNT) if hand[r] >= size and not body[r]]
    for chosen in combinations_with_replacement(ranks, slots):
        kickers = tuple(size * chosen.count(r) for r in range(RANK_COUNT))
        if holds(hand, kickers) and kickers_allowed(rules, kind, length, rank, kickers):
            yield kickers


def wings_within(rules: Rules, length: int, body: Counts, left: Counts) -> Iterator[Counts]:
    """Every chain of pairs in what is left of a hand that a plane of so many trios may carry.

    Shorter ones first, then by the place where they begin. All thirteen ranks can begin at A or at
    2; that is one choice of cards, and so one play.
    """
    line = rules.line(Kind.PAIR_CHAIN)
    found = set()
    for pairs in rules.wing_lengths(length):
        for rank in range(line.start, line.stop - pairs + 1):
            wings = body_counts(Kind.PAIR_CHAIN, pairs, rank)
            apart = not any(map(mul, body, wings))
            if holds(left, wings) and (apart or rules.cannon_overlap) and wings not in found:
                found.add(wings)
                yield wings


def kickers_allowed(rules: Rules, kind: Kind, length: int, rank: int, kickers: Counts) -> bool:
    """Whether cards that are singles, or pairs, may be the kickers of a body together."""
    size = GRAMMAR[kind].kicker_size
    if size == 2 and max(kickers) == 1:
        size = 1  # two single cards beside a TRIO_PAIR
    jokers = kickers[BLACK_JOKER], kickers[RED_JOKER]
    if size == 1:
        if max(kickers) > rules.wing_limit:
            return False
        if all(jokers) and not rules.both_jokers_kicker:
            return False
    if size == 2:
        if any(jokers) and not (rules.joker_pairs and rules.joker_pair_kicker):  # 1b.5, A-11
            return False
        if max(kickers) > 2 and not rules.pair_kickers_repeat:
            return False
    if kind == Kind.PLANE_SOLO and not rules.wing_extends_plane:
        line = rules.line(kind)
        ends = [place for place in (rank - 1, rank + length) if place in line]
        return all(kickers[rank_at(place)] < 3 for place in ends)
    if kind == Kind.QUAD_PAIR and rules.lianzha:  # 1b.8
        line = rules.line(Kind.BOMB_CHAIN)
        ends = [place for place in (rank - 1, rank + 1) if place in line and rank in line]
        return all(kickers[rank_at(place)] < 4 for place in ends)
    return True


def is_play(rules: Rules, play: Play) -> bool:
    """Whether a play is one of the rule set's at all, whoever holds it."""
    return play in readings(rules, play.cards)


def beats(rules: Rules, play: Play, other: Play) -> bool:
    """Whether a play beats another (section 1, beat relation; 1b.2)."""
    if play.kind.is_bomb:
        if not other.kind.is_bomb:
            return True
        power = rules.bombs.index((play.kind, play.length))
        other_power = rules.bombs.index((other.kind, other.length))
        if play.kind == Kind.ROCKET and rules.joker_bomb_flat:
            return power > other_power
        return (power, play.rank) > (other_power, other.rank)
    same_shape = (play.kind, play.length, play.size) == (other.kind, other.length, other.size)
    if rules.trio2_split and carries_pair(play) != carries_pair(other):
        return False
    return same_shape and play.rank > other.rank


def carries_pair(play: Play) -> bool:
    """Whether the kickers of a TRIO_PAIR are a pair, and not two single cards (A-26)."""
    body = body_counts(play.kind, play.length, play.rank)
    return play.kind == Kind.TRIO_PAIR and max(map(sub, play.meaning, body)) == 2


def is_legal(
    rules: Rules, play: Play, hand: Counts, beat: Play | None = None, bombs: int | None = None
) -> bool:
    """Whether a play of the rule set may be made from a hand, against `beat` or as a lead."""
    if not holds(hand, play.cards):
        return False
    if play.kind == Kind.TRIO and rules.trio_only_as_last and sum(hand) != play.size:  # 1b.4
        return False
    if rules.is_limited(play.kind) and bombs == 0:
        return False
    return beat is None or beats(rules, play, beat)


def legal_plays(
    rules: Rules, hand: Counts, beat: Play | None = None, bombs: int | None = None
) -> list[Play]:
    """Every play that may be made from a hand."""
    plays = plays_within(rules, hand)
    return [play for play in plays if is_legal(rules, play, hand, beat, bombs)]


def all_plays(rules: Rules) -> list[Play]:
    """Every play that some hand of the rule set can make."""
    return [play for play in plays_within(rules, rules.deck) if fits(rules, play)]


def fits(rules: Rules, play: Play) -> bool:
    """Whether a hand of the rule set can have the cards of a play (1b.1)."""
    return holds(rules.deck, play.cards) and play.size <= rules.max_hand


def readings(rules: Rules, cards: Counts) -> list[Play]:
    """Every play that the cards are, the canonical reading first (section 1, move identity)."""
    whole = [play for play in plays_within(rules, cards) if play.cards == cards]
    return sorted((play for play in whole if fits(rules, play)), key=canonical_order)


def canonical_order(play: Play) -> tuple[int, int, int, bool, Kind, int]:
    """Most groups first, then no kickers, the higher rank, bombs; natural before wild."""
    groups = play.length if GRAMMAR[play.kind].chain else 1
    kickers = play.size - sum(body_counts(play.kind, play.length, play.rank))
    return -groups, min(kickers, 1), -play.rank, not play.kind.is_bomb, play.kind, play.wild
