"""Binds changes of notes and of names from `let`, and reports what cannot be set."""

from __future__ import annotations

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.expressions import as_set, bind_expression
from boardwright.dsl.bind.names import (
    bind_number,
    bind_optional,
    bind_typed,
    check_type,
)
from boardwright.dsl.bind.roles import drop_given
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import fitting
from boardwright.dsl.language.types import NUMBER, PLAYER, SetType
from boardwright.dsl.language.words import BUILT_IN_NOTES, SETTABLE
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span


def bind_set(b: Binding, node: syntax.Set) -> ir.Stmt | None:
    """Binds `set`, for a note or a name from `let`."""
    target = _bind_settable(b, node.target)
    if target is None:
        bind_expression(b, node.value)
        return None
    if isinstance(node.value, syntax.Nobody) and isinstance(target.type, SetType):
        name = node.target.span.text
        help = f"to empty a set, write `set {name} to {name} except {name}`"
        errors.single_as_set(b.bag, node.value.span, PLAYER, help)
        return None
    if _is_optional(b, target):
        value = bind_optional(b, node.value, target.type)
    else:
        value = bind_typed(b, node.value, target.type)
    return None if value is None else _build_assignment(b, target, value, node.span)


def _is_optional(b: Binding, target: ir.Expr) -> bool:
    if isinstance(target, ir.Local):
        return target.var.optional
    note = b.symbols.notes.get(target.note) if isinstance(target, ir.NoteRead) else None
    return note is not None and note.optional  # built-in ones never are


def _build_assignment(b: Binding, target: ir.Expr, value: ir.Expr, span: Span) -> ir.Stmt:
    if isinstance(target, ir.NoteRead):
        return ir.SetNote(note=target.note, key=target.key, value=value, span=span)
    assert isinstance(target, ir.Local)
    return ir.SetLocal(var=target.var, value=value, span=span)


def bind_add(b: Binding, node: syntax.Add) -> ir.Stmt | None:
    """Binds `add` and `subtract`, for numbers and for members of sets."""
    target = _bind_settable(b, node.target)
    if target is None:
        bind_expression(b, node.amount)
        return None
    span = node.span
    if isinstance(target.type, SetType):
        one = target.type.element
        more = bind_expression(b, node.amount, fitting(one))
        if more is None:
            return None
        found = check_type(b, as_set(more), target.type)
        if found is None:
            return None
        kind = ir.Without if node.negative else ir.Union
        changed = kind(left=target, right=found, type=target.type, span=span)
        return _build_assignment(b, target, changed, span)
    amount = bind_number(b, node.amount)
    if check_type(b, target, NUMBER) is None or amount is None:
        return None
    op: ir.ArithmeticOp = "-" if node.negative else "+"
    if _is_optional(b, target):
        given = ir.Given(operand=target, type=NUMBER, span=target.span)
        value = ir.Arithmetic(op=op, left=given, right=amount, type=NUMBER, span=span)
        return _build_assignment(b, target, value, span)
    if isinstance(target, ir.NoteRead):
        return ir.AddNote(
            note=target.note, key=target.key, amount=amount, negative=node.negative, span=span
        )
    value = ir.Arithmetic(op=op, left=target, right=amount, type=NUMBER, span=span)
    return _build_assignment(b, target, value, span)


def _bind_settable(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds a note or a name from `let`, as the expression that reads it."""
    name = (
        node.left
        if isinstance(node, syntax.Of)
        else node.name
        if isinstance(node, syntax.Mine | syntax.Call)
        else node
    )
    if isinstance(node, syntax.Name):
        bound = b.scope.find(node.id)
        if bound is not None and bound.var is not None and bound.made != "let":
            errors.not_settable(
                b.bag,
                node.span,
                f"`{node.id}` cannot be set, because `let` did not declare it",
                f"declare a name that can change: `let ... be {node.id}`",
            )
            return None
    if isinstance(name, syntax.Name) and not b.symbols.private(b.context.clause, name.id):
        things = b.symbols.things(name.id)
        if things and b.scope.find(name.id) is None and all(t.sort != "note" for t in things):
            _explain_unsettable(b, name, str(things[0]), things[0].sort)
            return None
    expr = bind_expression(b, node, None)
    if expr is None:
        return None
    expr = drop_given(expr)
    if isinstance(expr, ir.NoteRead):
        return expr if _check_may_change(b, expr) else None
    if isinstance(expr, ir.Local) and isinstance(node, syntax.Name):
        return expr
    errors.not_settable(
        b.bag, node.span, "this cannot be set", "set only notes, and names from `let`"
    )
    return None


def _explain_unsettable(b: Binding, name: syntax.Name, what: str, sort: str) -> None:
    help = "set only notes, and names from `let`"
    if sort in ("amount", "stock"):
        help = "move stock with `move ... from ... to ...`"
    elif sort == "value":
        help = "declare a note to remember something; a value changes only through its modifiers"
    errors.not_settable(b.bag, name.span, f"`{name.id}` is {what} and cannot be set", help)


def _check_may_change(b: Binding, read: ir.NoteRead) -> bool:
    if read.note in BUILT_IN_NOTES:
        if read.note in SETTABLE:
            return True
        errors.not_settable(
            b.bag,
            read.span,
            f"`{read.note}` depends on the course of the game and cannot be set",
            "hook `next_turn`, or set `active_player` or `direction`",
        )
        return False
    note = b.symbols.notes[read.note]
    if note.only_through and not b.context.through & set(note.only_through):
        name = note.id.rsplit(".", 1)[-1]
        errors.guarded(b.bag, name, read.span, note.only_through, note.span)
        return False
    return True
