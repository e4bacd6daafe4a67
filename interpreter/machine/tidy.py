"""Simplifies lowered code: what is known is not tested."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import replace

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import inside
from boardwright.interpreter.machine.nodes import Int, Op, Un, Var, add, negated


def tidy(functions: Iterable[lo.Function], blocks: Iterable[lo.Block]) -> None:
    """Rewrites all bodies in place."""
    for body in (*(f.body for f in functions), *(b.body for b in blocks)):
        body[:] = folded_body(body)


def folded_body(body: list[lo.Stmt]) -> list[lo.Stmt]:
    """A body without branches whose test is known."""
    result: list[lo.Stmt] = []
    for s in body:
        match s:
            case lo.When(test=test, body=yes, otherwise=no):
                test = folded(test)
                yes, no = folded_body(yes), folded_body(no)
                joined = _joined(result[-1], test, yes, no) if result else None
                if isinstance(test, Int):
                    result.extend(yes if test.value else no)
                elif joined is not None:
                    result[-1] = joined
                elif no and not yes:
                    result.append(lo.When(negated(test), no, []))
                elif yes or any(isinstance(e, lo.Apply) for e in inside(test)):
                    # Whether or not it matters, what is asked may fail.
                    result.append(lo.When(test, yes, no))
            case lo.ForBits(body=inner):
                result.append(lo.ForBits(s.name, s.mask, folded_body(inner), s.start))
            case lo.ForRange(low=Int(value=low), high=Int(value=high)) if low > high:
                pass
            case lo.ForRange(body=inner):
                result.append(lo.ForRange(s.name, s.low, s.high, folded_body(inner)))
            case lo.ForSorted():
                result.append(
                    replace(s, key_body=folded_body(s.key_body), body=folded_body(s.body))
                )
            case lo.Loop(body=inner):
                result.append(lo.Loop(folded_body(inner)))
            case lo.SetVar(name=name, value=value):
                result.append(lo.SetVar(name, folded(value)))
            case lo.Store(at=at, value=value):
                result.append(replace(s, at=folded(at), value=folded(value)))
            case lo.Step() | lo.Jump():
                result.append(s)
        if result and isinstance(result[-1], lo.Jump):
            break  # nothing after a jump is ever reached
    return result


def _joined(
    before: lo.Stmt, test: lo.Expr, yes: list[lo.Stmt], no: list[lo.Stmt]
) -> lo.Stmt | None:
    """A local that is one truth, and then another if that matters, is both of them or either."""
    match before, test, yes, no:
        case (
            lo.SetVar(name=name, value=first),
            Var(name=tested) | Un(op="not", operand=Var(name=tested)),
            [lo.SetVar(name=again, value=second)],
            [],
        ) if name == tested == again and is_truth(first) and is_truth(second):
            if any(isinstance(e, lo.Apply) or e == Var(name) for e in inside(second)):
                return None
            return lo.SetVar(name, Op("and" if isinstance(test, Var) else "or", first, second))
        case _:
            return None


def folded(test: lo.Expr) -> lo.Expr:
    """An expression with the parts worked out that are constant."""
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
        case Op(op=op, left=left, right=right):
            left, right = folded(left), folded(right)
            if op in ("==", "!=") and right == Int(0) and is_truth(left):
                return left if op == "!=" else negated(left)
            if isinstance(left, Un) and left.op == "count":
                # Whether a set has members is asked without counting them.
                if (op, right) in _NONE or (op, right) in _ANY:
                    return Op("==" if (op, right) in _NONE else "!=", left.operand, Int(0))
            if isinstance(left, Int) and isinstance(right, Int) and op in WORKED_OUT:
                return Int(int(WORKED_OUT[op](left.value, right.value)))
            return add(left, right) if op == "+" else Op(op, left, right)
        case Un(op="not", operand=operand):
            return negated(folded(operand))
        case Un(op=op, operand=operand):
            operand = folded(operand)
            match op, operand:
                case "-", Int(value=value):
                    return Int(-value)
                case "bit", Int(value=value) if 0 <= value <= _MOST_BITS:
                    return Int(1 << value)
                case "count", Int(value=value) if value >= 0:
                    return Int(value.bit_count())
                case _:
                    return replace(test, operand=operand)
        case lo.Load(at=at):
            return replace(test, at=folded(at))
        case lo.Look(table=table, index=index):
            return lo.Look(table, folded(index))
        case lo.Cond(test=test, yes=yes, no=no):
            test = folded(test)
            if isinstance(test, Int):
                return folded(yes if test.value else no)
            return lo.Cond(test, folded(yes), folded(no))
        case lo.Apply(function=function, arguments=arguments):
            return lo.Apply(function, tuple(map(folded, arguments)))
        case Int() | Var() | lo.Item() | lo.Pick() | lo.Dice():
            return test


def is_truth(e: lo.Expr) -> bool:
    """Whether an expression is 0 or 1."""
    match e:
        case Int(value=value):
            return value in (0, 1)
        case Op(op="and" | "or", left=left, right=right):
            return is_truth(left) and is_truth(right)
        case Op(op=op):
            return op in ("==", "!=", "<", "<=", ">", ">=")
        case Un(op=op):
            return op == "not"
        case _:
            return False


_NONE = {("==", Int(0)), ("<", Int(1)), ("<=", Int(0))}
_ANY = {("!=", Int(0)), (">=", Int(1)), (">", Int(0))}
_MOST_BITS = 4096  # no longer masks are written out
WORKED_OUT: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "|": operator.or_,
    "&": operator.and_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    ">>": operator.rshift,
    "min": min,
    "max": max,
}
