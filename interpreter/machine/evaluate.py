"""What lowered code comes to that only works something out of its locals and of tables.

Nothing is written or run as text: code becomes nested calls, once, and these are called for each that is asked for. They come to
what every back-end comes to; a set is a number of any size.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.runtime import lowest, turned

Locals = dict[str, int]
Value = Callable[[Locals], int]
# What a statement leaves: None to go on, a number that the function comes to, or `_BREAK`.
_Step = Callable[[Locals], object]
_BREAK = object()

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_OF_TWO: Mapping[str, Callable[[int, int], int]] = {
    **COMPARISONS,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "&~": lambda left, right: left & ~right,
    "has": lambda left, right: left >> right & 1,
    "from": lambda left, right: left >> right << right,
    "shift": lambda left, right: left << right if right >= 0 else left >> -right,
    "min": min,
    "max": max,
}
_OF_ONE: Mapping[lo.UnaryOp, Callable[[int], int]] = {
    "-": operator.neg,
    "not": operator.not_,
    "bit": lambda n: 1 << n,
    "below": lambda n: (1 << n) - 1,
    "count": int.bit_count,
    "lowest": lowest,
    "highest": lambda mask: mask.bit_length() - 1,
    "rest": lambda mask: mask & mask - 1,
    "up": lambda mask: mask << 1,
    "down": lambda mask: mask >> 1,
    "fit": lambda mask: mask,
}


class FailsError(Exception):
    """A rule cannot do what it says."""


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Makes code callable, with the tables and functions that it may ask."""

    tables: Mapping[str, tuple[int, ...]]
    functions: Mapping[str, lo.Function] = field(default_factory=dict)
    _made: dict[str, Callable[..., int]] = field(default_factory=dict)

    def value(self, e: lo.Expr) -> Value:
        """An expression as a function of its locals."""
        match e:
            case lo.Int(value=number):
                return lambda _: number
            case lo.Var(name=name):
                return operator.itemgetter(name)
            case lo.Look(table=table, index=index):
                rows, at = self.tables[table], self.value(index)
                return lambda env: rows[at(env)]
            case lo.Op(op="and", left=left, right=right):
                first, second = self.value(left), self.value(right)
                return lambda env: first(env) and second(env)
            case lo.Op(op="or", left=left, right=right):
                first, second = self.value(left), self.value(right)
                return lambda env: first(env) or second(env)
            case lo.Op(op=op, left=left, right=right):
                first, second, of_two = self.value(left), self.value(right), _OF_TWO[op]
                return lambda env: of_two(first(env), second(env))
            case lo.Un(op=op, operand=operand):
                inner, of_one = self.value(operand), _OF_ONE[op]
                return lambda env: of_one(inner(env))
            case lo.Cond(test=test, yes=yes, no=no):
                holds, first, second = self.value(test), self.value(yes), self.value(no)
                return lambda env: first(env) if holds(env) else second(env)
            case lo.Apply(function=function, arguments=arguments):
                given = [self.value(argument) for argument in arguments]
                return lambda env: self.function(function)(*(each(env) for each in given))
            case lo.Load() | lo.Pick() | lo.Dice() | lo.Item():
                raise AssertionError(f"{type(e).__name__} is not worked out of locals")

    def function(self, name: str) -> Callable[..., int]:
        """A function of its arguments. It raises `FailsError` where the rule fails."""
        if name not in self._made:
            of = self.functions[name]
            body = self._body(of.body)

            def called(*arguments: int) -> int:
                found = body(dict(zip(of.params, arguments, strict=True)))
                assert isinstance(found, int)
                return found

            self._made[name] = called
        return self._made[name]

    def _body(self, statements: list[lo.Stmt]) -> _Step:
        # Steps of the budget are those of games.
        steps = [self._step(s) for s in statements if not isinstance(s, lo.Charge)]
        if len(steps) == 1:
            return steps[0]

        def run(env: Locals) -> object:
            for step in steps:
                left = step(env)
                if left is not None:
                    return left
            return None

        return run

    def _step(self, s: lo.Stmt) -> _Step:
        match s:
            case lo.SetVar(name=name, value=value):
                found = self.value(value)
                return lambda env: env.__setitem__(name, found(env))
            case lo.Return(value=value):
                return self.value(value)
            case lo.Break():
                return lambda _: _BREAK
            case lo.Fail():
                return _fail
            case lo.When(test=test, body=yes, otherwise=no):
                holds, then, other = self.value(test), self._body(yes), self._body(no)
                return lambda env: then(env) if holds(env) else other(env)
            case lo.ForBits(name=name, mask=mask, body=inner, start=start):
                members, body = self._members(mask, start), self._body(inner)
                return lambda env: _turns(env, name, members(env), body)
            case lo.ForRange(name=name, low=low, high=high, body=inner):
                first, last, body = self.value(low), self.value(high), self._body(inner)
                return lambda env: _turns(env, name, range(first(env), last(env) + 1), body)
            case lo.Step() | lo.Jump() | lo.ForSorted() | lo.Loop():
                raise AssertionError(f"{type(s).__name__} does more than to work something out")

    def _members(self, mask: lo.Expr, start: lo.Expr | None) -> Callable[[Locals], tuple[int, ...]]:
        of = self.value(mask)
        if start is None:
            return lambda env: bits(of(env))
        first = self.value(start)
        return lambda env: turned(of(env), first(env))


def _turns(env: Locals, name: str, each: range | tuple[int, ...], body: _Step) -> object:
    for env[name] in each:
        left = body(env)
        if left is _BREAK:
            return None
        if left is not None:
            return left
    return None


def _fail(_: Locals) -> object:
    raise FailsError
