"""Lowered code as machine code does what it does as Python."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace

import pytest

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Look, Op, Un, Var
from boardwright.interpreter.native.engine import BrokenVectorError, Native, loaded
from boardwright.interpreter.native.kinds import NotNative
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Lowered, Program
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of

TEXT = """
game: numbers
language: 2
players: 2
stocks:
  coin: {total: 9, home: bank}
places:
  bank: {holds: [coin]}
notes:
  a: {is: number}
  b: {is: number}
outcome: {score: 0}
course:
  - phase: play
    steps: |
      if a > 0:
        set a to a / b rounded down
"""
BIGGEST, SMALLEST = (1 << 63) - 1, -(1 << 63)
NUMBERS = (0, 1, -1, 2, -3, 7, 8, -8, 40, 63, 64, 999, -1000, 10**15, -(10**15), BIGGEST, SMALLEST)
NOTES = link(set_table(game_of(TEXT), 2)).layout.notes["a"]
MEMBERS, OTHERS = (Load(Op("+", Var("seat"), Int(NOTES + n)), 64) for n in range(2))
A, B = Load(Int(NOTES)), Load(Int(NOTES + 1))


def program(*functions: lo.Function, tables: dict[str, tuple[int, ...]] | None = None) -> Program:
    linked = link(set_table(game_of(TEXT), 2))
    entry = lo.Block(linked.entry, "main", [lo.Finish()])
    named = {function.name: function for function in functions}
    lowered = Lowered(named, [entry])
    return replace(
        linked,
        function_names=tuple(named),
        tables=tables or {},
        _lowered=lambda: lowered,
        _kept={},
    )


def scoring(
    *body: lo.Stmt, tables: dict[str, tuple[int, ...]] | None = None
) -> tuple[Program, Native]:
    made = program(lo.Function("score", ("seat",), list(body)), tables=tables)
    return made, loaded(made)


def both(made: tuple[Program, Native], *words: int, seat: int = 0) -> tuple[int, int]:
    """What Python says and what machine code says; of a vector with these notes."""
    linked, native = made
    v = vector(linked, *words)
    packed = native.packing.pack(v)
    found = native.ask("score", packed, seat)
    said = int(linked.fast.functions["score"](v, seat))
    assert native.packing.unpack(packed) == v
    return said, found


def vector(linked: Program, *words: int, seed: int = 1) -> list[int]:
    v = linked.first_vector(seed)
    v[NOTES : NOTES + len(words)] = words
    return v


def saturated(number: int) -> int:
    return max(SMALLEST, min(BIGGEST, number))


@pytest.mark.parametrize("op", ["+", "-", "*", "//", "%", "min", "max"])
def test_numbers_are_those_of_python_and_end_at_64_bits(op: lo.BinaryOp) -> None:
    made = scoring(lo.SetVar("x", A), lo.SetVar("y", B), lo.Return(Op(op, Var("x"), Var("y"))))
    for a in NUMBERS:
        for b in NUMBERS:
            if b or op not in ("//", "%"):
                said, found = both(made, a, b)
                assert saturated(said) == found, (a, b)


@pytest.mark.parametrize("by", [1, 2, 3, 8, 10, -1, -2, -7])
@pytest.mark.parametrize("op", ["//", "%"])
def test_division_by_what_is_known_rounds_down(op: lo.BinaryOp, by: int) -> None:
    made = scoring(lo.Return(Op(op, A, Int(by))))
    for a in NUMBERS:
        said, found = both(made, a)
        assert saturated(said) == found, a


@pytest.mark.parametrize("op", ["<", "<=", "==", "!=", ">", ">=", "and", "or"])
def test_tests_give_zero_or_one(op: lo.BinaryOp) -> None:
    made = scoring(lo.Return(Op(op, A, Op("!=", B, Int(7)))))
    for a in NUMBERS:
        for b in NUMBERS:
            said, found = both(made, a, b)
            assert bool(said) == found, (a, b)


@pytest.mark.parametrize("op", ["&", "|", "^", "&~"])
def test_sets_are_joined(op: lo.BinaryOp) -> None:
    made = scoring(lo.Return(Un("fit", Op(op, MEMBERS, OTHERS), 64)))
    for a, b in ((0, 0), (5, 3), (1 << 62, (1 << 62) - 1), (12345, 54321)):
        said, found = both(made, a, b)
        assert said == found


@pytest.mark.parametrize("op", ["count", "lowest", "highest", "rest", "not"])
def test_what_a_set_is_asked(op: lo.UnaryOp) -> None:
    made = scoring(lo.Return(Un(op, MEMBERS)))
    for a in (0, 1, 2, 12, 1 << 62, (1 << 63) - 1, 0b1011000):
        said, found = both(made, a)
        assert said == found, a


@pytest.mark.parametrize("op", ["has", "from"])
def test_members_from_one_on(op: lo.BinaryOp) -> None:
    made = scoring(lo.Return(Op(op, MEMBERS, B)))
    for a in (0, 1, 12, (1 << 63) - 1):
        for b in (0, 1, 3, 62, 63, 64, 100):
            said, found = both(made, a, b)
            assert said == found, (a, b)


def test_a_table_is_read_from_its_end_by_minus_one_only() -> None:
    made = scoring(lo.Return(Look("rows", A)), tables={"rows": (10, 20, -30)})
    for a in (0, 1, 2, -1):
        said, found = both(made, a)
        assert said == found
    for beyond in (3, -2, BIGGEST, SMALLEST):
        with pytest.raises(BrokenVectorError):
            both(made, beyond)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("at", [-1, 10**6, BIGGEST, SMALLEST])
def test_no_address_leads_out_of_the_vector(at: int) -> None:
    for made in (
        scoring(lo.Return(Load(A))),
        scoring(lo.Store(A, Int(7)), lo.Return(Int(0))),
        scoring(lo.Copy(Int(NOTES), A), lo.Return(Int(0))),
        scoring(lo.Return(Un("bit", A, 64))),
        scoring(lo.Array("row", 3), lo.SetItem("row", A, Int(1)), lo.Return(Int(0))),
        scoring(lo.Array("row", 3), lo.Return(lo.Item("row", A))),
        scoring(lo.Return(lo.Apply("next32", (A,)))),
    ):
        with pytest.raises(BrokenVectorError):
            both(made, at)


def test_loops_go_through_members_in_their_order() -> None:
    def digits(loop: Callable[[list[lo.Stmt]], lo.Stmt]) -> tuple[Program, Native]:
        more = Op("+", Op("*", Var("n"), Int(10)), Var("m"))
        return scoring(lo.SetVar("n", Int(0)), loop([lo.SetVar("n", more)]), lo.Return(Var("n")))

    plain = digits(lambda body: lo.ForBits("m", MEMBERS, body))
    turned = digits(lambda body: lo.ForBits("m", MEMBERS, body, start=B))
    ranged = digits(lambda body: lo.ForRange("m", A, B, body))
    rising = digits(
        lambda body: lo.ForSorted("m", MEMBERS, [], Op("%", Var("m"), Int(3)), False, body)
    )
    falling = digits(
        lambda body: lo.ForSorted("m", MEMBERS, [], Op("%", Var("m"), Int(3)), True, body, start=B)
    )
    key, then = Op("%", Var("m"), Int(3)), Op("%", Op("*", Var("m"), Int(7)), Int(5))
    level = digits(
        lambda body: lo.ForSorted("m", MEMBERS, [], key, False, body, start=B, then=then)
    )
    down = digits(lambda body: lo.ForSorted("m", MEMBERS, [], key, True, body, start=B, then=then))
    for a in (0, 0b1, 0b1010110111):
        for b in (-1, 0, 4, 9):
            for made in (plain, turned, rising, falling, level, down):
                said, found = both(made, a, b)
                assert said == found, (a, b)
            said, found = both(ranged, b, 8)
            assert said == found


def test_a_loop_is_left_and_gone_on_with() -> None:
    body: list[lo.Stmt] = [
        lo.When(Op("==", Var("m"), Int(2)), [lo.Again()], []),
        lo.When(Op(">", Var("m"), B), [lo.Break()], []),
        lo.SetVar("n", Op("+", Var("n"), Var("m"))),
    ]
    made = scoring(lo.SetVar("n", Int(0)), lo.ForBits("m", MEMBERS, body), lo.Return(Var("n")))
    for b in (0, 3, 9):
        said, found = both(made, 0b1011111, b)
        assert said == found


def test_arrays_are_empty_each_time_they_are_made() -> None:
    add = lo.SetItem("row", Var("m"), Op("+", lo.Item("row", Var("m")), Int(5)))
    sums = lo.SetVar("n", Op("+", Var("n"), lo.Item("row", Var("m"))))
    made = scoring(
        lo.SetVar("n", Int(0)),
        lo.ForRange("m", Int(0), Int(3), [lo.Array("row", 4), add, sums]),
        lo.Return(Var("n")),
    )
    assert both(made) == (20, 20)


@pytest.mark.parametrize("width", [64, 65, 130, 200, 300])
def test_arrays_of_sets_are_empty_whatever_their_width(width: int) -> None:
    top = Un("bit", Int(width - 1), width)
    add = lo.SetItem("row", Var("m"), Op("|", lo.Item("row", Var("m")), top))
    more = lo.SetVar("n", Op("+", Var("n"), Un("count", lo.Item("row", Var("m")))))
    fresh = lo.SetVar("n", Op("+", Var("n"), Un("count", lo.Item("row", Int(4)))))
    made = scoring(
        lo.SetVar("n", Int(0)),
        lo.ForRange("m", Int(0), Int(4), [lo.Array("row", 5, width), fresh, add, more]),
        lo.Return(Var("n")),
    )
    assert both(made) == (5, 5)


def test_faults_are_those_of_python() -> None:
    def body(number: lo.Stmt) -> tuple[Program, Native]:
        inner = lo.Function("inner", ("x",), [number, lo.Return(Var("x"))])
        called = lo.Apply("inner", (A,))
        outer = lo.Function("score", ("seat",), [lo.Return(Op("+", called, Int(1)))])
        made = program(inner, outer)
        return made, loaded(made)

    linked = program()
    assert linked.faults
    for number, fault in enumerate(linked.faults):
        fails = lo.When(Op(">", Var("x"), Int(3)), [lo.Fail(number)], [])
        made = body(fails)
        assert both(made, 3) == (4, 4)
        with pytest.raises(RuleError) as caught:
            both(made, 4)
        assert (caught.value.code, caught.value.span) == (fault.code, fault.span)


def test_the_number_of_a_fault_may_be_worked_out() -> None:
    made = scoring(lo.Do(lo.Apply("fail", (A,))), lo.Return(Int(0)))
    for number, fault in enumerate(made[0].faults):
        with pytest.raises(RuleError) as caught:
            made[1].ask("score", made[1].packing.pack(vector(made[0], number)), 0)
        assert (caught.value.code, caught.value.span) == (fault.code, fault.span)


def test_functions_that_come_back_to_themselves_end_before_the_stack_does() -> None:
    again = lo.Apply("sum", (Op("-", Var("x"), Int(1)),))
    inner = lo.Function(
        "sum",
        ("x",),
        [
            lo.When(Op("<=", Var("x"), Int(0)), [lo.Return(Int(0))], []),
            lo.Return(Op("+", Var("x"), again)),
        ],
    )
    outer = lo.Function("score", ("seat",), [lo.Return(lo.Apply("sum", (A,)))])
    linked = program(inner, outer)
    made = linked, loaded(linked)
    assert both(made, 500) == (125_250, 125_250)
    with pytest.raises(RuleError) as caught:
        both(made, 100_000)
    assert caught.value.code == "E660"


def test_chance_is_the_same() -> None:
    made = scoring(
        lo.SetVar("n", lo.Dice(0, Int(6))),
        lo.SetVar("n", Op("+", Op("*", Var("n"), Int(100)), lo.Pick(0, MEMBERS))),
        lo.SetVar("n", Op("+", Op("*", Var("n"), Int(100)), lo.Apply("draw", (B,)))),
        lo.Return(Var("n")),
    )
    linked, native = made
    for seed in range(300):
        for a, b in ((0b1, 1), (0b1011011, 3), ((1 << 63) - 1, (1 << 32) - 3)):
            v = vector(linked, a, b, seed=seed)
            packed = native.packing.pack(v)
            assert linked.fast.functions["score"](v, 0) == native.ask("score", packed, 0)
            assert native.packing.unpack(packed) == v


def test_what_only_python_has_is_refused() -> None:
    with pytest.raises(NotNative):
        scoring(lo.Return(lo.Apply("wonder", ())))


def test_a_whole_game_without_decisions_is_played() -> None:
    linked = link(set_table(game_of(TEXT), 2))
    v = linked.first_vector(3)
    linked.fast.run(v)
    assert loaded(linked).play(3) == v
    assert isinstance(loaded(linked).packing.pack(v), array)


def test_sets_of_many_words_are_gone_through_and_grow_word_by_word() -> None:
    rows = (
        0,
        1,
        1 << 319,
        (1 << 320) - 1,
        (1 << 64) | (1 << 63) | (1 << 200),
        ((1 << 130) - 1) << 65,
    )
    one = Un("bit", Op("-", Int(319), Var("m")), 320)
    added: list[lo.Stmt] = [
        lo.SetVar("other", Op("|", Var("other"), one)),
        lo.SetVar("n", Op("+", Var("n"), Var("m"))),
    ]
    few: list[lo.Stmt] = [lo.When(Op(">", Var("m"), B), [lo.Break()], []), *added]
    made = scoring(
        lo.SetVar("n", Int(0)),
        lo.SetVar("other", Un("fit", Int(0), 320)),
        lo.ForBits("m", Look("rows", A), few),
        lo.ForBits("m", Var("other"), [lo.SetVar("n", Op("+", Op("*", Var("n"), Int(3)), Var("m"))),
                                       lo.SetVar("n", Op("%", Var("n"), Int(10**9)))]),
        lo.Return(Op("+", Var("n"), Un("count", Var("other")))),
        tables={"rows": rows},
    )  # fmt: skip
    for a in range(len(rows)):
        for last in (0, 64, 150, 400):
            said, found = both(made, a, last)
            assert said == found
    outside = scoring(
        lo.SetVar("other", Un("fit", Int(0), 320)),
        lo.SetVar("other", Op("|", Var("other"), Un("bit", A, 320))),
        lo.Return(Un("count", Var("other"))),
    )
    assert both(outside, 319) == (1, 1)
    for beyond in (-1, 320, BIGGEST):
        with pytest.raises(BrokenVectorError):
            both(outside, beyond)
