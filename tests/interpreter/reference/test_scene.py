"""The reference evaluator plays scenarios as the compiled engine does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.dsl.declare.scenario_file import read_scenarios
from boardwright.dsl.declare.scenarios import Picks, ScenarioDecl
from boardwright.dsl.source.diagnostics import Bag
from boardwright.interpreter.lower.scenario_entry import Staging
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.link import link
from boardwright.interpreter.reference.scene import play_scenario
from boardwright.interpreter.scenarios.play import Play, Stage
from boardwright.interpreter.scenarios.run import Staged, stage_scenarios
from boardwright.loading.load import read
from strategies import GAMES, name_of

WITH_SCENARIOS = [folder for folder in GAMES if (folder / "scenarios").is_dir()]


def staged_in(folder: Path) -> tuple[Staged, ...]:
    rules = read(folder)
    found = read_scenarios(rules.scenarios, Bag(), rules.bound.seat_names)
    return stage_scenarios(rules.bound, found)


def stages(found: Iterable[Staged]) -> Iterator[tuple[Staged, Stage, int]]:
    """Each with the program that it is part of, those of one table together, and its number there."""
    tables: dict[int, list[Staged]] = {}
    for staged in found:
        tables.setdefault(id(staged.table), []).append(staged)
    for together in tables.values():
        scenes = (replace(staged.scene, expressions={}) for staged in together)
        program = link(together[0].table, Staging(tuple(scenes)), judging=True)
        chance = Chance(program)
        stage = Stage(program, program.watched(chance), chance)
        for number, staged in enumerate(together):
            yield staged, stage, number


def both_come_to_the_same(staged: Staged, stage: Stage, number: int) -> bool:
    """Plays the picks on both; whether they come to a position at all."""
    bag = Bag()
    picks: ScenarioDecl = replace(
        staged.scenario,
        steps=tuple(step for step in staged.scenario.steps if isinstance(step, Picks)),
        ranks=(),
        error=None,
    )
    play = Play(picks, stage, stage.program.scenes[number], {}, bag)
    play.run()
    reference = play_scenario(staged.table, staged.scene, staged.scenario)
    broke_off = any(each.code.startswith("E65") for each in bag.sorted())
    assert (reference.fault is not None) == broke_off, staged.scenario.id
    if broke_off:
        return False
    assert reference.over == play.state.over, staged.scenario.id
    compiled, walked = play.state.position(), reference.position()
    assert compiled == walked, staged.scenario.id
    decision = play.state.decision
    options = () if reference.decision is None else reference.decision.options
    assert options == (() if decision is None else decision.ids), staged.scenario.id
    return True


@pytest.mark.parametrize("folder", WITH_SCENARIOS, ids=name_of)
def test_every_scenario_comes_to_the_same_position(folder: Path) -> None:
    found = [both_come_to_the_same(*each) for each in stages(staged_in(folder))]
    assert len(found) >= 2 and any(found)
