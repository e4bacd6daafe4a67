from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from boardwright.reports.numbers import (
    Spread,
    newcombe,
    of_means,
    percent,
    rate,
    rounded,
    verdicts,
    z_for,
)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (8, 10, 0.4902, 0.9433),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_intervals_are_wilsons(count: int, of: int, low: float, high: float) -> None:
    assert rate(count, of).interval() == pytest.approx((low, high), abs=1e-4)


def test_of_nothing_nothing_is_known() -> None:
    assert rate(0, 0).interval() == (0.0, 1.0)
    assert verdicts([(rate(0, 0), Fraction(1, 2))]) == [0]


def test_a_difference_has_newcombes_interval() -> None:
    # His own example: 56 of 70 against 48 of 80.
    low, high = newcombe(rate(48, 80), rate(56, 70))
    assert (low, high) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    low, high = newcombe(rate(56, 70), rate(48, 80))
    assert (low, high) == pytest.approx((-0.3339, -0.0524), abs=1e-4)


@given(st.integers(0, 500), st.integers(1, 500))
def test_a_rate_lies_in_its_interval(count: int, more: int) -> None:
    each = rate(count, count + more)
    low, high = each.interval()
    assert 0 <= low <= float(each.value) <= high <= 1
    wide = each.interval(z_for(20))
    assert wide[0] <= low and high <= wide[1]


def test_what_is_looked_at_together_needs_more_to_stand_out() -> None:
    found = [z_for(n) for n in (1, 2, 5, 18, 100)]
    assert found == sorted(found) == [1.96, 2.241, 2.576, 2.991, 3.481]
    out, usual = (rate(610, 1000), Fraction(57, 100)), (rate(570, 1000), Fraction(57, 100))
    assert verdicts([out]) == [1]
    assert verdicts([out, *[usual] * 17]) == [0] * 18
    assert verdicts([*[usual] * 17, (rate(400, 1000), Fraction(1, 2))]) == [0] * 17 + [-1]


def test_what_stands_out_is_judged_with_all_the_others_and_the_next_with_the_rest() -> None:
    half = Fraction(1, 2)
    # 2.34 standard errors are too few for one of three (2.394), and enough for one of two (2.241).
    near, far = (rate(537, 1000), half), (rate(400, 1000), half)
    assert verdicts([near, (rate(500, 1000), half), (rate(501, 1000), half)]) == [0, 0, 0]
    assert verdicts([near, far, (rate(501, 1000), half)]) == [1, -1, 0]
    assert verdicts([(rate(0, 0), half), near, far]) == [0, 1, -1]


def test_of_nothing_but_luck_one_list_in_twenty_has_a_verdict() -> None:
    random = default_rng(3)
    shapes = [(1000, Fraction(1, 4))] * 4 + [(600, Fraction(1, 3))] * 16

    def by_luck() -> list[int]:
        return verdicts([(rate(int(random.binomial(n, float(p))), n), p) for n, p in shapes])

    assert sum(any(by_luck()) for _ in range(300)) <= 21


@pytest.mark.parametrize("players", [2, 5, 8, 12, 40])
def test_few_players_of_many_cards_have_a_verdict_no_more_often(players: int) -> None:
    """With 22 cards that win once in eight times, every third report had a mark."""
    random, expected = default_rng(players), Fraction(1, 8)
    marked = 0
    for _ in range(200):
        cards = random.binomial(players, 0.125, 22).tolist()
        marked += any(verdicts([(rate(wins, players), expected) for wins in cards]))
    assert marked <= 16


@given(st.integers(0, 60), st.integers(1, 60), st.integers(1, 39))
def test_few_are_no_farther_than_the_binomial_distribution_says(
    count: int, more: int, part: int
) -> None:
    found, expected = rate(min(count, more), more), Fraction(part, 40)
    far = found.distance(expected)
    sure = found.surely(expected)
    assert abs(sure) <= abs(far) and sure * far >= 0
    if expected * (1 - expected) * more >= 25 or not far:
        assert sure == far
        return
    numbers = range(more + 1)
    numbers = numbers[int(found.count) :] if far > 0 else numbers[: int(found.count) + 1]
    tail = sum(comb(more, n) * expected**n * (1 - expected) ** (more - n) for n in numbers)
    allowed = -NormalDist().inv_cdf(float(tail)) if tail < Fraction(1, 2) else 0.0
    assert abs(sure) == pytest.approx(min(abs(far), allowed), abs=0.001)


def test_parts_of_wins_count_as_the_whole_number_nearer_to_what_is_expected() -> None:
    eighth = Fraction(1, 8)
    assert rate(Fraction(5, 2), 3).surely(eighth) == rate(2, 3).surely(eighth)
    assert rate(Fraction(1, 2), 30).surely(eighth) == rate(1, 30).surely(eighth)
    assert rate(0, 3).surely(Fraction(0)) == rate(3, 3).surely(Fraction(1)) == 0


@given(st.integers(0, 300), st.integers(1, 300), st.integers(0, 20), st.integers(1, 40))
def test_the_distance_is_within_z_where_the_interval_holds_what_is_expected(
    count: int, more: int, part: int, comparisons: int
) -> None:
    each, expected, z = rate(count, count + more), Fraction(part, 20), z_for(comparisons)
    low, high = each.interval(z)
    if min(abs(float(expected) - low), abs(float(expected) - high)) > 1e-9 and 0 < expected < 1:
        assert (abs(each.distance(expected)) <= z) == (low <= float(expected) <= high)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(12345678, 10), 1, "1,234,567.8"),
        (Fraction(5, 2), 0, "3"),
    ],
)
def test_halves_are_rounded_away_from_zero(value: Fraction, decimals: int, text: str) -> None:
    assert rounded(value, decimals) == text


def test_a_share_is_told_in_percent() -> None:
    assert percent(Fraction(1, 3)) == "33.3%"


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=60), st.integers(0, 100))
def test_a_spread_tells_what_a_list_would(values: list[int], hundredths: int) -> None:
    spread = Spread.of(Counter(values))
    n = len(values)
    assert spread.n == n and spread.sum == sum(values)
    assert spread.mean == Fraction(sum(values), n)
    mean = sum(values) / n
    assert float(spread.deviation) == pytest.approx(
        (sum((each - mean) ** 2 for each in values) / n) ** 0.5, abs=2e-3
    )
    at = spread.at(hundredths)
    assert at in values
    assert sum(each <= at for each in values) * 100 >= hundredths * n
    assert sum(each < at for each in values) * 100 < max(hundredths * n, 1)


def test_one_interval_in_twenty_misses() -> None:
    random, missed = Random(3), 0
    for _ in range(400):
        each = rate(sum(random.random() < 0.3 for _ in range(200)), 200)
        low, high = each.interval()
        missed += not low <= 0.3 <= high
    assert 8 <= missed <= 32


def test_means_are_compared_by_how_many_there_are() -> None:
    one, other = (Spread.of(Counter({5: 50, 7 + more: 50})) for more in (0, 1))
    low, high = of_means(one, other, (100, 100))
    assert low < 0.5 < high and low > 0
    wider = of_means(one, other, (10, 10))
    assert wider[0] < low and high < wider[1] and wider[0] < 0
