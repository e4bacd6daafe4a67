"""Entries of observations, and what parts of an observation have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from boardwright.interpreter.learning.addresses import Addresses
from boardwright.interpreter.play.views import View

LARGEST = 32_767
"""Numbers further from 0 are cut off."""
MOST_MARKS = 64
"""What can be more things than these is one number and not a mark for each."""

Code = Callable[[Addresses, int], list[int]]
"""The instructions for machine code that have the same result for a seat; see `machine/observing.py`. Raises `NotNative`."""
Encode = Callable[[View, int, list[int]], None]
"""Puts numbers into a row: what is seen, by whom, the row."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one number of an observation stands for, and its range."""

    name: str
    low: int = 0
    high: int = 1

    def cut(self, word: int) -> int:
        """A number within the range."""
        return max(self.low, min(self.high, word))


@dataclass(slots=True)
class Legend:
    """The entries so far."""

    entries: list[Entry] = field(default_factory=list)

    def add(self, name: str, low: int = 0, high: int = 1) -> int:
        """One more entry; returns its number."""
        self.entries.append(Entry(name, max(-LARGEST, low), min(LARGEST, high)))
        return len(self.entries) - 1


@dataclass(frozen=True, slots=True)
class Part:
    """Some entries, how they follow from a view, and how machine code writes them."""

    encode: Encode
    code: Code


__all__ = ["LARGEST", "MOST_MARKS", "Code", "Encode", "Entry", "Legend", "Part"]
