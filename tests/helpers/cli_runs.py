"""What a run of the command line came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


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
