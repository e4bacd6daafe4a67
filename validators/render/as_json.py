"""A JSON array with the keys ruff uses, so that converters written for it work."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypedDict

from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.dsl.source.fixes import Fix
from boardwright.dsl.source.places import Span


class _Place(TypedDict):
    row: int
    column: int


class _Related(TypedDict):
    message: str
    filename: str
    location: _Place
    end_location: _Place


class _Edit(TypedDict):
    content: str
    filename: str
    location: _Place
    end_location: _Place


class _Fix(TypedDict):
    applicability: str
    message: str
    edits: list[_Edit]


class _Item(TypedDict):
    code: str
    name: str
    severity: str
    message: str
    label: str
    filename: str | None
    location: _Place | None
    end_location: _Place | None
    help: list[str]
    notes: list[str]
    related: list[_Related]
    fixes: list[_Fix]


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """Writes the array, sorted by place; rows and columns count code points from 1.

    The output is ASCII only, so that any terminal can show it; JSON escapes stand for other characters.
    """
    items = [_item(diagnostic) for diagnostic in sorted(diagnostics, key=lambda each: each.order)]
    return json.dumps(items, indent=2) + "\n"


def _item(diagnostic: Diagnostic) -> _Item:
    label = diagnostic.label
    return _Item(
        code=diagnostic.code,
        name=diagnostic.name,
        severity=diagnostic.severity.value,
        message=diagnostic.message,
        label=label.text if label else "",
        filename=label.span.source.name if label else None,
        location=_start(label.span) if label else None,
        end_location=_end(label.span) if label else None,
        help=list(diagnostic.help),
        notes=list(diagnostic.notes),
        related=[_related(other) for other in diagnostic.others],
        fixes=[_fix(each) for each in diagnostic.fixes],
    )


def _fix(fix: Fix) -> _Fix:
    """An edit in the words of ruff: `safe` if only one thing can have been meant, `display` if something is left to write."""
    edit = _Edit(
        content=fix.text,
        filename=fix.span.source.name,
        location=_start(fix.span),
        end_location=_end(fix.span),
    )
    use = "safe" if fix.is_safe else "display" if fix.is_sketch else "unsafe"
    return _Fix(applicability=use, message=fix.title, edits=[edit])


def _related(label: Label) -> _Related:
    return _Related(
        message=label.text,
        filename=label.span.source.name,
        location=_start(label.span),
        end_location=_end(label.span),
    )


def _start(span: Span) -> _Place:
    row, column = span.source.position(span.start)
    return _Place(row=row, column=column)


def _end(span: Span) -> _Place:
    row, column = span.source.position(span.end)
    return _Place(row=row, column=column)
