"""Lowered code with other expressions in it, or other names for its locals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from boardwright.interpreter import lowered as lo

Change = Callable[[lo.Expr], lo.Expr | None]
"""What stands in place of an expression; None if its parts are to be looked at."""


def renamed(body: list[lo.Stmt], names: Mapping[str, str]) -> list[lo.Stmt]:
    """The same statements; locals that are no key keep their names."""
    if not names:
        return body

    def other(name: str) -> str:
        return names.get(name, name)

    def change(e: lo.Expr) -> lo.Expr | None:
        return lo.Var(other(e.name)) if isinstance(e, lo.Var) else None

    return _Rewriter(change, other).body(body)


def changed(body: list[lo.Stmt], change: Change, name: Callable[[str], str] = str) -> list[lo.Stmt]:
    """The same statements with other expressions; what they set is called as `name` says."""
    return _Rewriter(change, name).body(body)


def with_bodies(s: lo.Stmt, change: Callable[[list[lo.Stmt]], list[lo.Stmt]]) -> lo.Stmt:
    """A statement with other bodies in it."""
    match s:
        case lo.When(test=test, body=yes, otherwise=no):
            return lo.When(test, change(yes), change(no))
        case lo.ForBits(body=body) | lo.ForRange(body=body):
            return replace(s, body=change(body))
        case lo.ForRows(body=body) | lo.Loop(body=body):
            return replace(s, body=change(body))
        case lo.ForSorted(key_body=key_body, body=body):
            return replace(s, key_body=change(key_body), body=change(body))
        case _:
            return s


def changed_expr(e: lo.Expr, change: Change) -> lo.Expr:
    """An expression with others in it."""
    return _Rewriter(change, str).expr(e)


@dataclass(frozen=True, slots=True)
class _Rewriter:
    change: Change
    name: Callable[[str], str]

    def expr(self, e: lo.Expr) -> lo.Expr:
        found = self.change(e)
        if found is not None:
            return found
        match e:
            case lo.Load(at=at):
                return lo.Load(self.expr(at))
            case lo.Look(table=table, index=index):
                return lo.Look(table, self.expr(index))
            case lo.Op(op=op, left=left, right=right):
                return lo.Op(op, self.expr(left), self.expr(right))
            case lo.Un(op=op, operand=operand):
                return lo.Un(op, self.expr(operand))
            case lo.Cond(test=test, yes=yes, no=no):
                return lo.Cond(self.expr(test), self.expr(yes), self.expr(no))
            case lo.Apply():
                return self.apply(e)
            case lo.Pick(event=event, mask=mask, offset=offset):
                return lo.Pick(event, self.expr(mask), self.expr(offset))
            case lo.Dice(event=event, sides=sides):
                return lo.Dice(event, self.expr(sides))
            case lo.Int() | lo.Var():
                return e

    def apply(self, e: lo.Apply) -> lo.Apply:
        return lo.Apply(e.function, tuple(map(self.expr, e.arguments)))

    def body(self, body: list[lo.Stmt]) -> list[lo.Stmt]:
        return [self.statement(s) for s in body]

    def statement(self, s: lo.Stmt) -> lo.Stmt:
        match s:
            case lo.SetVar(name=name, value=value):
                return lo.SetVar(self.name(name), self.expr(value))
            case lo.Store(at=at, value=value):
                return lo.Store(self.expr(at), self.expr(value))
            case lo.When(test=test, body=yes, otherwise=no):
                return lo.When(self.expr(test), self.body(yes), self.body(no))
            case lo.ForBits(name=name, mask=mask, body=body, start=start):
                begin = None if start is None else self.expr(start)
                return lo.ForBits(self.name(name), self.expr(mask), self.body(body), begin)
            case lo.ForSorted():
                return lo.ForSorted(
                    self.name(s.name),
                    self.expr(s.mask),
                    self.body(s.key_body),
                    self.expr(s.key),
                    s.falling,
                    self.body(s.body),
                    None if s.start is None else self.expr(s.start),
                )
            case lo.ForRange(name=name, low=low, high=high, body=body):
                return lo.ForRange(
                    self.name(name), self.expr(low), self.expr(high), self.body(body)
                )
            case lo.ForRows(names=names, index=index, body=body, filled=filled):
                return replace(
                    s,
                    names=tuple(map(self.name, names)),
                    index=None if index is None else self.expr(index),
                    body=self.body(body),
                    filled=filled and lo.Words(filled.places, self.expr(filled.behind)),
                )
            case lo.Loop(body=body):
                return lo.Loop(self.body(body))
            case lo.Do(call=call):
                found = self.expr(call)
                return lo.Do(found if isinstance(found, lo.Apply) else self.apply(call))
            case lo.ShuffleMask(event=event, kind=kind, mask=mask, seers=seers):
                seen = None if seers is None else self.expr(seers)
                return lo.ShuffleMask(event, kind, self.expr(mask), seen)
            case lo.Return(value=value):
                return lo.Return(self.expr(value))
            case lo.Switch(index=index, blocks=blocks):
                return lo.Switch(self.expr(index), blocks)
            case lo.Ask():
                return lo.Ask(
                    s.site,
                    self.expr(s.player),
                    self.expr(s.mask),
                    self.expr(s.offset),
                    self.expr(s.extra),
                    s.block,
                )
            case lo.Enter(routine=routine, arguments=arguments, block=block):
                return lo.Enter(routine, tuple(map(self.expr, arguments)), block)
            case lo.GotoVar(name=name):
                return lo.GotoVar(self.name(name))
            case (
                lo.Fill()
                | lo.Break()
                | lo.Again()
                | lo.Fail()
                | lo.Charge()
                | lo.Goto()
                | lo.Leave()
                | lo.Finish()
            ):
                return s
