"""The order of the files of a ruleset: by what they declare, never by what they are called or where they lie.

The order of declaration is the order of options, of draws and of clauses, so a record follows from it. Whoever renames a
file has changed no rule, and must find every record as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar

_FIRST = ("game", "expansion", "part")


def in_canonical_order(
    documents: Sequence[tuple[Source, Node]],
) -> tuple[tuple[Source, Node], ...]:
    """The manifest, then the parts by id, then files of single pieces and spaces by kind and id."""
    return tuple(sorted(documents, key=_key))


def _key(document: tuple[Source, Node]) -> tuple[int, str, str, tuple[str, ...], str]:
    source, node = document
    if not isinstance(node, Mapping) or not node.entries:
        return (len(_FIRST), "", "", (), source.text)
    first, *rest = node.entries
    kind = first.key.text
    id = first.value.text if isinstance(first.value, Scalar) else ""
    rank = _FIRST.index(kind) if kind in _FIRST else len(_FIRST)
    # Several files may speak of one piece, each with keys of its own. The text is asked where something is wrong
    # anyway, so that even then the same is told.
    return (rank, kind, id, tuple(entry.key.text for entry in rest), source.text)
