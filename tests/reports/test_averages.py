from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from boardwright.reports.averages import Mean, Share, mean_interval
from boardwright.reports.numbers import Spread


def test_the_interval_of_a_mean() -> None:
    # Two numbers 0 and 2, a hundred times: the deviation of the population is 1, that of the mean 1 / sqrt(199).
    low, high = mean_interval(Spread.of(Counter({0: 100, 2: 100})))
    assert (low, high) == pytest.approx((1 - 1.96 / 199**0.5, 1 + 1.96 / 199**0.5))


def test_a_mean_is_beyond_what_is_expected_if_its_interval_leaves_it_out() -> None:
    mean = Mean.of([0, 2] * 100)
    assert [mean.beyond(Fraction(n, 10), 1.96) for n in (8, 9, 10, 11, 12)] == [1, 0, 0, 0, -1]


def test_the_things_of_a_game_count_together() -> None:
    apart, together = Share(), Share()
    for n in range(40):
        apart.note(n % 2, 1)
        together.note(10 * (n % 2), 10)
    assert apart.value == together.value == Fraction(1, 2)
    assert apart.interval() == pytest.approx(together.interval())


def test_shares_add_up_in_any_order() -> None:
    parts = [(1, 4), (3, 5), (0, 2)]
    one, other, rest = Share(), Share(), Share()
    for part in parts:
        one.note(*part)
    other.note(*parts[2])
    for part in parts[:2]:
        rest.note(*part)
    other.add(rest)
    assert one == other and one.value == Fraction(4, 11)


def test_a_share_without_scatter_is_not_certain() -> None:
    share = Share()
    for _ in range(10):
        share.note(0, 100)
    low, high = share.interval()
    assert low == 0 and 0.2 < high < 0.4
    assert Share().interval() == (0.0, 1.0)
