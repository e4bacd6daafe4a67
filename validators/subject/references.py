"""Finds the references under `ref` in the documents of a ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardwright.dsl.source.yaml_tree import Node, Scalar, Sequence, entries_in

# Rulebooks number their rules in many ways (`ABC-31`, `3.2`, `§7b`): one word with a digit in it.
_NUMBER = re.compile(r"\S*[0-9]\S*")


def is_number(text: str) -> bool:
    """Whether a text can be the number of a rule.

    >>> is_number("ABC-31"), is_number("page 31")
    (True, False)
    """
    return _NUMBER.fullmatch(text) is not None


def references(node: Node) -> Iterator[Scalar]:
    """Yields all references, in the order of the document."""
    for _, entry in entries_in(node):
        if entry.key.text == "ref":
            yield from listed(entry.value)


def listed(node: Node | None) -> tuple[Scalar, ...]:
    """Returns the references under one `ref`."""
    if isinstance(node, Scalar):
        return (node,)
    if isinstance(node, Sequence):
        return tuple(item for item in node.items if isinstance(item, Scalar))
    return ()
