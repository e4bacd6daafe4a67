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
    """One text under the name people know it by, usually a path.

    Two sources are the same when their names are: texts may be long and comparing them is never wanted.
    """

    name: str
    text: str = field(repr=False, compare=False)
    _starts: tuple[int, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def position(self, offset: int) -> tuple[int, int]:
        """The row and column of an offset; offsets outside the text are moved to its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        starts = self._line_starts()
        row = bisect_right(starts, offset)
        return row, offset - starts[row - 1] + 1

    @property
    def rows(self) -> int:
        """How many lines there are; behind a last line break there is one more, which is empty."""
        return len(self._line_starts())

    def start_of(self, row: int) -> int:
        """The offset at which a row begins; that of the end for a row that does not exist."""
        starts = self._line_starts()
        return starts[row - 1] if 1 <= row <= len(starts) else len(self.text)

    def line(self, row: int) -> str:
        """The text of one row without its line break; empty for a row that does not exist."""
        starts = self._line_starts()
        if not 1 <= row <= len(starts):
            return ""
        end = starts[row] if row < len(starts) else len(self.text)
        return self.text[starts[row - 1] : end].rstrip("\r\n")

    def span(self, start: int, end: int | None = None) -> Span:
        """The range from `start` to `end`, or the empty one at `start`."""
        return Span(self, start, start if end is None else end)

    def _line_starts(self) -> tuple[int, ...]:
        # Kept in a slot and not in a cache by key, since sources with one name are equal.
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
        """From the start of this range to the end of the other, which lies in the same source."""
        return Span(self.source, self.start, other.end)
