"""What a number can be, and what a set can hold, as far as the rules alone tell.

Both say too much rather than too little: what really comes about is always among what they allow. So what they rule
out is certain. Numbers here are all single values: yes/no, players and members by their index, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from boardwright.dsl.rules import ir

ENDLESS = 10**30
"""Beyond every number that rules can come to: a bound that says nothing."""

_FEW = 64
"""So many possible values are told one by one; of more only the lowest and the highest is kept."""


@dataclass(frozen=True, slots=True)
class ValueRange:
    """What a single value can be: from `low` to `high`, and where `among` is given only one of these."""

    low: int
    high: int
    among: frozenset[int] | None = None

    @property
    def only(self) -> int | None:
        """The value, if there is but one."""
        return self.low if self.low == self.high else None

    @property
    def sure(self) -> bool | None:
        """Of a condition: whether it holds; None if nobody can tell."""
        if self.low == self.high == 0:
            return False
        return None if self.allows(0) else True

    def allows(self, value: int) -> bool:
        return self.low <= value <= self.high and (self.among is None or value in self.among)

    def meet(self, other: ValueRange) -> ValueRange | None:
        """What both allow; None if that is nothing."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        if self.among is None and other.among is None:
            return ValueRange(low, high) if low <= high else None
        return one_of(
            value
            for value in (other if self.among is None else self).among or ()
            if self.allows(value) and other.allows(value)
        )

    def join(self, other: ValueRange) -> ValueRange:
        """What either allows."""
        if self.among is not None and other.among is not None:
            found = one_of(self.among | other.among)
            assert found is not None
            return found
        return ValueRange(min(self.low, other.low), max(self.high, other.high))

    def without(self, value: int) -> ValueRange | None:
        """What is left if it is not this; None if that is nothing."""
        if self.among is not None:
            return one_of(self.among - {value})
        low = self.low + 1 if self.low == value else self.low
        high = self.high - 1 if self.high == value else self.high
        return ValueRange(low, high) if low <= high else None

    def apart(self, other: ValueRange) -> bool:
        """Whether they have nothing in common."""
        return self.meet(other) is None

    def __str__(self) -> str:
        """In words: `3`, `from 1 to 4`, `at least 1`."""
        if self.only is not None:
            return str(self.low)
        if self.high >= ENDLESS:
            return "any number" if self.low <= -ENDLESS else f"at least {self.low}"
        return f"at most {self.high}" if self.low <= -ENDLESS else f"from {self.low} to {self.high}"


ANY = ValueRange(-ENDLESS, ENDLESS)
NATURAL = ValueRange(0, ENDLESS)
YES, NO, MAYBE = (
    ValueRange(1, 1, frozenset({1})),
    ValueRange(0, 0, frozenset({0})),
    ValueRange(0, 1, frozenset({0, 1})),
)


def exactly(value: int) -> ValueRange:
    """This and nothing else."""
    return ValueRange(value, value, frozenset({value}))


def between(low: int, high: int) -> ValueRange:
    """From low to high, which is not below it.

    >>> str(between(1, 4))
    'from 1 to 4'
    """
    among = frozenset(range(low, high + 1)) if high - low < _FEW else None
    return ValueRange(low, high, among)


def one_of(values: Iterable[int]) -> ValueRange | None:
    """One of these; None if there are none."""
    found = frozenset(values)
    if not found:
        return None
    return ValueRange(min(found), max(found), found if len(found) <= _FEW else None)


def truth(sure: bool | None) -> ValueRange:
    """A condition that holds, does not, or about which nothing is known."""
    if sure is None:
        return MAYBE
    return YES if sure else NO


# ---- arithmetic -----------------------------------------------------------------------------------------


def _bounded(low: int, high: int) -> ValueRange:
    low, high = (min(max(bound, -ENDLESS), ENDLESS) for bound in (low, high))
    return ValueRange(low, high)


def _each(left: ValueRange, right: ValueRange, op: Callable[[int, int], int]) -> ValueRange | None:
    """The results one by one, if both sides are known so well."""
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
    """The number with the other sign."""
    return _each(exactly(0), values, lambda a, b: a - b) or ValueRange(-values.high, -values.low)


def arithmetic(op: ir.ArithmeticOp, left: ValueRange, right: ValueRange) -> ValueRange:
    """`left op right`, with the operations of `ir.Arithmetic`; a division by zero has no result."""
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
    """The least of several numbers."""
    values = list(all_of)
    return _bounded(min(v.low for v in values), min(v.high for v in values))


def highest(all_of: Iterable[ValueRange]) -> ValueRange:
    """The greatest of several numbers."""
    values = list(all_of)
    return _bounded(max(v.low for v in values), max(v.high for v in values))


def relation(left: ValueRange, right: ValueRange) -> frozenset[int]:
    """How the two can stand to each other: -1 is less, 0 the same, 1 more.

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
"""For which relations of the two sides each comparison is true."""


# ---- sets -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Many:
    """What a set can hold, and how much at least and at most. `whole`: all there is of its type is in it."""

    element: ValueRange
    least: int
    most: int
    whole: bool = False

    @property
    def size(self) -> ValueRange:
        return between(self.least, self.most)


def either_of(one: Many, other: Many) -> Many:
    """A set that is one of these two."""
    return Many(
        one.element.join(other.element),
        min(one.least, other.least),
        max(one.most, other.most),
        one.whole and other.whole,
    )


def no_more_than(many: Many, most: int) -> Many:
    """The same set, of which something else says how large it can be."""
    return Many(many.element, min(many.least, most), min(many.most, most), many.whole)
