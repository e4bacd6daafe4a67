"""Notes and names made by `let`: what can be set, and where."""

from __future__ import annotations

from boardwright.dsl.bind.choices import Choices
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.expressions import as_set
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import fitting
from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    SetType,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import BUILT_IN_NOTES, SETTABLE
from boardwright.dsl.source.places import Span


class Notes(Choices):
    """Binds set, add and subtract."""

    def _set(self, node: syntax.Set) -> ir.Stmt | None:
        target = self.settable(node.target)
        if target is None:
            self.expression(node.value)
            return None
        if isinstance(node.value, syntax.Nobody) and isinstance(target.type, SetType):
            name = node.target.span.text
            help = f"to empty a set, write `set {name} to {name} except {name}`"
            errors.single_as_set(self.bag, node.value.span, PLAYER, help)
            return None
        value = self.typed(node.value, target.type)
        return None if value is None else self._assigned(target, value, node.span)

    def _assigned(self, target: ir.Expr, value: ir.Expr, span: Span) -> ir.Stmt:
        if isinstance(target, ir.NoteRead):
            return ir.SetNote(note=target.note, key=target.key, value=value, span=span)
        assert isinstance(target, ir.Local)
        return ir.SetLocal(var=target.var, value=value, span=span)

    def _add(self, node: syntax.Add) -> ir.Stmt | None:
        target = self.settable(node.target)
        if target is None:
            self.expression(node.amount)
            return None
        span = node.span
        if isinstance(target.type, SetType):
            one = target.type.element
            more = self.expression(node.amount, fitting(one))
            if more is None:
                return None
            found = self.checked(as_set(more), target.type)
            if found is None:
                return None
            kind = ir.Without if node.negative else ir.Union
            changed = kind(left=target, right=found, type=target.type, span=span)
            return self._assigned(target, changed, span)
        amount = self.number(node.amount)
        if self.checked(target, NUMBER) is None or amount is None:
            return None
        if isinstance(target, ir.NoteRead):
            return ir.AddNote(
                note=target.note, key=target.key, amount=amount, negative=node.negative, span=span
            )
        op: ir.ArithmeticOp = "-" if node.negative else "+"
        value = ir.Arithmetic(op=op, left=target, right=amount, type=NUMBER, span=span)
        return self._assigned(target, value, span)

    def settable(self, node: syntax.Expr) -> ir.Expr | None:
        """A note or a name made by `let`, as the expression that reads it."""
        name = (
            node.left
            if isinstance(node, syntax.Of)
            else node.name
            if isinstance(node, syntax.Mine)
            else node
        )
        if isinstance(node, syntax.Name):
            bound = self.scope.find(node.id)
            if bound is not None and bound.var is not None and bound.made != "let":
                errors.not_settable(
                    self.bag,
                    node.span,
                    f"`{node.id}` was not made by `let`",
                    f"make a name that can change: `let ... be {node.id}`",
                )
                return None
        if isinstance(name, syntax.Name) and not self.symbols.private(self.context.clause, name.id):
            things = self.symbols.things(name.id)
            if (
                things
                and self.scope.find(name.id) is None
                and all(t.sort != "note" for t in things)
            ):
                self._explain_unsettable(name, str(things[0]), things[0].sort)
                return None
        expr = self.expression(node, None)
        if expr is None:
            return None
        if isinstance(expr, ir.NoteRead):
            return expr if self._may_change(expr) else None
        if isinstance(expr, ir.Local) and isinstance(node, syntax.Name):
            return expr
        errors.not_settable(
            self.bag, node.span, "this cannot be set", "notes can, and names made by `let`"
        )
        return None

    def _explain_unsettable(self, name: syntax.Name, what: str, sort: str) -> None:
        help = "notes can be set, and names made by `let`"
        if sort in ("amount", "stock"):
            help = "stock is moved: `move ... from ... to ...`"
        elif sort == "value":
            help = "a value follows from its modifiers; to remember something, declare a note"
        errors.not_settable(self.bag, name.span, f"`{name.id}` is {what} and cannot be set", help)

    def _may_change(self, read: ir.NoteRead) -> bool:
        if read.note in BUILT_IN_NOTES:
            if read.note in SETTABLE:
                return True
            errors.not_settable(
                self.bag,
                read.span,
                f"`{read.note}` follows from the course of the game",
                "hook `next_turn`, or set `active_player` or `direction`",
            )
            return False
        note = self.symbols.notes[read.note]
        if note.only_through and not self.context.through & set(note.only_through):
            name = note.id.rsplit(".", 1)[-1]
            errors.guarded(self.bag, name, read.span, note.only_through, note.span)
            return False
        return True
