"""Finds the place in the file of each character of a YAML scalar.

The parser gives a scalar's text and its place, but escapes, folding and indentation lie between the
two. This module computes the text from the file a second time and keeps the place of each character.
The places are valid if the result equals the parser's text.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028",
    "P": "\u2029",
}  # fmt: skip
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}


@dataclass(frozen=True, slots=True)
class Places:
    """The range in the file for each character of a scalar."""

    starts: array[int]
    ends: array[int]


@dataclass(slots=True)
class _Trace:
    """A text that grows, with the place of each character."""

    text: list[str] = field(default_factory=list)
    starts: array[int] = field(default_factory=lambda: array("q"))
    ends: array[int] = field(default_factory=lambda: array("q"))

    def run(self, raw: str, start: int, end: int) -> None:
        """Copies a stretch unchanged."""
        self.text.append(raw[start:end])
        self.starts.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))

    def put(self, char: str, start: int, end: int) -> None:
        """Adds a character that the range from `start` to `end` wrote."""
        self.text.append(char)
        self.starts.append(start)
        self.ends.append(end)


def trace(raw: str, start: int, end: int, style: str, text: str) -> Places | None:
    """Returns the places of all characters of `text`, the scalar at `start`; None if they are unknown."""
    match style:
        case "literal" | "folded":
            return _block(raw, start, style == "folded", text)
        case "double" | "single":
            return _checked(_flow(raw, start + 1, end - 1, style), text)
        case "plain":
            return _checked(_flow(raw, start, end, style), text)
        case "text":
            return _checked(_dedented(raw), text)
        case _:
            return None


def dedented(raw: str) -> str:
    """Returns a text of lines without the indentation of the first line that is not blank."""
    return "".join(_dedented(raw).text)


def _dedented(raw: str) -> _Trace:
    made, at = _Trace(), 0
    indent = next((_past_spaces(line, 0) for line in raw.split("\n") if line.strip()), 0)
    for line in raw.split("\n"):
        made.run(raw, at + min(indent, _past_spaces(line, 0)), at + len(line))
        at += len(line) + 1
        if at <= len(raw):
            made.run(raw, at - 1, at)
    return made


def _checked(made: _Trace, text: str) -> Places | None:
    return Places(made.starts, made.ends) if "".join(made.text) == text else None


def _flow(raw: str, i: int, end: int, style: str) -> _Trace:
    """Traces plain and quoted scalars: a break becomes a space, more breaks line feeds, and spaces around are dropped."""
    made = _Trace()
    while i < end:
        char = raw[i]
        if char == "\\" and style == "double" and i + 1 < end:
            i = _escape(raw, i, end, made)
        elif char == "'" and style == "single":
            made.put("'", i, i + 2)
            i += 2
        elif char in " \t\r\n":
            i = _blanks(raw, i, end, made)
        else:
            stop = i + 1
            while stop < end and raw[stop] not in " \t\r\n'\\":
                stop += 1
            made.run(raw, i, stop)
            i = stop
    return made


def _escape(raw: str, i: int, end: int, made: _Trace) -> int:
    char = raw[i + 1]
    if char in "\r\n":
        # An escaped break vanishes, and so do the spaces after it; empty lines after it stay.
        return _empty_lines(raw, _past_break(raw, i + 1), end, made)
    if char in _HEX_ESCAPES:
        stop = i + 2 + _HEX_ESCAPES[char]
        number = int(raw[i + 2 : stop], 16)
        made.put(chr(number) if number < 0x110000 else "", i, stop)
        return stop
    made.put(_ESCAPES.get(char, char), i, i + 2)
    return i + 2


def _blanks(raw: str, i: int, end: int, made: _Trace) -> int:
    stop = _past_blanks(raw, i, end)
    if stop >= end or raw[stop] not in "\r\n":
        made.run(raw, i, stop)
        return stop
    after = _past_break(raw, stop)
    before = len(made.text)
    next_line = _empty_lines(raw, after, end, made)
    if len(made.text) == before:
        made.put(" ", stop, after)
    return next_line


def _empty_lines(raw: str, i: int, end: int, made: _Trace) -> int:
    """Adds a line feed for each empty line; returns the start of the next text."""
    while True:
        i = _past_blanks(raw, i, end)
        if i >= end or raw[i] not in "\r\n":
            return i
        after = _past_break(raw, i)
        made.put("\n", i, after)
        i = after


def _block(raw: str, start: int, folded: bool, text: str) -> Places | None:
    i = start + 1
    while i < len(raw) and raw[i] in "+-123456789":
        i += 1
    header = raw[start + 1 : i]
    while i < len(raw) and raw[i] not in "\r\n":
        i += 1
    keep = 1 if "+" in header else -1 if "-" in header else 0
    i = _past_break(raw, i)
    indent = _indent(raw, i, text)
    return _checked(_block_lines(raw, i, indent, keep, folded), text)


def _indent(raw: str, i: int, text: str) -> int:
    """Returns the indentation of a block, from the text in its first line that is not empty.

    The header does not give it: its indicator is relative to an unknown parent.
    """
    content = text.lstrip("\n")
    if not content:
        return len(raw)  # every line is empty, however many spaces it holds
    for _ in range(len(text) - len(content)):
        i = _past_break(raw, _past_spaces(raw, i))
    spaces = _past_spaces(content, 0)
    return _past_spaces(raw, i) - i - spaces


def _block_lines(raw: str, i: int, indent: int, keep: int, folded: bool) -> _Trace:
    made = _Trace()
    last_break: tuple[int, int] | None = None
    was_blank = False
    i, column, empty = _empty_block_lines(raw, i, indent)
    while column == indent and i < len(raw):
        is_blank = raw[i] in " \t"
        if folded and last_break and not was_blank and not is_blank:
            if not empty:
                made.put(" ", *last_break)
        elif last_break:
            made.put("\n", *last_break)
        for place in empty:
            made.put("\n", *place)
        was_blank = is_blank
        stop = i
        while stop < len(raw) and raw[stop] not in "\r\n":
            stop += 1
        made.run(raw, i, stop)
        after = _past_break(raw, stop)
        last_break = (stop, after) if after > stop else None
        i, column, empty = _empty_block_lines(raw, after, indent)
    if keep >= 0 and last_break:
        made.put("\n", *last_break)
    if keep > 0:
        for place in empty:
            made.put("\n", *place)
    return made


def _empty_block_lines(raw: str, i: int, indent: int) -> tuple[int, int, list[tuple[int, int]]]:
    """Skips lines that are only indentation; returns the place and column after the next indentation."""
    empty: list[tuple[int, int]] = []
    while True:
        stop = i
        while stop < len(raw) and stop - i < indent and raw[stop] == " ":
            stop += 1
        if stop >= len(raw) or raw[stop] not in "\r\n":
            return stop, stop - i, empty
        after = _past_break(raw, stop)
        empty.append((stop, after))
        i = after


def _past_spaces(raw: str, i: int) -> int:
    while i < len(raw) and raw[i] == " ":
        i += 1
    return i


def _past_blanks(raw: str, i: int, end: int) -> int:
    while i < end and raw[i] in " \t":
        i += 1
    return i


def _past_break(raw: str, i: int) -> int:
    if raw.startswith("\r\n", i):
        return i + 2
    return i + 1 if i < len(raw) else i
