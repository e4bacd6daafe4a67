"""Two runs of a few games."""

from __future__ import annotations

from pathlib import Path

from boardwright.reports.comparison import compare
from boardwright.reports.figures import report
from boardwright.reports.games_of_a_run import read
from run_samples import plan, simulate


def test_a_game_each_shows_nothing_beyond_chance(tmp_path: Path) -> None:
    """One game has no scatter, and so do a few that have the same length by chance."""
    reports = []
    for seed in (1, 2):
        simulate(tmp_path / f"{seed}", plan(games=1, chunk=1, seed=seed))
        reports.append(report(read(tmp_path / f"{seed}")))
    found = compare(*reports).differences
    assert any(each.group == "length" and each.gap for each in found)
    assert not any(each.beyond for each in found)
