"""Rates, intervals and spreads. They are exact; only what is shown is rounded, once, halves away from zero.

Intervals need roots. They use +, -, *, / and `sqrt` of floats only, which every machine rounds alike, so that a report is
the same everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf, isqrt, sqrt
from statistics import NormalDist

Z = 1.96
"""The standard errors on each side of a 95% interval."""

FEW = 10
"""Fewer numbers than this may be alike by chance, so that their mean seems certain: no verdict rests on them."""

_MANY = 25
"""With a variance of this many, a number of trials is nearly distributed as the normal distribution says."""


def z_for(comparisons: int) -> float:
    """The same for this many things at once, if chance may make one of them stand out once in 20 times (Bonferroni).
    It has three decimals, in which all machines agree.
    """
    if comparisons <= 1:
        return Z
    return round(NormalDist().inv_cdf(1 - 0.025 / comparisons), 3)


def rounded(value: Fraction, decimals: int) -> str:
    """A number with this many decimals, halves away from zero."""
    scale = 10**decimals
    size = abs(value) * scale
    whole = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    sign = "-" if value < 0 and whole else ""
    text = f"{whole // scale:,}"
    return f"{sign}{text}.{whole % scale:0{decimals}}" if decimals else f"{sign}{text}"


def of_float(value: float, decimals: int) -> str:
    """The same for a float, such as a root."""
    return rounded(Fraction(value), decimals)


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` of `of`. `count` need not be whole: a win that two share is half a win for each."""

    count: Fraction
    of: int

    @property
    def value(self) -> Fraction:
        return self.count / self.of if self.of else Fraction(0)

    def interval(self, z: float = Z) -> tuple[float, float]:
        """Wilson's interval, which holds the true rate in 95 of 100 cases."""
        n = self.of
        if n == 0:
            return 0.0, 1.0
        p = float(self.value)
        z2 = z * z
        middle = p + z2 / (2 * n)
        width = z * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        below = 1 + z2 / n
        # A rate of 0 or 1 is itself the end of its interval, which roots only approach.
        low, high = (middle - width) / below, (middle + width) / below
        return max(0.0, min(low, p)), min(1.0, max(high, p))

    def distance(self, expected: Fraction) -> float:
        """The standard errors by which this is above the expected rate; negative if it is below. If it is within z,
        Wilson's interval for z holds the expected rate.
        """
        gap = float(self.value - expected) if self.of else 0.0
        variance = float(expected * (1 - expected))
        if gap == 0.0:
            return 0.0
        return gap / sqrt(variance / self.of) if variance > 0.0 else inf if gap > 0 else -inf

    def surely(self, expected: Fraction) -> float:
        """The same, but no farther than the binomial distribution allows. Of few trials with a rate near 0 or 1, the normal one
        says too much: two wins of two, where one of eight is expected, are nothing strange among twenty cards.
        """
        far, p = self.distance(expected), float(expected)
        if far == 0.0 or not 0.0 < p < 1.0 or self.of * p * (1 - p) >= _MANY:
            return far
        # Of parts of wins, the whole number that is nearer to what is expected.
        tail = _at_least(self.of, p, floor(self.count))
        if far < 0:
            tail = _at_least(self.of, 1 - p, floor(self.of - self.count))
        # Three decimals, in which all machines agree.
        allowed = inf if tail == 0.0 else 0.0
        if 0.0 < tail < 0.5:
            allowed = round(-NormalDist().inv_cdf(tail), 3)
        return min(far, allowed) if far > 0 else max(far, -allowed)

    def hidden(self, expected: Fraction, z: float = Z) -> float:
        """How far this many may be from the expected rate, and still be within z."""
        return z * sqrt(float(expected * (1 - expected)) / self.of) if self.of else 1.0


def _at_least(of: int, p: float, count: int) -> float:
    """The probability of at least `count` successes in `of` trials, each with the probability `p`."""
    if count <= 0:
        return 1.0
    # It is counted from the end where most of them are, so that nothing is too small for a float.
    if p > 0.5:
        return max(0.0, 1.0 - _at_least(of, 1 - p, of - count + 1))
    each, left, square = 1.0, of, 1 - p
    while left:  # that none happens: powers of the system differ in their last digits
        if left & 1:
            each *= square
        square *= square
        left >>= 1
    found = 0.0
    for number in range(of + 1):
        if number >= count:
            found += each
        each *= (of - number) / (number + 1) * (p / (1 - p))
        if each == 0.0:
            break
    return found


def rate(count: int | Fraction, of: int) -> Rate:
    """The rate of `count` in `of`."""
    return Rate(Fraction(count), of)


def verdicts(rates: Sequence[tuple[Rate, Fraction]]) -> list[int]:
    """For each rate and the rate expected of it: 1 if it is more than chance explains, -1 if it is less, else 0.

    If luck alone decides, one in twenty such lists has a verdict in it (Holm): the rate farthest from what is expected
    is judged as one of all, the next as one of the rest, and so on until one is near enough.
    """
    distances = [rate.surely(expected) for rate, expected in rates]
    found = [0] * len(rates)
    left = sum(rate.of > 0 for rate, _ in rates)
    for number in sorted(range(len(rates)), key=lambda n: (-abs(distances[n]), n)):
        if left == 0 or abs(distances[number]) <= z_for(left):
            break
        found[number] = 1 if distances[number] > 0 else -1
        left -= 1
    return found


def percent(value: Fraction) -> str:
    """`12.5%`."""
    return f"{rounded(value * 100, 1)}%"


def between(low: float, high: float, decimals: int = 1) -> str:
    """`10.2–15.1`, in percent."""
    return f"{of_float(low * 100, decimals)}–{of_float(high * 100, decimals)}"


@dataclass(frozen=True, slots=True)
class Spread:
    """Whole numbers and how often each occurred."""

    counts: tuple[tuple[int, int], ...]

    @staticmethod
    def of(counts: Counter[int]) -> Spread:
        return Spread(tuple(sorted((value, times) for value, times in counts.items() if times)))

    @property
    def n(self) -> int:
        return sum(times for _, times in self.counts)

    @property
    def sum(self) -> int:
        return sum(value * times for value, times in self.counts)

    @property
    def mean(self) -> Fraction:
        return Fraction(self.sum, self.n or 1)

    @property
    def variance(self) -> Fraction:
        """The variance of these numbers, not of a population that they are a sample of."""
        n = self.n or 1
        squares = sum(value * value * times for value, times in self.counts)
        return Fraction(n * squares - self.sum**2, n * n)

    @property
    def deviation(self) -> Fraction:
        """The standard deviation, cut off after six decimals."""
        variance = self.variance
        return Fraction(isqrt(variance.numerator * 10**12 // variance.denominator), 10**6)

    def at(self, hundredths: int) -> int:
        """The smallest number that this percentage of the numbers does not exceed; `at(0)` is the smallest of all."""
        wanted, seen = -(-self.n * hundredths // 100), 0
        for value, times in self.counts:
            seen += times
            if seen >= wanted:
                return value
        return 0


def total(counters: Iterable[Counter[int]]) -> Counter[int]:
    """All spreads as one."""
    found: Counter[int] = Counter()
    for each in counters:
        found.update(each)
    return found


def newcombe(one: Rate, other: Rate, z: float = Z) -> tuple[float, float]:
    """Newcombe's interval for the difference of two rates, the second minus the first."""
    p, q = float(one.value), float(other.value)
    (low, high), (below, above) = one.interval(z), other.interval(z)
    gap = q - p
    return (
        gap - sqrt((q - below) * (q - below) + (high - p) * (high - p)),
        gap + sqrt((above - q) * (above - q) + (p - low) * (p - low)),
    )


def of_means(
    one: Spread, other: Spread, sizes: tuple[int, int], z: float = Z
) -> tuple[float, float]:
    """The interval for the difference of two means, of this many independent observations."""
    gap = float(other.mean - one.mean)
    shares = (
        float(each.variance) / max(1, n - 1) for each, n in zip((one, other), sizes, strict=True)
    )
    error = sqrt(sum(shares))
    return gap - z * error, gap + z * error
