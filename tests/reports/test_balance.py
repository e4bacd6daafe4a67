"""Sentences on balance say no more than the games show."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from boardwright.reports import words
from boardwright.reports.figures import Report, Stand, report
from boardwright.reports.games_of_a_run import read
from boardwright.reports.numbers import rate, verdicts, z_for
from report_samples import drafting, played


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Report:
    root = tmp_path_factory.mktemp("balance") / "run"
    played(root, drafting(), games=9)
    return report(read(root))


def of_two(made: Report, first: int, games: int) -> Report:
    """A report in which the first of two seats has won this many games."""
    chance = Fraction(1, 2)
    rates = [rate(first, games), rate(games - first, games)]
    found = verdicts([(each, chance) for each in rates])
    stands = tuple(
        Stand(name, games, each, verdict, Fraction(3, 2), made.scores)
        for name, each, verdict in zip(("p1", "p2"), rates, found, strict=True)
    )
    over = replace(made.games, over=games)
    return replace(made, games=over, chance=chance, seats=stands, agents=stands, z=z_for(2))


@pytest.mark.parametrize("first", [100, 115])
def test_few_games_do_not_show_balance(made: Report, first: int) -> None:
    found = of_two(made, first, 200)
    begins, ends = (
        "In 200 games, no",
        "differences of less than 7.9 percentage points would not show.",
    )
    for what, said in (
        ("seat", words.balance_of_seats(found)),
        ("agent", words.balance_of_agents(found)),
    ):
        assert (
            said == f"{begins} {what} wins more or less often than chance explains (50.0%); {ends}"
        )


def test_a_difference_that_would_not_show_has_no_verdict_and_one_point_more_has(
    made: Report,
) -> None:
    assert not any(each.verdict for each in of_two(made, 115, 200).seats)
    assert all(each.verdict for each in of_two(made, 116, 200).seats)


def test_many_games_show_balance(made: Report) -> None:
    said = words.balance_of_seats(of_two(made, 1010, 2000))
    assert said == "Seats are balanced: each wins about as often as chance predicts (50.0%)."


def test_what_all_rates_are_judged_by_is_what_would_not_show(made: Report) -> None:
    """With the cards, more figures are judged together than there are seats."""
    judged = [each.verdict for each in (*made.seats, *made.agents)]
    judged += [card.had(of.way).verdict for of in made.cards or () for card in of.cards]
    assert made.z == z_for(judged.count(0)) > z_for(len(made.seats))
