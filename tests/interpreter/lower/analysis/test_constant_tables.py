"""Values that only depend on what is asked become tables, and say the same."""

from __future__ import annotations

import pytest

from boardwright.interpreter.lower.analysis.constant_tables import (
    MOST_ENTRIES,
    MOST_WORK,
    looked_up,
    table_of,
    worked_out,
)
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import inside
from boardwright.interpreter.machine.nodes import Int, Load, Look, Op, Un, Var

TABLES = {"row": (1, 1, 2, 2), "near": (0b0110, 0b1001, 0b1001, 0b0110)}

BEYOND = Op(">", Look("row", Var("there")), Look("row", Var("here")))
ADD = lo.SetVar("found", Op("|", Var("found"), Un("bit", Var("there"))))
AHEAD = lo.Function(
    "ahead",
    ("here",),
    [
        lo.SetVar("found", Int(0)),
        lo.ForBits("there", Look("near", Var("here")), [lo.Charge(0), lo.When(BEYOND, [ADD], [])]),
        lo.Return(Var("found")),
    ],
    domains=(4,),
)


def table(function: lo.Function, *others: lo.Function) -> tuple[int, ...] | None:
    functions = {f.name: f for f in (function, *others)}
    return table_of(function, functions, TABLES, 4)


def test_the_table_has_an_entry_for_each_and_one_for_nothing() -> None:
    assert table(AHEAD) == (0, 0b0100, 0b1000, 0, 0)


def test_two_parameters_are_looked_up_in_the_order_of_the_table() -> None:
    both = Op("+", Op("*", Var("a"), Int(10)), Var("b"))
    function = lo.Function("f", ("a", "b"), [lo.Return(both)], domains=(3, 2))
    found = table(function)
    assert found is not None
    for a in range(-1, 3):
        for b in range(-1, 2):
            index = looked_up(function, found, (Int(a), Int(b)))
            assert isinstance(index, Look)
            assert isinstance(index.index, Int)
            assert found[index.index.value] == a * 10 + b


def test_what_is_always_the_same_is_not_looked_up() -> None:
    function = lo.Function("f", ("a",), [lo.Return(Int(7))], domains=(3,))
    found = table(function)
    assert found is not None
    assert looked_up(function, found, (Var("x"),)) == Int(7)


def test_an_argument_that_may_fail_is_asked_all_the_same() -> None:
    function = lo.Function("f", ("a",), [lo.Return(Int(7))], domains=(3,))
    found = table(function)
    assert found is not None
    asked = lo.Apply("may_fail", (Var("x"),))
    assert asked in set(inside(looked_up(function, found, (asked,))))


def test_a_function_may_ask_others_that_are_plain() -> None:
    outer = lo.Function(
        "outer",
        ("here",),
        [lo.Return(Un("count", lo.Apply("ahead", (Var("here"),))))],
        domains=(4,),
    )
    assert table(outer, AHEAD) == (0, 1, 1, 0, 0)


@pytest.mark.parametrize(
    "body",
    [
        [lo.Return(Load(Var("here")))],
        [lo.Store(Int(20), Int(1)), lo.Return(Int(1))],
        [lo.Return(lo.Pick(0, Int(3)))],
        [lo.Return(lo.Apply("position", (Int(3), Int(0), Var("here"))))],
        [lo.When(Op("<", Var("here"), Int(2)), [lo.Fail(1)], []), lo.Return(Int(1))],
    ],
)
def test_what_reads_or_does_more_stays_a_function(body: list[lo.Stmt]) -> None:
    assert table(lo.Function("f", ("here",), body, domains=(4,))) is None


def test_numbers_may_be_any_and_too_many_things_are_too_many() -> None:
    assert table(lo.Function("f", ("n",), [lo.Return(Var("n"))], domains=(0,))) is None
    assert table(lo.Function("f", ("n",), [lo.Return(Var("n"))], domains=(MOST_ENTRIES,))) is None


def test_what_takes_long_is_not_worked_out_beforehand() -> None:
    count = lo.ForRange("n", Int(1), Int(MOST_WORK), [lo.SetVar("found", Var("n"))])
    body: list[lo.Stmt] = [lo.SetVar("found", Int(0)), count, lo.Return(Var("found"))]
    assert table(lo.Function("f", ("here",), body, domains=(4,))) is None


def test_what_is_not_read_takes_no_room_in_the_table() -> None:
    function = lo.Function(
        "f", ("me", "a"), [lo.Return(Op("*", Var("a"), Int(3)))], domains=(99, 2)
    )
    found = table(function)
    assert found == (-3, 0, 3)
    assert looked_up(function, found, (Var("x"), Int(1))) == Look("f", Int(2))
    asked = lo.Apply("may_fail", (Var("x"),))
    assert looked_up(function, found, (asked, Int(1))) == lo.Apply("f", (asked, Int(1)))


def test_a_fault_that_never_comes_about_is_no_reason_against_a_table() -> None:
    never = lo.When(Op(">", Var("here"), Int(8)), [lo.Fail(1)], [])
    assert table(lo.Function("f", ("here",), [never, lo.Return(Int(1))], domains=(2,))) == (1, 1, 1)


def test_an_expression_is_worked_out_for_each_of_its_locals() -> None:
    each = [{"x": n} for n in range(3)]
    assert worked_out(Op("+", Look("row", Var("x")), Var("x")), each, TABLES) == [1, 2, 4]
    assert worked_out(Op("+", Var("y"), Var("x")), each, TABLES) is None
    assert worked_out(Look("row", Op("+", Var("x"), Int(7))), each, TABLES) is None
