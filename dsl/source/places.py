"""Texts and places in them.

Every offset counts code points from 0 and every range is half open; rows and columns, which people
read, count from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Source:
    """A text with the name that people know, usually a path.

    Two sources are equal if their names are: texts may be long, and comparing them is never useful.
    """

    name: str
    text: str = field(repr=False, compare=False)
    _starts: tuple[int, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def position(self, offset: int) -> tuple[int, int]:
        """Returns the row and column of an offset; offsets outside the text move to its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        starts = self._line_starts()
        row = bisect_right(starts, offset)
        return row, offset - starts[row - 1] + 1

    @property
    def rows(self) -> int:
        """Returns the number of lines; a last line break is followed by an empty one."""
        return len(self._line_starts())

    def start_of(self, row: int) -> int:
        """Returns the offset at which a row begins, or the end for a missing row."""
        starts = self._line_starts()
        return starts[row - 1] if 1 <= row <= len(starts) else len(self.text)

    def line(self, row: int) -> str:
        """Returns the text of a row without its line break; empty for a missing row."""
        starts = self._line_starts()
        if not 1 <= row <= len(starts):
            return ""
        end = starts[row] if row < len(starts) else len(self.text)
        return self.text[starts[row - 1] : end].rstrip("\r\n")

    def span(self, start: int, end: int | None = None) -> Span:
        """Returns the range from `start` to `end`, or the empty one at `start`."""
        return Span(self, start, start if end is None else end)

    def _line_starts(self) -> tuple[int, ...]:
        # This is a slot and not a cache by key, because sources with the same name are equal.
        if self._starts is None:
            starts = (0, *(found.end() for found in _BREAK.finditer(self.text)))
            object.__setattr__(self, "_starts", starts)
            return starts
        return self._starts


@dataclass(frozen=True, slots=True)
class Span:
    """A range of a source, possibly empty."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def row(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_row(self) -> int:
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        return self.source.position(self.end)[1]

    def to(self, other: Span) -> Span:
        """Returns the range from the start of this one to the end of the other, in the same source."""
        return Span(self.source, self.start, other.end)
