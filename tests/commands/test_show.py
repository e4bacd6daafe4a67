"""`boardwright show`: what kinds, entries and grids are told."""

from __future__ import annotations

import json

import pytest

from cli_runs import Run
from folders import SMALL_GAMES


def test_what_a_kind_of_piece_lets_authors_fill_in_is_shown(run: Run) -> None:
    cards = " ".join(run("show", "rattus").out.split())
    assert "its effect `ability` is offered in main_actions and final_actions, once a turn" in cards
    assert "light (light brown), medium (medium brown)" in cards
    played = " ".join(run("show", "notre_dame").out.split())
    assert "its effect `play` is not offered, but performed by rules" in played
    assert "variety members colour red, violet, blue, green, yellow" in played


def test_entries_are_suggested_for_rules_and_have_data(run: Run) -> None:
    done = run("show", "harbour", "--rule", "stak")
    assert done.code == 2 and "did you mean `stack`?" in done.err
    found = json.loads(run("show", "harbour", "--rule", "stack", "--format", "json").out)
    (entry,) = found["rules"]
    assert (entry["sort"], entry["id"]) == ("entry", "main_actions.stack")


def test_a_grid_says_which_links_make_neighbours(run: Run) -> None:
    grid = " ".join(run("show", str(SMALL_GAMES / "tic_tac_toe")).out.split())
    assert "a grid of 3 by 3; neighbours by orthogonal and diagonal links" in grid


@pytest.mark.parametrize("game", [["notre_dame"], ["rattus", "--with", "mercatus"]])
def test_a_narrow_terminal_shows_every_word(
    game: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    words = set(run("show", *game, "--all").out.split())
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("show", *game, "--all").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert words <= {*" ".join(lines).split()}
