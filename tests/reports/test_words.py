"""Sentences on balance say no more than the games show."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from boardwright.reports import data, page, text, words
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


TEAM = """\
game: team
language: 2
players: 2
course:
  - phase: play
    steps: |
      draw n from 1 to 3
      set won to n
notes: {won: number}
outcome: {score: 0, wins: won = 1}
"""


def test_players_who_win_together_are_not_compared(tmp_path: Path) -> None:
    folder = tmp_path / "team"
    folder.mkdir()
    (folder / "game.yaml").write_text(TEAM)
    asked = replace(drafting(), ruleset=str(folder), players=None)
    played(tmp_path / "run", asked, games=30)
    found = report(read(tmp_path / "run"))
    assert found.together is not None and 0 < found.together.count < 30
    assert found.together.count == found.games.shared
    said = "In each game all players won or none did: they won "
    assert words.balance_of_seats(found).startswith(said)
    assert said in page.render(found) and '"together"' in data.render(found)
    shown = " ".join(text.summary(found, width=80).split())
    assert said in shown and "Wins: " not in shown


def test_one_game_that_some_players_win_is_enough_to_compare_them(made: Report) -> None:
    assert made.together is None and '"together"' not in data.render(made)
