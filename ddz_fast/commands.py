"""What the commands of the command line do: words in, lines out."""

import argparse
import dataclasses
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

import numpy as np

import ddz_fast as ddz

from . import display
from .display import Answers, Painter, counted

BASE = "classic"  # the rule set that others are described against
Lines = Iterable[str]


@dataclass(frozen=True)
class Question:
    """What is asked of every hand of a run."""

    rules: ddz.Rules
    beat: ddz.Play | None
    bombs: int | None

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> "Question":
        """Read the question from the command line's words."""
        rules = ddz.rules(arguments.rules)
        beat = None if arguments.beat is None else ddz.Play.parse(arguments.beat, rules=rules)
        return cls(rules, beat, arguments.bombs)

    def plays(self, hand: str) -> ddz.Plays:
        """Give the plays of a hand."""
        return ddz.legal_plays(hand, self.beat, rules=self.rules, bombs=self.bombs)

    def count(self, hand: str) -> int:
        """Give the number of plays of a hand."""
        return ddz.count_plays(hand, self.beat, rules=self.rules, bombs=self.bombs)

    def min_plays(self, hand: str) -> int:
        """Give the 手数 of a hand; what is to be beaten does not matter."""
        return ddz.min_plays(hand, rules=self.rules, bombs=self.bombs)

    def split(self, hand: str) -> list[ddz.Play]:
        """Give a minimal split of a hand; what is to be beaten does not matter."""
        return ddz.split(hand, rules=self.rules, bombs=self.bombs)

    def splits(self, hand: str) -> Iterable[list[ddz.Play]]:
        """Give all minimal splits of a hand; what is to be beaten does not matter."""
        return ddz.splits(hand, rules=self.rules, bombs=self.bombs)

    def limits(self) -> Lines:
        """Write what the plays are limited to."""
        if self.beat is not None:
            yield f"to beat {self.beat}, {display.named(self.beat.kind)}"
        if self.bombs is not None:
            yield f"bombs and rockets left to make: {self.bombs}"

    def record(self, hand: str) -> dict[str, Any]:
        """Give the question as JSON has it."""
        return {
            "hand": ddz.format_hand(hand),
            "rules": self.rules.name,
            "beat": None if self.beat is None else str(self.beat),
            "bombs": self.bombs,
        }


def show(arguments: argparse.Namespace) -> None:
    """Draw hands, and their plays by kind."""
    question = Question.of(arguments)
    paint = painter(arguments)

    def drawing(hand: str) -> Lines:
        plays = question.plays(hand)
        yield paint("heading", title(hand, question.rules))
        yield from question.limits()
        yield from display.wild_note(hand, question.rules)
        yield from ("", *display.hand_drawing(ddz.parse_hand(hand).tolist()), "")
        yield from (*_split_part(question, hand, paint), "")
        yield counted(len(plays), "play") if plays else "no plays"
        yield from display.play_table(plays, paint, arguments.all)

    answer_each(arguments.cards, drawing)


def _split_part(question: Question, hand: str, paint: Painter) -> Lines:
    try:
        split = question.split(hand)
    except ddz.RulesError as error:  # the rules have plays, but no 手数
        return [paint("faint", str(error))]
    return [display.fewest_text(len(split), paint), *display.split_lines(split)]


def title(hand: str, rules: ddz.Rules) -> str:
    """Write a hand, its size and the rule set, on two lines if need be."""
    cards = ddz.format_hand(hand)
    what = f"{counted(len(cards), 'card')}, {rules.name} {rules.title}"
    one_line = f"{cards or 'no cards'}: {what}"
    return one_line if display.display_width(one_line) <= display.WIDTH else f"{cards}:\n{what}"


def plays(arguments: argparse.Namespace) -> None:
    """Print plays one a line, or their number, or either as JSON."""
    question = Question.of(arguments)

    def lines(hand: str) -> Lines:
        return map(str, question.plays(hand))

    def number(hand: str) -> Lines:
        return [str(question.count(hand))]

    def record(hand: str) -> Lines:
        if arguments.count:
            found: dict[str, Any] = {"count": question.count(hand)}
        else:
            records = [play_record(play) for play in question.plays(hand)]
            found = {"count": len(records), "plays": records}
        return [json.dumps(question.record(hand) | found)]

    if arguments.json:
        answer_each(arguments.cards, record, separator="")
    elif arguments.count:
        answer_each(arguments.cards, number, separator="")
    else:
        answer_each(arguments.cards, lines)


def play_record(play: ddz.Play) -> dict[str, Any]:
    """Give a play as JSON has it."""
    return {
        "text": str(play),
        "kind": play.kind.name,
        "rank": display.body_text(play.kind, play.length, play.rank)[0],
        "length": play.length,
        "size": play.size,
        "wild": play.wild,
        "meaning": ddz.format_hand(play.meaning),
    }


def read(arguments: argparse.Namespace) -> None:
    """Print every reading of cards as a play, and what beats it."""
    shapes = Shapes(ddz.rules(arguments.rules))
    paint = painter(arguments)

    def lines(cards: str) -> Lines:
        readings = ddz.readings(cards, rules=shapes.rules)
        yield paint("heading", title(cards, shapes.rules))
        yield from display.wild_note(cards, shapes.rules)
        yield counted(len(readings), "reading") if readings else _no_play(cards, shapes.rules)
        yield from _readings_lines(readings, shapes, paint)

    def record(cards: str) -> Lines:
        readings = ddz.readings(cards, rules=shapes.rules)
        told = [_reading_record(number, play, shapes) for number, play in enumerate(readings, 1)]
        found = {"cards": ddz.format_hand(cards), "rules": shapes.rules.name, "readings": told}
        return [json.dumps(found)]

    if arguments.json:
        answer_each(arguments.cards, record, separator="")
    else:
        answer_each(arguments.cards, lines)


class Shapes:
    """Every shape of a rule set: one play of each, and how many plays are of it."""

    def __init__(self, rules: ddz.Rules) -> None:
        """Find the shapes of a rule set."""
        self.rules = rules
        every = ddz.all_plays(rules)
        self.total = len(every)
        # One number for each shape, for numbers are sorted fast; a rank may be -2.
        keys = np.zeros(self.total, dtype=np.int64)
        for name in ("kind", "length", "size", "rank"):
            keys = keys << 8 | every.array[name].astype(np.int64) + 2
        _, first, counts = np.unique(keys, return_index=True, return_counts=True)
        self._shapes = [(every[int(i)], int(n)) for i, n in zip(first, counts, strict=True)]

    def that_beat(self, play: ddz.Play) -> list[Answers]:
        """Give the plays that beat one, summed up by kind, length and size."""
        higher = [pair for pair in self._shapes if ddz.beats(pair[0], play, rules=self.rules)]
        groups = groupby(higher, key=lambda pair: (pair[0].kind, pair[0].length, pair[0].size))
        return [_summed_up([*group]) for _, group in groups]


def _summed_up(shapes: Sequence[tuple[ddz.Play, int]]) -> Answers:
    bodies = [display.body_text(play.kind, play.length, play.rank) for play, _ in shapes]
    play = shapes[0][0]
    total = sum(count for _, count in shapes)
    return Answers(play.kind, play.length, play.size, total, bodies[0], bodies[-1])


def _no_play(cards: str, rules: ddz.Rules) -> str:
    try:
        ddz.count_plays(cards, rules=rules)
    except ddz.HandError as error:  # not even a hand
        return f"no play: {error}"
    return "no play"


def _readings_lines(readings: list[ddz.Play], shapes: Shapes, paint: Painter) -> Lines:
    """Draw readings; those in a row of which all the same is to be said are drawn together."""
    numbered = [(number, play, shapes.that_beat(play)) for number, play in enumerate(readings, 1)]
    for (kind, answers), group in groupby(numbered, key=lambda row: (row[1].kind, row[2])):
        yield ""
        for number, play, _ in group:
            mark = "  (canonical)" if number == 1 else ""
            yield f"{number}. {paint('heading', str(play))}{mark}"
        total = sum(one.plays for one in answers)
        yield "   " + paint(display.style_of(kind), display.named(kind))
        yield f"   beaten by {total:,} of all {shapes.total:,} plays{':' if answers else ''}"
        yield from display.answers_table(answers, paint)


def _reading_record(number: int, play: ddz.Play, shapes: Shapes) -> dict[str, Any]:
    answers = [one._asdict() | {"kind": one.kind.name} for one in shapes.that_beat(play)]
    return play_record(play) | {"canonical": number == 1, "beaten_by": answers}


def list_rules(arguments: argparse.Namespace) -> None:
    """Print the rule sets, or one of them."""
    base = ddz.rules(BASE)
    paint = painter(arguments)
    if arguments.name is not None:
        one = ddz.rules(arguments.name)
        page = display.rules_page(one, base, paint)
        _write([json.dumps(_rules_record(one, base))] if arguments.json else page)
        return
    every = [ddz.rules(name) for name in ddz.rule_names()]
    if arguments.json:
        _write([json.dumps([_rules_record(one, base) for one in every])])
    else:
        _write(display.rules_table(every, base, paint))


def _rules_record(rules: ddz.Rules, base: ddz.Rules) -> dict[str, Any]:
    named = {field.name: getattr(rules, field.name) for field in dataclasses.fields(rules)}
    lengths = {kind: display.lengths_played(rules, kind) for kind in sorted(rules.kinds)}
    return named | {
        "kinds": {kind.name: [span[0], span[-1]] for kind, span in lengths.items() if span},
        "bomb_order": [[kind.name, length] for kind, length in rules.bombs],
        "differs": display.differences(rules, base),
    }


def painter(arguments: argparse.Namespace) -> Painter:
    """Give the painter that the command line's words ask for."""
    return display.painter_for(sys.stdout, arguments.colour)


def answer_each(
    words: Sequence[str], answer: Callable[[str], Lines], separator: str = "\n"
) -> None:
    """Answer for the cards in the words, or for each line of the standard input.

    All lines are made before the first is written: an error leaves no half answer.
    """
    stream_each(words, lambda cards: [_joined(answer(cards))], separator)


def stream_each(
    words: Sequence[str], answer: Callable[[str], Iterable[str]], separator: str
) -> None:
    """Answer as :func:`answer_each`, but write each piece of text as soon as it is made.

    What may be wrong with the cards must come to light with the first piece.
    """
    if words:
        sys.stdout.writelines(_begun(answer(" ".join(words))))
        return
    before = ""
    for number, cards in _hands_typed():
        try:
            pieces = _begun(answer(cards))
        except (ddz.HandError, ddz.PlayError) as error:
            raise type(error)(f"line {number}: {error}") from None
        sys.stdout.writelines(chain([before], pieces))
        sys.stdout.flush()
        before = separator


def _begun(pieces: Iterable[str]) -> Iterator[str]:
    rest = iter(pieces)
    return chain([next(rest, "")], rest)


def _hands_typed() -> Iterator[tuple[int, str]]:
    """Give the cards on the standard input with the number of their line."""
    if sys.stdin.isatty():
        print("one hand a line, Ctrl-D to end:", file=sys.stderr)
    for number, line in enumerate(sys.stdin, 1):
        cards = line.lstrip("\ufeff").partition("#")[0].strip()
        if cards:
            yield number, cards


def _joined(lines: Lines) -> str:
    return "".join([f"{line}\n" for line in lines])


def _write(lines: Lines) -> None:
    sys.stdout.write(_joined(lines))
