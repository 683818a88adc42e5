"""Settings of all tests, and what runs the command line."""

import io
import shlex
import sys
from collections.abc import Sequence

import pytest
from hypothesis import settings

from command_line import Run
from ddz_fast.cli import main

settings.register_profile("default", deadline=None, print_blob=True)
settings.load_profile("default")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")

    def run_main(words: str | Sequence[str], typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(shlex.split(words) if isinstance(words, str) else words)
        return status, *capsys.readouterr()

    return run_main
