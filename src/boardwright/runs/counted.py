"""Figures that are collected while games are played: whole numbers in mappings, which can be added in any order.

`interpreter/agents/statistics.py` says what they mean; docs/reports.md says it for readers.
"""

from __future__ import annotations

import json
from typing import Any


class Figures:
    """A sum of figures, empty at first. A run without figures has no sum."""

    def __init__(self, sums: dict[str, Any] | None = None) -> None:
        self.sums = sums

    def add(self, line: bytes) -> None:
        """Adds the figures of a line that `line` has written."""
        more = json.loads(line)["figures"]
        if more is not None:
            self.sums = more if self.sums is None else _added(self.sums, more)

    def line(self) -> bytes:
        """The one way to write the figures, in whatever order they were added."""
        facts = {"figures": self.sums}
        text = json.dumps(facts, separators=(",", ":"), ensure_ascii=True, sort_keys=True)
        return f"{text}\n".encode()


def _added(one: Any, other: Any) -> Any:
    """The sum of two trees: numbers are added, entries of only one are copied, and of two texts the first is kept."""
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
