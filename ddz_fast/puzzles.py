"""Puzzles (残局) as text: hands and a few words, one puzzle a line (docs/solver.md).

    KK5543 225543
    AA9 884 J7 turn=1 beat=44 rules=classic,single_kickers=distinct ban=3+2 id=mine

A line may also be a position, as `State.text` writes it, with the words `ban=` and `id=` behind it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from . import position_text
from ._state import state_at
from .errors import HandError, PlayError, PositionError, RulesError
from .game import State
from .kinds import GRAMMAR, Kind
from .rules_text import parse_rules
from .rulesets import Rules

Words = Mapping[str, str]
FAULTS = (HandError, PlayError, PositionError, RulesError)  #: what may be wrong with a puzzle

WORDS = ("rules", "ban", "turn", "landlord", "beat", "passes", "bombs", "id")
OF_POSITIONS = ("ban", "id")  #: the words that may stand behind a position, which says the others
#: the shapes that people ban, as they write them; names of kinds, English or Chinese, will do too
SHAPES: Mapping[str, Kind] = {
    "2": Kind.PAIR,
    "3": Kind.TRIO,
    "3+1": Kind.TRIO_SOLO,
    "3+2": Kind.TRIO_PAIR,
    "straight": Kind.SOLO_CHAIN,
    "pairs": Kind.PAIR_CHAIN,
    "plane": Kind.PLANE,
    "plane+1": Kind.PLANE_SOLO,
    "plane+2": Kind.PLANE_PAIR,
    "cannon": Kind.PLANE_CHAIN,
    "4": Kind.BOMB,
    "4+2": Kind.QUAD_SOLO,
    "4+1+1": Kind.QUAD_SOLO,
    "4+4": Kind.QUAD_PAIR,
    "4+2+2": Kind.QUAD_PAIR,
}
_KINDS = {**SHAPES, **{name: kind for kind in GRAMMAR for name in (kind.name, kind.chinese)}}


class Puzzle(NamedTuple):
    """A position to be solved, and what it is called."""

    name: str
    state: State
    where: str = ""  #: how an error about it begins


def without(rules: Rules, shapes: str) -> Rules:
    """Give the rules without some kinds of play: shapes as people write them, commas between them.

    Raises RulesError for an unknown one, and lists those there are.

    >>> rules = without(parse_rules("classic"), "3+2,四带二")
    >>> Kind.TRIO_PAIR in rules.kinds, Kind.QUAD_SOLO in rules.kinds, Kind.QUAD_PAIR in rules.kinds
    (False, False, True)
    """
    kinds = rules.kinds - {_kind(shape) for shape in re.split("[,，]", shapes) if shape}
    return rules if kinds == rules.kinds else rules.replace(kinds=kinds)


def _kind(shape: str) -> Kind:
    word = shape.strip().replace("-", "_")
    for name in (word, word.lower(), word.upper()):
        if name in _KINDS:
            return _KINDS[name]
    kinds = ", ".join(kind.name for kind in GRAMMAR)
    raise RulesError(f"ban: unknown shape {shape!r}; there are {', '.join(SHAPES)}, or {kinds}")


def puzzle_state(hands: Sequence[str], words: Words) -> State:
    """Make the position of a puzzle from the hands of its seats and its words.

    Raises an error of `errors` that says what is wrong.

    >>> puzzle_state(["AA9", "884"], {"turn": "1", "beat": "77"}).text
    'classic 9AA/488 0 1 77:PAIR:4 0 - 0 0,0 0,0,0'
    """
    players = len(hands)
    rules = without(parse_rules(words.get("rules", "classic")), words.get("ban", ""))
    return State.from_hands(
        hands,
        rules=rules,
        landlord=_landlords(words.get("landlord"), rules, players),
        to_move=_seat("turn", words.get("turn", "0"), players),
        beat=words.get("beat"),
        passes=_number("passes", words.get("passes", "0"), "a whole number"),
        bombs=_limits(words.get("bombs", "-"), players),
    )


def _landlords(text: str | None, rules: Rules, players: int) -> tuple[int, ...] | None:
    if text is None:
        return tuple(range(min(rules.landlords, players - 1))) or None
    if text == position_text.NOTHING:
        return None
    return tuple(sorted(_seat("landlord", seat, players) for seat in text.split(",")))


def _seat(name: str, text: str, players: int) -> int:
    return _number(name, text, f"a seat from 0 to {players - 1}", players - 1)


def _number(name: str, text: str, right: str, highest: int = 999) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) > highest:
        raise PositionError(f"{name}: {text!r}; {right}")
    return int(text)


def _limits(text: str, players: int) -> list[int | None]:
    limits = text.split(",")
    right = "how many bombs may still be made, -: any number; or that of each seat, with commas"
    if len(limits) not in (1, players):
        raise PositionError(f"bombs: {text!r}; {right}")
    numbers = [None if word == "-" else _number("bombs", word, right) for word in limits]
    return numbers if len(numbers) == players else numbers * players


def parse_puzzle(line: str, words: Words, name: str = "") -> Puzzle:
    """Read one puzzle. `words` are for what the line does not say, `name` if it has no id.

    >>> puzzle = parse_puzzle("KK5543 225543 turn=1 id=mine", {"ban": "3+2"})
    >>> puzzle.name, puzzle.state.to_move, Kind.TRIO_PAIR in puzzle.state.rules.kinds
    ('mine', 1, False)
    >>> parse_puzzle("classic 3334/4455 0 1 88:PAIR:5 0 - 0 1,0 0,0,0", {}).state.beat
    <Play 88 PAIR>
    """
    texts = line.split()
    own: dict[str, str] = {}
    others = []
    for text in texts:
        word, equals, value = text.partition("=")
        if not equals or word not in WORDS:
            others.append(text)
        elif word in own:
            raise PositionError(f"{word}= is given twice")
        else:
            own[word] = value
    is_position = len(texts) > 1 and "/" in texts[1]
    (_check_position_words if is_position else _check_hands)(own, others)
    given = {**words, **own}
    make = _position_state if is_position else puzzle_state
    return Puzzle(own.get("id", name), make(others, given))


def _check_position_words(own: Words, _: Sequence[str]) -> None:
    for word in own:
        if word not in OF_POSITIONS:
            raise PositionError(f"{word}= behind a position, which says that itself")


def _check_hands(_: Words, hands: Sequence[str]) -> None:
    for hand in hands:
        if "=" in hand:
            known = ", ".join(f"{word}=" for word in WORDS)
            raise PositionError(f"unknown word {hand!r}; there are {known}")


def _position_state(fields: Sequence[str], words: Words) -> State:
    position = position_text.parse(" ".join(fields))
    return state_at(position._replace(rules=without(position.rules, words.get("ban", ""))))


def read_puzzles(lines: Iterable[str], words: Words, where: str = "") -> Iterator[Puzzle]:
    """Read the puzzles of a file; blank lines and # comments are passed over.

    One without an id is called by the number of its line. Errors begin with `where` and the line.

    >>> [puzzle.name for puzzle in read_puzzles(["# two", "3 4", "3 4 id=b"], {})]
    ['2', 'b']
    """
    for number, line in enumerate(lines, 1):
        text = line.lstrip("\ufeff").partition("#")[0].strip()
        if not text:
            continue
        try:
            puzzle = parse_puzzle(text, words, str(number))
        except FAULTS as error:
            raise type(error)(f"{where}line {number}: {error}") from None
        yield puzzle._replace(where=f"{where}line {number}: ")
