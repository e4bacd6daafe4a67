"""Means over games, with intervals that take each game, or each pair of games, as one observation.

Floats are only added, multiplied, divided and rooted, which every machine rounds alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from boardwright.reports.numbers import FEW, Rate, Spread, Z

Interval = tuple[float, float]


def mean_interval(spread: Spread, z: float = Z) -> Interval:
    """The interval of the mean of these numbers, one for each game."""
    width = z * sqrt(float(spread.variance) / max(1, spread.n - 1))
    return float(spread.mean) - width, float(spread.mean) + width


@dataclass(slots=True)
class Share:
    """How many of some things in a game are of a sort, over many games: whole numbers only, which can be added in any order.
    The things of one game depend on each other, so the interval takes each game as one observation.
    """

    games: int = 0
    part: int = 0
    all: int = 0
    squares: tuple[int, int, int] = (0, 0, 0)  # part * part, part * all, all * all

    def note(self, part: int, all: int) -> None:
        """Adds a game with this many things, and this many of the sort."""
        self.add(Share(1, part, all, (part * part, part * all, all * all)))

    def add(self, other: Share) -> None:
        """Adds other games."""
        self.games += other.games
        self.part += other.part
        self.all += other.all
        a, b, c = (x + y for x, y in zip(self.squares, other.squares, strict=True))
        self.squares = a, b, c

    @property
    def value(self) -> Fraction:
        return Fraction(self.part, self.all or 1)

    def interval(self, z: float = Z) -> Interval:
        """The interval of the share (a ratio of two means, linearized), within 0 and 1."""
        share = self.value
        if not self.all or self.games < 2 or share in (0, 1):
            # No scatter is seen, so each game counts as one thing.
            return Rate(share * self.games, self.games).interval(z)
        a, b, c = self.squares
        scatter = float(a - 2 * share * b + share * share * c)
        width = z * sqrt(max(0.0, scatter) * self.games / (self.games - 1)) / self.all
        return max(0.0, float(share) - width), min(1.0, float(share) + width)


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of some exact numbers, one for each independent observation."""

    n: int
    value: Fraction
    variance: Fraction  # of the numbers, not of a population that they are a sample of

    @staticmethod
    def of(numbers: Sequence[Fraction | int]) -> Mean:
        n = len(numbers)
        mean = Fraction(sum(numbers, Fraction(0)), n or 1)
        return Mean(n, mean, sum(((x - mean) ** 2 for x in numbers), Fraction(0)) / (n or 1))

    def interval(self, z: float = Z) -> Interval:
        width = z * sqrt(float(self.variance) / max(1, self.n - 1))
        return float(self.value) - width, float(self.value) + width

    def beyond(self, expected: Fraction, z: float) -> int:
        """1 if the mean is above what is expected, beyond chance, -1 if it is below, else 0, also if there are few numbers."""
        low, high = self.interval(z)
        if self.n < FEW or self.value == expected:
            return 0
        return int(low > expected) - int(high < expected)
