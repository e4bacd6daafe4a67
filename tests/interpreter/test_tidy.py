"""What is known is worked out, whatever its size."""

from __future__ import annotations

import pytest

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Expr, Int, Op, Un, Var
from boardwright.interpreter.tidy import folded, folded_body


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
