"""The form for people: a headline, the place with its text, and what to do."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity, shown

LIMIT = 50
_TAB = " " * 4
# Longer lines are cut around the place.
_WIDEST = 160
_BEFORE = 40

_COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}
_WORST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
_FRAME = "1;34"
_BOLD = "1"


def render(diagnostics: Iterable[Diagnostic], *, color: bool = False, limit: int = LIMIT) -> str:
    """Shows at most `limit` diagnostics in the order given, separated by empty lines, then the number of the rest. Warnings
    never displace errors.

    No text from a file reaches the terminal unescaped. All control sequences in the result are our own, and they appear only
    with `color`.
    """
    items = tuple(diagnostics)
    paint = _Paint(color)
    # Sorting keeps the order among equals, so these are the first of the worst.
    worst = sorted(range(len(items)), key=lambda n: _WORST_FIRST.index(items[n].severity))
    blocks = [_block(items[n], paint) for n in sorted(worst[:limit])]
    more = len(items) - limit
    if more > 0:
        blocks.append(f"and {more} more\n")
    return "\n".join(blocks)


@dataclass(frozen=True, slots=True)
class _Paint:
    on: bool

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.on and text else text


def _block(item: Diagnostic, paint: _Paint) -> str:
    style = _COLOURS[item.severity]
    lines = [
        paint(style, f"{item.severity.value}[{item.code}]")
        + paint(_BOLD, f": {shown(item.message)}")
    ]
    labels = [label for label in (item.label, *item.others) if label]
    gutter = max(
        (len(str(label.span.row)) for label in labels if label.span.source.text), default=1
    )
    for label in labels:
        first = label is labels[0] and item.label is not None
        arrow, mark, colour = ("-->", "^", style) if first else (":::", "-", _FRAME)
        lines += _snippet(label, gutter, arrow, mark, colour, paint)
    indent = " " * (gutter + 1) if labels else "  "
    for kind, texts in (("note", item.notes), ("help", item.help)):
        for text in texts:
            # A text of several lines is aligned with its first line, so that it can be copied.
            first_line, *more = text.split("\n")
            lines.append(f"{indent}{paint(_FRAME, '=')} {paint(_BOLD, kind)}: {shown(first_line)}")
            lines += [f"{indent}    {shown(line)}".rstrip() for line in more]
    return "".join(f"{line}\n" for line in lines)


def _snippet(
    label: Label, gutter: int, arrow: str, mark: str, style: str, paint: _Paint
) -> list[str]:
    span = label.span
    name = shown(span.source.name)
    blank = " " * gutter
    if not span.source.text:
        # The file was not read, so the diagnostic is about the whole file.
        told = f": {shown(label.text)}" if label.text else ""
        return [f"{blank}{paint(_FRAME, arrow)} {name}{told}"]
    row, column = span.source.position(span.start)
    end_row, end_column = span.source.position(span.end)
    line = span.source.line(row)
    if end_row > row:
        end_column = len(line) + 1
    before, marked, after = _window(line, column - 1, max(end_column - 1, column - 1))
    width = max(_width(marked), 1)
    bar = paint(_FRAME, "|")
    text = f"{before}{marked}{after}".rstrip()
    told = f" {shown(label.text)}" if label.text else ""
    under = " " * _width(before) + paint(style, mark * width + told)
    return [
        f"{blank}{paint(_FRAME, arrow)} {name}:{row}:{column}",
        f"{blank} {bar}",
        f"{paint(_FRAME, f'{row:>{gutter}}')} {bar} {text}".rstrip(),
        f"{blank} {bar} {under}",
    ]


def _window(line: str, start: int, end: int) -> tuple[str, str, str]:
    """Returns the text before, in and after the place, safe to show, and cut if the line is very long."""
    if len(line) <= _WIDEST:
        return _fit(line[:start]), _fit(line[start:end]), _fit(line[end:])
    first = max(start - _BEFORE, 0)
    last = first + _WIDEST
    before = ("…" if first else "") + _fit(line[first:start])
    marked = _fit(line[start : min(end, last)])
    after = _fit(line[end:last]) if end < last else ""
    return before, marked, after + ("…" if last < len(line) else "")


def _fit(text: str) -> str:
    return shown(text.replace("\t", _TAB))


def _width(text: str) -> int:
    """Returns how many columns the text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
