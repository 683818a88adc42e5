"""Records of games as text, a step a line, and the referee that reads them (docs/records.md)."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from .auction import Auction
from .deal import Deal
from .errors import CallError, HandError, PlayError, PositionError, RecordError
from .game import State
from .physical import written
from .rules_text import parse_rules, write_rules
from .rulesets import Rules
from .scoring import Score, score

WIDTH = 80
PASS = "pass"
#: what a line may be, and in which part of the record it stands; those of the first come once each
PARTS = {
    "rules": 0,
    "mode": 1,
    "redeals": 1,
    "first": 1,
    "upcard": 1,
    "hand": 1,
    "bottom": 1,
    "dead": 1,
    "call": 2,
    "take": 3,
    "open": 3,
    "play": 4,
    "stop": 4,
    "score": 5,
}
WITH_SEAT = frozenset({"hand", "call", "play"})
MANY_LINES = frozenset({"hand", "bottom", "dead", "call", "play"})
PICKED = "picked"  #: the mode in which the landlord may refuse bottom cards (自选)
_LINE = re.compile(r"([a-z]+)(?: +([0-9]{1,2}))? *:(.*)", re.DOTALL)


class Step(NamedTuple):
    """A line of a record."""

    line: int  #: its number, from 1
    word: str  #: one of PARTS
    seat: int  #: -1 where the word has none
    text: str


@dataclass
class Record:
    """A record as it is written; nobody has judged it."""

    rules: Rules
    steps: list[Step] = field(default_factory=list)

    def of(self, *words: str) -> list[Step]:
        """The lines of some words, in order."""
        return [step for step in self.steps if step.word in words]

    def text(self, word: str, seat: int = -1) -> str | None:
        """What the lines of a word (and a seat) say together; None if there are none."""
        found = [step.text for step in self.of(word) if step.seat == seat]
        return " ".join(found) if found else None


class Fault(NamedTuple):
    """Where a game breaks a rule."""

    line: int
    text: str

    def __str__(self) -> str:
        """Write it for a person."""
        return f"line {self.line}: {self.text}"


@dataclass
class Verdict:
    """What the referee says of a game, up to its first fault if it has one."""

    auction: Auction
    state: State | None = None  #: None where nobody has become landlord so far
    fault: Fault | None = None
    score: Score | None = None  #: of a game that is over


def parse_record(text: str) -> Record:
    """Read a record. Raises RecordError, which names the line that is none.

    >>> parse_record("rules: classic\\ncall 0: PASS").steps[1].text
    'PASS'
    """
    steps = [_step(number, line) for number, line in _lines(text)]
    if not steps or steps[0].word != "rules":
        raise RecordError("a record begins with its rules, as 'rules: classic'")
    try:
        record = Record(parse_rules(steps[0].text), steps)
    except PositionError as error:
        raise RecordError(f"line {steps[0].line}: {error}") from None
    for before, step in zip([None, *steps], steps, strict=False):
        _check_step(record, before, step)
    return record


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        said = line.partition("#")[0].strip()
        if said:
            yield number, said


def _step(number: int, line: str) -> Step:
    match = _LINE.fullmatch(line)
    if match is None or match[1] not in PARTS:
        shown = line if len(line) <= 40 else line[:37] + "..."
        words = ", ".join(PARTS)
        raise RecordError(f"line {number}: {shown!r} is no 'WORD: ...'; words are {words}")
    word, seat, said = match.groups()
    if (seat is not None) != (word in WITH_SEAT):
        right = f"{word} 0: ..." if word in WITH_SEAT else f"{word}: ..."
        raise RecordError(f"line {number}: {line[:40]!r} is not written {right!r}")
    return Step(number, word, -1 if seat is None else int(seat), said.strip())


def _check_step(record: Record, before: Step | None, step: Step) -> None:
    if step.seat >= record.rules.players:
        most = record.rules.players - 1
        raise RecordError(f"line {step.line}: seat {step.seat}: seats are 0 to {most}")
    if before is not None and PARTS[step.word] < PARTS[before.word]:
        raise RecordError(f"line {step.line}: {step.word} comes behind {before.word}")
    if step.word not in MANY_LINES and record.of(step.word)[0] != step:
        raise RecordError(f"line {step.line}: {step.word} is given twice")


def deal_of(record: Record) -> Deal:
    """Give the deal of a record. Raises RecordError where it is none of the rule set."""
    hands = [record.text("hand", seat) for seat in range(record.rules.players)]
    missing = [seat for seat, hand in enumerate(hands) if hand is None]
    if missing:
        raise RecordError(f"the deal: there is no 'hand {missing[0]}: ...'")
    try:
        dealt = Deal.from_hands(
            [hand or "" for hand in hands],
            record.text("bottom"),
            rules=record.rules,
            dead=record.text("dead"),
            face_up=record.text("upcard"),
            first=_number(record, "first"),
        )
    except HandError as error:
        raise RecordError(f"the deal: {error}") from None
    mode = record.text("mode")
    if mode not in (None, PICKED):
        raise RecordError(f"mode: {mode!r} is none; {PICKED!r} is the only one to be told")
    return replace(dealt, may_refuse=mode == PICKED)


def _number(record: Record, word: str) -> int:
    text = record.text(word) or "0"
    if not re.fullmatch("[0-9]{1,4}", text):
        raise RecordError(f"line {record.of(word)[0].line}: {text!r} is no whole number from 0")
    return int(text)


def judge(record: Record) -> Verdict:
    """Play a recorded game again, and say where it first breaks a rule, or what it pays.

    Raises RecordError where the deal is none.
    """
    verdict = Verdict(Auction(deal_of(record), redeals=_number(record, "redeals")))
    last = Step(0, "", -1, "")
    try:
        for step in record.steps:
            last = step
            _JUDGED.get(step.word, _nothing)(verdict, record, step)
        if verdict.state is None and not verdict.auction.is_redeal and verdict.auction.is_over:
            _begin(verdict, record)
        if verdict.score is None and verdict.state is not None and verdict.state.is_over:
            verdict.score = _scored(verdict, record)
    except ValueError as error:  # of cards, calls, plays or the score
        verdict.fault = Fault(last.line, str(error))
    return verdict


def _nothing(_verdict: Verdict, _record: Record, _step: Step) -> None:
    """What the deal has read."""


def _call(verdict: Verdict, _record: Record, step: Step) -> None:
    verdict.auction.call(step.text, step.seat)


def _play(verdict: Verdict, record: Record, step: Step) -> None:
    state = verdict.state or _begin(verdict, record)
    if verdict.score is not None:
        raise PlayError("a play, and the landlord has stopped the deal")
    if state.to_move is not None and step.seat != state.to_move:
        raise PlayError(f"{step.text} by seat {step.seat}: it is the turn of seat {state.to_move}")
    state.play(None if step.text.lower() == PASS else step.text)


def _begin(verdict: Verdict, record: Record) -> State:
    auction = verdict.auction
    if not auction.is_over:
        raise CallError(f"a play, and the auction goes on: seat {auction.to_call} is to call")
    if record.of("open") and not auction.head_take:
        raise CallError("open: only a landlord by head take may play open (明打)")
    state: State = auction.state(record.text("take"))
    verdict.state = state
    return state


def _stop(verdict: Verdict, record: Record, _step: Step) -> None:
    verdict.state = verdict.state or _begin(verdict, record)
    verdict.score = _scored(verdict, record)


def _claim(verdict: Verdict, record: Record, step: Step) -> None:
    if verdict.score is None and (verdict.state is None or not verdict.state.is_over):
        raise PlayError("a score, and the game goes on")
    verdict.score = verdict.score or _scored(verdict, record)
    if step.text.split() != [f"{points:+d}" for points in verdict.score.points]:
        raise ValueError(f"the score is {score_text(verdict.score)}, not {step.text}")


_JUDGED = {"call": _call, "play": _play, "stop": _stop, "score": _claim}


def _scored(verdict: Verdict, record: Record) -> Score:
    return score(
        verdict.state,  # type: ignore[arg-type]
        verdict.auction,
        stop=bool(record.of("stop")),
        open_play=bool(record.of("open")),
    )


def score_text(points_of: Score) -> str:
    """Write what each seat wins or pays.

    >>> score_text(Score((6, -3, -3), (0,), ()))
    '+6 -3 -3'
    """
    return " ".join(f"{points:+d}" for points in points_of.points)


def deal_lines(dealt: Deal) -> list[str]:
    """Write the first lines of a record: the rule set and the deal."""
    lines = [f"rules: {write_rules(dealt.rules)}"]
    lines += [f"mode: {PICKED}"] * dealt.may_refuse
    lines.append(f"upcard: {dealt.face_up}")
    for seat, hand in enumerate(dealt.hands):
        lines += _wrapped(f"hand {seat}: ", written(hand))
    for word, cards in (("bottom", dealt.bottom), ("dead", dealt.dead)):
        lines += _wrapped(f"{word}: ", written(cards))
    return lines


def _wrapped(head: str, text: str) -> list[str]:
    return [head + line for line in textwrap.wrap(text, WIDTH - len(head))]


def write_record(auction: Auction, plays: Iterable[tuple[int, Any]], paid: Score | None) -> str:
    """Write a whole game: the deal, the calls, the plays (`State.history`), and what it pays."""
    lines = deal_lines(auction.deal)
    lines += [f"call {seat}: {call}" for seat, call in auction.history]
    lines += [f"play {seat}: {play or PASS}" for seat, play in plays]
    lines += [] if paid is None else [f"score: {score_text(paid)}"]
    return "".join([f"{line}\n" for line in lines])
