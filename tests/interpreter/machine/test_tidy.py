"""What is known is worked out, whatever its size."""

from __future__ import annotations

import pytest

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Expr, Int, Op, Un, Var
from boardwright.interpreter.machine.tidy import folded, folded_body


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Un("bit", Int(5)), Int(32)),
        (Un("bit", Int(64)), Int(1 << 64)),
        (Un("bit", Int(99)), Int(1 << 99)),
        (Un("count", Int(0b1011)), Int(3)),
        (Un("-", Int(4)), Int(-4)),
        (Op("+", Op("+", Var("x"), Int(3)), Int(4)), Op("+", Var("x"), Int(7))),
        (Op("and", Int(1), Var("x")), Var("x")),
        (Op("or", Int(1), Var("x")), Int(1)),
    ],
)
def test_what_is_known_is_worked_out(before: Expr, after: Expr) -> None:
    assert folded(before) == after


@pytest.mark.parametrize("e", [Un("bit", Int(-1)), Un("bit", Int(1 << 40)), Un("count", Int(-1))])
def test_what_no_game_needs_stays_as_it_is(e: Expr) -> None:
    assert folded(e) == e


def test_a_test_that_decides_nothing_is_only_made_if_it_may_fail() -> None:
    asked = lo.When(lo.Apply("may_fail", ()), [], [])
    assert folded_body([lo.When(Var("x"), [], []), asked]) == [asked]


@pytest.mark.parametrize(
    ("test", "after"),
    [
        (Op("==", Un("count", Var("x")), Int(0)), Op("==", Var("x"), Int(0))),
        (Op("<", Un("count", Var("x")), Int(1)), Op("==", Var("x"), Int(0))),
        (Op(">=", Un("count", Var("x")), Int(1)), Op("!=", Var("x"), Int(0))),
        (Op(">=", Un("count", Var("x")), Int(2)), Op(">=", Un("count", Var("x")), Int(2))),
    ],
)
def test_whether_there_is_one_is_asked_without_counting(test: Expr, after: Expr) -> None:
    assert folded(test) == after


def test_one_truth_and_then_another_are_joined() -> None:
    one, other = Op(">", Var("x"), Int(2)), Op("<", Var("y"), Int(2))
    first = lo.SetVar("so", one)
    both: list[lo.Stmt] = [first, lo.When(Var("so"), [lo.SetVar("so", other)], [])]
    assert folded_body([*both]) == [lo.SetVar("so", Op("and", one, other))]
    either: list[lo.Stmt] = [first, lo.When(Un("not", Var("so")), [lo.SetVar("so", other)], [])]
    assert folded_body([*either]) == [lo.SetVar("so", Op("or", one, other))]


def test_a_number_and_then_another_are_not() -> None:
    body: list[lo.Stmt] = [
        lo.SetVar("so", Var("x")),
        lo.When(Var("so"), [lo.SetVar("so", Op(">", Var("y"), Int(2)))], []),
    ]
    assert folded_body([*body]) == body
