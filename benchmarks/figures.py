"""What was measured, and how it is written."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import groupby
from operator import attrgetter

from ddz_fast.display import MARGIN, aligned
from engines import DouZero

UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
LEADS = "all leads, batch, out= reused"
ONE_HAND = "mean of all hands"
CLASSIC = "classic, 20 cards"
HEAD = ("", "each", "plays", "for each play", "")


@dataclass(frozen=True)
class Row:
    task: str  #: what was asked; only rows of one task are held against each other
    name: str
    positions: int
    answers: int  #: 0 if nothing but the time is of interest
    seconds: float  #: for all positions

    @property
    def each(self) -> float:
        return self.seconds / self.positions

    @property
    def for_each_answer(self) -> float:
        return self.seconds / self.answers


#: Takes what was measured to the table.
Record = Callable[[Row], None]
#: Given a task, a way to do it, its positions' number, and a call that returns the answers' number.
Measure = Callable[[str, str, int, Callable[[], int]], int]


def duration(seconds: float) -> str:
    """Three figures and a unit, "4.37 µs"."""
    unit, size = next((u for u in UNITS if seconds >= u[1]), UNITS[-1])
    figure = seconds / size
    return f"{figure:.{max(0, 3 - len(str(int(figure))))}f} {unit}"


def times(ratio: float) -> str:
    """Two or three figures and a times sign."""
    return f"{ratio:,.{0 if ratio >= 10 else 1 if ratio >= 1 else 2}f}×"


def lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns; all but the first are set to the right."""
    for line in aligned(rows, right=range(1, len(rows[0]))):
        yield MARGIN.join(line).rstrip()


@dataclass(frozen=True)
class Yardstick:
    """The row of a task that the others are held against, and how."""

    row: str
    head: str
    ratio: Callable[[Row, Row], float]  #: of a row and the yardstick


#: A task is held against the first of these that it has.
YARDSTICKS = (
    Yardstick(DouZero.name, "DouZero takes", lambda row, other: other.each / row.each),
    Yardstick(LEADS, "leads are 1", lambda row, other: row.each / other.each),
    Yardstick(ONE_HAND, "the mean is 1", lambda row, other: row.each / other.each),
    Yardstick(
        CLASSIC,
        "a play of classic is 1",
        lambda row, other: row.for_each_answer / other.for_each_answer,
    ),
)


def table(rows: list[Row]) -> Iterator[str]:
    """The lines of a table, by task; the last column holds a task's rows against its yardstick."""
    return lines([HEAD, *_by_task(rows)])


def _by_task(rows: list[Row]) -> Iterator[tuple[str, ...]]:
    by_task = attrgetter("task")
    for task, of_task in groupby(sorted(rows, key=by_task), by_task):
        group = list(of_task)
        named = {row.name: row for row in group}
        yardstick = next((one for one in YARDSTICKS if one.row in named), None)
        yield task, "", "", "", yardstick.head if yardstick else ""
        for row in group:
            ratio = yardstick.ratio(row, named[yardstick.row]) if yardstick else None
            yield _cells(row, ratio)


def _cells(row: Row, ratio: float | None) -> tuple[str, ...]:
    name = f"{row.name} {version(DouZero.package)}" if row.name == DouZero.name else row.name
    return (
        f"  {name}",
        duration(row.each),
        f"{row.answers / row.positions:.1f}" if row.answers else "",
        duration(row.for_each_answer) if row.answers else "",
        times(ratio) if ratio else "",
    )
