"""Reads records: mappings with known keys become the classes that say which these are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from boardwright.dsl.declare.record_checks import CHECKS
from boardwright.dsl.declare.records import NAMED, PLANS, Plan, Said
from boardwright.dsl.declare.shapes import EffectText, MapOf, TypeName, looks_like_effect, written
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar

if TYPE_CHECKING:  # the reader reads records by this module
    from boardwright.dsl.declare.values import Fields, Reader

R = TypeVar("R")


def read_records(reader: Reader, kind: type[R], node: Node) -> tuple[R, ...]:
    """Records by name."""
    plan = PLANS[kind]
    found = []
    for entry in reader.entries(node, f"a mapping of {plan.several}", f"write `{plan.example}`"):
        made = read_record(reader, kind, entry.value, entry.key.span, entry.key)
        if made is not None:
            found.append(made)
    return tuple(found)


def read_record(
    reader: Reader, kind: type[R], node: Node, owner: Span, above: Scalar | None = None
) -> R | None:
    """A record, which stands under the key `above` if it has a head; `owner` is the place to point at."""
    plan = PLANS[kind]
    values: dict[str, Any] = {}
    name: Any = None
    if plan.head is not None and above is not None:
        name = plan.head[1].shape.read(reader, above)
        if plan.head[0] and name is not None:
            values[plan.head[0]] = name
    if plan.short is not None and _stands_alone(plan.short[1], node):
        value = plan.short[1].shape.read(reader, node)
        if value is not None:
            values[plan.short[0]] = value
        return _made(reader, kind, values, name, owner)
    fields = reader.fields(node, plan.record.name, owner)
    if (fields is None and not plan.stays) or _is_lost(plan, name):
        return None
    if fields is None:
        return _made(reader, kind, values, name, owner)
    return read_keys(reader, kind, fields, values, name)


def read_keys(
    reader: Reader,
    kind: type[R],
    fields: Fields,
    given: dict[str, Any] | None = None,
    name: Any = None,
) -> R | None:
    """The record of a mapping whose keys are known to be its own. What is `given` of its fields is not read again."""
    values = dict(given or {})
    for each, said in PLANS[kind].keys:
        entry = fields.entries.get(said.name or each)
        if entry is not None and each not in values:
            value = said.shape.read(reader, entry.value)
            if value is not None:
                values[each] = value
    made = _made(reader, kind, values, name, fields.owner)
    check = CHECKS.get(kind)
    return made if check is None else check(reader, fields, made)


def _made(
    reader: Reader, kind: type[R], values: dict[str, Any], name: Any, owner: Span
) -> R | None:
    plan = PLANS[kind]
    _fill(reader, plan, values, values.get(NAMED, name), owner)
    return kind(**values) if values.keys() >= plan.needed else None


def _is_lost(plan: Plan, name: Any) -> bool:
    """Whether nothing more is to be said of a record, since its name cannot be read."""
    return plan.head is not None and name is None and plan.short is None


def _fill(reader: Reader, plan: Plan, values: dict[str, Any], name: Any, owner: Span) -> None:
    for each in plan.filled:
        if each in ("id", "span"):
            own = getattr(name, "name", name)  # of a rule or value, the name in its head
            if own is not None:
                values[each] = getattr(own, each)
            elif each == "span" and plan.head is None:
                values[each] = owner
        else:
            values[each] = getattr(reader.whose, each)


def _stands_alone(said: Said, node: Node) -> bool:
    """Whether this is the short form of a record."""
    match written(said.shape):
        case EffectText():
            return not isinstance(node, Mapping) or looks_like_effect(node)
        case TypeName():
            return isinstance(node, Scalar)
        case MapOf():  # a mapping in any case: that of the record holds it
            return not (isinstance(node, Mapping) and isinstance(node.get(said.name), Mapping))
        case _:
            return not isinstance(node, Mapping)
