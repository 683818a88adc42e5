"""Cards that a deck does not have, hands that are too large, wrong plays and limits, everywhere.

Whatever the form and the function, an error says what is wrong, where, and what would be right; and
random input is refused, or answered as the definition says.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddz_fast as ddz
from command_line import Run
from implementations import Core, Reference, counts_of, key_of, rules_from

TOO_LARGE = {
    "classic": "333344445555666677778",
    "guanpai": "33334444555566667",
    "noip": "333344445555666677778888",
    "four": "3" * 8 + "4" * 8 + "5" * 8 + "6" * 8 + "77",
    "four_jokers": "3" * 8 + "4" * 8 + "5" * 8 + "6" * 8 + "77",
    "five2": "3" * 8 + "4" * 8 + "5" * 8 + "6" * 5,
    "five3": "3" * 12 + "4" * 12 + "5" * 12 + "666",
    "six3": "3" * 12 + "4" * 12 + "5555",
    "six4": "3" * 15 + "4" * 15 + "5" * 15 + "66",
    "super": "333344445555666677778",
}
WRONG_HANDS = [
    ("classic", "33333", "5 cards of rank 3: the deck of classic has 4"),
    ("classic", "BB", "2 cards of rank B: the deck of classic has 1"),
    ("guanpai", "AAAA", "4 cards of rank A: the deck of guanpai has 3"),
    ("two", "3", "1 cards of rank 3: the deck of two has 0"),
    ("four", "3" * 9, "9 cards of rank 3: the deck of four has 8"),
    ("four", "BBB", "3 cards of rank B: the deck of four has 2"),
    ("four_jokers", "2" * 9, "9 cards of rank 2: the deck of four_jokers has 8"),
    ("five2", "RRR", "3 cards of rank R: the deck of five2 has 2"),
    ("five3", "K" * 13, "13 cards of rank K: the deck of five3 has 12"),
    ("six3", "3" * 13, "13 cards of rank 3: the deck of six3 has 12"),
    ("six3", "BBBB", "4 cards of rank B: the deck of six3 has 3"),
    ("six4", "RRRRR", "5 cards of rank R: the deck of six4 has 4"),
    ("six4", "3" * 16, "16 cards of rank 3: a packed hand holds 0 to 15 of a rank"),
    ("super", "33333", "5 cards of rank 3: the deck of super has 4"),
    ("super", "RR", "2 cards of rank R: the deck of super has 1"),
    *(
        (
            name,
            cards,
            f"{len(cards)} cards: the largest hand of {name} has {ddz.rules(name).max_hand}",
        )
        for name, cards in TOO_LARGE.items()
    ),
]
every_wrong_hand = pytest.mark.parametrize(
    ("name", "cards", "message"), WRONG_HANDS, ids=[f"{row[0]}-{row[1][:9]}" for row in WRONG_HANDS]
)


@cache
def has_splits(rules: str | ddz.Rules) -> bool:
    try:
        return ddz.min_plays("", rules=rules) == 0
    except ddz.RulesError:  # 手数 is not there yet
        return False


def forms_of(cards: str) -> Iterator[Any]:
    """A hand as text, as counts, and packed where that can be."""
    counts = [cards.count(card) for card in ddz.RANKS]
    yield from (cards, counts, np.array(counts, np.uint8))
    if max(counts) <= 15:
        yield ddz.pack(counts)
        yield np.uint64(ddz.pack(counts))


def on_one(name: str) -> Iterator[Callable[[Any], object]]:
    """Every function that takes one hand."""
    for function in (ddz.legal_plays, ddz.count_plays):
        yield lambda hand, function=function: function(hand, rules=name)
        yield lambda hand, function=function: function(hand, "5", rules=name)
    yield lambda hand: ddz.is_legal("5", hand, rules=name)
    if has_splits(name):
        for function in (ddz.min_plays, ddz.split, ddz.splits):
            yield lambda hand, function=function: function(hand, rules=name)


def on_many(name: str) -> Iterator[Callable[[Any], object]]:
    """Every function that takes many hands."""
    functions = [ddz.legal_plays_batch, ddz.count_plays_batch]
    if has_splits(name):
        functions += [ddz.min_plays_batch, ddz.split_batch]
    for function in functions:
        for threads in (1, 2):
            yield lambda hands, function=function, threads=threads: function(
                hands, rules=name, threads=threads
            )


@every_wrong_hand
def test_a_wrong_hand_is_refused_by_every_function(name, cards, message):
    for hand in forms_of(cards):
        for function in on_one(name):
            with pytest.raises(ddz.HandError, match=re.escape(message)):
                function(hand)


@every_wrong_hand
def test_a_wrong_hand_among_many_is_named(name, cards, message):
    for hand in forms_of(cards):
        good: Any = "5" if isinstance(hand, str) else 0 if np.ndim(hand) == 0 else [0] * 15
        hands = [good, hand, good]
        if not isinstance(hand, (str, list)):
            hands = np.array(hands, np.uint64 if np.ndim(hand) == 0 else np.uint8)
        for function in on_many(name):
            with pytest.raises(ddz.HandError, match="hand 1: " + re.escape(message)):
                function(hands)


@every_wrong_hand
def test_a_wrong_hand_on_the_command_line(run: Run, name, cards, message):
    commands = ["show", "plays", "plays --count --json"]
    if has_splits(name):
        commands += ["split", "split --all"]
    for command in commands:
        status, out, err = run(f"{command} --rules {name} {cards}")
        assert (status, out) == (2, "")
        assert err.startswith(f"ddz-fast: error: {message}")


WRONG_PLAYS = [
    ("classic", "345", "'345' is no play of classic"),
    ("classic", "33+3", "'33+3' is no play of classic; the cards are 333 (TRIO)"),
    ("four", "3334", "'3334' is no play of four"),
    ("four", "3" * 9, f"'{'3' * 9}' is no play of four: 9 cards of rank 3: the deck of four has 8"),
    ("four", "BBB", "'BBB' is no play of four: 3 cards of rank B: the deck of four has 2"),
    ("four_jokers", "BR", "'BR' is no play of four_jokers"),
    ("five3", "BBBB", "'BBBB' is no play of five3: 4 cards of rank B: the deck of five3 has 3"),
    ("six4", "3" * 16, "16 cards of rank 3: a packed hand holds 0 to 15 of a rank"),
    ("super", "33B=4", "'33B=4' is no play of super; the cards are 33B=3 (TRIO)"),
    ("super", "3333B=3", "'3333B=3' is no play of super"),
    ("super", "3" * 21, f"{21} cards of rank 3: a packed hand holds"),
    *((name, cards, f"no play of {name}: {len(cards)} cards") for name, cards in TOO_LARGE.items()),
]


@pytest.mark.parametrize(("name", "play", "message"), WRONG_PLAYS)
def test_a_wrong_play_is_refused_by_every_function(run: Run, name, play, message):
    for function in (
        lambda: ddz.legal_plays("5", play, rules=name),
        lambda: ddz.count_plays("5", play, rules=name),
        lambda: ddz.is_legal("5", "5", play, rules=name),
        lambda: ddz.beats("5", play, rules=name),
        lambda: ddz.beats(play, "5", rules=name),
        lambda: ddz.Play.parse(play, rules=name),
        lambda: ddz.action_id(play, rules=name),
        lambda: ddz.legal_plays_batch(["5"], play, rules=name),
        lambda: ddz.count_plays_batch(["5"], play, rules=name),
    ):
        with pytest.raises((ddz.PlayError, ddz.HandError), match=re.escape(message)):
            function()
    status, out, err = run(f"plays --rules {name} 5 --beat {play}")
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize(
    ("name", "play"),
    [
        ("classic", ddz.Play("33333", ddz.Kind.BOMB, 0, 5)),
        ("four", ddz.Play("3" * 9, ddz.Kind.BOMB, 0, 9)),
        ("four", ddz.Play("BBB", ddz.Kind.ROCKET, 0, 3)),
        ("six3", ddz.Play("BBBB", ddz.Kind.ROCKET, 0, 4)),
        ("guanpai", ddz.Play("22", ddz.Kind.PAIR, 12)),
    ],
)
def test_a_play_that_the_deck_has_not_is_refused(name, play):
    record = np.zeros(1, ddz.PLAY)
    record[0] = (play.cards, play.kind, play.rank, play.length, play.size, play.wild)
    message = rf"no play of {name}: \d+ cards of rank .: the deck of {name} has \d"
    for beat in (play, record[0]):
        with pytest.raises(ddz.PlayError, match=message):
            ddz.legal_plays("5", beat, rules=name)
    with pytest.raises(ddz.PlayError, match=rf"beat\[0\] is {message}"):
        ddz.count_plays_batch(["5"], record, rules=name)
    assert not ddz.is_legal(play, "5", rules=name)
    assert ddz.readings(play.cards, rules=name) == []


@pytest.mark.parametrize("name", ["classic", "four", "six4"])
@pytest.mark.parametrize(
    ("bombs", "error", "message"),
    [
        (-1, ValueError, "bombs=-1: a number of bombs is 0 or more, or None for no limit"),
        (True, TypeError, "bombs is a number of bombs or None, not bool"),
        (1.5, TypeError, "bombs is a number of bombs or None, not float"),
        ("1", TypeError, "bombs is a number of bombs or None, not str"),
    ],
)
def test_a_wrong_limit_is_refused_by_every_function(name, bombs, error, message):
    for function in (
        ddz.legal_plays,
        ddz.count_plays,
        ddz.min_plays,
        ddz.split,
        ddz.splits,
        lambda hand, **options: ddz.is_legal("5", hand, **options),
    ):
        with pytest.raises(error, match=message):
            function("5", rules=name, bombs=bombs)
    for function in (
        ddz.legal_plays_batch,
        ddz.count_plays_batch,
        ddz.min_plays_batch,
        ddz.split_batch,
    ):
        with pytest.raises(error, match=message):
            function(["5"], rules=name, bombs=bombs)
        with pytest.raises(TypeError, match=r"bombs are integers \(255: no limit\), not object"):
            function(["5"], rules=name, bombs=[None])


# Random input: refused as the definition says, or answered as it says

PRESETS = st.sampled_from(ddz.rule_names()).map(ddz.rules)
OPTIONS = (
    "four cannon=any cannon_overlap=True",
    "four_jokers joker_bombs=(2,3,4)",
    "guanpai paodekuai=True",
    "super low_chains=all",
)
RULES = PRESETS | st.sampled_from(OPTIONS).map(rules_from)


@st.composite
def near_hands(draw: st.DrawFn) -> tuple[ddz.Rules, list[int]]:
    """Counts that are a hand, or nearly: a card too much of a rank, or in all."""
    rules = draw(RULES)
    counts = [0] * 15
    ranks = st.integers(0, 14)
    for _ in range(draw(st.sampled_from((3, 6, rules.max_hand, rules.max_hand + 1)))):
        counts[draw(ranks)] += 1
    if draw(st.booleans()):
        counts = [min(count, have) for count, have in zip(counts, rules.deck, strict=True)]
    else:
        counts[draw(ranks)] = draw(st.integers(0, 18))
    return rules, counts


WHY_NO_HAND = (
    r"^(hand 0: )?\d+ cards"
    r"( of rank .: (the deck of .* has \d+|a packed hand holds 0 to 15 of a rank)"
    r"|: the largest hand of .* has \d+)"
)


def is_hand(rules: ddz.Rules, counts: list[int]) -> bool:
    fits = all(count <= min(have, 15) for count, have in zip(counts, rules.deck, strict=True))
    return fits and sum(counts) <= rules.max_hand


def answers(rules: ddz.Rules, hand: Any) -> tuple[list[Any], list[str]]:
    """What functions give for a hand, and the errors of those that refuse it."""
    found, errors = [], []
    many = np.array([hand], np.uint64) if isinstance(hand, int) else [hand]
    functions = [
        lambda: [key_of(play) for play in ddz.legal_plays(hand, rules=rules)],
        lambda: ddz.count_plays(hand, rules=rules),
        lambda: ddz.count_plays_batch(many, rules=rules).tolist(),
        lambda: ddz.legal_plays_batch(many, rules=rules)[1].tolist(),
    ]
    if has_splits(rules):
        functions.append(lambda: ddz.min_plays(hand, rules=rules))
        functions.append(lambda: ddz.min_plays_batch(many, rules=rules).tolist())
    for function in functions:
        try:
            found.append(function())
        except ddz.HandError as error:
            errors.append(str(error))
    return found, errors


def check_hand(rules: ddz.Rules, counts: list[int], hand: Any) -> None:
    found, errors = answers(rules, hand)
    if not is_hand(rules, counts):
        assert not found
        assert all(re.search(WHY_NO_HAND, error) for error in errors), errors
        return
    assert not errors
    plays, count, counts_many, offsets, *fewest = found
    assert count == len(plays) == counts_many[0] == offsets[1]
    assert len(set(plays)) == count
    for cards, kind, length, rank, wild in plays[:: max(1, count // 20)]:
        play = ddz.Play(cards, kind, rank, length, wild)
        assert ddz.is_legal(play, hand, rules=rules)
        assert play in ddz.readings(cards, rules=rules)
    if fewest:
        parts = ddz.split(hand, rules=rules)
        assert fewest == [len(parts), [len(parts)]]
        assert sum(part.cards for part in parts) == ddz.pack(counts)
    if sum(counts) <= 8:
        assert plays == Reference().legal(rules, ddz.pack(counts), None, None)


@given(near_hands())
def test_random_counts(hand):
    rules, counts = hand
    check_hand(rules, counts, counts)
    if max(counts) <= 15:
        check_hand(rules, counts, ddz.pack(counts))


@given(RULES, st.integers(0, 2**64 - 1))
def test_random_words(rules, word):
    counts = [word >> 4 * rank & 15 for rank in range(15)]
    if word >> 60:
        found, errors = answers(rules, word)
        assert not found
        assert all("a packed hand is 0 to 2**60 - 1" in error for error in errors)
    else:
        check_hand(rules, counts, word)


@given(PRESETS, st.binary(min_size=16, max_size=16), st.data())
def test_random_records(rules, noise, data):
    """A record is taken as a rival play if and only if it is one of the rule set's plays."""
    every = ddz.all_plays(rules).array
    record = np.frombuffer(noise, ddz.PLAY).copy()
    if data.draw(st.booleans()):
        record[0] = every[data.draw(st.integers(0, len(every) - 1))]
        field = data.draw(st.sampled_from(ddz.PLAY.names))
        limits = {"rank": (-128, 127), "cards": (0, 2**64 - 1), "wild": (0, 0x0F0F)}
        record[field] = data.draw(st.integers(*limits.get(field, (0, 17))))
    same_cards = every[every["cards"] == record["cards"]]
    is_known = bool((same_cards == record).any())
    hands = ["", "56789"]
    results = []
    for function in (
        lambda: ddz.count_plays(hands[1], record[0], rules=rules),
        lambda: ddz.count_plays_batch(hands, np.repeat(record, 2), rules=rules)[1],
        lambda: ddz.legal_plays_batch(hands[1:], record, rules=rules)[1][1],
    ):
        try:
            results.append(int(function()))
        except ddz.PlayError:
            results.append(None)
    if not record.tobytes().strip(b"\0"):
        assert results == [ddz.count_plays(hands[1], rules=rules)] * 3
    elif is_known:
        expected = Core().legal(
            rules, ddz.pack(counts_of(hands[1])), key_of_record(record[0]), None
        )
        assert results == [len(expected)] * 3
    else:
        assert results == [None] * 3


def key_of_record(record: np.void) -> tuple[int, int, int, int, int]:
    cards, kind, rank, length, _, wild = record.tolist()
    return cards, kind, length, rank, wild


@given(PRESETS, st.text(alphabet="3456789TJQKA2BR+=, 1x王小", max_size=12))
def test_random_text(rules, text):
    try:
        counts = ddz.parse_hand(text).tolist()
    except ddz.HandError:
        pass
    else:
        check_hand(rules, counts, text)
    try:
        play = ddz.Play.parse(text, rules=rules)
    except (ddz.HandError, ddz.PlayError):
        return
    assert ddz.Play.parse(str(play), rules=rules) == play
    assert play in ddz.readings(play.cards, rules=rules)
