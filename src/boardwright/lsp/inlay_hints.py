"""Inlay hints: the types of local names, and what a modifier makes of a value."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from boardwright.dsl.declare.clauses import ModifierDecl, ValueDecl
from boardwright.dsl.language import syntax
from boardwright.dsl.source.places import Source, Span
from boardwright.lsp.analysed import Reading
from boardwright.lsp.positions import position_at

_LONGEST = 40


def hints(reading: Reading, read: Source, first: int, last: int) -> Iterator[tuple[int, str, str]]:
    """The hints between two offsets of a file as it was read: each with its offset, its text and what it means."""
    for span, symbols in reading.index().by_file.get(read.name, ()):
        if not first <= span.end <= last:
            continue
        for symbol in symbols:
            type = symbol.things[0].owner if symbol.is_local and symbol.things else ""
            if type and span in symbol.declarations and _is_news(type, symbol.id):
                yield span.end, f": {type}", f"`{symbol.id}` is {type}"
                break
    values = {each.id: each for layer in reading.layers for each in layer.values}
    for layer in reading.layers:
        for modifier in layer.modifiers:
            yield from _of_modifier(modifier, values, read, first, last)


def _is_news(type: str, id: str) -> bool:
    """Whether the type says more than the name: `region` is a region."""
    words = type.removeprefix("one of ").removeprefix("a ").removeprefix("an ")
    return words != id


def _of_modifier(
    modifier: ModifierDecl, values: dict[str, ValueDecl], read: Source, first: int, last: int
) -> Iterator[tuple[int, str, str]]:
    value = values.get(modifier.head.name.id)
    if value is None or modifier.head.span.source != read:
        return
    for change in modifier.changes:
        if first <= change.span.end <= last:
            before = _brief(value.base.span)
            after = _made(value.base, change)
            what = f"`{value.id}` is `{before}` before anything changes it"
            yield change.span.end, f" {before} → {after}" if after else f" of {before}", what


def _made(base: syntax.Expr, change: syntax.Change) -> str:
    """What a change makes of a number, if that can be worked out here; else how it is worked out."""
    operand = change.operand
    if change.op == "becomes":
        return _brief(operand.span)
    if not isinstance(base, syntax.Number) or not isinstance(operand, syntax.Number):
        return ""
    one, other = base.value, operand.value
    worked_out = {
        "add": one + other,
        "subtract": one - other,
        "at least": max(one, other),
        "at most": min(one, other),
    }
    return str(worked_out[change.op]) if change.op in worked_out else ""


def _brief(span: Span) -> str:
    words = " ".join(span.text.split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def as_hint(source: Source, at: int, text: str, told: str) -> types.InlayHint:
    """A hint in the current text."""
    return types.InlayHint(
        position_at(source, at),
        text,
        kind=types.InlayHintKind.Type if text.startswith(":") else None,
        tooltip=told,
        padding_left=not text.startswith((":", " ")),
    )
