"""Lowered code with other names for its locals."""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.interpreter import lowered as lo


def renamed(body: list[lo.Stmt], names: Mapping[str, str]) -> list[lo.Stmt]:
    """The same statements; locals that are no key keep their names."""
    if not names:
        return body
    return [_statement(s, names) for s in body]


def _expr(e: lo.Expr, names: Mapping[str, str]) -> lo.Expr:
    match e:
        case lo.Var(name=name):
            return lo.Var(names.get(name, name))
        case lo.Load(at=at):
            return lo.Load(_expr(at, names))
        case lo.Look(table=table, index=index):
            return lo.Look(table, _expr(index, names))
        case lo.Op(op=op, left=left, right=right):
            return lo.Op(op, _expr(left, names), _expr(right, names))
        case lo.Un(op=op, operand=operand):
            return lo.Un(op, _expr(operand, names))
        case lo.Cond(test=test, yes=yes, no=no):
            return lo.Cond(_expr(test, names), _expr(yes, names), _expr(no, names))
        case lo.Apply():
            return _apply(e, names)
        case lo.Pick(event=event, mask=mask, offset=offset):
            return lo.Pick(event, _expr(mask, names), _expr(offset, names))
        case lo.Dice(event=event, sides=sides):
            return lo.Dice(event, _expr(sides, names))
        case lo.Int():
            return e


def _apply(e: lo.Apply, names: Mapping[str, str]) -> lo.Apply:
    return lo.Apply(e.function, tuple(_expr(a, names) for a in e.arguments))


def _statement(s: lo.Stmt, names: Mapping[str, str]) -> lo.Stmt:
    def other(name: str) -> str:
        return names.get(name, name)

    match s:
        case lo.SetVar(name=name, value=value):
            return lo.SetVar(other(name), _expr(value, names))
        case lo.Store(at=at, value=value):
            return lo.Store(_expr(at, names), _expr(value, names))
        case lo.When(test=test, body=yes, otherwise=no):
            return lo.When(_expr(test, names), renamed(yes, names), renamed(no, names))
        case lo.ForBits(name=name, mask=mask, body=body, start=start):
            begin = None if start is None else _expr(start, names)
            return lo.ForBits(other(name), _expr(mask, names), renamed(body, names), begin)
        case lo.ForSorted():
            return lo.ForSorted(
                other(s.name),
                _expr(s.mask, names),
                renamed(s.key_body, names),
                _expr(s.key, names),
                s.falling,
                renamed(s.body, names),
                None if s.start is None else _expr(s.start, names),
            )
        case lo.ForRange(name=name, low=low, high=high, body=body):
            return lo.ForRange(
                other(name), _expr(low, names), _expr(high, names), renamed(body, names)
            )
        case lo.Loop(body=body):
            return lo.Loop(renamed(body, names))
        case lo.Do(call=call):
            return lo.Do(_apply(call, names))
        case lo.ShuffleMask(event=event, kind=kind, mask=mask):
            return lo.ShuffleMask(event, kind, _expr(mask, names))
        case lo.Return(value=value):
            return lo.Return(_expr(value, names))
        case lo.Switch(index=index, blocks=blocks):
            return lo.Switch(_expr(index, names), blocks)
        case lo.Ask():
            return lo.Ask(
                s.site,
                _expr(s.player, names),
                _expr(s.mask, names),
                _expr(s.offset, names),
                _expr(s.extra, names),
                s.block,
            )
        case lo.Enter(routine=routine, arguments=arguments, block=block):
            return lo.Enter(routine, tuple(_expr(a, names) for a in arguments), block)
        case lo.GotoVar(name=name):
            return lo.GotoVar(other(name))
        case (
            lo.Fill() | lo.Break() | lo.Fail() | lo.Charge() | lo.Goto() | lo.Leave() | lo.Finish()
        ):
            return s
