"""Ranges of whole numbers and of sets, and what operations make of them. All of it errs on one side: a span may hold more
than can come about, never less.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.interpreter.machine.word_ranges import LARGEST, Between, Members, OneOf

_MANY = 512  # this many values are looked at one by one


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from `low` to `high`. Those from 0 on have no bits but those of `mask`, if there is one."""

    low: int
    high: int
    mask: int | None = None

    def has(self, value: int) -> bool:
        """Whether the number is one of these."""
        if not self.low <= value <= self.high:
            return False
        return self.mask is None or value < 0 or value & ~self.mask == 0

    @property
    def bits(self) -> int:
        """All bits that a number of these may have; none of them is below zero."""
        every = (1 << self.high.bit_length()) - 1
        return every if self.mask is None else self.mask & every


WIDE = Span(-LARGEST, LARGEST)
TRUTH = Span(0, 1)


def exactly(value: int) -> Span:
    """This one number."""
    return Span(value, value, value if value >= 0 else None)


def span_of(holds: Between | Members | OneOf) -> Span:
    """The range of a word as a span."""
    match holds:
        case Between(low=low, high=high, others=others):
            return Span(min(low, *others, low), max(high, *others, high))
        case Members(mask=mask, others=others):
            return Span(min(0, *others, 0), mask, mask)
        case OneOf(mask=mask, others=others):
            found = [mask.bit_length() - 1, *others]
            return Span(min(0, *found), max(0, *found))


def joined(one: Span | None, other: Span | None) -> Span | None:
    """Whatever is in one of them. None holds nothing."""
    if one is None or other is None:
        return one or other
    mask = None
    if min(one.low, other.low) >= 0 and (one.mask is not None or other.mask is not None):
        mask = one.bits | other.bits
    return Span(min(one.low, other.low), max(one.high, other.high), mask)


def widened(before: Span, now: Span) -> Span:
    """More than both, so that what grows on and on comes to an end."""
    low = before.low if now.low >= before.low else -LARGEST if now.low < -1 else now.low
    high = before.high if now.high <= before.high else LARGEST
    return Span(low, high, now.mask if now.mask is not None and high < LARGEST else None)


def clamped(low: int, high: int) -> Span:
    """From one number to another, not beyond what a word holds."""
    return Span(max(low, -LARGEST), min(high, LARGEST))


def subset(of: Span) -> Span:
    """A set of members of this one."""
    return WIDE if of.low < 0 else Span(0, of.high, of.bits)


def index_in(mask: Span, *, sure: bool = False) -> Span:
    """A member of a set; -1 if it may have none, unless `sure`."""
    if mask.low < 0:
        return Span(-1, LARGEST)
    every = mask.bits
    first = (every & -every).bit_length() - 1
    return Span(first if sure or mask.low > 0 else -1, max(first, every.bit_length() - 1))


def bit_of(index: Span) -> Span:
    """The set of one member."""
    low = max(0, index.low)
    if index.high - low > _MANY or index.high > 1 << 16:
        return Span(1, LARGEST)
    mask = ((1 << index.high + 1) - 1) >> low << low if index.high >= low else 0
    return Span(1 << low, max(1 << low, 1 << max(0, index.high)), mask | 1 << low)


def operated(op: str, a: Span, b: Span) -> Span:
    """What an operation makes of two numbers."""
    match op:
        case "+":
            return clamped(a.low + b.low, a.high + b.high)
        case "-":
            return clamped(a.low - b.high, a.high - b.low)
        case "*":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return clamped(min(corners), max(corners))
        case "//" | "%" if b.low > 0:
            if op == "%":
                return Span(0, b.high - 1)
            corners = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
            return Span(min(corners), max(corners))
        case "min":
            return Span(min(a.low, b.low), min(a.high, b.high))
        case "max":
            return Span(max(a.low, b.low), max(a.high, b.high))
        case "==" | "!=" | "<" | ">" | "<=" | ">=" | "has":
            return TRUTH
        case "from" if a.low >= 0:
            return subset(a)
        case "shift" if a.low >= 0 and b.low == b.high and abs(b.low) <= 1 << 16:
            if b.low < 0:
                return Span(0, a.high >> -b.low, a.bits >> -b.low)
            return Span(0, a.high << b.low, a.bits << b.low)
        case _ if a.low >= 0 and b.low >= 0:
            return _of_sets(op, a, b)
        case "&" if a.low >= 0 or b.low >= 0:
            return subset(a if a.low >= 0 else b)
        case "&~" if a.low >= 0:
            return subset(a)
        case _:
            return WIDE


def _of_sets(op: str, a: Span, b: Span) -> Span:
    match op:
        case "&":
            return Span(0, min(a.high, b.high), a.bits & b.bits)
        case "&~":
            return subset(a)
        case "|" | "^":
            both = a.bits | b.bits
            return Span(max(a.low, b.low) if op == "|" else 0, both, both)
        case "<<" if b.high <= 1 << 16 and a.high.bit_length() + b.high <= 1 << 16:
            mask = a.bits << b.low if b.low == b.high else None
            return Span(a.low << b.low, a.high << b.high, mask)
        case ">>":
            return Span(0, a.high >> b.low, a.bits >> b.low if b.low == b.high else None)
        case _:
            return WIDE if op != "<<" else Span(0, LARGEST)
