"""Walks bound rules without knowing every kind of node."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Protocol, Self, TypeVar

from boardwright.dsl.language.types import kinds_of
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


def beginning(body: ir.Body) -> Iterator[object]:
    """Yields what decides whether a body can begin: the values of its `let` lines and its first choice."""
    for statement in body:
        match statement:
            case ir.Let(value=value):
                yield value
                continue
            case ir.Choose(selection=selection, amount=amount):
                yield from (selection, amount)
            case ir.Draw(selection=selection) | ir.Find(selection=selection):
                yield selection
            case ir.Share():
                yield from (statement.selection, statement.amount, statement.least, statement.most)
            case _:
                pass  # it can always begin
        return


def asks_usable(effect: ir.Slot, kind: str) -> bool:
    """Whether it depends on other effects with the same name, of the same kind, whether this one is usable."""
    return any(
        isinstance(node, ir.Usable)
        and node.slot == effect.id
        and kind in kinds_of(node.subject.type)
        for part in (effect.when, *beginning(effect.body))
        for node in nodes(part)
    )


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
