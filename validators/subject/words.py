"""The texts of a document that players read, each as it stands in the file."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.yaml_tree import Node, Scalar, Sequence

# Sections in which `name` and `text` are names like any other.
_NAMES = ("attributes", "modify", "notes", "rows", "rules", "tables", "values")


def words_in(node: Node, within: str = "") -> Iterator[Scalar]:
    """Everything under `name` and `text`, and what stands under `texts`, in one language or in several."""
    if isinstance(node, Scalar):
        return
    if isinstance(node, Sequence):
        for item in node.items:
            yield from words_in(item)
        return
    for entry in node.entries:
        is_word = within not in _NAMES and entry.key.text in ("name", "text")
        if is_word or within == "texts":
            yield from _scalars(entry.value)
        else:
            yield from words_in(entry.value, entry.key.text)


def _scalars(node: Node) -> Iterator[Scalar]:
    """A text, or the same by language."""
    if isinstance(node, Scalar):
        yield node
    elif not isinstance(node, Sequence):
        for entry in node.entries:
            yield from _scalars(entry.value)
