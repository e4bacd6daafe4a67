"""Simplifies lowered code: what is known is not tested, and only loops that can be long are counted."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import OPPOSITE, Int, Op, Un, negated

SHORT = 64  # so many turns of a constant loop need not be counted


def tidy(functions: Iterable[lo.Function], blocks: Iterable[lo.Block]) -> None:
    """Rewrites all bodies in place."""
    functions = list(functions)
    bodies = [*(f.body for f in functions), *(b.body for b in blocks)]
    for body in bodies:
        body[:] = _folded(body)
    long = _long_functions(functions)
    for body in bodies:
        body[:] = _uncounted(body, long)


def _folded(body: list[lo.Stmt]) -> list[lo.Stmt]:
    result: list[lo.Stmt] = []
    for s in body:
        match s:
            case lo.When(test=test, body=yes, otherwise=no):
                test = folded(test)
                yes, no = _folded(yes), _folded(no)
                if isinstance(test, Int):
                    result.extend(yes if test.value else no)
                elif yes or no:
                    result.append(lo.When(test, yes, no) if yes else lo.When(negated(test), no, []))
            case lo.ForBits(body=inner):
                result.append(lo.ForBits(s.name, s.mask, _folded(inner), s.start))
            case lo.ForRange(low=Int(value=low), high=Int(value=high)) if low > high:
                pass
            case lo.ForRange(body=inner):
                result.append(lo.ForRange(s.name, s.low, s.high, _folded(inner)))
            case lo.ForSorted():
                result.append(
                    lo.ForSorted(
                        s.name,
                        s.mask,
                        _folded(s.key_body),
                        s.key,
                        s.falling,
                        _folded(s.body),
                        s.start,
                    )
                )
            case lo.Loop(body=inner):
                result.append(lo.Loop(_folded(inner)))
            case _:
                result.append(s)
        if result and isinstance(result[-1], _JUMPS):
            break  # nothing behind a jump is ever reached
    return result


_JUMPS = (
    lo.Goto | lo.Switch | lo.Ask | lo.Enter | lo.Leave | lo.Finish | lo.Fail | lo.Break | lo.Return
)


def folded(test: lo.Expr) -> lo.Expr:
    """A test with the parts worked out that are constant."""
    match test:
        case Op(op="and" | "or" as op, left=left, right=right):
            left, right = folded(left), folded(right)
            for known, other in ((left, right), (right, left)):
                if isinstance(known, Int):
                    if bool(known.value) == (op == "and"):
                        return other
                    if known is left:
                        return known
            return Op(op, left, right)
        case Op(op=op, left=Int(value=a), right=Int(value=b)) if op in OPPOSITE:
            value = {
                "==": a == b,
                "!=": a != b,
                "<": a < b,
                ">": a > b,
                "<=": a <= b,
                ">=": a >= b,
            }[op]
            return Int(int(value))
        case Un(op="not", operand=operand):
            return negated(folded(operand))
        case _:
            return test


# ---- counting steps


def _calls(e: lo.Expr) -> Iterable[str]:
    match e:
        case lo.Apply(function=function, arguments=arguments):
            yield function
            for argument in arguments:
                yield from _calls(argument)
        case Op(left=left, right=right):
            yield from _calls(left)
            yield from _calls(right)
        case (
            Un(operand=operand)
            | lo.Load(at=operand)
            | lo.Look(index=operand)
            | lo.Pick(mask=operand)
        ):
            yield from _calls(operand)
        case lo.Dice(sides=operand):
            yield from _calls(operand)
        case lo.Cond(test=test, yes=yes, no=no):
            yield from _calls(test)
            yield from _calls(yes)
            yield from _calls(no)
        case _:
            pass


def _is_long(body: list[lo.Stmt], long: set[str]) -> bool:
    """Whether a body holds a loop, or calls what does."""

    def calls(*exprs: lo.Expr) -> bool:
        return any(name in long for e in exprs for name in _calls(e))

    for s in body:
        match s:
            case lo.ForBits() | lo.ForRange() | lo.ForSorted() | lo.Loop() | lo.ShuffleMask():
                return True
            case lo.When(test=test, body=yes, otherwise=no):
                if calls(test) or _is_long(yes, long) or _is_long(no, long):
                    return True
            case lo.SetVar(value=value) | lo.Return(value=value):
                if calls(value):
                    return True
            case lo.Store(at=at, value=value):
                if calls(at, value):
                    return True
            case lo.Do(call=call):
                if calls(call):
                    return True
            case _:
                pass
    return False


def _long_functions(functions: list[lo.Function]) -> set[str]:
    long: set[str] = set()
    changed = True
    while changed:
        changed = False
        for function in functions:
            if function.name not in long and _is_long(function.body, long):
                long.add(function.name)
                changed = True
    return long


def _uncounted(body: list[lo.Stmt], long: set[str]) -> list[lo.Stmt]:
    """Without the counting where a loop is short: over the members of a set, with nothing long inside."""
    result: list[lo.Stmt] = []
    for s in body:
        match s:
            case lo.When(test=test, body=yes, otherwise=no):
                result.append(lo.When(test, _uncounted(yes, long), _uncounted(no, long)))
            case lo.ForBits(body=inner):
                inner = _uncounted(inner, long)
                result.append(lo.ForBits(s.name, s.mask, _stripped(inner, long), s.start))
            case lo.ForSorted(body=inner):
                inner = _stripped(_uncounted(inner, long), long)
                key_body = _uncounted(s.key_body, long)
                result.append(
                    lo.ForSorted(s.name, s.mask, key_body, s.key, s.falling, inner, s.start)
                )
            case lo.ForRange(body=inner):
                inner = _uncounted(inner, long)
                match s.low, s.high:
                    case Int(value=low), Int(value=high) if high - low < SHORT:
                        inner = _stripped(inner, long)
                    case _:
                        pass
                result.append(lo.ForRange(s.name, s.low, s.high, inner))
            case lo.Loop(body=inner):
                result.append(lo.Loop(_uncounted(inner, long)))
            case _:
                result.append(s)
    return result


def _stripped(body: list[lo.Stmt], long: set[str]) -> list[lo.Stmt]:
    rest: list[lo.Stmt] = [s for s in body if not isinstance(s, lo.Charge)]
    return body if _is_long(rest, long) else rest
