"""Formatting: `boardwright fmt` for a file or some of its lines, as edits of the lines that change."""

from __future__ import annotations

from difflib import SequenceMatcher

from lsprotocol import types

from boardwright.dsl.format.rule_file import formatted
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.lsp.positions import position_at


def edits(source: Source, lines: tuple[int, int] | None = None) -> list[types.TextEdit]:
    """The edits that format a file, or those that touch the lines between two, from 0. None for a file with mistakes."""
    new = formatted(source, Bag())
    if new is None or new == source.text:
        return []
    before, after = source.text.splitlines(True), new.splitlines(True)
    found: list[types.TextEdit] = []
    for tag, first, last, start, end in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag == "equal" or (lines is not None and not (first <= lines[1] and lines[0] <= last)):
            continue
        place = types.Range(
            position_at(source, source.start_of(first + 1)),
            position_at(source, source.start_of(last + 1)),
        )
        found.append(types.TextEdit(place, "".join(after[start:end])))
    return found
