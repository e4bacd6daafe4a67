"""Processes that tests start: with what, and what was printed in the end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from folders import ROOT


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    def text(self) -> str:
        parts = [f"exit {self.code}\n"]
        parts += [f"--- stdout\n{self.out}"] if self.out else []
        parts += [f"--- stderr\n{self.err}"] if self.err else []
        return "".join(parts)


Run = Callable[..., Done]


def environment_with(**more: str) -> dict[str, str]:
    """The environment of a process that imports this checkout."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "src"), **more}


def run_python(
    *words: str | Path, stdin: str = "", cwd: Path | None = None, **environment: str
) -> Done:
    """Starts Python with these words, such as a script and its options, and waits for its end."""
    done = subprocess.run(
        [sys.executable, *words],
        input=stdin,
        cwd=cwd,
        env=environment_with(**environment),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)
