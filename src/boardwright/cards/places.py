"""Finds where a text on a card is written: the line that a finding points at."""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Entry, Node, Scalar, entries_in, read
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode


def place_of_text(piece: DefinitionDecl, key: str, language: str, otherwise: str) -> Scalar | None:
    """The `name` or `text` of a piece in a language, as it stands in its file; in the language `otherwise` if it has none."""
    given = next((each for each in reversed(piece.given) if each.id == key), None)
    if given is None:
        return None
    root = read(given.span.source, Bag())
    entry = None if root is None else _entry_at(root, given.span)
    if entry is None:
        return None
    if isinstance(entry.value, Scalar):
        return entry.value
    texts: Mapping[str, Node] = (
        {each.key.text: each.value for each in entry.value.entries}
        if isinstance(entry.value, MappingNode)
        else {}
    )
    found = texts.get(language) or texts.get(otherwise) or next(iter(texts.values()), None)
    return found if isinstance(found, Scalar) else None


def _entry_at(root: Node, span: Span) -> Entry | None:
    entries = (entry for _, entry in entries_in(root))
    return next((each for each in entries if each.key.span.start == span.start), None)
