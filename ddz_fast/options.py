"""The values that options may have, and what an option changes besides itself.

A rule set keeps what it was given. `brought` makes the fields of the rule set from it, so that they
depend on which options are on, and never on the order in which they were switched on or off.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .cards import BLACK_JOKER, MAX_COUNT, RANK_COUNT
from .errors import RulesError
from .kinds import GRAMMAR, Kind

Fields = Mapping[str, Any]
ALL_KINDS = frozenset(GRAMMAR)
FULL_DECK = (4,) * 13 + (1, 1)
QUAD_KINDS = frozenset({Kind.QUAD_SOLO, Kind.QUAD_PAIR})
_STRAIGHT_TRIO1 = frozenset({Kind.SOLO_CHAIN, Kind.TRIO_SOLO, Kind.PLANE_SOLO})
_FOUR_JOKER_ROCKET = (Kind.ROCKET, 4)


def check_names(options: Iterable[str], known: Iterable[str]) -> None:
    """Refuse what is no option, and say why, or list those there are."""
    for name in options:
        if name in NOT_HERE:
            raise RulesError(f"{name} is no option of plays: {NOT_HERE[name]}")
        if name not in known:
            raise RulesError(f"unknown option {name!r}; there are {', '.join(known)}")


def check_values(fields: Fields) -> None:
    """Refuse values that an option never has, and say what it may be."""
    for name, (is_right, what) in CHECKS.items():
        if not is_right(fields[name]):
            raise RulesError(f"{name}={fields[name]!r}: {name} is {what}")


def brought(given: Fields) -> dict[str, Any]:
    """Give all fields of a rule set: those it was given, and what its options make of them."""
    fields = dict(given)
    for option, change in _BROUGHT.items():
        if given[option]:
            fields |= change(fields)
    return fields


def check_effect(asked: Iterable[str], given: Fields) -> None:
    """Refuse an option that is asked for beside another that brings something else."""
    fields = brought(given)
    for name in asked:
        if fields[name] != given[name] and name not in _ONLY_NARROWED:
            option = next(one for one in _BROUGHT if given[one] and name in _BROUGHT[one](given))
            raise RulesError(
                f"{name}={given[name]!r} and {option}=True, which brings {name}={fields[name]!r}:"
                " give one of them"
            )


def described(fields: Fields, changed: Iterable[str]) -> str:
    """Write the options of a variant for its name; the same options give the same text."""
    said = ", ".join(f"{name}={_text(fields[name])}" for name in changed)
    return f"({said})" if said else ""


def _text(value: Any) -> str:
    if isinstance(value, frozenset):  # whose own text depends on how it came about
        return f"{{{', '.join(Kind(kind).name for kind in sorted(value))}}}"
    return repr(value)


def _with_top_rocket(fields: Fields) -> dict[str, Any]:
    """The rocket of four jokers above all bombs (A-19)."""
    if sum(fields["deck"][BLACK_JOKER:]) != 4:
        raise RulesError("four_jokers_top is an option of decks with four jokers")
    others = (entry for entry in fields["bomb_order"] if entry != _FOUR_JOKER_ROCKET)
    return {"bomb_order": (*others, _FOUR_JOKER_ROCKET)}


def _without(kinds: frozenset[Kind]) -> Callable[[Fields], dict[str, Any]]:
    return lambda fields: {"kinds": fields["kinds"] - kinds}


#: what an option that is on makes of other fields, in this order
_BROUGHT: Mapping[str, Callable[[Fields], dict[str, Any]]] = {
    "two_54": lambda _: {"deck": FULL_DECK},
    "paodekuai": lambda _: {"pair_chain_min": 2, "three_aces_bomb": True},
    "four_jokers_top": _with_top_rocket,
    "abolish_straight_trio1": _without(_STRAIGHT_TRIO1),
    "four_strict": _without(_STRAIGHT_TRIO1 | QUAD_KINDS),
}
#: what is given of these still counts beside such an option: it takes away or moves only its own
_ONLY_NARROWED = frozenset({"kinds", "bomb_order"})


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
CHECKS: dict[str, tuple[Any, str]] = {
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
NOT_HERE: Mapping[str, str] = {
    "tag_wild": "15 counts do not tell the cards that fix the landlords from others of their rank"
    " (docs/rules.md 2 (4))",
    "waste_strict": "which bombs are wasted only the game knows (docs/rules.md A-41 says how to"
    " find their plays)",
}
