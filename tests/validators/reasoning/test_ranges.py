from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from boardwright.dsl.language.types import NUMBER
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Source
from boardwright.interpreter.table.table_values import arithmetic as really
from boardwright.interpreter.table.table_values import compare
from boardwright.validators.reasoning.ranges import (
    ANY,
    ENDLESS,
    HOLDS,
    NATURAL,
    ValueRange,
    arithmetic,
    between,
    exactly,
    highest,
    lowest,
    one_of,
    relation,
)

NUMBERS = st.integers(-9, 9)
SPAN = Source("x", "").span(0)


@st.composite
def some(draw: st.DrawFn) -> ValueRange:
    """A range, or a few numbers."""
    numbers = draw(st.lists(NUMBERS, min_size=1, max_size=4))
    if draw(st.booleans()):
        return ValueRange(min(numbers), max(numbers))
    found = one_of(numbers)
    assert found is not None
    return found


def members(values: ValueRange) -> list[int]:
    return [n for n in range(values.low, values.high + 1) if values.allows(n)]


def computed(op: ir.ArithmeticOp, left: int, right: int) -> int:
    sides = [ir.Const(value=n, type=NUMBER, span=SPAN) for n in (left, right)]
    expr = ir.Arithmetic(op=op, left=sides[0], right=sides[1], type=NUMBER, span=SPAN)
    return really(expr, left, right)


@given(some(), some(), st.sampled_from(["+", "-", "*", "mod", "down", "up"]))
def test_what_is_computed_is_in_the_range_that_is_told(
    left: ValueRange, right: ValueRange, op: ir.ArithmeticOp
) -> None:
    told = arithmetic(op, left, right)
    for a, b in product(members(left), members(right)):
        if b or op in "+-*":
            assert told.allows(computed(op, a, b))


@given(some(), some())
def test_sets_of_values_are_joined_and_met(left: ValueRange, right: ValueRange) -> None:
    both = set(members(left)) & set(members(right))
    met = left.meet(right)
    assert (set() if met is None else set(members(met))) == both
    assert left.apart(right) == (not both)
    assert set(members(left)) | set(members(right)) <= set(members(left.join(right)))


@given(some(), NUMBERS)
def test_one_value_is_taken_out(values: ValueRange, gone: int) -> None:
    left = values.without(gone)
    assert set(members(values)) - {gone} <= (set() if left is None else set(members(left)))


@given(some(), some(), st.sampled_from(sorted(HOLDS)))
def test_a_relation_tells_which_comparisons_can_be_true(
    left: ValueRange, right: ValueRange, op: ir.CompareOp
) -> None:
    found = {compare(op, a, b) for a, b in product(members(left), members(right))}
    stand = relation(left, right)
    assert found <= {int(each in HOLDS[op]) for each in stand}


@given(st.lists(some(), min_size=1, max_size=3))
def test_the_least_and_the_greatest_of_several(values: list[ValueRange]) -> None:
    for each in product(*(members(one) for one in values)):
        assert lowest(values).allows(min(each))
        assert highest(values).allows(max(each))


def test_bounds_that_say_nothing_stay_so() -> None:
    for op in ("+", "-", "*"):
        assert arithmetic(op, NATURAL, exactly(3)).high == ENDLESS
    assert arithmetic("-", ANY, ANY) == ANY
    assert arithmetic("-", NATURAL, NATURAL) == ANY
    assert arithmetic("mod", ANY, exactly(4)) == ValueRange(0, 3)
    assert arithmetic("down", exactly(4), exactly(0)) == ANY


def test_values_are_told_in_words() -> None:
    told = [
        str(each) for each in (exactly(3), between(1, 4), NATURAL, ANY, ValueRange(-ENDLESS, 2))
    ]
    assert told == ["3", "1 to 4", "at least 0", "any number", "at most 2"]


def test_of_a_condition_it_is_told_whether_it_holds() -> None:
    assert [exactly(1).sure, exactly(0).sure, between(0, 1).sure] == [True, False, None]
