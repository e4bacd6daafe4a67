from __future__ import annotations

import sys
from collections.abc import Iterator
from io import StringIO

import pytest

from boardwright import cli
from boardwright.commands.options import terminal_of
from cli_runs import Done, Run
from folders import TESTS

CORPUS = TESTS / "corpus" / "play"


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "BOARDWRIGHT_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(CORPUS)
    yield
    terminal_of().quiet, terminal_of().color = False, "auto"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process, in the folder of the small rulesets with faults."""

    def go(*args: str) -> Done:
        out, err = StringIO(), StringIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = cli.main(list(args))
        return Done(code, out.getvalue(), err.getvalue())

    return go
