"""Conditions on which a comparison fails."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import cast

import pytest

from boardwright.reports.comparison import Comparison, Difference
from boardwright.reports.gate import GateError, failures, gate_of, told
from boardwright.reports.numbers import Rate, Spread


def rate_changed(name: str, before: int, now: int, *, beyond: bool = True) -> Difference:
    """How often players with a card win, in hundredths."""
    first, second = Rate(Fraction(before), 100), Rate(Fraction(now), 100)
    gap = second.value - first.value
    return Difference(
        "card", "card: wins", name, "wins when held", first, second, gap, 0.0, 0.0, beyond
    )


def mean_changed(before: int, now: int) -> Difference:
    first, second = Spread(((before, 10),)), Spread(((now, 10),))
    gap = second.mean - first.mean
    return Difference("length", "length", "turns", "mean", first, second, gap, 0.0, 0.0, True)


def comparison(*differences: Difference) -> Comparison:
    return cast(Comparison, SimpleNamespace(differences=differences))


KING, MONK = rate_changed("The King", 25, 30), rate_changed("Monk", 25, 27)
LUCKY = rate_changed("Witch", 25, 35, beyond=False)
ALL = comparison(KING, MONK, LUCKY, mean_changed(20, 23))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("card:*:wins>3pp", ["The King"]),
        ("card:*:wins>1.5pp", ["The King", "Monk"]),
        ("card:*:wins>5pp", []),
        ("card:monk:wins>0pp", ["Monk"]),
        ("card:the_k*:wins>3pp", ["The King"]),
        ("card:The King:wins>3pp", ["The King"]),
        ("length:turns:mean>2", ["turns"]),
        ("length:turns:mean>14%", ["turns"]),
        ("length:turns:mean>15%", []),
    ],
)
def test_what_changed_beyond_chance_and_the_limit_fails(text: str, names: list[str]) -> None:
    assert [each.of for _, each in failures(ALL, [gate_of(text)])] == names


def test_a_fall_fails_like_a_rise() -> None:
    found = comparison(rate_changed("Monk", 27, 20))
    ((gate, difference),) = failures(found, [gate_of("card:*:wins>3pp")])
    line = "card:*:wins>3pp: Monk, wins when held: 27.0% before, 20.0% now (-7.00 pp)"
    assert told(gate, difference) == line


def test_means_are_told_as_numbers() -> None:
    ((gate, difference),) = failures(ALL, [gate_of("length:turns:mean>2")])
    line = "length:turns:mean>2: turns, mean: 20.00 before, 23.00 now (+3.00)"
    assert told(gate, difference) == line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("card:*:wins", "expected a condition such as"),
        ("card:*:wins>three", "expected a condition such as"),
        pytest.param(f"card:*:wins>{'9' * 5000}pp", "expected a condition such as", id="endless"),
        ("cart:*:wins>3pp", "there is no `cart` in a report"),
        ("card:knig:wins>3pp", "no card has this name; there are the_king, monk, witch"),
        ("card:*:win>3pp", "of a card there are wins"),
        ("seat:*:wins>3pp", "both runs have no figures on a seat"),
        ("card:*:wins>3", "a rate needs `pp` after the limit"),
        ("length:turns:mean>3pp", "a mean needs a number or `%`, not `pp`"),
        ("games:all:limit>5", "a rate needs `pp` after the limit"),
        ("games:all:limits>5pp", "of games there are shared, nobody, limit, error"),
        ("games:none:limit>5pp", "no games has this name; there are all"),
    ],
)
def test_what_says_nothing_is_refused(text: str, message: str) -> None:
    with pytest.raises(GateError) as fault:
        failures(ALL, [gate_of(text)])
    assert message in str(fault.value)


@pytest.mark.parametrize("figure", ["shared", "nobody", "limit", "error"])
def test_an_end_that_no_game_had_is_no_mistake(figure: str) -> None:
    """A comparison has no figure for it, and a condition that guards against it must not fail for that."""
    assert not failures(ALL, [gate_of(f"games:*:{figure}>0pp")])
