"""What a number can be, and what a set can hold, according to the rules alone.

Both allow too much rather than too little: real values are always among what they allow. So what they rule out is certain.
All single values are numbers here: yes/no, players, and members by their index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from boardwright.dsl.rules import ir

ENDLESS = 10**30
"""A bound beyond every number that rules can reach, which says nothing."""

_FEW = 64
"""At most this many possible values are kept one by one; of more, only the lowest and the highest."""


@dataclass(frozen=True, slots=True)
class ValueRange:
    """What a single value can be: from `low` to `high`, and one of `among` if that is given."""

    low: int
    high: int
    among: frozenset[int] | None = None

    @property
    def only(self) -> int | None:
        """Returns the value, if only one is possible."""
        return self.low if self.low == self.high else None

    @property
    def sure(self) -> bool | None:
        """Whether this, as the range of a condition, is true; None if both are possible."""
        if self.low == self.high == 0:
            return False
        return None if self.allows(0) else True

    def allows(self, value: int) -> bool:
        return self.low <= value <= self.high and (self.among is None or value in self.among)

    def meet(self, other: ValueRange) -> ValueRange | None:
        """Returns what both allow; None if that is nothing."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        if self.among is None and other.among is None:
            return ValueRange(low, high) if low <= high else None
        return one_of(
            value
            for value in (other if self.among is None else self).among or ()
            if self.allows(value) and other.allows(value)
        )

    def join(self, other: ValueRange) -> ValueRange:
        """Returns what either allows."""
        if self.among is not None and other.among is not None:
            found = one_of(self.among | other.among)
            assert found is not None
            return found
        return ValueRange(min(self.low, other.low), max(self.high, other.high))

    def without(self, value: int) -> ValueRange | None:
        """Returns what is left without this value; None if that is nothing."""
        if self.among is not None:
            return one_of(self.among - {value})
        low = self.low + 1 if self.low == value else self.low
        high = self.high - 1 if self.high == value else self.high
        return ValueRange(low, high) if low <= high else None

    def apart(self, other: ValueRange) -> bool:
        """Whether the two have nothing in common."""
        return self.meet(other) is None

    def __str__(self) -> str:
        """Describes the range: `3`, `1 to 4`, `at least 1`."""
        if self.only is not None:
            return str(self.low)
        if self.high >= ENDLESS:
            return "any number" if self.low <= -ENDLESS else f"at least {self.low}"
        return f"at most {self.high}" if self.low <= -ENDLESS else f"{self.low} to {self.high}"


ANY = ValueRange(-ENDLESS, ENDLESS)
NATURAL = ValueRange(0, ENDLESS)
YES, NO, MAYBE = (
    ValueRange(1, 1, frozenset({1})),
    ValueRange(0, 0, frozenset({0})),
    ValueRange(0, 1, frozenset({0, 1})),
)


def exactly(value: int) -> ValueRange:
    """Returns the range of this value alone."""
    return ValueRange(value, value, frozenset({value}))


def between(low: int, high: int) -> ValueRange:
    """Returns the range from low to high, which is at least low.

    >>> str(between(1, 4))
    '1 to 4'
    """
    among = frozenset(range(low, high + 1)) if high - low < _FEW else None
    return ValueRange(low, high, among)


def one_of(values: Iterable[int]) -> ValueRange | None:
    """Returns the range of these values; None if there are none."""
    found = frozenset(values)
    if not found:
        return None
    return ValueRange(min(found), max(found), found if len(found) <= _FEW else None)


def truth(sure: bool | None) -> ValueRange:
    """Returns the range of a condition that is true, false or unknown."""
    if sure is None:
        return MAYBE
    return YES if sure else NO


# ---- arithmetic -----------------------------------------------------------------------------------------


def _bounded(low: int, high: int) -> ValueRange:
    low, high = (min(max(bound, -ENDLESS), ENDLESS) for bound in (low, high))
    return ValueRange(low, high)


def _each(left: ValueRange, right: ValueRange, op: Callable[[int, int], int]) -> ValueRange | None:
    """Returns the results one by one, if both sides have few possible values."""
    if left.among is None or right.among is None or len(left.among) * len(right.among) > _FEW:
        return None
    return one_of(op(a, b) for a in left.among for b in right.among)


def _corners(left: ValueRange, right: ValueRange, op: Callable[[int, int], int]) -> ValueRange:
    found = [op(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return _bounded(min(found), max(found))


def _less(left: ValueRange, right: ValueRange) -> ValueRange:
    if left.high >= ENDLESS or right.low <= -ENDLESS:
        high = ENDLESS
    else:
        high = left.high - right.low
    low = -ENDLESS
    if left.low > -ENDLESS and right.high < ENDLESS:
        low = left.low - right.high
    return _bounded(low, high)


def negative(values: ValueRange) -> ValueRange:
    """Returns the range with the opposite sign."""
    return _each(exactly(0), values, lambda a, b: a - b) or ValueRange(-values.high, -values.low)


def arithmetic(op: ir.ArithmeticOp, left: ValueRange, right: ValueRange) -> ValueRange:
    """Returns `left op right`, with the operations of `ir.Arithmetic`; a division by zero has no result."""
    if op in ("mod", "down", "up"):
        return _divided(op, left, right)
    if op == "+":
        return _each(left, right, lambda a, b: a + b) or _less(left, negative(right))
    if op == "-":
        return _each(left, right, lambda a, b: a - b) or _less(left, right)
    return _each(left, right, lambda a, b: a * b) or _corners(left, right, lambda a, b: a * b)


def _divided(op: str, left: ValueRange, right: ValueRange) -> ValueRange:
    divisor = right.without(0)
    if divisor is None:
        return ANY
    if op == "mod":
        if left.low >= 0 and divisor.low > left.high:
            return left
        exact = _each(left, divisor, lambda a, b: a % b)
        if exact is not None:
            return exact
        return _bounded(min(divisor.low + 1, 0), max(divisor.high - 1, 0))

    def down(a: int, b: int) -> int:
        return a // b

    def up(a: int, b: int) -> int:
        return -(-a // b)

    by = down if op == "down" else up
    exact = _each(left, divisor, by)
    if exact is not None:
        return exact
    parts = [
        part
        for part in (divisor.meet(ValueRange(-ENDLESS, -1)), divisor.meet(ValueRange(1, ENDLESS)))
        if part is not None
    ]
    found = [_corners(left, part, by) for part in parts]
    return _bounded(min(part.low for part in found), max(part.high for part in found))


def lowest(all_of: Iterable[ValueRange]) -> ValueRange:
    """Returns the range of the least of several numbers."""
    values = list(all_of)
    return _bounded(min(v.low for v in values), min(v.high for v in values))


def highest(all_of: Iterable[ValueRange]) -> ValueRange:
    """Returns the range of the greatest of several numbers."""
    values = list(all_of)
    return _bounded(max(v.low for v in values), max(v.high for v in values))


def relation(left: ValueRange, right: ValueRange) -> frozenset[int]:
    """Returns how the two can compare: -1 is less, 0 is equal, 1 is more.

    >>> sorted(relation(between(1, 3), between(3, 9)))
    [-1, 0]
    """
    found = set()
    if left.low < right.high:
        found.add(-1)
    if left.high > right.low:
        found.add(1)
    if not left.apart(right):
        found.add(0)
    return frozenset(found)


HOLDS: dict[ir.CompareOp, frozenset[int]] = {
    ">=": frozenset({0, 1}),
    "<=": frozenset({-1, 0}),
    ">": frozenset({1}),
    "<": frozenset({-1}),
    "=": frozenset({0}),
    "!=": frozenset({-1, 1}),
}
"""The relations of the two sides for which each comparison is true."""


# ---- sets -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Many:
    """What a set can hold, and how many members it has, at least and at most. A `whole` set has every thing of its type."""

    element: ValueRange
    least: int
    most: int
    whole: bool = False

    @property
    def size(self) -> ValueRange:
        return between(self.least, self.most)


def either_of(one: Many, other: Many) -> Many:
    """Returns a set that is one of these two."""
    return Many(
        one.element.join(other.element),
        min(one.least, other.least),
        max(one.most, other.most),
        one.whole and other.whole,
    )


def no_more_than(many: Many, most: int) -> Many:
    """Returns the same set with at most this many members."""
    return Many(many.element, min(many.least, most), min(many.most, most), many.whole)
