"""手数 of all hands of so many cards: how many of them, and of the deals, have each.

A hand says how many cards of each rank there are; a deal says which suits they have too. So a hand
stands for as many deals as there are ways to choose its suits, and every deal is as likely as any
other. With `--sample`, deals at random are held against what was counted.
"""

import argparse
import math
import os
import time
from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from multiprocessing.pool import ThreadPool
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import ddz_fast as ddz
from ddz_fast.bench import with_progress
from ddz_fast.display import counted
from figures import lines

Array = npt.NDArray[Any]

LOW_RANKS = 7  # of the 15: both parts of a hand then have about as many values
CHUNK = 1 << 18  # hands at once, for each thread
FEWEST_EXPECTED = 5  # deals, for a row to count in the chi-square
HEAD = ("手数", "hands", "deals", "probability")
SAMPLE_HEAD = ("手数", "dealt", "expected", "standard errors")


class Part(NamedTuple):
    """All ways to hold a number of cards of some ranks."""

    hands: Array  #: packed, uint64
    deals: Array  #: ways to choose the suits of each; float64, see `check_exactness`


class Chunk(NamedTuple):
    """The hands that consist of one of some low parts, and one of some high parts."""

    low: Part
    high: Part

    @property
    def size(self) -> int:
        return len(self.low.hands) * len(self.high.hands)


class Distribution(NamedTuple):
    """How many hands and deals there are of each 手数, from 0."""

    hands: Array
    deals: Array

    @property
    def mean(self) -> Fraction:
        """Of the deals."""
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        return self._moment(2) - self.mean**2

    @property
    def probability(self) -> Array:
        shares: Array = self.deals / self.deals.sum()
        return shares

    def _moment(self, power: int) -> Fraction:
        # Python's integers: those of numpy might overflow.
        total = sum(deals * fewest**power for fewest, deals in enumerate(self.deals.tolist()))
        return Fraction(total, int(self.deals.sum()))


def parts(deck: Sequence[int], first: int, last: int) -> list[Part]:
    """All that may be held of the ranks from `first` to before `last`, by the number of cards."""
    hands, deals = np.zeros(1, np.uint64), np.ones(1)
    sizes = np.zeros(1, np.int64)
    for rank in range(first, last):
        counts = np.arange(deck[rank] + 1)
        ways = [math.comb(deck[rank], count) for count in counts.tolist()]
        held = counts.astype(np.uint64) << np.uint64(4 * rank)
        hands = np.add.outer(hands, held).ravel()
        deals = np.multiply.outer(deals, np.array(ways, np.float64)).ravel()
        sizes = np.add.outer(sizes, counts).ravel()
    of_size = [sizes == size for size in range(int(sizes.max()) + 1)]
    return [Part(hands[chosen], deals[chosen]) for chosen in of_size]


def chunks(deck: Sequence[int], cards: int, most: int = CHUNK) -> Iterator[Chunk]:
    """All hands of so many cards, once each; about as many at a time as said."""
    low, high = parts(deck, 0, LOW_RANKS), parts(deck, LOW_RANKS, len(deck))
    for size, of_low in enumerate(low):
        if 0 <= cards - size < len(high):
            of_high = high[cards - size]
            step = max(1, most // len(of_high.hands))
            for start in range(0, len(of_low.hands), step):
                rows = slice(start, start + step)
                yield Chunk(Part(of_low.hands[rows], of_low.deals[rows]), of_high)


def packed_hands(chunk: Chunk) -> Array:
    return np.add.outer(chunk.low.hands, chunk.high.hands).ravel()


def deals_of(chunk: Chunk) -> Array:
    """The deals that each hand stands for."""
    return np.multiply.outer(chunk.low.deals, chunk.high.deals).ravel()


def count_chunk(chunk: Chunk, rules: ddz.Rules, cards: int) -> Distribution:
    fewest = ddz.min_plays_batch(packed_hands(chunk), rules=rules)
    hands = np.bincount(fewest, minlength=cards + 1)
    deals = np.bincount(fewest, deals_of(chunk), minlength=cards + 1)
    return Distribution(hands, deals.astype(np.int64))


def check_exactness(deck: Sequence[int], cards: int) -> None:
    """Refuse sums that float64 may round: it holds all integers up to 2**53, and no sum is larger
    than the number of all deals (less than 2**51 of one deck).
    """
    if math.comb(sum(deck), cards) > 2**53:
        raise ValueError(f"the deals of {cards} cards are too many to be counted exactly")


def distribution(rules: ddz.Rules, cards: int, threads: int = 1) -> Distribution:
    """Count all hands of so many cards; on a terminal, with a progress bar."""
    check_exactness(rules.deck, cards)
    work = list(chunks(rules.deck, cards))
    hands, deals = np.zeros((2, cards + 1), np.int64)
    ddz.min_plays(0, rules=rules)  # makes the tables, once for all threads
    with ThreadPool(threads) as pool:
        found = pool.imap_unordered(lambda chunk: count_chunk(chunk, rules, cards), work)
        for _ in with_progress([chunk.size for chunk in work]):
            of_chunk = next(found)
            hands += of_chunk.hands
            deals += of_chunk.deals
    return Distribution(hands, deals)


def number_of_hands(deck: Sequence[int], cards: int) -> int:
    """How many hands of so many cards there are: a coefficient of the product, over the ranks, of
    1 + x + ... + x^n, where n is the number of the rank's cards.
    """
    products = [1] + [0] * cards
    for most in deck:
        products = [sum(products[max(0, n - most) : n + 1]) for n in range(cards + 1)]
    return products[cards]


def random_hands(rules: ddz.Rules, cards: int, number: int, seed: int) -> Iterator[Array]:
    """The cards that come first in a shuffled deck, again and again; packed, many at a time."""
    generator = np.random.default_rng(seed)
    deck = np.repeat(np.uint64(1) << np.arange(0, 60, 4, dtype=np.uint64), rules.deck)
    most = CHUNK // len(deck)
    for done in range(0, number, most):
        decks = np.tile(deck, (min(most, number - done), 1))
        yield generator.permuted(decks, axis=1)[:, :cards].sum(axis=1, dtype=np.uint64)


def sampled(rules: ddz.Rules, cards: int, number: int, seed: int) -> Array:
    """How many of so many random deals have each 手数."""
    found = np.zeros(cards + 1, np.int64)
    for hands in random_hands(rules, cards, number, seed):
        found += np.bincount(ddz.min_plays_batch(hands, rules=rules), minlength=cards + 1)
    return found


def decimal(fraction: Fraction, places: int = 12) -> str:
    with localcontext(prec=60):
        return f"{Decimal(fraction.numerator) / fraction.denominator:.{places}f}"


def rows_of(exact: Distribution) -> list[tuple[str, ...]]:
    """The cells of the table; last the sums."""
    total = int(exact.deals.sum())
    rows = [
        (str(fewest), f"{hands:,}", f"{deals:,}", decimal(Fraction(deals, total), 10))
        for fewest, (hands, deals) in enumerate(zip(*map(np.ndarray.tolist, exact), strict=True))
        if hands
    ]
    return [*rows, ("all", f"{int(exact.hands.sum()):,}", f"{total:,}", "1")]


def markdown(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown, its columns set to the right."""
    head, *others = rows
    for cells in (head, ["--:"] * len(head), *others):
        yield f"| {' | '.join(cells)} |"


def report(exact: Distribution, rules: ddz.Rules, cards: int, as_markdown: bool) -> Iterator[str]:
    """The table, the mean, and whether nothing is missing from it."""
    yield from (markdown if as_markdown else lines)([HEAD, *rows_of(exact)])
    mean = exact.mean
    yield ""
    yield f"mean {decimal(mean)} = {mean.numerator}/{mean.denominator}"
    yield f"standard deviation {math.sqrt(exact.variance):.6f}"
    yield from (
        check("hands", exact.hands, number_of_hands(rules.deck, cards)),
        check("deals", exact.deals, math.comb(sum(rules.deck), cards)),
    )


def check(what: str, found: Array, expected: int) -> str:
    total = int(found.sum())
    if total != expected:
        raise RuntimeError(f"{total:,} {what} were counted, but there are {expected:,}")
    return f"{what}: {total:,} counted, just as many as there are"


def comparison(exact: Distribution, dealt: Array) -> Iterator[str]:
    """Random deals beside what is to be expected of them."""
    number = int(dealt.sum())
    expected = exact.probability * number
    errors = np.sqrt(expected * (1 - exact.probability))
    rows = [
        (str(fewest), f"{seen:,}", f"{wanted:,.1f}", in_errors(seen - wanted, error))
        for fewest, (seen, wanted, error) in enumerate(zip(dealt, expected, errors, strict=True))
        if wanted or seen
    ]
    yield from lines([SAMPLE_HEAD, *rows])
    mean = float(dealt @ np.arange(len(dealt))) / number
    error = math.sqrt(exact.variance / number)
    distance = in_errors(mean - float(exact.mean), error)
    yield ""
    yield f"mean {mean:.6f}, standard error {error:.6f}: {distance} of them from the exact mean"
    yield chi_square(expected, dealt)


def in_errors(difference: float, error: float) -> str:
    """A difference in standard errors; they are 0 where chance has no say."""
    return f"{difference / error:+.2f}" if error else "-"


def chi_square(expected: Array, dealt: Array) -> str:
    """Over the rows with enough deals; all others are one row, if they are enough together."""
    common = expected >= FEWEST_EXPECTED
    seen = np.append(dealt[common], dealt[~common].sum())
    wanted = np.append(expected[common], expected[~common].sum())
    enough = wanted >= FEWEST_EXPECTED
    terms = (seen - wanted)[enough] ** 2 / wanted[enough]
    freedom = max(len(terms) - 1, 0)
    spread = math.sqrt(2 * freedom)
    return f"chi-square {terms.sum():.1f}; to be expected is {freedom} ± {spread:.1f}"


def parsed_arguments() -> argparse.Namespace:
    summary, _, details = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(description=summary, epilog=details)
    parser.add_argument("--cards", type=int, default=17, help="of a hand (%(default)s)")
    parser.add_argument(
        "--rules", default="classic", choices=ddz.rule_names(), metavar="NAME", help="(%(default)s)"
    )
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="(%(default)s)")
    parser.add_argument("--markdown", action="store_true", help="the table in Markdown")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="random deals besides")
    parser.add_argument("--seed", type=int, default=20240611, help="of the deals (%(default)s)")
    arguments = parser.parse_args()
    most = ddz.rules(arguments.rules).max_hand
    if not 0 <= arguments.cards <= most:
        parser.error(f"--cards is 0 to {most} in {arguments.rules}")
    if arguments.threads < 1 or arguments.sample < 0 or arguments.seed < 0:
        parser.error("--threads is 1 or more, --sample and --seed are 0 or more")
    return arguments


def main() -> None:
    arguments = parsed_arguments()
    rules, cards = ddz.rules(arguments.rules), arguments.cards
    clock, processor = time.perf_counter(), time.process_time()
    exact = distribution(rules, cards, arguments.threads)
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    print(f"{rules.name} {rules.title}: all hands of {cards} cards\n")
    for line in report(exact, rules, cards, arguments.markdown):
        print(line)
    print(f"{clock:.1f} s, {processor:.1f} s of CPU time, {counted(arguments.threads, 'thread')}")
    if arguments.sample:
        print(f"\n{counted(arguments.sample, 'random deal')}, seed {arguments.seed}\n")
        for line in comparison(exact, sampled(rules, cards, arguments.sample, arguments.seed)):
            print(line)


if __name__ == "__main__":
    main()
