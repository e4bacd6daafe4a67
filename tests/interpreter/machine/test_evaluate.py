"""Lowered code that only works something out comes to the same without being written as Python."""

from __future__ import annotations

import itertools

import pytest

from boardwright.interpreter.backends.python import emit, expression
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.evaluate import Evaluator, FailsError
from boardwright.interpreter.machine.nodes import Int, Look, Op, Un, Var
from boardwright.interpreter.machine.runtime import NAMES

NUMBERS = (0, 1, 2, 5, 64, 0b1011 << 70)
SMALL = (0, 1, 3, 70)
OF_NUMBERS = ("+", "-", "*", "<", "<=", ">", ">=", "==", "!=", "min", "max")
OF_SETS = ("&", "|", "^", "&~", "and", "or")
BY_SMALL = ("<<", ">>", "has", "from")
TABLES = {"row": (4, 5, 6)}


def same(e: lo.Expr, x: int, y: int = 0) -> None:
    written = eval(expression(e), {"T_row": TABLES["row"], "x": x, "y": y})
    assert Evaluator(TABLES).value(e)({"x": x, "y": y}) == written


@pytest.mark.parametrize("op", [*OF_NUMBERS, *OF_SETS])
def test_an_operation_on_two(op: lo.BinaryOp) -> None:
    for x, y in itertools.product(NUMBERS, NUMBERS):
        same(Op(op, Var("x"), Var("y")), x, y)


@pytest.mark.parametrize("op", BY_SMALL)
def test_an_operation_by_the_number_of_members(op: lo.BinaryOp) -> None:
    for x, y in itertools.product(NUMBERS, SMALL):
        same(Op(op, Var("x"), Var("y")), x, y)


@pytest.mark.parametrize("op", ["//", "%"])
def test_a_division(op: lo.BinaryOp) -> None:
    for x, y in itertools.product((-7, -1, 0, 1, 7), (-3, -1, 1, 2, 7)):
        same(Op(op, Var("x"), Var("y")), x, y)


@pytest.mark.parametrize(
    "op", ["-", "not", "count", "highest", "lowest", "rest", "up", "down", "fit"]
)
def test_an_operation_on_one(op: lo.UnaryOp) -> None:
    for x in NUMBERS:
        same(Un(op, Var("x")), x)


@pytest.mark.parametrize("op", ["bit", "below"])
def test_a_set_of_a_number(op: lo.UnaryOp) -> None:
    for x in SMALL:
        same(Un(op, Var("x")), x)


def test_a_table_and_one_of_two_values() -> None:
    for x in (-1, 0, 1, 2):
        same(lo.Cond(Op("<", Var("x"), Int(1)), Look("row", Var("x")), Int(9)), x)


def test_what_is_not_needed_is_not_worked_out() -> None:
    failing = Look("row", Int(99))
    value = Evaluator(TABLES).value
    assert value(lo.Cond(Int(0), failing, Int(3)))({}) == 3
    assert not value(Op("and", Int(0), failing))({})
    assert value(Op("or", Int(1), failing))({})


def digit(n: int) -> lo.Stmt:
    return lo.SetVar("found", Op("+", Op("*", Var("found"), Int(10)), Int(n)))


EACH = lo.SetVar("found", Op("+", Op("*", Var("found"), Int(10)), Var("each")))
LEAVE = lo.When(Op("==", Var("each"), Int(4)), [lo.Break()], [])
BODIES: list[list[lo.Stmt]] = [
    [lo.ForBits("each", Int(0b10110), [lo.Charge(0), LEAVE, EACH])],
    [lo.ForBits("each", Op("|", Var("x"), Int(0b1101)), [EACH], Var("x"))],
    [lo.ForRange("each", Var("x"), Int(6), [LEAVE, EACH])],
    [lo.ForRange("each", Int(3), Int(2), [EACH])],
    [lo.ForRange("each", Int(1), Int(9), [lo.When(LEAVE.test, [lo.Return(Var("found"))], [EACH])])],
    [lo.When(Op(">", Var("x"), Int(1)), [digit(7)], [digit(8)])],
    [lo.SetVar("found", lo.Apply("twice", (Var("x"),)))],
]
TWICE = lo.Function("twice", ("a",), [lo.Return(Op("*", Var("a"), Int(2)))])


@pytest.mark.parametrize("body", BODIES)
def test_a_function(body: list[lo.Stmt]) -> None:
    start: lo.Stmt = lo.SetVar("found", Int(0))
    function = lo.Function("f", ("x",), [start, *body, lo.Return(Var("found"))])
    functions = {"f": function, "twice": TWICE}
    names: dict[str, object] = {**NAMES}
    exec(emit(functions, [], {}, traced=False), names)
    written = names["f"]
    assert callable(written)
    v = [0] * 20
    for x in range(4):
        assert Evaluator({}, functions).function("f")(x) == written(v, x)


def test_a_rule_that_cannot_do_what_it_says() -> None:
    fails = lo.When(Op(">", Var("x"), Int(1)), [lo.Fail(1)], [])
    function = lo.Function("f", ("x",), [fails, lo.Return(Int(5))])
    evaluator = Evaluator({}, {"f": function})
    assert evaluator.function("f")(1) == 5
    with pytest.raises(FailsError):
        evaluator.function("f")(2)
