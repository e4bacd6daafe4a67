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


def test_what_may_fail_is_asked_whatever_the_answer() -> None:
    test = Op("==", Un("bit", lo.Apply("may_fail", ())), Int(0))
    body: list[lo.Stmt] = [lo.When(test, [WORK], []), WORK]
    assert main(*body) == body


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


# ---- single words: reached at their fixed place only

SINGLE = frozenset({14, 40, 41, 42, 43, 44})


def told(*body: lo.Stmt, others: tuple[lo.Function, ...] = ()) -> list[lo.Stmt]:
    functions = {f.name: f for f in (lo.Function("main", (), list(body)), *others)}
    return without_known_tests(functions, "main", TABLES, SINGLE)["main"].body


ACTIVE = Load(Int(14))
SAME = lo.When(Op("!=", ACTIVE, Load(Int(43))), [lo.Fail(1)], [])
BEGIN = [lo.Store(Int(14), lo.Pick(0, Int(7))), lo.Store(Int(43), ACTIVE)]


def test_words_that_are_equal_are_not_compared() -> None:
    assert SAME not in told(*BEGIN, WORK, SAME)


def test_writing_somewhere_leaves_single_words_alone() -> None:
    somewhere = lo.Store(Op("+", Load(Int(20)), Int(30)), Int(5))
    assert SAME not in told(*BEGIN, somewhere, SAME)
    assert SAME in main(*BEGIN, somewhere, SAME)  # words of which that is not known


@pytest.mark.parametrize(
    "write",
    [
        lo.Store(Int(14), Load(Int(21))),
        lo.Fill(43, 2, 0),
        lo.Do(lo.Apply("f", ())),
        lo.Do(lo.Apply("g", ())),
        lo.Do(lo.Apply("count_way", (Int(40), Int(4)))),
    ],
)
def test_what_writes_a_word_ends_what_is_known_of_it(write: lo.Stmt) -> None:
    f = lo.Function("f", (), [lo.Store(Int(14), Load(Int(21)))])
    g = lo.Function("g", (), [lo.Do(lo.Apply("f", ()))])
    assert SAME in told(*BEGIN, write, SAME, others=(f, g))


def test_a_call_that_writes_other_words_does_not() -> None:
    f = lo.Function("f", (), [lo.Store(Int(15), Int(3)), lo.Store(Load(Int(21)), Int(3))])
    asked = lo.Do(lo.Apply("ask", (Int(0), Int(7), Int(0), Int(0), Int(0))))
    assert SAME not in told(*BEGIN, lo.Do(lo.Apply("f", ())), asked, SAME, others=(f,))


def test_what_holds_before_a_loop_and_after_each_turn_holds_in_it() -> None:
    step = lo.SetVar("next", Look("owner", Int(1)))
    turn: list[lo.Stmt] = [GUARD_ACTIVE, WORK, step, lo.Store(Int(14), Var("next"))]
    left = lo.When(Op("==", Var("next"), Int(2)), [lo.Break()], [])
    assert told(*BEGIN, lo.Loop([*turn, left])) == [*BEGIN, lo.Loop([*turn[1:], left])]


def test_one_turn_that_may_end_otherwise_is_enough_to_ask() -> None:
    early = lo.When(Load(Int(22)), [lo.Store(Int(14), Load(Int(23))), lo.Again()], [])
    left = lo.When(Op("==", Load(Int(24)), Int(2)), [lo.Break()], [])
    assert GUARD_ACTIVE in told(*BEGIN, lo.Loop([GUARD_ACTIVE, early, left]))[-1].body  # type: ignore[union-attr]


def test_behind_a_loop_holds_what_holds_wherever_it_is_left() -> None:
    left = lo.When(Load(Int(22)), [lo.Break()], [])
    other = lo.When(Load(Int(23)), [lo.Store(Int(14), Load(Int(24))), lo.Break()], [])
    assert SAME not in told(*BEGIN, lo.Loop([left]), SAME)
    assert SAME in told(*BEGIN, lo.Loop([left, other]), SAME)


def test_a_local_is_read_instead_of_the_word_that_it_was_read_from() -> None:
    body = told(lo.SetVar("me", ACTIVE), lo.Store(Int(30), Op("+", ACTIVE, Int(1))))
    assert body[1] == lo.Store(Int(30), Op("+", Var("me"), Int(1)))


GUARD_ACTIVE = lo.When(Op("<", ACTIVE, Int(0)), [lo.Fail(1)], [])
