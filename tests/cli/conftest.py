from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO

import pytest

from boardwright import cli
from boardwright.commands.options import terminal_of
from cli_runs import Done, Run
from folders import CORPUS, ROOT


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
    """Runs the command line in this process: `run("validate", "path", stdin="...")`."""

    def go(*args: str, stdin: str = "") -> Done:
        out, err = StringIO(), StringIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            patch.setattr(sys, "stdin", StringIO(stdin))
            code = cli.main(list(args))
        return Done(code, out.getvalue(), err.getvalue())

    return go


@pytest.fixture
def spawn() -> Run:
    """Runs it as a process of its own."""

    def go(*args: str, stdin: str = "", hash_seed: str = "random") -> Done:
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONHASHSEED": hash_seed,
            "PYTHONIOENCODING": "utf-8",
        }
        done = subprocess.run(
            [sys.executable, "-m", "boardwright", *args],
            input=stdin,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return go
