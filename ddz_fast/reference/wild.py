"""What jokers may stand for, by definition (docs/rules.md 2 (6) and 1b.7)."""

from collections.abc import Iterator

from ..cards import BLACK_JOKER, RED_JOKER
from ..kinds import MAX_MEANT, Kind, is_pair_kicker, wild_ranks
from ..rulesets import Rules

Counts = tuple[int, ...]


def reach_of(rules: Rules, hand: Counts) -> Counts:
    """Most cards of each rank that a hand can stand for: no rank above four (2 (6))."""
    jokers = sum(hand[BLACK_JOKER:]) if rules.wild_jokers else 0
    grown = (max(count, min(count + jokers, MAX_MEANT)) for count in hand[:BLACK_JOKER])
    return *grown, *hand[BLACK_JOKER:]


def wilds_of(
    rules: Rules, hand: Counts, kind: Kind, body: Counts, kickers: Counts
) -> Iterator[int]:
    """Every way in which a hand's jokers may stand for cards of a play, smallest number first.

    They stand for cards of the body and of pair kickers; as a single kicker a joker is itself. Of
    two the black one has the lower rank, and a natural card is left beside them (1b.7).
    """
    yield 0
    if not rules.may_be_wild(kind):
        return

    def twice(rank: int) -> bool:
        return body[rank] + kickers[rank] >= 2

    roles = [r + 1 for r in range(BLACK_JOKER) if body[r] or is_pair_kicker(kind, kickers, r)]
    for red in [0, *roles] if hand[RED_JOKER] else [0]:
        for black in [0, *roles] if hand[BLACK_JOKER] else [0]:
            in_order = black < red or not red or (black == red and twice(red - 1))
            jokers = (red > 0) + (black > 0)
            if jokers and in_order and sum(body) + sum(kickers) > jokers:
                yield red << 8 | black


def cards_that_mean(meaning: Counts, wild: int) -> Counts:
    """The cards of a play that stands for others, given what its jokers stand for."""
    cards = list(meaning)
    for joker, rank in wild_ranks(wild).items():
        cards[rank] -= 1
        cards[joker] += 1
    return tuple(cards)
