"""What was measured, and how it is written."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import groupby
from operator import attrgetter

from ddz_fast.display import MARGIN, aligned
from engines import DouZero

UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
HEAD = ("", "each", "plays", "for each play", "DouZero takes")


@dataclass(frozen=True)
class Row:
    task: str  #: what was asked; only rows of one task are held against each other
    name: str
    positions: int
    answers: int
    seconds: float  #: for all positions

    @property
    def each(self) -> float:
        return self.seconds / self.positions


#: Given a task, a way to do it, its positions' number, and a call that returns the answers' number.
Measure = Callable[[str, str, int, Callable[[], int]], int]


def duration(seconds: float) -> str:
    """Three figures and a unit, "4.37 µs"."""
    unit, size = next((u for u in UNITS if seconds >= u[1]), UNITS[-1])
    figure = seconds / size
    return f"{figure:.{max(0, 3 - len(str(int(figure))))}f} {unit}"


def times(ratio: float) -> str:
    """Two or three figures and a times sign."""
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.1f}×"


def lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns; all but the first are set to the right."""
    for line in aligned(rows, right=range(1, len(rows[0]))):
        yield MARGIN.join(line).rstrip()


def beside_douzero(rows: list[Row]) -> Iterator[str]:
    """The lines of a table, by task."""
    return lines([HEAD, *_by_task(rows)])


def _by_task(rows: list[Row]) -> Iterator[tuple[str, ...]]:
    by_task = attrgetter("task")
    for task, of_task in groupby(sorted(rows, key=by_task), by_task):
        group = list(of_task)
        douzero = next((row.each for row in group if row.name == DouZero.name), None)
        yield task, "", "", "", ""
        for row in group:
            yield _cells(row, douzero)


def _cells(row: Row, douzero: float | None) -> tuple[str, ...]:
    name = f"{row.name} {version(DouZero.package)}" if row.name == DouZero.name else row.name
    return (
        f"  {name}",
        duration(row.each),
        f"{row.answers / row.positions:.1f}",
        duration(row.seconds / row.answers),
        times(douzero / row.each) if douzero else "",
    )
