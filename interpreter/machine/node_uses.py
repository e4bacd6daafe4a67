"""Reading lowered code: what a body calls, reads and sets."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.interpreter.machine import nodes as lo


def parts(e: lo.Expr) -> tuple[lo.Expr, ...]:
    """The expressions right inside another."""
    match e:
        case lo.Load(at=inner) | lo.Look(index=inner) | lo.Un(operand=inner) | lo.Item(index=inner):
            return (inner,)
        case lo.Op(left=left, right=right):
            return (left, right)
        case lo.Cond(test=test, yes=yes, no=no):
            return (test, yes, no)
        case lo.Apply(arguments=arguments):
            return arguments
        case lo.Pick(mask=mask, offset=offset):
            return (mask, offset)
        case lo.Dice(sides=sides):
            return (sides,)
        case lo.Int() | lo.Var():
            return ()


def inside(e: lo.Expr) -> Iterator[lo.Expr]:
    """An expression and all in it."""
    yield e
    for part in parts(e):
        yield from inside(part)


def statements(body: list[lo.Stmt]) -> Iterator[lo.Stmt]:
    """All statements of a body, those in branches and loops too, in the order of the text."""
    for s in body:
        yield s
        for inner in bodies(s):
            yield from statements(inner)


def bodies(s: lo.Stmt) -> tuple[list[lo.Stmt], ...]:
    """The bodies right inside a statement."""
    match s:
        case lo.When(body=yes, otherwise=no):
            return (yes, no)
        case lo.ForSorted(key_body=key_body, body=body):
            return (key_body, body)
        case lo.ForBits(body=body) | lo.ForRange(body=body) | lo.Loop(body=body):
            return (body,)
        case lo.Step() | lo.Jump():
            return ()


def roots(s: lo.Stmt) -> tuple[lo.Expr, ...]:
    """The expressions of a statement itself, not of the bodies in it."""
    match s:
        case lo.SetVar(value=value) | lo.Return(value=value):
            return (value,)
        case lo.Store(at=at, value=value) | lo.SetItem(index=at, value=value):
            return (at, value)
        case lo.Copy(at=at, of=of):
            return (at, of)
        case lo.When(test=test):
            return (test,)
        case lo.ForBits(mask=mask, start=start):
            return (mask,) if start is None else (mask, start)
        case lo.ForSorted(mask=mask, key=key, start=start, then=then):
            return tuple(e for e in (mask, key, start, then) if e is not None)
        case lo.ForRange(low=low, high=high):
            return (low, high)
        case lo.Do(call=call):
            return (call,)
        case lo.Told(about=about):
            return (about,)
        case lo.Mark(about=values):
            return values
        case lo.Switch(index=index):
            return (index,)
        case lo.Ask(player=player, mask=mask, offset=offset, extra=extra):
            return (player, mask, offset, extra)
        case lo.Enter(arguments=arguments):
            return arguments
        case lo.Array() | lo.Fill() | lo.Charge() | lo.Loop() | lo.Break() | lo.Again() | lo.Fail():
            return ()
        case lo.Keep() | lo.PutBack():
            return ()
        case lo.Goto() | lo.GotoVar() | lo.Leave() | lo.Finish():
            return ()


def expressions(body: list[lo.Stmt]) -> Iterator[lo.Expr]:
    """Every expression in a body, with all inside it."""
    for s in statements(body):
        for root in roots(s):
            yield from inside(root)


def calls(body: list[lo.Stmt]) -> Iterator[lo.Apply]:
    """Every call in a body."""
    for e in expressions(body):
        if isinstance(e, lo.Apply):
            yield e


def sets(s: lo.Stmt) -> str | None:
    """The local that a statement itself sets."""
    match s:
        case (
            lo.SetVar(name=name)
            | lo.ForBits(name=name)
            | lo.ForSorted(name=name)
            | lo.ForRange(name=name)
        ):
            return name
        case lo.Array() | lo.SetItem() | lo.Store() | lo.Copy() | lo.Fill():
            return None
        case lo.Keep() | lo.PutBack():
            return None
        case lo.Do() | lo.Told() | lo.Mark() | lo.Charge() | lo.When() | lo.Loop() | lo.Jump():
            return None
