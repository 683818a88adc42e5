"""Drawing for a terminal of 80 columns: widths, colour, and tables of cards, plays and rule sets.

Besides the Chinese names only ASCII is drawn: a terminal with a Chinese font makes dots, dashes and
arrows two columns wide, or one, as it likes.
"""

import os
import textwrap
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import NamedTuple, TextIO

import numpy as np

import ddz_fast as ddz

from .cards import RANKS
from .kinds import GRAMMAR, Kind, body_counts, play_text, size_of

WIDTH = 80
MARGIN = "  "
TIED = "\u00a0"  # a space at which no line ends; it is written as a usual one
LINES_OF_A_KIND = 3
NOTHING = "nothing to play"
JOKERS = {"B": "black", "R": "red"}
STYLES = {"heading": "1", "faint": "2", "kind": "36", "bomb": "1;31"}
# What `rules NAME` says in words, or not at all; the other properties are options.
SPELLED_OUT = {"name", "title", "players", "deck", "max_hand", "kinds", "bomb_order"}


class Answers(NamedTuple):
    """The plays of one kind, length and size that beat a play."""

    kind: Kind
    length: int
    size: int
    plays: int
    lowest: str  #: its lowest body
    highest: str


@dataclass(frozen=True)
class Painter:
    """Colours text, or leaves it as it is."""

    enabled: bool = False

    def __call__(self, style: str, text: str) -> str:
        """Give the text in a style of STYLES."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.enabled and text else text


def painter_for(stream: TextIO, choice: str) -> Painter:
    """Give the painter for a stream and a choice of "auto", "always" or "never"."""
    if choice != "auto":
        return Painter(choice == "always")
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Painter(stream.isatty() and not plain)


def display_width(text: str) -> int:
    """How many columns a text fills: a Chinese character fills two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def aligned(rows: Iterable[Sequence[str]], right: Collection[int] = ()) -> list[list[str]]:
    """Fill each cell with spaces to the width of its column; `right` are the right-aligned ones."""
    columns = enumerate(zip(*rows, strict=True))
    filled = [_filled(cells, right=index in right) for index, cells in columns]
    return [list(row) for row in zip(*filled, strict=True)]


def _filled(cells: Sequence[str], right: bool) -> list[str]:
    width = max(map(display_width, cells))
    spaces = [" " * (width - display_width(cell)) for cell in cells]
    pairs = zip(spaces, cells, strict=True)
    return [space + cell if right else cell + space for space, cell in pairs]


def in_columns(cells: Sequence[str], width: int) -> list[str]:
    """Set cells out in rows of equal columns, as many as the width has room for."""
    padded = _filled(cells, right=False)
    per_row = max(1, (width + 2) // (len(padded[0]) + 2))
    starts = range(0, len(padded), per_row)
    return [MARGIN.join(padded[start : start + per_row]).rstrip() for start in starts]


def counted(number: int, noun: str) -> str:
    """Write a number of things."""
    return f"{number:,} {noun}" + "s" * (number != 1)


def named(kind: Kind) -> str:
    """Write a kind's two names."""
    return f"{kind.chinese} {kind.english}"


def style_of(kind: Kind) -> str:
    """Give the style in which a kind is written."""
    return "bomb" if kind.is_bomb else "kind"


def body_text(kind: Kind, length: int, rank: int) -> str:
    """Write a play's body, in its chain's order."""
    return play_text(body_counts(kind, length, rank), kind, length, rank)


def hand_drawing(counts: Sequence[int]) -> Iterator[str]:
    """Draw a hand as piles of cards, one a rank."""
    for row in range(max(max(counts), 1)):
        empty = " " if row else "."
        cards = [card if count > row else empty for card, count in zip(RANKS, counts, strict=True)]
        yield (MARGIN + MARGIN.join(cards)).rstrip()


def play_table(plays: ddz.Plays, paint: Painter, everything: bool) -> Iterator[str]:
    """Draw plays by kind: the kind's names, how many there are, and the plays in columns."""
    found = np.unique(plays.array["kind"], return_index=True, return_counts=True)
    kinds, starts, counts = ([Kind(k) for k in found[0]], found[1].tolist(), found[2].tolist())
    names = [(k.chinese, k.english, f"{n:,}") for k, n in zip(kinds, counts, strict=True)]
    rows = zip(kinds, starts, counts, aligned(names, right={2}), strict=True)
    for kind, start, count, (chinese, english, number) in rows:
        head = MARGIN.join(("", paint(style_of(kind), chinese), english, paint("heading", number)))
        indent = display_width(MARGIN.join(("", chinese, english, number, "")))
        whole_or_short = _whole if everything else _shortened
        first, *more = whole_or_short(plays[start : start + count], WIDTH - indent, paint)
        yield head + MARGIN + first
        yield from (" " * indent + line for line in more)


def _whole(plays: ddz.Plays, width: int, _: Painter) -> list[str]:
    return in_columns([str(play) for play in plays], width)


def _shortened(plays: ddz.Plays, width: int, paint: Painter) -> list[str]:
    # Writing all of a hundred thousand plays, to show a dozen, takes a while.
    texts = [str(play) for play in plays[: LINES_OF_A_KIND * width]]
    lines = in_columns(texts, width)
    if len(lines) <= LINES_OF_A_KIND:
        return lines
    first = _that_fit(texts, LINES_OF_A_KIND - 1, width)
    more = paint("faint", f"... {len(plays) - len(first):,} more")
    return [*in_columns(first, width), more]


def _that_fit(texts: Sequence[str], lines: int, width: int) -> Sequence[str]:
    """Give as many of the first texts as fit in some lines: later ones may be much longer."""
    for per_row in range(width, 1, -1):
        first = texts[: per_row * lines]
        if per_row * (max(map(len, first)) + len(MARGIN)) <= width + len(MARGIN):
            return first
    return texts[:lines]


def fewest_text(number: int, paint: Painter) -> str:
    """Write the 手数 of a hand, and what that is."""
    return f"手数 {paint('heading', str(number))}: the fewest plays that empty the hand"


def split_lines(split: Sequence[ddz.Play]) -> list[str]:
    """Write a split as text, on one line if it has room."""
    line = MARGIN + (MARGIN.join(map(str, split)) or NOTHING)
    if len(line) <= WIDTH:
        return [line]
    return textwrap.wrap(line, WIDTH, subsequent_indent=MARGIN * 2, break_on_hyphens=False)


def split_table(split: Sequence[ddz.Play], paint: Painter) -> Iterator[str]:
    """Draw a split, one play a line with the names of its kind."""
    if not split:
        yield MARGIN + NOTHING
    names = aligned((play.kind.chinese, play.kind.english) for play in split)
    for play, (chinese, english) in zip(split, names, strict=True):
        yield MARGIN.join(("", paint(style_of(play.kind), chinese), english, str(play)))


def answers_table(answers: Sequence[Answers], paint: Painter) -> Iterator[str]:
    """Draw what beats a play, a line for each kind and length; of bombs a line for each kind."""
    answers = _bombs_together(answers)
    rows = [(f"{one.plays:,}", one.kind.chinese, one.kind.english) for one in answers]
    for one, (count, chinese, english) in zip(answers, aligned(rows, right={0}), strict=True):
        style = style_of(one.kind)
        label = MARGIN.join((MARGIN * 2, count, paint(style, chinese), english, ""))
        indent = display_width(MARGIN.join((MARGIN * 2, count, chinese, english, "")))
        bodies = " ... ".join(dict.fromkeys((one.lowest, one.highest)))
        yield from hanging(label, bodies, indent)


def _bombs_together(answers: Sequence[Answers]) -> list[Answers]:
    """Sum up the bombs of a kind, of whatever size: with four decks there are thirteen."""
    groups = groupby(answers, key=lambda one: one.kind if one.kind.is_bomb else one)
    return [
        rows[0]._replace(plays=sum(one.plays for one in rows), highest=rows[-1].highest)
        for rows in (list(group) for _, group in groups)
    ]


def wild_note(cards: str, rules: ddz.Rules) -> Iterator[str]:
    """Say how plays are written in which jokers of some cards stand for others."""
    jokers = [joker for joker in JOKERS if joker in ddz.format_hand(cards)]
    if rules.wild_jokers and jokers:
        yield f"{jokers[0]}=7 in a play: the {JOKERS[jokers[0]]} joker stands for a 7"


def differences(rules: ddz.Rules, base: ddz.Rules) -> list[str]:
    """Name the properties in which a rule set is not as another."""
    names = [field.name for field in fields(rules) if field.name not in ("name", "title")]
    return [name for name in names if getattr(rules, name) != getattr(base, name)]


def rules_table(every: Sequence[ddz.Rules], base: ddz.Rules, paint: Painter) -> Iterator[str]:
    """Draw a list of rule sets, and in what they differ from one of them."""
    rows = [(one.name, one.title, str(one.players), str(one.max_hand)) for one in every]
    head, *lines = aligned([("name", "title", "players", "cards"), *rows], right={2, 3})
    indent = display_width(MARGIN.join(head)) + 2
    yield paint("heading", MARGIN.join((*head, f"not as in {base.name}")))
    for cells, one in zip(lines, every, strict=True):
        told = ", ".join(differences(one, base)) or "-"
        yield from hanging(MARGIN.join(cells) + MARGIN, told, indent)


def hanging(label: str, text: str, indent: int) -> Iterator[str]:
    """Write a text behind a label that fills `indent` columns, on as many lines as it needs."""
    lines = textwrap.wrap(text, WIDTH - indent, break_on_hyphens=False)
    first, *more = [line.replace(TIED, " ") for line in lines]
    yield label + first
    yield from (" " * indent + line for line in more)


def rules_page(rules: ddz.Rules, base: ddz.Rules, paint: Painter) -> Iterator[str]:
    """Draw one rule set: its cards, its kinds of play, and its options beside another's."""
    yield paint("heading", f"{rules.name} {rules.title}")
    facts = {
        "players": str(rules.players),
        "deck": deck_text(rules.deck),
        "largest hand": counted(rules.max_hand, "card"),
        "bombs": bombs_text(rules),
    }
    if rules != base:
        facts[f"not as in {base.name}"] = ", ".join(differences(rules, base)) or "-"
    labels = aligned((label,) for label in facts)
    for (label,), text in zip(labels, facts.values(), strict=True):
        yield from hanging(MARGIN + label + MARGIN, text, len(label) + 4)
    yield from ("", *_kinds_part(rules, paint))
    yield from ("", *_options_part(rules, base, paint))


def deck_text(deck: Sequence[int]) -> str:
    """Write a deck, neighbours of equal number together."""
    parts = []
    for count, group in groupby(zip(deck, RANKS, strict=True), key=lambda pair: pair[0]):
        ranks = "".join(rank for _, rank in group)
        if count:
            parts.append(f"{count} of {'each of ' * (len(ranks) > 1)}{ranks}")
    return f"{sum(deck)} cards: {', '.join(parts)}"


def bombs_text(rules: ddz.Rules) -> str:
    """Write the order of the bomb-class plays, weakest first."""
    names = [_bomb_text(rules, kind, length).replace(" ", TIED) for kind, length in rules.bombs]
    return " < ".join(names)


def _bomb_text(rules: ddz.Rules, kind: Kind, length: int) -> str:
    ranks = rules.line(kind, length)
    if len(ranks) == 1:
        return f"{kind.english} {body_text(kind, length, ranks[0])}"
    return f"{kind.english} of {size_of(kind, length)}"


def _kinds_part(rules: ddz.Rules, paint: Painter) -> Iterator[str]:
    rows = [(kind.chinese, kind.english, _span(lengths_played(rules, kind))) for kind in GRAMMAR]
    head, *lines = aligned([("kinds of play", "", "length"), *rows])
    yield paint("heading", MARGIN.join(head).rstrip())
    for kind, cells in zip(GRAMMAR, lines, strict=True):
        style = "kind" if lengths_played(rules, kind) else "faint"
        yield MARGIN + paint(style, MARGIN.join(cells).rstrip())


def lengths_played(rules: ddz.Rules, kind: Kind) -> list[int]:
    """Give the lengths of the plays of a kind; of bombs, only those that have a place in the order.

    >>> lengths_played(ddz.rules("classic"), Kind.ROCKET)
    [2]
    """
    lengths = rules.lengths(kind)
    return [one for one in lengths if not kind.is_bomb or (kind, one) in rules.bombs]


def _span(lengths: Sequence[int]) -> str:
    if not lengths:
        return "none"
    return " to ".join(str(length) for length in dict.fromkeys((lengths[0], lengths[-1])))


def _options_part(rules: ddz.Rules, base: ddz.Rules, paint: Painter) -> Iterator[str]:
    names = [field.name for field in fields(rules) if field.name not in SPELLED_OUT]
    shown = [rules] if rules == base else [rules, base]
    rows = [(name, *(str(getattr(one, name)) for one in shown)) for name in names]
    marks = ["*" if row[1] != row[-1] else " " for row in rows]
    head, *lines = aligned([("options", *(one.name for one in shown)), *rows])
    yield paint("heading", MARGIN + MARGIN.join(head).rstrip())
    for mark, cells in zip(marks, lines, strict=True):
        yield f"{mark} {MARGIN.join(cells).rstrip()}"
