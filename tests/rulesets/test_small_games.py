"""The small games are good rule files, their scenarios hold, and each has some."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.declare.scenario_file import read_scenarios
from boardwright.dsl.source.diagnostics import Bag
from boardwright.interpreter.scenarios.run import run_scenarios
from boardwright.loading.load import read
from boardwright.validators.render import full
from folders import SMALL_GAMES

FOLDERS = sorted(path for path in SMALL_GAMES.iterdir() if (path / "game.yaml").exists())
each_game = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@each_game
def test_nothing_is_wrong_with_a_game(folder: Path) -> None:
    rules = read(folder)
    assert not rules.warnings, full.render(rules.warnings)
    assert rules.id == folder.name and rules.bound.texts


@each_game
def test_its_scenarios_hold(folder: Path) -> None:
    rules = read(folder)
    bag = Bag()
    scenarios = read_scenarios(rules.scenarios, bag, rules.bound.seat_names)
    assert not len(bag), full.render(bag.sorted())
    results = run_scenarios(rules.bound, scenarios)
    assert len(results) >= 2
    for result in results:
        assert result.passed, full.render(result.findings)
