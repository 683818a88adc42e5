"""The reference and the core behind one face, so that every test has one body for both."""

from ast import literal_eval
from collections.abc import Iterable, Iterator
from functools import cache

import ddz_fast as ddz
from ddz_fast.reference import plays as reference
from ddz_fast.reference import splits as reference_splits

Key = tuple[int, int, int, int, int]  # packed cards, kind, length, rank, wild: all of a play


def key_of(play: ddz.Play) -> Key:
    return play.cards, int(play.kind), play.length, play.rank, play.wild


def counts_of(hand: str | int) -> tuple[int, ...]:
    counts = ddz.parse_hand(hand) if isinstance(hand, str) else ddz.unpack(hand)
    return tuple(counts.tolist())


class Core:
    """The compiled core, through the public functions."""

    name = "core"

    def legal(self, rules: ddz.Rules, hand: int, beat: Key | None, bombs: int | None) -> list[Key]:
        rival = None if beat is None else play_of(beat)
        return list(map(key_of, ddz.legal_plays(hand, rival, rules=rules, bombs=bombs)))

    def readings(self, rules: ddz.Rules, cards: str) -> list[Key]:
        return list(map(key_of, ddz.readings(cards, rules=rules)))

    def beats(self, rules: ddz.Rules, play: Key, other: Key) -> bool:
        return ddz.beats(play_of(play), play_of(other), rules=rules)

    def all_plays(self, rules: ddz.Rules) -> list[Key]:
        return keys_of_array(ddz.all_plays(rules).array)

    def min_plays(self, rules: ddz.Rules, hand: int, bombs: int | None = None) -> int:
        return ddz.min_plays(hand, rules=rules, bombs=bombs)

    def split(self, rules: ddz.Rules, hand: int, bombs: int | None = None) -> list[Key]:
        return list(map(key_of, ddz.split(hand, rules=rules, bombs=bombs)))

    def splits(self, rules: ddz.Rules, hand: int, bombs: int | None = None) -> Iterator[list[Key]]:
        for parts in ddz.splits(hand, rules=rules, bombs=bombs):
            yield list(map(key_of, parts))


class Reference:
    """The plain Python definition."""

    name = "reference"

    def legal(self, rules: ddz.Rules, hand: int, beat: Key | None, bombs: int | None) -> list[Key]:
        rival = None if beat is None else reference_play(beat)
        return keys(reference.legal_plays(rules, counts_of(hand), rival, bombs))

    def readings(self, rules: ddz.Rules, cards: str) -> list[Key]:
        return keys(reference.readings(rules, counts_of(cards)))

    def beats(self, rules: ddz.Rules, play: Key, other: Key) -> bool:
        return reference.beats(rules, reference_play(play), reference_play(other))

    def all_plays(self, rules: ddz.Rules) -> list[Key]:
        return all_plays_by_definition(rules)

    def min_plays(self, rules: ddz.Rules, hand: int, bombs: int | None = None) -> int:
        return reference_splits.min_plays(rules, counts_of(hand), bombs)

    def split(self, rules: ddz.Rules, hand: int, bombs: int | None = None) -> list[Key]:
        return keys(reference_splits.split(rules, counts_of(hand), bombs))

    def splits(self, rules: ddz.Rules, hand: int, bombs: int | None = None) -> Iterator[list[Key]]:
        return map(keys, reference_splits.splits(rules, counts_of(hand), bombs))


@cache  # of many decks they take seconds
def all_plays_by_definition(rules: ddz.Rules) -> list[Key]:
    return keys(reference.all_plays(rules))


BOTH = [Reference(), Core()]
#: rules that no preset has, for comparing the two
VARIANTS = [
    "classic single_kickers=distinct",
    "classic both_jokers_kicker=False",
    "classic max_same_wing=2",
    "classic pair_kickers_repeat=True max_same_wing=3",
    "classic wing_extends_plane=False",
    "classic line_32=True",
    "classic low_chains=straight_only",
    "classic low_chains=all wing_extends_plane=False",
    "classic lianzha=True lianzha_max=3",
    "classic no_rocket=True",
    "classic solo_chain_min=3 pair_chain_min=2 plane_min=3",
    "lianzha pair_kickers_repeat=True line_32=True",
    "lianzha low_chains=all pair_kickers_repeat=True",
    "yunnan single_kickers=distinct",
    "two two_54=True",
    "guanpai low_chains=all",
    "guanpai paodekuai=True",
    "guanpai three_aces_bomb=True low_chains=all single_kickers=distinct",
    "classic atom_free=True",
    "lianzha atom_free=True",
]
ONE_DECK = [name for name in ddz.rule_names() if max(ddz.rules(name).deck) <= 4]
WILD_VARIANTS = [
    "super wild_sets_only=True",
    "super low_chains=all",
    "super trio2_split=True",
    "super no_rocket=True",
    "super trio_any_two=False pair_kickers_repeat=True both_jokers_kicker=False",
    "super lianzha=True single_kickers=distinct",
    "super atom_free=True",
    "super wing_extends_plane=False max_same_wing=2 line_32=True low_chains=none",
    "yunnan wild_jokers=True solo_chain_min=2",
    "classic trio_any_two=True trio2_split=True",
    "guanpai trio_any_two=True trio2_split=True three_aces_bomb=True",
]
#: where 手数 has more traps
WILD_SPLIT_VARIANTS = [
    *WILD_VARIANTS,
    "super lianzha=True pair_kickers_repeat=True",
    "super lianzha=True pair_kickers_repeat=True wild_sets_only=True lianzha_max=3",
    "super solo_chain_min=2 no_rocket=True both_jokers_kicker=False",
    "super low_chains=all pair_kickers_repeat=True lianzha=True solo_chain_min=3",
    "super wing_extends_plane=False pair_kickers_repeat=True",
    "noip wild_jokers=True",
    "classic trio_any_two=True low_chains=all",
]
MANY_DECK_VARIANTS = [
    "four cannon=any",
    "four cannon=two low_chains=straight_only",
    "four cannon=any cannon_overlap=True",
    "four cannon=any low_chains=none line_32=True joker_pair_kicker=False",
    "four atom_free=True",
    "four_jokers joker_bombs=(2,3,4)",
    "four_jokers joker_bombs=(2,3,4) joker_bomb_flat=True",
    "four_jokers four_strict=True four_jokers_top=True",
    "four_jokers abolish_straight_trio1=True joker_pair_kicker=False",
    "five3 single_kickers=distinct joker_bomb_flat=True",
    "five3 atom_free=True both_jokers_kicker=False",
    "six4 max_same_wing=2",
]


def most_cards(rules: ddz.Rules) -> int:
    """Of how many cards a hand may be that the reference shall split at once."""
    return 12 if rules.wild_jokers else rules.max_hand


def play_of(key: Key) -> ddz.Play:
    cards, kind, length, rank, wild = key
    return ddz.Play(cards, kind, rank, length, wild)


def reference_play(key: Key) -> reference.Play:
    cards, kind, length, rank, wild = key
    return reference.Play(counts_of(cards), ddz.Kind(kind), length, rank, wild)


def keys(plays: Iterable[reference.Play]) -> list[Key]:
    return [
        (ddz.pack(play.cards), int(play.kind), play.length, play.rank, play.wild) for play in plays
    ]


def keys_of_array(array) -> list[Key]:
    columns = (array[name].tolist() for name in ("cards", "kind", "length", "rank", "wild"))
    return list(zip(*columns, strict=True))


def rules_from(text: str) -> ddz.Rules:
    """Rules from a name and options, as data/ writes them: ``classic max_same_wing=3``."""
    name, *options = text.split()
    values = dict(option.split("=") for option in options)
    return ddz.rules(name).replace(**{option: _value(value) for option, value in values.items()})


def _value(text: str) -> object:
    return text if text.isidentifier() and text not in ("True", "False") else literal_eval(text)
