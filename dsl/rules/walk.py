"""Walks bound rules without knowing every kind of node."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Protocol, Self, TypeVar

from boardwright.dsl.rules import ir


class _Phased(Protocol):
    @property
    def phases(self) -> Sequence[Self]: ...


P = TypeVar("P", bound=_Phased)


@functools.cache
def part_names(kind: Any) -> tuple[str, ...]:
    """Returns the names of the fields that hold the parts of a class of nodes."""
    return tuple(f.name for f in fields(kind) if f.name not in ("span", "type", "texts"))


def nodes(root: object) -> Iterator[ir.Node]:
    """Yields every node of a tree, parents first; `root` is a node or a tuple of nodes."""
    if isinstance(root, tuple):
        for part in root:
            yield from nodes(part)
    elif isinstance(root, ir.Node):
        yield root
        kind: Any = type(root)
        for name in part_names(kind):
            yield from nodes(getattr(root, name))


def conjuncts(condition: ir.Expr | None) -> Iterator[ir.Expr]:
    """Yields the conditions that `and` joins; none if there is no condition."""
    if isinstance(condition, ir.Both):
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    elif condition is not None:
        yield condition


def phases_in(course: Iterable[P]) -> Iterator[P]:
    """Yields all phases, declared or bound, each before those inside it."""
    for phase in course:
        yield phase
        yield from phases_in(phase.phases)


def everything(root: object) -> Iterator[ir.Node]:
    """Yields every node anywhere in a game, in tuples, lists and mappings, and in anything with fields."""
    waiting: list[Any] = [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple | list):
            waiting.extend(part)
        elif isinstance(part, Mapping):
            waiting.extend(part.values())
        elif names := getattr(part, "__dataclass_fields__", None):
            if isinstance(part, ir.Node):
                yield part
            waiting.extend(getattr(part, name) for name in names if name != "span")
