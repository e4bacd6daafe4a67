"""Finds the scalars of a rule file that hold texts of the effect language, by the table of keys.

The file of a card is read by itself, without the ruleset that declares its keys. So a value under a key that is not in the
table is an effect if it is written like one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from boardwright.dsl.declare.sections import FILES, RECORDS
from boardwright.dsl.declare.shapes import (
    ATTRIBUTES,
    HOOKS,
    PIECES,
    SLOTS,
    SPACES,
    Either,
    ListOf,
    MapOf,
    Part,
    Record,
    Shape,
    is_hook,
)
from boardwright.dsl.declare.values import (
    AttributeType,
    EffectText,
    Expression,
    Grid,
    Head,
    Id,
    InForce,
    Limit,
    Modifier,
    Range,
    Repetition,
    TypeName,
    Visibility,
    WholeOr,
)
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, Sequence


class ScalarRole(Enum):
    """What a scalar contains, as far as its spaces matter."""

    EFFECT = "effect"
    EXPRESSION = "expression"
    MODIFIER = "modifier"
    HEAD = "head"
    VISIBILITY = "visibility"  # words, then perhaps a condition
    PHRASE = "phrase"  # some words of a fixed form, such as `once a turn`
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar with its role. `sure` is false if it is only written like an effect."""

    scalar: Scalar
    role: ScalarRole
    sure: bool = True


_ROLES: dict[type[Shape], ScalarRole] = {
    EffectText: ScalarRole.EFFECT,
    Expression: ScalarRole.EXPRESSION,
    Modifier: ScalarRole.MODIFIER,
    Head: ScalarRole.HEAD,
    Visibility: ScalarRole.VISIBILITY,
    Repetition: ScalarRole.VISIBILITY,
    InForce: ScalarRole.EXPRESSION,
    Range: ScalarRole.PHRASE,
    Grid: ScalarRole.PHRASE,
    Limit: ScalarRole.PHRASE,
    TypeName: ScalarRole.PHRASE,
    AttributeType: ScalarRole.PHRASE,
    WholeOr: ScalarRole.PHRASE,
}
_HOOK = Either((EffectText(), Part("hook")))
_DEFINITIONS = MapOf(Id(), Part("definition"))


def leaves(root: Node, record: str | None = None) -> Iterator[Leaf]:
    """Yields every scalar of a rule file, including keys, in the order of the file. A text that is no whole file can be read
    as a record of the table.
    """
    yield from _leaves(root, _file(root) if record is None else Part(record))


def role_of(shape: Shape) -> ScalarRole:
    """Returns the role of a scalar with this shape."""
    return _ROLES.get(type(shape), ScalarRole.OTHER)


def _file(root: Node) -> Shape | None:
    if not isinstance(root, Mapping) or not root.entries:
        return None
    first = root.entries[0].key.text
    return Part(first if first in FILES else "definition")


def _leaves(node: Node, shape: Shape | None, *, sure: bool = True) -> Iterator[Leaf]:
    form = _form(shape, node)
    if isinstance(node, Scalar):
        role = ScalarRole.OTHER if form is None else role_of(form)
        yield Leaf(node, role, sure)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _leaves(item, form.item if isinstance(form, ListOf) else None)
    else:
        for entry in node.entries:
            yield from _entry(entry, form)


def _entry(entry: Entry, form: Shape | None) -> Iterator[Leaf]:
    if isinstance(form, MapOf):
        yield from _leaves(entry.key, form.key)
        yield from _leaves(entry.value, form.value)
        return
    record = RECORDS[form.record] if isinstance(form, Part) else None
    is_head = record is not None and HOOKS in record.open and is_hook(entry.key.text)
    yield Leaf(entry.key, ScalarRole.HEAD if is_head else ScalarRole.OTHER)
    known = None if record is None else record.key(entry.key.text)
    if known is not None:
        yield from _leaves(entry.value, known.shape)
    elif is_head:
        yield from _leaves(entry.value, _HOOK)
    elif record is not None:
        yield from _declared(record, entry.value)
    else:
        yield from _leaves(entry.value, None)


def _declared(record: Record, value: Node) -> Iterator[Leaf]:
    """Yields the leaves of a value under a key that a ruleset declares."""
    if PIECES in record.open or SPACES in record.open:
        yield from _leaves(value, _DEFINITIONS)
    elif ATTRIBUTES not in record.open and SLOTS not in record.open:
        yield from _leaves(value, None)
    elif isinstance(value, Mapping):
        yield from _leaves(value, Part("slot"))
    elif isinstance(value, Scalar) and value.style == "literal":
        yield from _leaves(value, EffectText())
    elif isinstance(value, Scalar) and value.style == "plain" and " " in value.text:
        yield from _leaves(value, EffectText(), sure=False)
    else:
        yield from _leaves(value, None)


def _form(shape: Shape | None, node: Node) -> Shape | None:
    """Returns the first of several forms that fits; for a list that may be a single item, the item."""
    if isinstance(shape, Either):
        return next((form for each in shape.forms if (form := _form(each, node))), None)
    if isinstance(shape, ListOf):
        if isinstance(node, Sequence):
            return shape
        return _form(shape.item, node) if shape.single else None
    if isinstance(node, Mapping):
        return shape if isinstance(shape, Part | MapOf) else None
    return shape if isinstance(node, Scalar) and not isinstance(shape, Part | MapOf) else None
