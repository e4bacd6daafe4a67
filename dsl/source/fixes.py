"""Help that a program can follow: which text to write, and where.

A line of help is a string. One that says exactly what to write is a `Help`, made where the suggestion is made; the
diagnostic that it is for turns it into edits, since only the diagnostic knows the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from boardwright.dsl.source.places import Source, Span

_LONGEST_SHOWN = 40
_OPEN = re.compile(r"\.\.\.|…|<\w+>")  # what is left to fill in


@dataclass(frozen=True, slots=True)
class Fix:
    """One edit that follows a line of help: `text` takes the place of `span`.

    It is safe if only one thing can have been meant, so that it may be applied unseen. A sketch leaves something to write.
    """

    span: Span
    text: str
    is_safe: bool = False
    is_sketch: bool = False
    said: str = ""

    @property
    def title(self) -> str:
        """What the edit does, as a line for a menu."""
        if self.said:
            return self.said
        old, new = _brief(self.span.text), _brief(self.text)
        if not self.text:
            return f"Remove {old}" if old else "Remove spaces"
        if not self.span.text:
            return f"Add {new}"
        return f"Write {new} instead of {old}" if new else "Correct the spaces"


@dataclass(frozen=True, slots=True)
class Change:
    """`new` takes the place of `old`: a word within the place of the diagnostic, a span, or without `old` the whole place.
    `said` is its line in a menu, if it is no plain correction but a sketch.
    """

    new: str
    old: str | Span | None = None
    said: str = ""

    def at(self, place: Span | None) -> Span | None:
        """Where `old` is, for a diagnostic about a place; None if that is unclear."""
        if isinstance(self.old, Span):
            return self.old
        if self.old is None or place is None:
            return place
        found = [*re.finditer(rf"(?<!\w){re.escape(self.old)}(?!\w)", place.text)]
        if len(found) != 1:
            return None
        return Span(place.source, place.start + found[0].start(), place.start + found[0].end())


class Help(str):
    """A line of help with the changes that follow it, of which any one is enough."""

    __slots__ = ("changes", "is_safe")
    changes: tuple[Change, ...]
    is_safe: bool

    def __new__(cls, line: str, *changes: Change, is_safe: bool = False) -> Help:
        made = super().__new__(cls, line)
        made.changes, made.is_safe = changes, is_safe
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return str, (str(self),)

    def fixes(self, place: Span | None) -> Iterator[Fix]:
        """Yields the edits for a diagnostic about a place."""
        for change in self.changes:
            span = change.at(place)
            if span is not None and span.text != change.new:
                yield Fix(span, change.new, self.is_safe, bool(change.said), change.said)


def write(text: str, more: str = "", old: str | Span | None = None, *, safe: bool = False) -> str:
    """Returns the help to write a text, by default instead of the whole place. A text that leaves something open, as in
    `f(...)`, is only shown.

    >>> write("count(rats)")
    'write `count(rats)`'
    """
    line = f"write `{text}`{more}"
    if _OPEN.search(text):
        return line
    return Help(line, Change(text, old), is_safe=safe)


def remove(line: str, old: str | Span | None = None, *, safe: bool = False) -> Help:
    """Returns a line of help that says what to remove, by default the whole place."""
    return Help(line, Change("", old), is_safe=safe)


def add(line: str, text: str, at: Span, *, safe: bool = False) -> Help:
    """Returns a line of help that says which text is missing at the end of a span."""
    return Help(line, Change(text, Span(at.source, at.end, at.end)), is_safe=safe)


def with_key(owner: Span, name: str, value: str = "") -> Iterator[Change]:
    """Yields the change that adds a missing key before the others of its owner, with a first value or one left to write."""
    source, row = owner.source, owner.row
    line = source.line(row)
    after = source.text[owner.end : source.start_of(row) + len(line)]
    margin = line[: len(line) - len(line.lstrip(" "))]
    said = f"Add `{name}:`"
    bracket = re.match(r"\s*:\s*\{\s*", after)
    if source.text[owner.start : owner.start + 1] == "{":
        at = owner.start + 1
        yield Change(f"{name}: {value or '...'}, ", Span(source, at, at), said)
    elif bracket is not None:
        at = owner.end + bracket.end()
        comma = "" if source.text[at : at + 1] == "}" else ", "
        yield Change(f"{name}: {value or '...'}{comma}", Span(source, at, at), said)
    elif re.match(r"\s*:\s*(#.*)?$", after):
        below = next(
            (t for n in range(row + 1, source.rows + 1) if (t := source.line(n)).strip()), ""
        )
        indent = below[: len(below) - len(below.lstrip(" "))]
        indent = indent if len(indent) > len(margin) else f"{margin}  "
        at = source.start_of(row) + len(line)
        yield Change(f"\n{indent}{name}: {value}", Span(source, at, at), said)
    elif not margin and re.match(r"(\s*:.*|\s*(#.*)?)$", after):  # the first line of a file
        at = source.start_of(row) + len(line)
        yield Change(f"\n{name}: {value}", Span(source, at, at), said)


def fixes_of(help: Iterable[str], place: Span | None) -> tuple[Fix, ...]:
    """Returns the edits that follow the lines of a help, each once."""
    lines = (line for line in help if isinstance(line, Help))
    return tuple(dict.fromkeys(fix for line in lines for fix in line.fixes(place)))


def apply(source: Source, fixes: Iterable[Fix]) -> str:
    """Returns a text after these edits. Of two that touch the same place only the first is applied."""
    chosen: list[Fix] = []
    for fix in sorted(dict.fromkeys(fixes), key=lambda fix: (fix.span.start, fix.span.end)):
        if fix.span.source == source and not (chosen and fix.span.start <= chosen[-1].span.end):
            chosen.append(fix)
    text = source.text
    for fix in reversed(chosen):
        text = text[: fix.span.start] + fix.text + text[fix.span.end :]
    return text


def _brief(text: str) -> str:
    words = " ".join(text.split())
    cut = words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}…"
    return f"`{cut}`" if cut else ""
