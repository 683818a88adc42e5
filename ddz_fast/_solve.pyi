from collections.abc import Callable
from typing import SupportsIndex

from ._state import State
from .solving import Analysis, Solution

Progress = Callable[[int, float, float], object]

class SolveTable:
    def __init__(self, megabytes: SupportsIndex = 256) -> None: ...
    @property
    def megabytes(self) -> int: ...
    @property
    def used(self) -> float: ...
    def clear(self) -> None: ...

def solve(
    state: State,
    *,
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    table_mb: SupportsIndex = 256,
    threads: SupportsIndex = 1,
    table: SolveTable | None = None,
    progress: Progress | None = None,
) -> Solution: ...
def analyze(
    state: State,
    *,
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    table_mb: SupportsIndex = 256,
    threads: SupportsIndex = 1,
    table: SolveTable | None = None,
    progress: Progress | None = None,
) -> Analysis: ...
