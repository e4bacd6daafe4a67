"""The command line: what its processes are started with, and what a run of it came to."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

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
