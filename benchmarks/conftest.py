"""Gathers what the benchmarks measure, and prints it beside DouZero at the end of the run."""

from collections.abc import Callable
from typing import Any

import pytest

from figures import Measure, Row, beside_douzero

ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture
def measure(benchmark: Any, request: pytest.FixtureRequest) -> Measure:
    def run(task: str, name: str, positions: int, work: Callable[[], int]) -> int:
        answers: int = benchmark(work)
        if benchmark.stats:  # not with --benchmark-disable
            row = Row(task, name, positions, answers, benchmark.stats["median"])
            request.config.stash.setdefault(ROWS, []).append(row)
        return answers

    return run


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if rows := config.stash.get(ROWS, []):
        terminalreporter.write_sep("-", "median CPU time, classic rules")
        for line in beside_douzero(rows):
            terminalreporter.write_line(line)
