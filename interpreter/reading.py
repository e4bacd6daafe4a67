"""Reading lowered code: what a body calls, reads and sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from boardwright.interpreter import lowered as lo


def parts(e: lo.Expr) -> tuple[lo.Expr, ...]:
    """The expressions right inside another."""
    match e:
        case lo.Load(at=inner) | lo.Look(index=inner) | lo.Un(operand=inner):
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


def is_idle(e: lo.Expr) -> bool:
    """Whether nothing is missed if an expression is not evaluated: it calls nothing, and draws no chance."""
    return not any(isinstance(p, lo.Apply | lo.Pick | lo.Dice) for p in inside(e))


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
        case (
            lo.ForBits(body=body)
            | lo.ForRange(body=body)
            | lo.ForRows(body=body)
            | lo.Loop(body=body)
        ):
            return (body,)
        case _:
            return ()


def roots(s: lo.Stmt) -> tuple[lo.Expr, ...]:
    """The expressions of a statement itself, not of the bodies in it."""
    match s:
        case lo.SetVar(value=value) | lo.Return(value=value):
            return (value,)
        case lo.Store(at=at, value=value):
            return (at, value)
        case lo.When(test=test):
            return (test,)
        case lo.ForBits(mask=mask, start=start):
            return (mask,) if start is None else (mask, start)
        case lo.ForSorted(mask=mask, key=key, start=start):
            return (mask, key) if start is None else (mask, key, start)
        case lo.ForRange(low=low, high=high):
            return (low, high)
        case lo.ForRows(index=index, filled=filled):
            behind = () if filled is None else (filled.behind,)
            return behind if index is None else (index, *behind)
        case lo.Do(call=call):
            return (call,)
        case lo.ShuffleMask(mask=mask, seers=seers):
            return (mask,) if seers is None else (mask, seers)
        case lo.Switch(index=index):
            return (index,)
        case lo.Ask(player=player, mask=mask, offset=offset, extra=extra):
            return (player, mask, offset, extra)
        case lo.Enter(arguments=arguments):
            return arguments
        case _:
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


HELPERS = ("alike", "settled")


def looks(call: lo.Apply) -> str | None:
    """The function that a helper of the runtime is handed with its call: what a kind of piece looks like."""
    helper, _, kind = call.function.partition(":")
    return f"look_{kind}" if helper in HELPERS else None


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
        case _:
            return None


def set_in(body: list[lo.Stmt]) -> Counter[str]:
    """The locals that a body sets, and at how many places."""
    found = Counter(n for s in statements(body) if (n := sets(s)) is not None)
    for s in statements(body):
        if isinstance(s, lo.ForRows):
            found.update(s.names)
    return found


def read_in(body: list[lo.Stmt]) -> Counter[str]:
    """The locals that a body reads, and at how many places."""
    return Counter(e.name for e in expressions(body) if isinstance(e, lo.Var))


def read_behind(body: list[lo.Stmt]) -> set[str]:
    """What loops go through, where it is still read behind them."""
    left = read_in(body)
    names: set[str] = set()
    for s in statements(body):
        if isinstance(s, lo.ForBits | lo.ForRange | lo.ForSorted):
            names.add(s.name)
            inside_it = [*s.body, *(s.key_body if isinstance(s, lo.ForSorted) else ())]
            left[s.name] -= read_in(inside_it)[s.name]
            if isinstance(s, lo.ForSorted):
                left[s.name] -= sum(e == lo.Var(s.name) for e in inside(s.key))
    return {name for name in names if left[name]}


MOST_MEMBERS = 4096  # of no longer loop is it asked what they are


def known_members(s: lo.Stmt) -> list[int] | None:
    """The members that a loop goes through, if they are known."""
    match s:
        case lo.ForBits(mask=lo.Int(value=mask), start=start) if (
            start in (None, lo.Int(0)) and mask >= 0 and mask.bit_count() <= MOST_MEMBERS
        ):
            return [n for n in range(mask.bit_length()) if mask >> n & 1]
        case lo.ForRange(low=lo.Int(value=low), high=lo.Int(value=high)) if (
            high - low < MOST_MEMBERS
        ):
            return list(range(low, high + 1))
        case _:
            return None


def ends(body: list[lo.Stmt]) -> bool:
    """Whether nothing behind a body is reached through it."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, lo.When):
        return ends(last.body) and ends(last.otherwise)
    return isinstance(last, ENDS)


ENDS = (
    lo.Goto
    | lo.GotoVar
    | lo.Switch
    | lo.Ask
    | lo.Enter
    | lo.Leave
    | lo.Finish
    | lo.Fail
    | lo.Break
    | lo.Again
    | lo.Return
)
