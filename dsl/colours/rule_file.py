"""Finds the parts of effects in a rule file."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from boardwright.dsl.colours.effect_parts import Part, parts
from boardwright.dsl.declare.sections import FILES, RECORDS
from boardwright.dsl.declare.shapes import is_hook
from boardwright.dsl.format.roles import Leaf, ScalarRole, leaves
from boardwright.dsl.language.parser import parse_effect
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, read

OF_LANGUAGE = frozenset(
    [
        ScalarRole.EFFECT,
        ScalarRole.EXPRESSION,
        ScalarRole.MODIFIER,
        ScalarRole.HEAD,
        ScalarRole.VISIBILITY,
    ]
)
_NOT_NAMES = frozenset({*Part} - {Part.NAME})
_QUOTED_OR_FOLDED = ("single", "double", "folded")


def parts_of_leaf(
    leaf: Leaf, wanted: Collection[Part] = tuple(Part)
) -> Iterator[tuple[int, int, Part]]:
    """Yields the parts of a text of the language, at their places in the file. Texts in quotes and folded texts have none."""
    scalar = leaf.scalar
    if leaf.role not in OF_LANGUAGE or scalar.style in _QUOTED_OR_FOLDED:
        return
    for start, end, part in parts(scalar.text):
        if part in wanted:
            span = scalar.locate(start, end)
            if span.end > span.start:
                yield span.start, span.end, part


def texts_in(text: str) -> Iterator[tuple[Scalar, tuple[tuple[int, int, Part], ...]]]:
    """Yields every text of the language in a rule file, or in a piece of one, with its parts. Nothing if YAML cannot read it."""
    root = read(Source("", text), Bag())
    if root is None:
        return
    for leaf in leaves(root, _record(root)):
        if leaf.role is ScalarRole.HEAD:
            # The name of a rule or value alone is a key like any other.
            found = tuple(parts_of_leaf(leaf, _NOT_NAMES))
        elif leaf.sure or parse_effect(leaf.scalar, Bag()) is not None:
            found = tuple(parts_of_leaf(leaf))
        else:
            continue
        if found:
            yield leaf.scalar, found


def _record(root: Node) -> str | None:
    """Returns the record to read a piece of a file as; None for a whole file."""
    if not isinstance(root, Mapping) or not root.entries:
        return None
    first = root.entries[0].key.text
    if first in FILES:
        return None
    return "part" if is_hook(first) or RECORDS["part"].key(first) is not None else "definition"
