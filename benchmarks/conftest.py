"""Gathers what the benchmarks measure, and prints it at the end of the run, beside DouZero."""

from collections.abc import Callable
from typing import Any

import pytest

from figures import Measure, Record, Row, table

ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture
def record(request: pytest.FixtureRequest) -> Record:
    return request.config.stash.setdefault(ROWS, []).append


@pytest.fixture
def measure(benchmark: Any, record: Record) -> Measure:
    def run(task: str, name: str, positions: int, work: Callable[[], int]) -> int:
        answers: int = benchmark(work)
        if benchmark.stats:  # not with --benchmark-disable
            row = Row(task, name, positions, answers, benchmark.stats["median"])
            record(row)
            benchmark.extra_info["ns each"] = round(row.each * 1e9, 2)
            if answers:
                benchmark.extra_info["ns a play"] = round(row.for_each_answer * 1e9, 3)
        return answers

    return run


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if rows := config.stash.get(ROWS, []):
        terminalreporter.write_sep("-", "median CPU time, classic rules or those that are named")
        for line in table(rows):
            terminalreporter.write_line(line)
