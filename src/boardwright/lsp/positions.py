"""Positions in the protocol's terms: lines and UTF-16 code units from 0, and URIs of files."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lsprotocol.types import Location, Position, Range

from boardwright.dsl.source.places import Source, Span


def offset_at(source: Source, position: Position) -> int:
    """The offset of a position. A position outside the text moves to the nearest one inside; one in the middle of a
    character of two units moves before it.
    """
    if position.line < 0:
        return 0
    if position.line >= source.rows:
        return len(source.text)
    start, line = source.start_of(position.line + 1), source.line(position.line + 1)
    units = max(position.character, 0)
    if line.isascii():
        return start + min(units, len(line))
    for at, char in enumerate(line):
        units -= _units(char)
        if units < 0:
            return start + at
    return start + len(line)


def position_at(source: Source, offset: int) -> Position:
    """The position of an offset."""
    row, column = source.position(offset)
    line = source.line(row)[: column - 1]
    units = len(line) if line.isascii() else sum(_units(char) for char in line)
    return Position(line=row - 1, character=units)


def range_of(span: Span) -> Range:
    """The range of a span."""
    return Range(position_at(span.source, span.start), position_at(span.source, span.end))


def path_of(uri: str) -> Path | None:
    """The file with this URI; None if it is not a file, such as a text that was never saved."""
    try:
        parts = urlsplit(uri)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            return None
        path = Path(url2pathname(parts.path))
        return path if path.is_absolute() and "\0" not in str(path) else None
    except ValueError:
        return None


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return path.absolute().as_uri()


def location_of(span: Span) -> Location:
    """The location of a span in its file."""
    return Location(uri=uri_of(Path(span.source.name)), range=range_of(span))


def _units(char: str) -> int:
    return 2 if ord(char) > 0xFFFF else 1
