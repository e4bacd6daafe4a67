"""Loops that are written out, or go through rows of a table, do what they did."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast

from boardwright.interpreter import layout as lay
from boardwright.interpreter import lowered as lo
from boardwright.interpreter.emit import emit
from boardwright.interpreter.lowered import Int, Load, Look, Op, Un, Var, add
from boardwright.interpreter.reading import statements
from boardwright.interpreter.rows import with_rows
from boardwright.interpreter.runtime import NAMES
from boardwright.interpreter.unrolling import written_out

TABLES = {
    "price": (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3),
    "near": (0b110, 0b1001, 0b111001, 0, 0b10, 0b1011, 0b11, 0b1),
}


def made(*body: lo.Stmt) -> lo.Function:
    return lo.Function("f", ("p",), [*body])


def runs(function: lo.Function) -> Callable[[list[int], int], object]:
    names: dict[str, Any] = dict(NAMES)
    no_layout = cast(lay.Layout, None)  # nothing of it is read here
    exec(emit({"f": function}, [], TABLES, no_layout, traced=False), names)
    return cast(Callable[[list[int], int], object], names["f"])


def loops(function: lo.Function) -> list[lo.Stmt]:
    kinds = lo.ForBits | lo.ForRange | lo.ForRows | lo.ForSorted | lo.Loop
    return [s for s in statements(function.body) if isinstance(s, kinds)]


# ---- short loops


def test_a_short_loop_becomes_its_turns() -> None:
    turn = lo.Store(add(Var("s"), Int(20)), Look("price", Var("s")))
    found = written_out(made(lo.ForBits("s", Int(0b101), [turn])), TABLES)
    assert found.body == [lo.Store(Int(20), Int(3)), lo.Store(Int(22), Int(4))]


def test_a_search_becomes_one_test() -> None:
    here = Op("==", Load(add(Var("s"), Int(20))), Var("p"))
    search = lo.ForBits("s", Int(0b11), [lo.When(here, [lo.SetVar("any", Int(1)), lo.Break()], [])])
    found = written_out(made(lo.SetVar("any", Int(0)), search, lo.Return(Var("any"))), TABLES)
    first, second = (Op("==", Load(Int(n)), Var("p")) for n in (20, 21))
    assert found.body == [lo.Return(Op("or", first, second))]


def test_what_must_hold_for_all_becomes_one_test() -> None:
    here = Op("!=", Load(add(Var("s"), Int(20))), Var("p"))
    search = lo.ForRange(
        "s", Int(0), Int(1), [lo.When(here, [lo.SetVar("all", Int(0)), lo.Break()], [])]
    )
    found = written_out(made(lo.SetVar("all", Int(1)), search, lo.Return(Var("all"))), TABLES)
    first, second = (Op("==", Load(Int(n)), Var("p")) for n in (20, 21))
    assert found.body == [lo.Return(Op("and", first, second))]


def test_masks_that_are_put_together_become_one_expression() -> None:
    more = lo.SetVar("found", Op("|", Var("found"), Load(add(Var("s"), Int(20)))))
    whole = made(
        lo.SetVar("found", Int(0)), lo.ForBits("s", Int(0b111), [more]), lo.Return(Var("found"))
    )
    one, two, three = (Load(Int(n)) for n in (20, 21, 22))
    assert written_out(whole, TABLES).body == [lo.Return(Op("|", Op("|", one, two), three))]


def test_what_every_turn_reads_is_still_there_for_the_second() -> None:
    turn = lo.Store(add(Var("s"), Int(30)), Var("x"))
    before = lo.SetVar("x", Load(Int(20)))
    found = written_out(made(before, lo.ForBits("s", Int(0b11), [turn])), TABLES)
    assert found.body == [before, lo.Store(Int(30), Var("x")), lo.Store(Int(31), Var("x"))]


def test_what_is_put_at_two_places_is_still_there_for_the_second() -> None:
    twice: list[lo.Stmt] = [
        lo.SetVar("c", Op("+", Var("x"), Var("s"))),
        lo.Store(Int(31), Var("c")),
        lo.Store(Int(32), Var("c")),
    ]
    before = lo.SetVar("x", Load(Int(20)))
    found = written_out(made(before, lo.ForBits("s", Int(0b10), twice)), TABLES)
    assert found.body[0] == before


def test_what_an_inner_loop_leaves_behind_is_read_in_the_outer() -> None:
    inner = lo.ForBits("s", Int(0b11), [lo.SetVar("last", Look("price", Var("s")))])
    turn: list[lo.Stmt] = [
        lo.SetVar("last", Int(5)),
        inner,
        lo.Store(add(Var("t"), Int(30)), Op("+", Var("last"), Load(Int(20)))),
    ]
    whole = made(lo.ForBits("t", Load(Int(21)), turn))
    v = [0b11] * 60
    runs(written_out(whole, TABLES))(v, 0)
    assert v[30:33] == [4, 4, 0b11]


def test_a_long_loop_stays() -> None:
    turn = lo.Store(add(Var("s"), Int(20)), Op("*", Load(Var("p")), Load(add(Var("s"), Int(21)))))
    whole = made(lo.ForBits("s", Int((1 << 40) - 1), [turn]))
    assert written_out(whole, TABLES) == whole


# ---- longer loops


def test_what_the_member_decides_becomes_a_column() -> None:
    turn = lo.When(
        Load(add(Var("s"), Int(20))), [lo.SetVar("n", Op("|", Var("n"), Un("bit", Var("s"))))], []
    )
    (found,) = loops(with_rows(made(lo.ForBits("s", Int(0b11011), [turn])), TABLES))
    assert isinstance(found, lo.ForRows)
    assert found.names == ("s_at", "s_bit")
    assert found.tables == (((20, 1), (21, 2), (23, 8), (24, 16)),)
    assert found.index is None


def test_sets_in_a_table_become_a_table_of_rows_each() -> None:
    turn = lo.SetVar("n", add(Var("n"), Look("price", Var("s"))))
    (found,) = loops(with_rows(made(lo.ForBits("s", Look("near", Var("p")), [turn])), TABLES))
    assert isinstance(found, lo.ForRows)
    assert found.tables[:3] == (((1,), (4,)), ((3,), (1,)), ((3,), (1,), (5,), (9,)))
    assert found.index == Var("p")


def test_what_is_the_same_in_all_turns_is_worked_out_once() -> None:
    at = Op("+", Op("*", Var("p"), Int(4)), Var("s"))
    turn = lo.SetVar("n", add(Var("n"), Op("*", Load(at), Look("price", Var("s")))))
    body = with_rows(made(lo.ForBits("s", Int(0b11111), [turn])), TABLES).body
    assert body[0] == lo.SetVar("base", Op("*", Var("p"), Int(4)))


def test_what_a_turn_changes_is_not_taken_out_of_the_loop() -> None:
    turn = lo.SetVar("n", Op("+", Op("*", Var("n"), Int(2)), Look("price", Var("s"))))
    body = with_rows(
        made(lo.SetVar("n", Var("p")), lo.ForBits("s", Int(0b11111), [turn])), TABLES
    ).body
    assert [type(s) for s in body] == [lo.SetVar, lo.ForRows]


def test_a_member_that_is_read_behind_its_loop_is_still_there() -> None:
    first = lo.When(Load(add(Var("s"), Int(20))), [lo.Break()], [])
    loop = lo.ForBits("s", Int(0b11111), [first])
    whole = made(loop, lo.Return(Var("s")))
    assert written_out(whole, TABLES) == whole == with_rows(whole, TABLES)
    least = lo.SetVar("n", Load(add(Var("s"), Int(20))))
    short = made(lo.ForBits("s", Int(0b11), [least]), lo.Return(add(Var("s"), Var("n"))))
    assert written_out(short, TABLES) == short


# ---- any loops


class _Maker:
    """Makes functions at random, of loops in loops."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names = 0

    def number(self, *some: int) -> Int:
        return Int(self.chance.choice(some))

    def value(self, loop: list[str], deep: int = 0) -> lo.Expr:
        pick = self.chance.randrange(8 if deep < 3 else 3)
        if pick == 0:
            return self.number(0, 1, 2, 5)
        if pick == 1 or (pick == 2 and not loop):
            return Var("p")
        if pick == 2:
            return Var(self.chance.choice(loop))
        if pick == 3:
            return Load(add(self.index(loop), self.number(20, 24, 30)))
        if pick == 4:
            return Look("price", self.index(loop))
        if pick == 5 and loop:
            return Un("bit", Var(self.chance.choice(loop)))
        op = self.chance.choice(
            ["+", "-", "*", "|", "&", "==", "!=", "<", ">=", "and", "or", "min"]
        )
        left, right = self.value(loop, deep + 1), self.value(loop, deep + 1)
        if op in ("and", "or"):  # of tests only
            left, right = Op("!=", left, Int(0)), Op("<", right, Int(3))
        return Op(op, left, right)

    def index(self, loop: list[str]) -> lo.Expr:
        inner: lo.Expr = Var(self.chance.choice([*loop, "p"]))
        return add(inner, self.number(0, 0, 1, 3)) if self.chance.random() < 0.5 else inner

    def source(self, loop: list[str]) -> tuple[lo.Expr, int]:
        if self.chance.random() < 0.3:
            return Look("near", Var(self.chance.choice([*loop, "p"]))), 0
        return Int(self.chance.randrange(1 << self.chance.choice([2, 4, 6]))), 0

    def body(self, loop: list[str], sets: list[str], deep: int) -> list[lo.Stmt]:
        return [
            s for _ in range(self.chance.randrange(1, 4)) for s in self.statement(loop, sets, deep)
        ]

    def statement(self, loop: list[str], sets: list[str], deep: int) -> list[lo.Stmt]:
        pick = self.chance.randrange(7)
        self.names += 1
        name = f"x{self.names}"
        if pick == 0:
            return [lo.Store(add(self.index(loop), Int(30)), self.value(loop))]
        if pick == 1 and sets:
            acc = self.chance.choice(sets)
            return [lo.SetVar(acc, Op(self.chance.choice("|+"), Var(acc), self.value(loop)))]
        if pick == 2:
            return [lo.When(self.value(loop), self.body(loop, sets, deep + 1), [])]
        if pick == 3:
            local = [lo.SetVar(name, self.value(loop))]
            return [*local, lo.Store(add(self.index(loop), Int(24)), Op("+", Var(name), Int(1)))]
        if deep < 2 and pick in (4, 5):
            mask, _ = self.source(loop)
            first = lo.SetVar(f"acc{self.names}", Int(0))
            inner = self.body([*loop, name], [*sets, first.name], deep + 1)
            each: lo.Stmt = lo.ForBits(name, mask, inner)
            if self.chance.random() < 0.3:
                each = lo.ForRange(name, Int(0), self.number(1, 3, 5), inner)
            return [first, each, lo.Store(Int(25), Var(first.name))]
        start = self.chance.randrange(2)
        flag = lo.SetVar(f"flag{self.names}", Int(start))
        found: list[lo.Stmt] = [lo.SetVar(flag.name, Int(1 - start)), lo.Break()]
        inner = [lo.When(self.value([*loop, name]), found, [])]
        if self.chance.random() < 0.4:
            local_ = f"local{self.names}"
            inner = [lo.SetVar(local_, self.value([*loop, name])), lo.When(Var(local_), inner, [])]
        search = lo.ForBits(name, self.source(loop)[0], inner)
        told: lo.Stmt = lo.When(Var(flag.name), [lo.Store(Int(26), self.value(loop))], [])
        return [flag, search, told]


def _after(function: lo.Function, p: int) -> list[int] | str:
    v = [(n * 7 + p) % 5 for n in range(60)]
    try:
        runs(function)(v, p)
    except (IndexError, ValueError) as fault:
        return type(fault).__name__
    return v


def test_any_loops_do_what_they_did() -> None:
    changed = 0
    for seed in range(1200):
        made_ = made(*_Maker(seed).body([], [], 0))
        once = written_out(made_, TABLES)
        twice = with_rows(once, TABLES)
        changed += twice != made_
        for p in range(3):
            before = _after(made_, p)
            if isinstance(before, list):  # in rules nothing is out of range
                assert _after(once, p) == before, seed
                assert _after(twice, p) == before, seed
    assert changed > 500
