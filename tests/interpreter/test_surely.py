"""Tests are left out only where their answer is known on every way there."""

from __future__ import annotations

import pytest

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Load, Look, Op, Un, Var
from boardwright.interpreter.surely import without_known_tests

GUARD = lo.When(Op("<", Var("me"), Int(0)), [lo.Fail(1)], [])
WORK = lo.Store(Int(30), Var("me"))
TABLES = {"owner": (0, 1, -1), "mixed": (-1, 0, 1)}


def main(*body: lo.Stmt, others: tuple[lo.Function, ...] = ()) -> list[lo.Stmt]:
    functions = {f.name: f for f in (lo.Function("main", (), list(body)), *others)}
    return without_known_tests(functions, "main", TABLES)["main"].body


@pytest.mark.parametrize(
    "value",
    [
        Int(2),
        Look("owner", Int(1)),
        lo.Apply("ask", (Int(0), Int(7), Int(0), Int(0), Int(0))),
        Op("&", Load(Int(20)), Int(3)),
        Un("count", Load(Int(20))),
        lo.Pick(0, Load(Int(20))),
    ],
)
def test_somebody_is_known_to_be_somebody(value: lo.Expr) -> None:
    assert main(lo.SetVar("me", value), GUARD, WORK) == [lo.SetVar("me", value), WORK]


@pytest.mark.parametrize(
    "value",
    [
        Int(-1),
        Load(Int(20)),
        Look("mixed", Load(Int(20))),
        Look("owner", Load(Int(20))),
        lo.Apply("ask", (Int(0), Int(7), Int(0), Int(1), Int(0))),
        Op("-", Load(Int(20)), Int(1)),
        Un("lowest", Load(Int(20))),
    ],
)
def test_who_may_be_nobody_is_asked(value: lo.Expr) -> None:
    assert GUARD in main(lo.SetVar("me", value), GUARD, WORK)


def test_a_test_made_once_is_not_made_again() -> None:
    body: list[lo.Stmt] = [lo.SetVar("me", Load(Int(20))), GUARD, WORK]
    assert main(*body, GUARD, WORK) == [*body, WORK]


def test_a_word_is_known_until_something_may_write_it() -> None:
    guard = lo.When(Op("<", Load(Int(20)), Int(0)), [lo.Fail(1)], [])
    assert main(guard, lo.Store(Int(21), Int(4)), guard).count(guard) == 1
    assert main(guard, lo.Store(Int(20), Load(Int(5))), guard).count(guard) == 2
    assert main(guard, lo.Store(Var("at"), Int(4)), guard).count(guard) == 2
    assert main(guard, lo.Fill(18, 5, -1), guard).count(guard) == 2
    assert main(guard, lo.Do(lo.Apply("rule:any", ())), guard).count(guard) == 2


def test_what_a_turn_of_a_loop_may_change_is_not_known_in_it() -> None:
    loop = lo.Loop([GUARD, lo.SetVar("me", Load(Int(20))), lo.When(Var("x"), [lo.Break()], [])])
    assert main(lo.SetVar("me", Int(0)), loop) == [lo.SetVar("me", Int(0)), loop]
    same = lo.Loop([GUARD, lo.When(Var("x"), [lo.Break()], [])])
    assert GUARD not in main(lo.SetVar("me", Int(0)), same)[1].body  # type: ignore[union-attr]


def test_a_branch_that_goes_on_takes_what_it_knew_along() -> None:
    sets = lo.When(Var("x"), [lo.SetVar("me", Int(1))], [lo.SetVar("me", Int(2))])
    assert GUARD not in main(sets, GUARD, WORK)
    one = lo.When(Var("x"), [lo.SetVar("me", Int(1))], [lo.SetVar("me", Load(Int(20)))])
    assert GUARD in main(one, GUARD, WORK)


def test_a_parameter_is_known_if_every_call_agrees() -> None:
    rule = lo.Function("rule:a", ("me",), [GUARD, WORK])

    def called_with(*values: lo.Expr) -> list[lo.Stmt]:
        calls = [lo.Do(lo.Apply("rule:a", (value,))) for value in values]
        functions = {"main": lo.Function("main", (), [*calls]), "rule:a": rule}
        return without_known_tests(functions, "main", TABLES)["rule:a"].body

    assert called_with(Int(0), Int(1)) == [WORK]
    assert called_with(Int(0), Load(Int(20))) == [GUARD, WORK]


def test_the_first_of_a_set_that_has_members_is_there() -> None:
    empty = lo.When(Op("==", Var("left"), Int(0)), [lo.Break()], [])
    first = lo.SetVar("me", Un("lowest", Var("left")))
    found = main(lo.SetVar("left", Load(Int(20))), lo.Loop([empty, first, GUARD, WORK, lo.Break()]))
    assert found[1] == lo.Loop([empty, first, WORK, lo.Break()])
