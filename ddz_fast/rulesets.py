"""Rule sets as data: what a rule set allows, and what beats what (docs/rules.md).

The reference and the compiled core read the same `Rules`; neither has a rule of its own. A new
rule set is a new preset (`presets`); nothing else asks for a rule set's name.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from .cards import ACE, BLACK_JOKER, MAX_COUNT, RANK_COUNT, RED_JOKER
from .errors import RulesError
from .kinds import GRAMMAR, MAX_MEANT, Kind, size_of

ALL_KINDS = frozenset(GRAMMAR)
USUAL_KINDS = ALL_KINDS - {Kind.PLANE_CHAIN}
FULL_DECK = (4,) * 13 + (1, 1)
BombOrder = tuple[tuple[Kind, int], ...]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One rule set. Make a variant with :meth:`replace`; names and values are checked.

    >>> rules("classic").replace(single_kickers="distinct").single_kickers
    'distinct'
    """

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

    def __post_init__(self) -> None:
        """Refuse what is no rule set, saying what would be right."""
        for name, (is_right, what) in _CHECKS.items():
            value = getattr(self, name)
            if not is_right(value):
                raise RulesError(f"{name}={value!r}: {name} is {what}")
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
        """Pickle the fields only, not what others keep on the object."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return _make, (fields,)

    def replace(self, **options: Any) -> Self:
        """Give the same rules with other options; the variant keeps the name with them behind it.

        Raises RulesError for an unknown option (it lists those there are) or a wrong value.

        >>> rules("classic").replace(max_same_wing=3).name
        'classic(max_same_wing=3)'
        """
        known = [field.name for field in dataclasses.fields(self)]
        for name in options:
            if name in _NOT_HERE:
                raise RulesError(f"{name} is no option of plays: {_NOT_HERE[name]}")
            if name not in known:
                raise RulesError(f"unknown option {name!r}; there are {', '.join(known)}")
        changes = {**self._bundled(options), **options}
        if "name" not in options:
            said = ", ".join(f"{name}={value!r}" for name, value in options.items())
            changes["name"] = f"{self.name}({said})" if said else self.name
        return dataclasses.replace(self, **changes)

    def _bundled(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Fields that an option's change brings with it."""
        changes: dict[str, Any] = {}
        for name, value in options.items():
            if name in _BUNDLES and value is not getattr(self, name):
                changes |= _BUNDLES[name](self, value)
        return changes

    def lengths(self, kind: Kind) -> range:
        """The lengths of the plays of a kind; empty where the rules lack the kind.

        >>> rules("classic").lengths(Kind.SOLO_CHAIN), rules("noip").lengths(Kind.PLANE_SOLO)
        (range(5, 13), range(0, 0))
        """
        if kind not in self.kinds:
            return range(0)
        joker_bombs = () if self.no_rocket else self.joker_bombs
        jokers = self.deck[BLACK_JOKER] + self.deck[RED_JOKER]
        lowest, highest = {
            Kind.SOLO_CHAIN: (self.solo_chain_min, 13),
            Kind.PAIR_CHAIN: (self.pair_chain_min, 13),
            Kind.PLANE: (self.plane_min, 13),
            Kind.PLANE_SOLO: (self.plane_min, 13),
            Kind.PLANE_PAIR: (self.plane_min, 13),
            Kind.PLANE_CHAIN: (self.plane_min, self._longest_with_wings()),
            Kind.BOMB: (
                3 if self.three_aces_bomb else 4,
                min(max(self.deck), MAX_COUNT),  # 1b.10: no hand holds more
            ),
            Kind.BOMB_CHAIN: (2, self.lianzha_max if self.lianzha else 0),
            Kind.ROCKET: (min(joker_bombs, default=1), min(jokers, max(joker_bombs, default=0))),
        }.get(kind, (1, 1))
        highest = min(highest, self.max_hand // size_of(kind, 1))
        if GRAMMAR[kind].chain:
            highest = min(highest, len(self.line(kind)))
        return range(lowest, max(lowest, highest + 1)) if highest >= lowest else range(0)

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

    def _longest_with_wings(self) -> int:
        return max((length for length in range(2, 14) if self.wing_lengths(length)), default=0)

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
    def joker_pairs(self) -> bool:
        """Whether two equal jokers are a pair: not where any two are a ROCKET (rules.md 1b.5)."""
        return self.no_rocket or 2 not in self.joker_bombs

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


def _make(fields: dict[str, Any]) -> Rules:
    return Rules(**fields)


def _is_int(lowest: int, highest: int) -> tuple[Any, str]:
    def is_right(value: Any) -> bool:
        return type(value) is int and lowest <= value <= highest

    return is_right, f"a whole number from {lowest} to {highest}"


def _is_one_of(*values: str) -> tuple[Any, str]:
    return (lambda value: value in values), " or ".join(map(repr, values))


def _is_tuple(of: Any) -> Any:
    return lambda value: type(value) is tuple and all(map(of, value))


def _is_bomb_entry(entry: Any) -> bool:
    if type(entry) is not tuple or len(entry) != 2:
        return False
    kind, length = entry
    return isinstance(kind, Kind) and kind.is_bomb and type(length) is int


_IS_BOOL = (lambda value: type(value) is bool), "True or False"
_CHECKS: dict[str, tuple[Any, str]] = {
    "name": ((lambda value: type(value) is str), "text"),
    "title": ((lambda value: type(value) is str), "text"),
    "deck": (
        (lambda value: _is_tuple(_is_int(0, 16)[0])(value) and len(value) == RANK_COUNT),
        "a tuple of 15 counts from 0 to 16",
    ),
    "players": _is_int(2, 6),
    "max_hand": _is_int(1, 46),
    "kinds": (
        (lambda value: type(value) is frozenset and value <= ALL_KINDS),
        f"a frozenset of Kind: {', '.join(kind.name for kind in GRAMMAR)}",
    ),
    "solo_chain_min": _is_int(2, 13),
    "pair_chain_min": _is_int(2, 13),
    "plane_min": _is_int(2, 13),
    "line_32": _IS_BOOL,
    "low_chains": _is_one_of("none", "straight_only", "all"),
    "single_kickers": _is_one_of("any", "distinct"),
    "both_jokers_kicker": _IS_BOOL,
    "max_same_wing": (
        (lambda value: value is None or _is_int(1, MAX_COUNT)[0](value)),
        f"a whole number from 1 to {MAX_COUNT}, or None",
    ),
    "pair_kickers_repeat": _IS_BOOL,
    "wing_extends_plane": _IS_BOOL,
    "trio_only_as_last": _IS_BOOL,
    "joker_bombs": (_is_tuple(_is_int(2, 8)[0]), "a tuple of whole numbers from 2 to 8"),
    "no_rocket": _IS_BOOL,
    "lianzha": _IS_BOOL,
    "lianzha_max": _is_int(2, 3),
    "bomb_order": (
        (lambda value: _is_tuple(_is_bomb_entry)(value) and len(set(value)) == len(value)),
        "a tuple of different (bomb-class Kind, length)",
    ),
    "atom_free": _IS_BOOL,
    "three_aces_bomb": _IS_BOOL,
    "paodekuai": _IS_BOOL,
    "two_54": _IS_BOOL,
    "joker_pair_kicker": _IS_BOOL,
    "joker_bomb_flat": _IS_BOOL,
    "cannon": _is_one_of("equal", "two", "any"),
    "cannon_overlap": _IS_BOOL,
    "four_jokers_top": _IS_BOOL,
    "abolish_straight_trio1": _IS_BOOL,
    "four_strict": _IS_BOOL,
    "trio_any_two": _IS_BOOL,
    "trio2_split": _IS_BOOL,
    "wild_jokers": _IS_BOOL,
    "wild_sets_only": _IS_BOOL,
}

#: why some options of docs/rules.md are none of these
_NOT_HERE: Mapping[str, str] = {
    "tag_wild": "15 counts do not tell the cards that fix the landlords from others of their rank"
    " (docs/rules.md 2 (4))",
    "waste_strict": "which bombs are wasted only the game knows (docs/rules.md A-41 says how to"
    " find their plays)",
}

TWO_DECK = (0, 0, *FULL_DECK[2:])
QUAD_KINDS = frozenset({Kind.QUAD_SOLO, Kind.QUAD_PAIR})
_STRAIGHT_TRIO1 = frozenset({Kind.SOLO_CHAIN, Kind.TRIO_SOLO, Kind.PLANE_SOLO})


def _with_kinds(rules: Rules, kinds: frozenset[Kind], are_there: bool) -> dict[str, Any]:
    return {"kinds": rules.kinds | kinds if are_there else rules.kinds - kinds}


def _with_top_rocket(rules: Rules, is_top: bool) -> dict[str, Any]:
    """The rocket of four jokers above all bombs, or where the text has it (A-19)."""
    if rules.deck[BLACK_JOKER] + rules.deck[RED_JOKER] != 4:
        raise RulesError("four_jokers_top is an option of decks with four jokers")
    others = tuple(entry for entry in TWO_DECK_ORDER if entry != _FOUR_JOKER_ROCKET)
    return {"bomb_order": (*others, _FOUR_JOKER_ROCKET) if is_top else TWO_DECK_ORDER}


def _with_paodekuai(rules: Rules, is_on: bool) -> dict[str, Any]:
    return {"pair_chain_min": 2 if is_on else 3, "three_aces_bomb": is_on}


_FOUR_JOKER_ROCKET = (Kind.ROCKET, 4)
#: fields that the change of an option brings with it
_BUNDLES: Mapping[str, Callable[[Rules, bool], dict[str, Any]]] = {
    "two_54": lambda _, full: {"deck": FULL_DECK if full else TWO_DECK},
    "paodekuai": _with_paodekuai,
    "four_jokers_top": _with_top_rocket,
    "abolish_straight_trio1": lambda rules, gone: _with_kinds(rules, _STRAIGHT_TRIO1, not gone),
    "four_strict": lambda rules, gone: _with_kinds(rules, _STRAIGHT_TRIO1 | QUAD_KINDS, not gone),
}

#: 4 < two jokers < 5 < 6 < three < 7 < four < 8 (rules.md 2-3)
TWO_DECK_ORDER: BombOrder = (
    (Kind.BOMB, 4),
    (Kind.ROCKET, 2),
    (Kind.BOMB, 5),
    (Kind.BOMB, 6),
    (Kind.ROCKET, 3),
    (Kind.BOMB, 7),
    (Kind.ROCKET, 4),
    (Kind.BOMB, 8),
)
