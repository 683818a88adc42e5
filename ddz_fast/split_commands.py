"""What `ddz-fast split` does: the fewest plays that empty a hand, and the ways to do it."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import ddz_fast as ddz

from . import display
from .commands import Lines, Question, answer_each, painter, play_record, stream_each, title
from .display import Painter, counted


def split(arguments: argparse.Namespace) -> None:
    """Print the 手数 of hands, and one minimal split or all of them."""
    question = Question(ddz.rules(arguments.rules), None, arguments.bombs)
    answers = Answers(question, painter(arguments))
    separator = "" if arguments.json else "\n"
    if arguments.all:
        stream = answers.all_as_json if arguments.json else answers.all_as_text
        stream_each(arguments.cards, stream, separator)
    else:
        answer = answers.one_as_json if arguments.json else answers.one_as_text
        answer_each(arguments.cards, answer, separator)


@dataclass(frozen=True)
class Answers:
    """The splits of a hand: in lines, or in pieces of text to be written as they are found."""

    question: Question
    paint: Painter

    def one_as_text(self, hand: str) -> Lines:
        """Draw one split, a play a line."""
        split = self.question.split(hand)
        yield from self._heading(hand, len(split))
        yield from display.split_table(split, self.paint)

    def one_as_json(self, hand: str) -> Lines:
        """Give one split as a line of JSON."""
        split = self.question.split(hand)
        yield json.dumps(self._record(hand, len(split)) | {"split": _records(split)})

    def all_as_text(self, hand: str) -> Iterator[str]:
        """Draw each split on a line of its own, and say at the end how many there are."""
        heading = self._heading(hand, self.question.min_plays(hand))
        yield "".join([f"{line}\n" for line in heading])
        number = 0
        for split in self.question.splits(hand):
            number += 1
            yield "".join([f"{line}\n" for line in display.split_lines(split)])
        yield f"\n{counted(number, 'split')}\n"

    def all_as_json(self, hand: str) -> Iterator[str]:
        """Give each split as a piece of a line of JSON."""
        record = json.dumps(self._record(hand, self.question.min_plays(hand)))
        yield record.removesuffix("}") + ', "splits": ['
        before = ""
        for split in self.question.splits(hand):
            yield before + json.dumps(_records(split))
            before = ", "
        yield "]}\n"

    def _heading(self, hand: str, fewest: int) -> Lines:
        yield self.paint("heading", title(hand, self.question.rules))
        yield from self.question.limits()
        yield from display.wild_note(hand, self.question.rules)
        yield from (display.fewest_text(fewest, self.paint), "")

    def _record(self, hand: str, fewest: int) -> dict[str, Any]:
        return {
            "hand": ddz.format_hand(hand),
            "rules": self.question.rules.name,
            "bombs": self.question.bombs,
            "min_plays": fewest,
        }


def _records(split: list[ddz.Play]) -> list[dict[str, Any]]:
    return [play_record(play) for play in split]
