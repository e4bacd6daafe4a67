"""Whole numbers on a plane: points on circles, outlines as paths, and frames that are bent or straight.

A board is drawn with whole numbers that are the same on every machine. So nothing here uses floating point: sines come
from sums of whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import isqrt
from typing import Protocol

Point = tuple[int, int]

FULL = 36_000
"""A full turn, in hundredths of a degree. Angles count clockwise; 0 points up."""

_ONE = 10**12
_PI = 3_141_592_653_590


@cache  # a board needs the same few again and again
def sine(angle: int) -> int:
    """The sine of an angle, in units of 10^-12."""
    angle %= FULL
    if angle > FULL // 2:
        return -sine(angle - FULL // 2)
    x = min(angle, FULL // 2 - angle) * _PI * 2 // FULL
    total, term = 0, x
    for n in range(1, 11):
        total += term
        term = -(term * x // _ONE) * x // _ONE // (2 * n * (2 * n + 1))
    return total


def cosine(angle: int) -> int:
    """The cosine of an angle, in units of 10^-12."""
    return sine(angle + FULL // 4)


def share(number: int, part: int, whole: int) -> int:
    """`number * part / whole`, rounded to the nearest whole number."""
    return (2 * number * part + whole) // (2 * whole)


def turned(centre: Point, radius: int, angle: int) -> Point:
    """The point on a circle at this angle."""
    x, y = centre
    return x + share(radius, sine(angle), _ONE), y - share(radius, cosine(angle), _ONE)


def distance(one: Point, other: Point) -> int:
    """The distance of two points, rounded down."""
    return isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    many = len(points)
    return share(sum(x for x, _ in points), 1, many), share(sum(y for _, y in points), 1, many)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its corner, its width and its height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def centre(self) -> Point:
        return self.x + self.w // 2, self.y + self.h // 2

    def data(self) -> dict[str, int]:
        """As the picture has it."""
        return {"x": self.x, "y": self.y, "w": self.w, "h": self.h}


def around(centre: Point, wide: int, high: int) -> Box:
    """The rectangle with this centre."""
    return Box(centre[0] - wide // 2, centre[1] - high // 2, wide, high)


def bounds(boxes: Iterable[Box]) -> Box:
    """The smallest rectangle around some others."""
    every = list(boxes)
    left, top = min(each.x for each in every), min(each.y for each in every)
    right = max(each.x + each.w for each in every)
    return Box(left, top, right - left, max(each.y + each.h for each in every) - top)


# ---- paths ------------------------------------------------------------------------------------------


def polygon(points: Iterable[Point]) -> str:
    """A closed path through some points."""
    first, *rest = points
    return f"M{first[0]} {first[1]}" + "".join(f"L{x} {y}" for x, y in rest) + "Z"


def line(points: Iterable[Point]) -> str:
    """An open path through some points."""
    first, *rest = points
    return f"M{first[0]} {first[1]}" + "".join(f"L{x} {y}" for x, y in rest)


def circle(centre: Point, radius: int) -> str:
    """A circle as a path."""
    (x, y), r = centre, radius
    return f"M{x - r} {y}A{r} {r} 0 1 1 {x + r} {y}A{r} {r} 0 1 1 {x - r} {y}Z"


def rectangle(box: Box, round: int = 0) -> str:
    """A rectangle, with round corners of this radius."""
    x, y, right, bottom, r = box.x, box.y, box.x + box.w, box.y + box.h, round
    if not r:
        return f"M{x} {y}H{right}V{bottom}H{x}Z"
    return (
        f"M{x + r} {y}H{right - r}A{r} {r} 0 0 1 {right} {y + r}V{bottom - r}"
        f"A{r} {r} 0 0 1 {right - r} {bottom}H{x + r}A{r} {r} 0 0 1 {x} {bottom - r}V{y + r}A{r} {r} 0 0 1 {x + r} {y}Z"
    )


def bow(start: Point, end: Point, bulge: int) -> str:
    """A curve from one point to another; `bulge` is how far its middle lies to the left of the straight line, in hundredths
    of its length.
    """
    (x, y), (u, v) = start, end
    across = (x + u) // 2 + share(v - y, bulge, 50), (y + v) // 2 - share(u - x, bulge, 50)
    return f"M{x} {y}Q{across[0]} {across[1]} {u} {v}"


@lru_cache(1_000)
def _towards(angle: int) -> Point:
    """A point in this direction."""
    return turned((0, 0), 10_000, angle)


@dataclass(frozen=True, slots=True)
class Arc:
    """A part of a ring: between two angles and two radii."""

    centre: Point
    inner: int
    outer: int
    start: int
    end: int

    def path(self) -> str:
        """Its outline."""
        a, b = (turned(self.centre, self.outer, each) for each in (self.start, self.end))
        c, d = (turned(self.centre, self.inner, each) for each in (self.end, self.start))
        wide = int(self.end - self.start > FULL // 2)
        return (
            f"M{a[0]} {a[1]}A{self.outer} {self.outer} 0 {wide} 1 {b[0]} {b[1]}"
            f"L{c[0]} {c[1]}A{self.inner} {self.inner} 0 {wide} 0 {d[0]} {d[1]}Z"
        )

    @property
    def middle(self) -> Point:
        return turned(self.centre, (self.inner + self.outer) // 2, (self.start + self.end) // 2)

    def box(self) -> Box:
        """A rectangle inside of it, as large as is useful for a name with things below it."""
        best, worth = Box(*self.middle, 0, 0), 0
        angle = (self.start + self.end) // 2
        for part in (42, 50, 58, 66):
            centre = turned(
                self.centre, self.inner + share(self.outer - self.inner, part, 100), angle
            )
            for wide in (10, 14, 19, 25):  # for a height of 10
                low, high = 0, (self.outer - self.inner) * 2
                while low + 1 < high:
                    tall = (low + high) // 2
                    if self.encloses(around(centre, tall * wide // 10, tall)):
                        low = tall
                    else:
                        high = tall
                found = around(centre, low * wide // 10, low)
                if found.h * min(found.w, 2 * found.h) > worth:
                    best, worth = found, found.h * min(found.w, 2 * found.h)
        return best

    def encloses(self, box: Box) -> bool:
        """Whether a rectangle lies inside, less than half a turn being taken as enough for its sides."""
        middle, right, bottom = box.centre, box.x + box.w, box.y + box.h
        rim = [(x, y) for x in (box.x, middle[0], right) for y in (box.y, middle[1], bottom)]
        first, last = _towards(self.start), _towards(self.end)
        for x, y in rim:
            u, v = x - self.centre[0], y - self.centre[1]
            if not self.inner**2 <= u * u + v * v <= self.outer**2:
                return False
            if self.end - self.start < FULL // 2 and (
                first[0] * v - first[1] * u < 0 or u * last[1] - v * last[0] < 0
            ):
                return False
        return True


# ---- frames -----------------------------------------------------------------------------------------


class Frame(Protocol):
    """What positions in hundredths of a parent mean on the board."""

    def point(self, x: int, y: int) -> Point:
        """The point at so many hundredths of its width and height."""

    def length(self, part: int) -> int:
        """So many hundredths of its shorter side."""


@dataclass(frozen=True, slots=True)
class Straight:
    """A frame that is a rectangle."""

    box: Box

    def point(self, x: int, y: int) -> Point:
        return self.box.x + share(self.box.w, x, 100), self.box.y + share(self.box.h, y, 100)

    def length(self, part: int) -> int:
        return share(min(self.box.w, self.box.h), part, 100)

    def part(self, x: int, y: int, wide: int, high: int) -> Box:
        """A part of it, by its middle and its size."""
        w, h = share(self.box.w, wide, 100), share(self.box.h, high, 100)
        return around(self.point(x, y), w, h)


@dataclass(frozen=True, slots=True)
class Bent:
    """A frame that is a part of a ring: x runs clockwise, y outwards."""

    arc: Arc

    def point(self, x: int, y: int) -> Point:
        arc = self.arc
        radius = arc.inner + share(arc.outer - arc.inner, y, 100)
        return turned(arc.centre, radius, arc.start + share(arc.end - arc.start, x, 100))

    def length(self, part: int) -> int:
        return share(self.arc.outer - self.arc.inner, part, 100)

    def part(self, x: int, y: int, wide: int, high: int) -> Arc:
        """A part of it, by its middle and its size."""
        arc = self.arc
        turn, deep = arc.end - arc.start, arc.outer - arc.inner
        return Arc(
            arc.centre,
            arc.inner + share(deep, 2 * y - high, 200),
            arc.inner + share(deep, 2 * y + high, 200),
            arc.start + share(turn, 2 * x - wide, 200),
            arc.start + share(turn, 2 * x + wide, 200),
        )
