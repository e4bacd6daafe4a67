"""Loops go through the rows alone that matter, and do what they did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from boardwright.interpreter import layout as lay
from boardwright.interpreter import lowered as lo
from boardwright.interpreter.emit import emit
from boardwright.interpreter.lowered import Expr, Int, Load, Look, Op, Stmt, Un, Var, add
from boardwright.interpreter.reading import statements
from boardwright.interpreter.rows import with_rows
from boardwright.interpreter.runtime import NAMES
from boardwright.interpreter.sifting import FEW, steps

MANY = FEW + 4
EVERYONE = Int((1 << MANY) - 1)
TABLES = {
    "colour": tuple(n * 7 % 5 for n in range(MANY)),
    "row": tuple(30 + n * n for n in range(MANY)),  # not equally far from each other
    "near": ((1 << MANY) - 1, 0b1011, 0, (1 << MANY) - 2),  # the last is also nobody's
}
BIT = lo.SetVar("found", Op("|", Var("found"), Un("bit", Var("s"))))


def found_by(mask: Expr, test: Expr, *before: Stmt) -> tuple[lo.ForRows, lo.Function]:
    """The loop of a function that looks for the members of which something holds, and the function."""
    loop = lo.ForBits("s", mask, [lo.When(test, [BIT], [])])
    body = [*before, lo.SetVar("found", Int(0)), loop, lo.Return(Var("found"))]
    function = with_rows(lo.Function("f", ("p",), body), TABLES)
    (rows,) = (s for s in statements(function.body) if isinstance(s, lo.ForRows))
    return rows, function


def run(function: lo.Function, v: list[int], p: int) -> object:
    names: dict[str, Any] = dict(NAMES)
    exec(emit({"f": function}, [], TABLES, cast(lay.Layout, None), traced=False), names)
    return cast(Callable[[list[int], int], object], names["f"])(v, p)


def vector() -> list[int]:
    return [n * n % 3 for n in range(30 + MANY * MANY + 10)]


@pytest.mark.parametrize(
    "test",
    [
        Op(">=", Load(add(Var("s"), Int(30))), Int(1)),
        Op("==", Load(add(Var("s"), Int(30))), Int(1)),
        Op("!=", Load(Look("row", Var("s"))), Int(0)),
        Op(">=", Un("count", Load(Look("row", Var("s")))), Int(1)),
        Op("and", Op("<", Var("s"), Int(9)), Op(">", Load(add(Var("s"), Int(30))), Int(0))),
        Op(">=", Load(Op("+", add(Var("s"), Int(30)), Var("p"))), Int(1)),
    ],
)
def test_rows_whose_word_is_0_get_no_turn(test: Expr) -> None:
    rows, function = found_by(EVERYONE, test)
    assert rows.filled is not None
    for p in (0, 1, 2):
        plain = lo.ForBits("s", EVERYONE, [lo.When(test, [BIT], [])])
        whole: list[Stmt] = [lo.SetVar("found", Int(0)), plain, lo.Return(Var("found"))]
        assert run(function, vector(), p) == run(lo.Function("f", ("p",), whole), vector(), p)


@pytest.mark.parametrize(
    "test",
    [
        Op(">=", Load(add(Var("s"), Int(30))), Int(0)),  # 0 will do
        Op("<", Load(add(Var("s"), Int(30))), Int(2)),
        Op("or", Load(add(Var("s"), Int(30))), Op("<", Var("s"), Int(3))),
        Op(">=", Load(Op("+", Look("row", Var("s")), Var("p"))), Int(1)),  # no place is known
        Op(">=", Load(Op("+", add(Var("s"), Int(30)), Var("found"))), Int(1)),
    ],
)
def test_rows_of_which_more_is_to_be_known_stay(test: Expr) -> None:
    rows, _ = found_by(EVERYONE, test)
    assert rows.filled is None


def test_a_turn_that_writes_may_change_what_the_next_one_reads() -> None:
    full = Op(">=", Load(add(Var("s"), Int(30))), Int(1))
    turn = lo.When(full, [lo.Store(add(Var("s"), Int(31)), Int(0))], [])
    function = with_rows(lo.Function("f", (), [lo.ForBits("s", EVERYONE, [turn])]), TABLES)
    (rows,) = function.body
    assert isinstance(rows, lo.ForRows) and rows.filled is None


def test_the_place_of_whoever_has_the_table_is_worked_out_too() -> None:
    test = Op(">=", Load(Op("+", add(Var("s"), Int(30)), Var("p"))), Int(1))
    rows, function = found_by(Look("near", Var("p")), test)
    assert rows.filled is not None and rows.filled.behind == Int(0)
    assert len(rows.tables) == 5
    for p, members in (
        (0, range(MANY)),
        (1, (0, 1, 3)),
        (2, ()),
        (3, range(1, MANY)),
        (-1, range(1, MANY)),
    ):
        v = vector()
        assert run(function, v, p) == sum(1 << n for n in members if v[30 + n + p])


def test_rows_are_found_by_what_is_printed_on_them() -> None:
    rows, function = found_by(EVERYONE, Op("==", Look("colour", Var("s")), Var("p")))
    assert rows.keys == (0, 2, 4, 1, 3) and rows.index == Var("p")
    for p in range(-1, 7):
        wanted = sum(1 << n for n, colour in enumerate(TABLES["colour"]) if colour == p)
        assert run(function, vector(), p) == wanted


def test_what_else_is_asked_is_still_asked() -> None:
    more = Op("and", Op(">", Var("s"), Int(4)), Op("==", Look("colour", Var("s")), Var("p")))
    _, function = found_by(EVERYONE, more)
    assert run(function, vector(), 2) == sum(1 << n for n in range(5, MANY) if n * 7 % 5 == 2)


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ((), range(0)),
        ((7,), range(7, 8)),
        ((7, 9, 11), range(7, 12, 2)),
        ((7, 9, 10), None),
        ((9, 7), None),
    ],
)
def test_places_that_are_equally_far_from_each_other(
    places: tuple[int, ...], found: range | None
) -> None:
    assert steps(places) == found
