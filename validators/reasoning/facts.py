"""What is known at one point of a rule: about names, and from the conditions on the way there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from boardwright.dsl.language.types import PieceType, SetType, Type
from boardwright.dsl.rules import ir, touches
from boardwright.dsl.rules.touches import ENDS, Touch, Touches
from boardwright.dsl.rules.walk import nodes, part_names
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.ranges import Many, ValueRange


@dataclass(frozen=True, slots=True)
class Fact:
    """What a condition says of an expression, and the place of the condition. A `lasting` fact survives all changes of the
    position. `names` are the variables in it.
    """

    allows: ValueRange
    because: Span | None
    lasting: bool
    names: frozenset[int]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known. `seats` is the number of players, at least and at most; `phase` the phases in which this can run, if
    known; `faces` what some names of pieces and spaces are assumed to be.
    """

    seats: tuple[int, int]
    names: Mapping[int, ValueRange | Many] = field(default_factory=dict)
    facts: Mapping[ir.Expr, Fact] = field(default_factory=dict)
    phase: ValueRange | None = None
    faces: Mapping[int, ir.Definition] = field(default_factory=dict)

    def named(self, var: ir.Var, value: ValueRange | Many) -> Known:
        """Adds what a name stands for."""
        return replace(self, names={**self.names, var.id: value})

    def somebody(self) -> Known:
        """Forgets which names stand for nobody."""
        names = {
            id: value
            for id, value in self.names.items()
            if not isinstance(value, ValueRange) or value.only != -1
        }
        return self if len(names) == len(self.names) else replace(self, names=names)

    def bare(self) -> Known:
        """Removes what conditions have told."""
        return replace(self, facts={}, phase=None)

    def after(self, changes: PossibleChanges) -> Known:
        """Removes what these changes may have made untrue."""
        if not changes.position and not changes.names:
            return self
        facts = {
            key: fact
            for key, fact in self.facts.items()
            if (fact.lasting or not changes.position) and not fact.names & changes.names
        }
        names = {id: value for id, value in self.names.items() if id not in changes.names}
        return replace(self, facts=facts, names=names)


@dataclass(frozen=True, slots=True)
class PossibleChanges:
    """What statements may change: the position, and names from `let`."""

    position: bool
    names: frozenset[int] = frozenset()


ANYTHING = PossibleChanges(True)


def changes_of(body: object) -> PossibleChanges:
    """Returns what a body, or one statement, may change."""
    position = False
    names: set[int] = set()
    for node in nodes(body):
        if isinstance(node, ir.Statement):
            names.update(_names(node, node.changes))
            position = position or node.calls is not None or any(map(_of_position, node.changes))
    return PossibleChanges(position, frozenset(names))


def about(game: ir.Game, expr: ir.Expr) -> tuple[bool, frozenset[int]]:
    """Returns whether an expression always keeps its value, and the names in it."""
    lasting = True
    names: set[int] = set()
    for node in nodes(expr):
        if isinstance(node, ir.Typed):
            names.update(_names(node, node.reads))
            lasting = lasting and not any(_can_change(game, node, each) for each in node.reads)
    return lasting, frozenset(names)


def _names(node: ir.Node, touched: Touches) -> Iterator[int]:
    return (getattr(node, each.field).id for each in touched if isinstance(each, touches.Named))


def _of_position(touch: Touch) -> bool:
    return not isinstance(touch, touches.Named) and touch != touches.Always(ENDS)


def _can_change(game: ir.Game, node: ir.Node, touch: Touch) -> bool:
    if not isinstance(touch, touches.Faces):
        return _of_position(touch)
    return any(game.kinds[kind].hidden for kind in kinds_meant(getattr(node, touch.field)))


def kinds_meant(of: str | Type | ir.Var | ir.Expr) -> tuple[str, ...]:
    """Returns the kinds of pieces of a name, a type or an expression."""
    if isinstance(of, str):
        return (of,)
    type = of.type if isinstance(of, ir.Var | ir.Typed) else of
    element = type.element if isinstance(type, SetType) else type
    return (element.kind,) if isinstance(element, PieceType) else ()


def renamed(expr: ir.Expr, names: Mapping[int, ir.Expr]) -> ir.Expr:
    """Replaces some variables of an expression by other expressions."""
    found: ir.Expr = _renamed(expr, names)
    return found


def _renamed(node: Any, names: Mapping[int, ir.Expr]) -> Any:
    if isinstance(node, tuple):
        parts = tuple(_renamed(part, names) for part in node)
        return parts if any(a is not b for a, b in zip(parts, node, strict=True)) else node
    if isinstance(node, ir.Local):
        return names.get(node.var.id, node)
    if not isinstance(node, ir.Node):
        return node
    changed = {}
    kind: Any = type(node)
    for name in part_names(kind):
        old = getattr(node, name)
        new = _renamed(old, names)
        if new is not old:
            changed[name] = new
    return replace(node, **changed) if changed else node
