"""Rule sets as data: what a rule set allows, and what beats what (docs/rules.md).

The reference and the compiled core read the same `Rules`; neither has a rule of its own. A new
rule set is a new preset (`presets`); nothing else asks for a rule set's name.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .cards import ACE, BLACK_JOKER, MAX_COUNT, RANK_COUNT
from .errors import RulesError
from .game_rules import GAME_CHECKS, GameRules
from .kinds import GRAMMAR, MAX_MEANT, Kind
from .options import (
    ALL_KINDS,
    CHECKS,
    FULL_DECK,
    brought,
    check_effect,
    check_names,
    check_values,
    described,
)
from .room import lengths_of

USUAL_KINDS = ALL_KINDS - {Kind.PLANE_CHAIN}
_CHECKS = {**CHECKS, **GAME_CHECKS}
BombOrder = tuple[tuple[Kind, int], ...]


class _Variant:
    """What a rule set keeps beside its fields, so that its options can be taken back."""

    _given: Mapping[str, Any]  #: the fields before options that are on brought others
    _origin: Mapping[str, Any]  #: the same of the named rule set that it is a variant of


@dataclass(frozen=True, kw_only=True)
class PlayRules:
    """The options of plays; :class:`Rules` has them, and after them those of the game."""

    name: str
    title: str  #: its Chinese name
    deck: tuple[int, ...] = FULL_DECK  #: cards of each rank in the whole deck
    players: int = 3
    max_hand: int = 20  #: cards in the largest hand that is dealt, bottom cards included
    kinds: frozenset[Kind] = USUAL_KINDS  #: the kinds that may exist; the options below narrow them
    solo_chain_min: int = 5
    pair_chain_min: int = 3
    plane_min: int = 2
    #: chains may hold 2 above A (rules.md 7, note iii)
    line_32: bool = False
    #: chains may begin with A or 2 below 3: "none", "straight_only" (solo chains) or "all" (A-10)
    low_chains: str = "none"
    #: single kickers of one play: "any", or all of "distinct" ranks (A-02, A-06)
    single_kickers: str = "any"
    #: both jokers may be single kickers of one play (A-03)
    both_jokers_kicker: bool = True
    #: most single kickers of one rank in a play; None: as many as there are (A-04)
    max_same_wing: int | None = None
    #: pair kickers of one play may be of one rank (A-05)
    pair_kickers_repeat: bool = False
    #: a trio among the single wings may lie next to the plane that carries it (rules.md 7)
    wing_extends_plane: bool = True
    #: a bare TRIO only by a hand of exactly three cards (rules.md 1b.4)
    trio_only_as_last: bool = False
    #: how many jokers, of any mix, make a ROCKET (rules.md 1b.6)
    joker_bombs: tuple[int, ...] = (2,)
    #: jokers are never a ROCKET (A-29)
    no_rocket: bool = False
    #: consecutive quads are a BOMB_CHAIN and no QUAD_PAIR (rules.md 1b.8)
    lianzha: bool = False
    #: most quads in a BOMB_CHAIN (A-34)
    lianzha_max: int = 2
    #: (kind, length) of bomb-class plays, weakest first; what the rules lack is passed over
    bomb_order: BombOrder = (
        (Kind.BOMB, 4),
        (Kind.BOMB, 3),
        (Kind.ROCKET, 2),
        (Kind.BOMB_CHAIN, 2),
        (Kind.BOMB_CHAIN, 3),
    )
    #: a ROCKET uses up no limit on bombs (A-42)
    atom_free: bool = False
    #: three aces, where the deck has no more, are a BOMB too (rules.md 2 (7))
    three_aces_bomb: bool = False
    #: plays of 跑得快: pair chains from two pairs, and AAA a bomb (rules.md 2 (7))
    paodekuai: bool = False
    #: two players with all 54 cards, not 46 (A-33)
    two_54: bool = False
    #: equal jokers may be a pair kicker (A-11)
    joker_pair_kicker: bool = True
    #: rockets of equally many jokers do not beat each other, whatever jokers they are (A-22)
    joker_bomb_flat: bool = False
    #: pairs beside a PLANE_CHAIN's trios: as many ("equal"), "two", or "any" from two on (A-12)
    cannon: str = "equal"
    #: the pairs of a PLANE_CHAIN may be of ranks of its trios (A-13)
    cannon_overlap: bool = False
    #: a rocket of all jokers beats every bomb (A-19)
    four_jokers_top: bool = False
    #: no chains of singles, no trios and planes with singles (A-18)
    abolish_straight_trio1: bool = False
    #: none of these, and no quads with kickers (A-18)
    four_strict: bool = False
    #: the kicker of a TRIO_PAIR is a pair or two different single cards (A-26)
    trio_any_two: bool = False
    #: these are two types, which do not answer each other (A-26)
    trio2_split: bool = False
    #: B and R may stand for any rank 3..2 beside a natural card (rules.md 2 (6), 1b.7)
    wild_jokers: bool = False
    #: but not in chains and planes (A-30)
    wild_sets_only: bool = False


@dataclass(frozen=True, kw_only=True)
class Rules(GameRules, PlayRules, _Variant):
    """One rule set. Make a variant with :meth:`replace`; names and values are checked.

    Two are equal if they have the same name and the same fields.

    >>> rules("classic").replace(single_kickers="distinct").single_kickers
    'distinct'
    """

    def __post_init__(self) -> None:
        """Refuse what is no rule set, saying what would be right."""
        given = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        check_values(given, _CHECKS)
        self.__dict__.update(brought(given), _given=given, _origin=given)
        self._check_together()

    def _check_together(self) -> None:
        """Refuse fields that do not go together."""
        self._check_game()
        if self.low_chains != "none" and self.line_32:
            raise RulesError("low_chains and line_32: a 2 is below 3 or above A, not both")
        if self.two_54 and self.players != 2:
            raise RulesError("two_54 is an option of the two-player game")
        if self.wild_jokers or self.trio_any_two:
            self._check_one_deck()
        if self.three_aces_bomb:
            self._check_three_aces()
        for kind in (Kind.BOMB, Kind.BOMB_CHAIN, Kind.ROCKET):
            for length in self.lengths(kind):
                if (kind, length) not in self.bomb_order and self._may_be_bomb(kind, length):
                    raise RulesError(f"bomb_order has no place for {kind.name} of length {length}")

    def _check_game(self) -> None:
        """Refuse options of deal and auction that do not go together."""
        if self.landlords == 0 and self.auction != "none":
            raise RulesError("landlords=0: nobody becomes landlord, so auction is 'none'")
        if self.landlords == 0 and self.scoring == "chips":
            raise RulesError("scoring='chips' is paid between a landlord and farmers")
        if self.landlords >= self.players:
            raise RulesError(f"landlords={self.landlords} leaves no farmer of {self.players}")
        if self.landlords == 2 and max(self.deck[:BLACK_JOKER]) < 8:
            raise RulesError("landlords=2: the hidden one is found by a twin card, of two packs")
        if self.auction == "yield_grabs" and self.players != 2:
            raise RulesError("yield_grabs is the auction of two players")

    def _check_one_deck(self) -> None:
        """Refuse the options of one deck with more cards, where no text tells what they mean."""
        if max(self.deck) > MAX_MEANT or max(self.deck[BLACK_JOKER:]) > 1:
            raise RulesError("wild_jokers and trio_any_two are options of one deck")
        if Kind.PLANE_CHAIN in self.kinds:
            raise RulesError("wild_jokers and trio_any_two: not with PLANE_CHAIN")

    def _check_three_aces(self) -> None:
        """Refuse AAA as a bomb where it is not all aces, or where no text tells what it means."""
        if self.deck[ACE] != 3:
            raise RulesError("three_aces_bomb is an option of decks with three aces")
        if Kind.TRIO not in self.kinds or self.trio_only_as_last or self.wild_jokers:
            raise RulesError(
                "three_aces_bomb needs TRIO among the kinds, and neither trio_only_as_last nor"
                " wild_jokers"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was given only, not what others keep on the object."""
        return _variant, (self._given, self._origin)

    def replace(self, **options: Any) -> "Rules":
        """Give the same rules with other options, which its name tells behind the old one.

        What an option brings goes when it is taken back: only the last value of each option counts,
        not the order in which they were changed. A variant that is given a `name` is a rule set of
        its own.

        Raises RulesError for an unknown option (it lists those there are), a wrong value, or
        options that exclude each other.

        >>> strict = rules("four_jokers").replace(four_strict=True)
        >>> strict.name, Kind.QUAD_SOLO in strict.kinds
        ('four_jokers(four_strict=True)', False)
        >>> strict.replace(four_strict=False) == rules("four_jokers")
        True
        """
        check_names(options, self._given)
        given = {**self._given, **options}
        check_values(given, _CHECKS)
        origin = given if "name" in options else self._origin
        changed = [name for name in given if given[name] != origin[name] and name != "name"]
        check_effect([*options, *changed], given)
        return _variant({**given, "name": origin["name"] + described(given, changed)}, origin)

    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt.

        >>> rules("two").hand_size, rules("four").hand_size
        (17, 25)
        """
        return (sum(self.deck) - self.bottom - self.dead) // self.players

    def check_deal(self) -> None:
        """Refuse, with RulesError, what cannot be dealt and played.

        >>> rules("guanpai").replace(players=4).check_deal()
        """
        cards, largest = sum(self.deck), self.hand_size + self.bottom * (self.landlords > 0)
        if self.hand_size * self.players + self.bottom + self.dead != cards or self.hand_size < 1:
            raise RulesError(
                f"{self.name}: {cards} cards less bottom={self.bottom} and"
                f" dead={self.dead} do not come out even for {self.players} players"
            )
        if largest > self.max_hand:
            raise RulesError(
                f"{self.name}: a hand of {largest} cards is dealt, the bottom included, and"
                f" max_hand={self.max_hand}"
            )
        if Kind.SOLO not in self.kinds:
            raise RulesError(f"{self.name} has no SOLO: who leads must have a play")

    def lengths(self, kind: Kind) -> range:
        """The lengths of the plays of a kind; empty where the rules have no such play.

        >>> rules("classic").lengths(Kind.SOLO_CHAIN), rules("noip").lengths(Kind.PLANE_SOLO)
        (range(5, 13), range(0, 0))
        """
        return self._lengths.get(kind, range(0))

    @cached_property
    def _lengths(self) -> Mapping[Kind, range]:
        return {kind: lengths_of(self, kind) for kind in GRAMMAR}

    def wing_lengths(self, length: int) -> range:
        """The lengths of the chain of pairs that a PLANE_CHAIN of so many trios may carry (A-12).

        >>> rules("four").wing_lengths(3), rules("four").replace(cannon="two").wing_lengths(3)
        (range(3, 4), range(2, 3))
        """
        lowest, highest = {"equal": (length, length), "two": (2, 2), "any": (2, 13)}[self.cannon]
        ranks = 13 if self.cannon_overlap else 13 - length
        highest = min(
            highest, ranks, len(self.line(Kind.PAIR_CHAIN)), (self.max_hand - 3 * length) // 2
        )
        return range(lowest, max(lowest, highest + 1))

    def line(self, kind: Kind, length: int = 0) -> range:
        """The places where the groups of a kind's body may lie, in order (``kinds.rank_at``).

        Those of a BOMB depend on its length too: one of three cards is of aces.

        >>> rules("classic").line(Kind.PAIR), rules("classic").line(Kind.PAIR_CHAIN)
        (range(0, 13), range(0, 12))
        """
        if kind == Kind.BOMB and length == 3:
            return range(ACE, ACE + 1)
        if kind == Kind.BOMB_CHAIN:
            return range(12)  # no 2, and no A below 3, whatever other chains may do
        if GRAMMAR[kind].chain:
            low = self.low_chains == "all" or (
                self.low_chains == "straight_only" and kind == Kind.SOLO_CHAIN
            )
            return range(-2 if low else 0, 13 if self.line_32 else 12)
        if kind == Kind.SOLO or (kind == Kind.PAIR and self.joker_pairs):
            return range(RANK_COUNT)
        return range(13)

    def kicker_shape(self, kind: Kind) -> tuple[int, int]:
        """How many kickers each group of a kind's body has, and of how many cards.

        >>> [rules(name).kicker_shape(Kind.TRIO_PAIR) for name in ("classic", "super")]
        [(1, 2), (2, 1)]
        """
        if kind == Kind.TRIO_PAIR and self.trio_any_two:
            return 2, 1  # two single cards, which may be equal: then they are a pair
        return GRAMMAR[kind].kickers, GRAMMAR[kind].kicker_size

    def may_be_wild(self, kind: Kind) -> bool:
        """Whether a joker in a play of the kind may stand for another card.

        >>> rules("super").may_be_wild(Kind.PLANE), rules("classic").may_be_wild(Kind.PLANE)
        (True, False)
        """
        return self.wild_jokers and not (self.wild_sets_only and GRAMMAR[kind].chain)

    def is_limited(self, kind: Kind) -> bool:
        """Whether a play of the kind uses up one of the bombs that a player may still make (A-42).

        >>> rules("four").is_limited(Kind.ROCKET)
        True
        >>> rules("four").replace(atom_free=True).is_limited(Kind.ROCKET)
        False
        """
        return kind.is_bomb and not (self.atom_free and kind == Kind.ROCKET)

    @property
    def rocket_sizes(self) -> tuple[int, ...]:
        """How many jokers make a ROCKET; none where there is none."""
        is_there = Kind.ROCKET in self.kinds and not self.no_rocket
        return self.joker_bombs if is_there else ()

    @property
    def joker_pairs(self) -> bool:
        """Whether two equal jokers are a pair: not where any two are a ROCKET (rules.md 1b.5)."""
        return 2 not in self.rocket_sizes

    @property
    def wing_limit(self) -> int:
        """Most single kickers of one rank in one play."""
        if self.single_kickers == "distinct":
            return 1
        return MAX_COUNT if self.max_same_wing is None else self.max_same_wing

    @property
    def bombs(self) -> BombOrder:
        """(kind, length) of every bomb-class play there is, weakest first; its index is its power.

        >>> [(kind.name, length) for kind, length in rules("classic").bombs]
        [('BOMB', 4), ('ROCKET', 2)]
        """
        return tuple(
            (kind, length)
            for kind, length in self.bomb_order
            if length in self.lengths(kind) and self._may_be_bomb(kind, length)
        )

    def _may_be_bomb(self, kind: Kind, length: int) -> bool:
        return kind != Kind.ROCKET or length in self.joker_bombs


def _variant(given: Mapping[str, Any], origin: Mapping[str, Any]) -> Rules:
    rules = Rules(**given)
    rules.__dict__["_origin"] = origin
    return rules
