"""A rule set as one word of text: a preset's name, and the options that are changed behind commas.

    classic
    four,cannon=any
    four_jokers,joker_bombs=(2,3,4),kinds={SOLO,PAIR,BOMB}

Names and words stand as they are, other text percent-encoded; a kind of play is its name, a kind
with a length is ``BOMB:4``.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote

from .errors import PositionError, RulesError
from .kinds import Kind
from .presets import PRESETS, rules
from .rulesets import Rules

_CONSTANTS = {"None": None, "True": True, "False": False}
_BRACKETS = {"(": ")", "{": "}"}


def write_rules(one: Rules) -> str:
    """Write a rule set. Raises PositionError for one that is no variant of a preset.

    >>> write_rules(rules("four").replace(cannon="any"))
    'four,cannon=any'
    """
    origin, given = one._origin, one._given
    preset = PRESETS.get(origin["name"])
    if preset is None or preset._given != origin:
        raise PositionError(
            f"rules: {one.name!r} is a rule set of your own, which no text names; presets and"
            " their variants have one"
        )
    changed = [name for name in given if given[name] != origin[name] and name != "name"]
    return ",".join([preset.name, *(f"{name}={_written(given[name])}" for name in changed)])


def parse_rules(text: str) -> Rules:
    """Read a rule set. Raises PositionError, which says what is wrong in it.

    >>> parse_rules("four,cannon=any") == rules("four").replace(cannon="any")
    True
    """
    name, *options = _parts(text)
    values = {}
    for option in options:
        word, equals, value = option.partition("=")
        if not equals or word in values:
            why = "is given twice" if equals else "is no option=value"
            raise PositionError(f"rules: {option!r} {why}")
        values[word] = _value(value)
    try:
        return rules(name).replace(**values) if values else rules(name)
    except RulesError as error:
        raise PositionError(f"rules: {error}") from None


def _written(value: Any) -> str:
    if isinstance(value, Kind):
        return value.name
    if isinstance(value, str):
        return quote(value, safe="")
    if isinstance(value, frozenset):
        return f"{{{','.join(map(_written, sorted(value)))}}}"
    if isinstance(value, tuple) and value and isinstance(value[0], Kind):
        return ":".join(map(_written, value))
    if isinstance(value, tuple):
        return f"({','.join(map(_written, value))})"
    return str(value)


def _value(text: str) -> Any:
    inside = text[1:-1]
    if text[:1] in _BRACKETS and text.endswith(_BRACKETS[text[0]]) and len(text) > 1:
        values = [_value(part) for part in _parts(inside) if part]
        return tuple(values) if text[0] == "(" else frozenset(values)
    if ":" in text:
        return tuple(map(_value, text.split(":")))
    if text in Kind.__members__:
        return Kind[text]
    if text.isdecimal() and text.isascii() and len(text) < 10:
        return int(text)
    return _CONSTANTS.get(text, unquote(text))


def _parts(text: str) -> Iterator[str]:
    """Cut text at its commas, but not at those within brackets."""
    depth, part = 0, ""
    for letter in text:
        depth += (letter in _BRACKETS) - (letter in _BRACKETS.values())
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            part += letter
    yield part
