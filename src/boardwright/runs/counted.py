"""Figures that are gathered while games are played: whole numbers in mappings, added up in any order.

What they mean is said in `interpreter/agents/statistics.py`, and for who reads them in docs/reports.md.
"""

from __future__ import annotations

import json
from typing import Any


class Figures:
    """A sum of figures; nothing at first. A run without figures never has any."""

    def __init__(self, sums: dict[str, Any] | None = None) -> None:
        self.sums = sums

    def add(self, line: bytes) -> None:
        """Those of a line that `line` has written, too."""
        more = json.loads(line)["figures"]
        if more is not None:
            self.sums = more if self.sums is None else _added(self.sums, more)

    def line(self) -> bytes:
        """The one way to write them, whatever they were added up from."""
        facts = {"figures": self.sums}
        text = json.dumps(facts, separators=(",", ":"), ensure_ascii=True, sort_keys=True)
        return f"{text}\n".encode()


def _added(one: Any, other: Any) -> Any:
    """The sum of two trees: numbers are added, what stands in one of them only is taken over, of two texts the first."""
    match one, other:
        case dict(), dict():
            both = {key: _added(one[key], other[key]) for key in one.keys() & other.keys()}
            return {**one, **other, **both}
        case list(), list():
            return [_added(*each) for each in zip(one, other, strict=True)]
        case int(), int():
            return one + other
        case _:
            return one
