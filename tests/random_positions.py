"""Random and adversarial positions, made from a seed."""

import os
import random
from collections.abc import Callable, Iterator

import ddz_fast as ddz

SEED = int(os.environ.get("DDZ_SEED", "20240611"))
Position = tuple[int, ddz.Play | None, int | None]  # packed hand, what to beat, bomb quota
SplitHand = tuple[int, int | None]  # packed hand, bomb quota


def deal(random_: random.Random, rules: ddz.Rules) -> list[int]:
    """Counts of a hand drawn from the whole deck, of any size up to the largest."""
    cards = [rank for rank, count in enumerate(rules.deck) for _ in range(count)]
    random_.shuffle(cards)
    size = random_.choice((rules.max_hand, random_.randint(1, rules.max_hand)))
    return [cards[:size].count(rank) for rank in range(15)]


def heavy(random_: random.Random, rules: ddz.Rules) -> list[int]:
    """Counts of a hand of few ranks: many trios and quads, with jokers."""
    sizes = (4, 3, 3, 2) if max(rules.deck) <= 4 else (4, 3, 3, 2, 5, 6, 8, 12)
    return _fill(random_, rules, random_.sample(range(15), 15), sizes)


def neighbours(random_: random.Random, rules: ddz.Rules) -> list[int]:
    """Counts of a hand of neighbouring ranks: long, overlapping chains."""
    start = random_.randrange(13)
    order = [(start + step) % 13 for step in range(13)] + [13, 14]
    return _fill(random_, rules, order, random_.choice(((3, 3, 4), (2, 2, 3), (1, 2, 1, 3), (4,))))


def competing(random_: random.Random, rules: ddz.Rules) -> list[int]:
    """Counts of a plane with kickers that could be bodies, and jokers."""
    counts = [0] * 15
    start = random_.randrange(11)
    for rank in range(start, min(start + random_.randint(2, 4), 13)):
        counts[rank] = random_.choice((3, 3, 4))
    for rank in random_.sample(range(15), 8):
        counts[rank] = max(counts[rank], random_.randint(1, 4))
    return _trim(random_, counts, rules)


def _fill(
    random_: random.Random, rules: ddz.Rules, ranks: list[int], sizes: tuple[int, ...]
) -> list[int]:
    counts = [0] * 15
    for rank in ranks[: random_.randint(3, 9)]:
        counts[rank] = random_.choice(sizes)
    for joker in (13, 14):
        counts[joker] = random_.choice((0, 1, 1, rules.deck[joker]))
    return _trim(random_, counts, rules)


def _trim(random_: random.Random, counts: list[int], rules: ddz.Rules) -> list[int]:
    counts = [min(count, have) for count, have in zip(counts, rules.deck, strict=True)]
    while sum(counts) > rules.max_hand:
        counts[random_.choice([rank for rank in range(15) if counts[rank]])] -= 1
    return counts


SHAPES: tuple[Callable[[random.Random, ddz.Rules], list[int]], ...] = (
    deal,
    heavy,
    neighbours,
    competing,
)


def hands(seed: int, rules: ddz.Rules, number: int, largest: int = 99) -> Iterator[SplitHand]:
    """Hands to be split, with and without a bomb quota; cards beyond `largest` are taken away."""
    random_ = random.Random(seed)
    for _ in range(number):
        counts = random_.choice(SHAPES)(random_, rules)
        while sum(counts) > largest:
            counts[random_.choice([rank for rank in range(15) if counts[rank]])] -= 1
        yield ddz.pack(counts), random_.choice((None, None, 0, 1, 2))


def positions(seed: int, rules: ddz.Rules, number: int) -> Iterator[Position]:
    """Leads, and follows stratified over all kinds, with and without a bomb quota."""
    random_ = random.Random(seed)
    by_kind: dict[ddz.Kind, list[int]] = {}
    everything = ddz.all_plays(rules)
    for index, kind in enumerate(everything.array["kind"].tolist()):
        by_kind.setdefault(ddz.Kind(kind), []).append(index)
    kinds = list(by_kind)
    for index in range(number):
        hand = ddz.pack(random_.choice(SHAPES)(random_, rules))
        bombs = random_.choice((None, None, 0, 1))
        beat = None
        if index % 2:
            beat = everything[_low(random_, by_kind[kinds[index // 2 % len(kinds)]])]
        yield hand, beat, bombs


def _low(random_: random.Random, indices: list[int]) -> int:
    """One of some plays, more often one that is easy to beat: of the kind's lower ones."""
    return indices[int(len(indices) * random_.random() ** 2)]
