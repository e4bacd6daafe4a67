"""Finds the texts of a document that players read, as they are in the file."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.yaml_tree import Node, Scalar, Sequence

# Sections in which `name` and `text` are ordinary names.
_NAMES = ("attributes", "modify", "notes", "rows", "rules", "tables", "values")


def words_in(node: Node, within: str = "") -> Iterator[Scalar]:
    """Yields everything under `name`, `text`, `texts` and `tell`, in one language or in several."""
    if isinstance(node, Scalar):
        return
    if isinstance(node, Sequence):
        for item in node.items:
            yield from words_in(item)
        return
    for entry in node.entries:
        is_word = within not in _NAMES and entry.key.text in ("name", "text")
        if is_word or within in ("texts", "tell"):
            yield from _scalars(entry.value)
        else:
            yield from words_in(entry.value, entry.key.text)


def _scalars(node: Node) -> Iterator[Scalar]:
    """Yields a text, or its versions by language."""
    if isinstance(node, Scalar):
        yield node
    elif not isinstance(node, Sequence):
        for entry in node.entries:
            yield from _scalars(entry.value)
