"""手数 of several decks: the core against the reference, and large hands against themselves."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

import ddz_fast as ddz
from ddz_fast import Kind
from ddz_fast._decomposition import search_steps
from implementations import MANY_DECK_VARIANTS, Core, Reference, rules_from
from random_positions import SEED

DECKS = {
    name: rules_from(name)
    for name in [
        *(name for name in ddz.rule_names() if max(ddz.rules(name).deck) > 4),
        *MANY_DECK_VARIANTS,
        "four plane_min=3",
        "four_jokers plane_min=2 low_chains=all max_same_wing=2",
        "four_jokers plane_min=2 pair_kickers_repeat=True no_rocket=True",
        "five3 plane_min=2 single_kickers=distinct line_32=True",
    ]
}
DECKS["no pairs"] = rules_from("four_jokers plane_min=2").replace(
    kinds=ddz.rulesets.USUAL_KINDS - {Kind.PAIR, Kind.PLANE}
)
DECKS["no rockets"] = rules_from("five3").replace(kinds=ddz.rulesets.USUAL_KINDS - {Kind.ROCKET})
#: no hand of these presets is known to take more steps; docs/decomposition.md section 9 says so
MOST_STEPS = 50_000
DECKS["one deck with wings of pairs"] = rules_from("classic").replace(
    kinds=ddz.rulesets.USUAL_KINDS | {Kind.PLANE_CHAIN}
)
every_deck = pytest.mark.parametrize("name", DECKS)


def skewed(random_: random.Random, rules: ddz.Rules, size: int) -> list[int]:
    """Counts of a hand of a few ranks, mostly neighbours."""
    start = random_.randrange(13)
    ranks = [(start + step) % 13 for step in range(random_.randint(3, 9))]
    ranks += random_.choice(([], [13, 14], random_.sample(range(13), 2)))
    counts = [0] * 15
    for _ in range(size):
        rank = random_.choice(ranks)
        counts[rank] = min(counts[rank] + random_.choice((1, 2, 3)), rules.deck[rank], 15)
    while sum(counts) > size:
        counts[random_.choice([rank for rank in range(15) if counts[rank]])] -= 1
    return counts


def compare(rules: ddz.Rules, number: int, seed: int) -> None:
    random_ = random.Random(seed)
    for index in range(number):
        hand = ddz.pack(skewed(random_, rules, random_.randint(3, 14)))
        bombs = random_.choice((None, None, 0, 1, 2))
        where = f"{seed=}, hand {index}: {ddz.format_hand(hand)} {bombs=}"
        expected = Reference().min_plays(rules, hand, bombs)
        assert Core().min_plays(rules, hand, bombs) == expected, where


def check_large(rules: ddz.Rules, number: int, seed: int) -> None:
    """A hand needs one play more than the least that a play with its lowest card leaves."""
    random_ = random.Random(seed)
    for _ in range(number):
        hand = ddz.pack(skewed(random_, rules, rules.max_hand))
        lowest = 15 << ((hand & -hand).bit_length() - 1) // 4 * 4
        plays = ddz.legal_plays(hand, rules=rules).array["cards"]
        rests = hand - plays[(plays & lowest) > 0]
        fewest = int(ddz.min_plays_batch(rests, rules=rules).min())
        assert ddz.min_plays(hand, rules=rules) == 1 + fewest, ddz.format_hand(hand)


@every_deck
def test_numbers(name):
    compare(DECKS[name], 300, SEED)


def compare_splits(rules: ddz.Rules, number: int, seed: int) -> None:
    random_ = random.Random(seed)
    for _ in range(number):
        hand = ddz.pack(skewed(random_, rules, random_.randint(3, 10)))
        bombs = random_.choice((None, None, 0, 1))
        expected = list(Reference().splits(rules, hand, bombs))
        assert list(Core().splits(rules, hand, bombs)) == expected, (ddz.format_hand(hand), bombs)
        assert Core().split(rules, hand, bombs) == expected[0]


@every_deck
def test_splits(name):
    compare_splits(DECKS[name], 60, SEED)


@pytest.mark.slow
@every_deck
def test_splits_at_length(name):
    compare_splits(DECKS[name], 2_000, SEED + 1)


@pytest.mark.parametrize(
    ("text", "hand", "bombs", "fewest"),
    [
        # rules.md 8.4; the first hand is printed in source A
        ("four", "3333344445556667788TJQKAR", None, 5),
        ("four", "3333344445556667788TJQKAR", 2, 5),
        ("four", "3333344445556667788TJQKAR", 1, 6),
        ("four", "3333344445556667788TJQKAR", 0, 6),
        ("four", "A2345", None, 1),
        ("four", "AA2233", None, 1),
        ("four low_chains=straight_only", "AA2233", None, 3),
        ("four", "AAA222333", None, 1),
        ("four low_chains=straight_only", "AAA222333", None, 3),
        ("four", "KKKAAA222", None, 2),
        ("four", "5556667799", None, 2),
        ("four", "5556667788", None, 1),
        ("four", "3344", None, 2),
        ("four", "555BB", None, 1),
    ],
)
def test_printed_positions(text, hand, bombs, fewest):
    rules, packed = rules_from(text), ddz.pack(ddz.parse_hand(hand))
    assert Core().min_plays(rules, packed, bombs) == fewest
    assert Reference().min_plays(rules, packed, bombs) == fewest
    parts = ddz.split(packed, rules=rules, bombs=bombs)
    assert len(parts) == fewest
    assert sum(part.cards for part in parts) == packed


@every_deck
def test_large_hands(name):
    check_large(DECKS[name], 5, SEED)


@pytest.mark.slow
@every_deck
def test_numbers_at_length(name):
    compare(DECKS[name], 10_000, SEED + 1)


@pytest.mark.slow
@every_deck
def test_large_hands_at_length(name):
    check_large(DECKS[name], 200, SEED + 1)


def test_options_that_are_not_known():
    with pytest.raises(ddz.errors.RulesError, match="several decks"):
        ddz.min_plays("3", rules=ddz.rules("four").replace(wing_extends_plane=False))


def even_hands(rules: ddz.Rules) -> Iterator[list[int]]:
    """Hands with equally many cards of each rank, or by turns so many and so many: all fit all."""
    sizes = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15)
    orders = [range(start, start + 13) for start in (0, 4, 9)] + [range(0, 26, 2), range(1, 27, 3)]
    for order, first, second in product(orders, sizes, sizes):
        counts = [0] * 15
        for index, rank in enumerate(order):
            size = second if index % 2 else first
            size = min(size, rules.deck[rank % 13], rules.max_hand - sum(counts))
            counts[rank % 13] = counts[rank % 13] or size
        yield counts


@pytest.mark.parametrize("name", [name for name in DECKS if name in ddz.rule_names()])
def test_search_ends_in_time(name):
    """Hands in which everything goes with everything are the hardest; time is counted in steps."""
    fresh = DECKS[name].replace(name=f"{name} again")  # knows no rests yet
    for counts in even_hands(fresh):
        for bombs in (None, 0, 1):
            steps = search_steps(counts, rules=fresh, bombs=bombs)
            assert steps <= MOST_STEPS, f"{ddz.format_hand(counts)}, {bombs=}: {steps} steps"


#: the hardest that hill climbing found among some hundred thousand hands of each; 118,205 steps
CLIMBED = (
    ("four", "3345556666666777777778888889999TT", 2),
    ("six4", "3455566666667777777777777778888888888999999TTT", 0),
    ("five3", "8999TTTTTTTJJJJJJJJJQQQQQQQQQKKKKKKAAA", None),
    ("four_jokers", "789TTTTTJJJJJJJJQQQQQQQKKKKKKKAAA", 0),
)


@pytest.mark.parametrize(("name", "hand", "bombs"), CLIMBED)
def test_search_ends_in_time_for_the_hardest_known(name, hand, bombs):
    fresh = DECKS[name].replace(name=f"{name} again")
    assert search_steps(hand, rules=fresh, bombs=bombs) <= 4 * MOST_STEPS


def test_steps_are_of_several_decks_only():
    with pytest.raises(ddz.RulesError, match="several decks"):
        search_steps("34567", rules="classic")
    assert search_steps("34567", rules="four") > 0
