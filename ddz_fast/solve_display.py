"""Drawing what the solver finds for a terminal of 80 columns: pages, lines of play and tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import NamedTuple

from .cards import format_hand
from .display import (
    MARGIN,
    WIDTH,
    Painter,
    aligned,
    counted,
    display_width,
    hanging,
    in_columns,
    named,
    style_of,
)
from .game import State
from .game_display import seat_names
from .plays import Play
from .presets import rules as rules_named
from .puzzles import Puzzle
from .rulesets import Rules
from .solving import Analysis, Outcome, Solution

VERBS = {Outcome.WIN: "wins", Outcome.UNKNOWN: "unknown", Outcome.LOSS: "loses"}
_ORDER = (Outcome.WIN, Outcome.LOSS, Outcome.UNKNOWN)
NAME_WIDTH = 20  # of a table's first column, at most


class Found(NamedTuple):
    """A puzzle and what the solver found."""

    puzzle: Puzzle
    result: Solution | Analysis
    seconds: float


def page(found: Found, paint: Painter) -> Iterator[str]:
    """Draw one puzzle: the hands, the outcome, and a line of play or the outcome of every play."""
    state, result = found.puzzle.state, found.result
    yield paint("heading", f"{_base(state.rules).name} {state.rules.title}")
    yield from _variant_lines(state.rules)
    yield ""
    yield from _hands_lines(state)
    yield from _limits_lines(state)
    yield from ("", paint("heading", verdict(state, result)), "")
    if isinstance(result, Analysis):
        yield from (*outcome_lines(result, paint), "")
    elif result.line:
        yield from (*line_of_play(state, result.line, paint), "")
    used = f", table {result.table_used:.0%} full" if result.table_used >= 0.005 else ""
    yield f"{counted(result.nodes, 'position')} in {found.seconds:.3f} seconds{used}"


def _base(rules: Rules) -> Rules:
    """The rule set that has a name, of which the rules are a variant."""
    return rules_named(rules.name.partition("(")[0])


def _variant_lines(rules: Rules) -> Iterator[str]:
    base = _base(rules)
    missing = [kind.name for kind in sorted(base.kinds - rules.kinds)]
    others = [
        f"{field.name}={getattr(rules, field.name)}"
        for field in fields(rules)
        if field.name not in ("name", "kinds")
        and getattr(rules, field.name) != getattr(base, field.name)
    ]
    for label, words in (("without ", missing), ("with ", others)):
        if words:
            yield from hanging(label, ", ".join(words), len(label))


def _hands_lines(state: State) -> Iterator[str]:
    rows = [
        (name, str(size), format_hand(hand))
        for name, size, hand in zip(seat_names(state), state.sizes, state.hands, strict=True)
    ]
    yield from (MARGIN + MARGIN.join(row).rstrip() for row in aligned(rows, right={1}))


def _limits_lines(state: State) -> Iterator[str]:
    names = seat_names(state)
    if state.beat is not None and state.last_player is not None:
        passes = f"; passed since: {state.passes}" if state.passes else ""
        kind = named(state.beat.kind)
        yield f"to beat: {state.beat}, {kind}, of {names[state.last_player]}{passes}"
    for label, numbers in (
        ("bombs that may be played: ", state.bombs),
        ("has won with cards left: ", [number or None for number in state.allowance]),
    ):
        pairs = zip(names, numbers, strict=True)
        told = ", ".join(f"{name}: {number}" for name, number in pairs if number is not None)
        if told:
            yield from hanging(label, told, len(label))


def verdict(state: State, result: Solution | Analysis) -> str:
    """Say in a sentence who wins.

    >>> state = State.from_hands(["34", "5"])
    >>> verdict(state, Solution(Outcome.LOSS, None, [], 3, 0.0))
    'seat 0 (landlord) to move loses'
    >>> verdict(state, Solution(Outcome.UNKNOWN, None, [], 2000, 0.0))
    'seat 0 (landlord) to move: unknown after 2,000 positions'
    """
    mover = f"{seat_names(state)[state.to_move or 0]} to move"
    if result.outcome == Outcome.UNKNOWN:
        return f"{mover}: unknown after {counted(result.nodes, 'position')}"
    sentence = f"{mover} {VERBS[result.outcome]}"
    if isinstance(result, Solution):
        return sentence
    return f"{sentence}, with {_how_many(result)}"


def _how_many(result: Analysis) -> str:
    every = len(result.plays)
    wanted = sum(outcome == result.outcome for _, outcome in result.plays)
    if wanted == every:
        return "every play" if every > 1 else "the only play"
    return f"{wanted:,} of {counted(every, 'play')}"


def play_text(play: Play | None) -> str:
    """Write a play or, for None, a pass.

    >>> play_text(None)
    'pass'
    """
    return "pass" if play is None else str(play)


def line_of_play(
    state: State, line: Sequence[tuple[int, Play | None]], paint: Painter
) -> Iterator[str]:
    """Draw plays and passes, one a line, answers indented, with the hand that a play leaves."""
    names = seat_names(state)
    game = state.copy()
    rows = []
    for seat, play in line:
        indent = "" if game.beat is None else MARGIN
        game.play(play)
        left = "" if play is None else format_hand(game.hands[seat]) or "out"
        rows.append((names[seat], indent + play_text(play), left))
    yield paint("faint", "a line of play, and what is left in the hand")
    for cells, (_, play) in zip(_narrow(rows), line, strict=True):
        name, text, left = cells
        shown = paint(style_of(play.kind), text) if play and play.kind.is_bomb else text
        yield MARGIN + MARGIN.join((name, shown, left)).rstrip()


def _narrow(rows: Sequence[tuple[str, str, str]]) -> list[list[str]]:
    """Align rows; where they are too wide, write how many cards are left and not which."""
    lines = aligned(rows)
    if all(display_width(MARGIN.join(cells).rstrip()) <= WIDTH - len(MARGIN) for cells in lines):
        return lines
    numbers = {left: f"{len(left)} left" for _, _, left in rows if left not in ("", "out")}
    return aligned([(name, text, numbers.get(left, left)) for name, text, left in rows])


def outcome_lines(result: Analysis, paint: Painter) -> Iterator[str]:
    """Draw every play by its outcome: those that win, those that are not known, and the others."""
    groups = {
        outcome: [play_text(play) for play, one in result.plays if one == outcome]
        for outcome in VERBS
    }
    rows = [(VERBS[one], f"{len(plays):,}") for one, plays in groups.items() if plays]
    shown = [plays for plays in groups.values() if plays]
    for (verb, number), plays in zip(aligned(rows, right={1}), shown, strict=True):
        head = MARGIN.join(("", verb, number, ""))
        first, *more = in_columns(plays, WIDTH - len(head))
        yield MARGIN.join(("", paint("heading", verb), number, "")) + first
        yield from (" " * len(head) + line for line in more)


def name_width(puzzles: Iterable[Puzzle]) -> int:
    """How wide the column of names is in a table of puzzles."""
    return min(NAME_WIDTH, max([6, *(display_width(puzzle.name) for puzzle in puzzles)]))


def table_head(width: int, is_analysis: bool) -> str:
    """Write the first line of a table of puzzles."""
    return _row("puzzle", "outcome", "positions", "seconds", width) + (
        "plays that win" if is_analysis else "best play"
    )


def table_row(found: Found, width: int) -> Iterator[str]:
    """Write a puzzle as a line of a table, or several if many plays win."""
    result = found.result
    outcome = result.outcome.name.lower()
    seconds = f"{found.seconds:.3f}"
    label = _row(found.puzzle.name, outcome, f"{result.nodes:,}", seconds, width)
    plays = " ".join(best_plays(result))
    yield from hanging(label, plays, display_width(label)) if plays else [label.rstrip()]


def _row(name: str, outcome: str, positions: str, seconds: str, width: int) -> str:
    return f"{_fitted(name, width)}  {outcome:7}  {positions:>13}  {seconds:>8}  "


def _fitted(text: str, width: int) -> str:
    """Cut or fill a text so that it is as wide as a column."""
    if display_width(text) > width:
        while display_width(text) > width - 3:
            text = text[:-1]
        text += "..."
    return text + " " * (width - display_width(text))


def best_plays(result: Solution | Analysis) -> list[str]:
    """Give all plays that win or, of a Solution, the best play; none where nothing is known.

    >>> best_plays(Solution(Outcome.WIN, Play.parse("33"), [], 3, 0.0))
    ['33']
    """
    if isinstance(result, Analysis):
        return [play_text(play) for play, outcome in result.plays if outcome == Outcome.WIN]
    return [] if result.outcome == Outcome.UNKNOWN else [play_text(result.best)]


def total_line(every: Sequence[Found]) -> str:
    """Write what all puzzles of a table came to.

    >>> total_line([])
    '0 puzzles: 0 win, 0 loss, 0 unknown; 0 positions in 0.000 seconds'
    """
    outcomes = [found.result.outcome for found in every]
    told = ", ".join(f"{outcomes.count(one):,} {one.name.lower()}" for one in _ORDER)
    nodes = sum(found.result.nodes for found in every)
    seconds = sum(found.seconds for found in every)
    puzzles, positions = counted(len(every), "puzzle"), counted(nodes, "position")
    return f"{puzzles}: {told}; {positions} in {seconds:.3f} seconds"
