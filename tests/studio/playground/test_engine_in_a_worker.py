"""The engine in Chromium does what it does elsewhere, and fast enough."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page

import asking
import transcripts
from boardwright.boards.layout import laid_out
from boardwright.files.locate_ruleset import shipped
from boardwright.studio.engine import Engine
from folders import ROOT
from playground_browser import OpenPlayground
from playground_python import run_in_worker

RANDOM_GAMES = """
import random, time
import boardwright

game = boardwright.load("rattus", players=4)
chance = random.Random(1)

def play(seed):
    state = game.new(seed=seed)
    while state.decision is not None:
        state.apply(chance.choice(state.decision.ids))
    return list(state.scores)

play(0)
began = time.process_time()
scores = [play(seed) for seed in range({games})]
found = [{games} / (time.process_time() - began), scores[:20]]
"""

SCENARIOS = """
from boardwright.interpreter.scenarios.run import run_scenarios
from boardwright.loading.scenarios import scenarios_of

found = [0, []]
for ruleset in {rulesets}:
    all_ = scenarios_of(ruleset, (), {{}})
    for result in run_scenarios(all_.rules.bound, all_.declared[:: {step}], all_.compose, {{}}):
        found[0] += 1
        if not result.passed:
            found[1].append(result.scenario.id)
"""


@pytest.fixture
def page(playground: OpenPlayground) -> Page:
    """A page without the playground, so that nothing else is under way."""
    return playground.page(file="engine/licenses.txt")


def random_games(games: int) -> str:
    return RANDOM_GAMES.replace("{games}", str(games))


def test_random_games_are_the_same_as_elsewhere(page: Page) -> None:
    rate, scores = run_in_worker(page, random_games(40))
    here: dict[str, list[object]] = {}
    exec(random_games(20), here)
    assert scores == here["found"][1]
    assert rate > 5  # on an idle machine some 300: tools/measure_playground.py measures


def test_a_sample_of_scenarios_passes(page: Page) -> None:
    rulesets = sorted(shipped())
    tried, failed = run_in_worker(page, SCENARIOS.format(rulesets=rulesets, step=12))
    assert tried > 30 and failed == []


@pytest.mark.campaign
def test_all_scenarios_pass(page: Page) -> None:
    rulesets = sorted(shipped())
    tried, failed = run_in_worker(page, SCENARIOS.format(rulesets=rulesets, step=1))
    assert tried >= 428 and failed == []


LAYOUTS = """
from boardwright.boards.layout import laid_out

found = [laid_out(rows) for rows in {graphs}]
"""


def graphs() -> list[list[list[int]]]:
    """Small and large graphs, with and without crossings, in one part and in several; for each node its neighbours."""
    chance = Random(5)
    found = []
    for nodes in (1, 2, 5, 9, 14, 22, 30):
        for links in (nodes // 2, nodes, 2 * nodes, 4 * nodes):
            pairs = {
                tuple(sorted(chance.sample(range(nodes), 2))) for _ in range(links) if nodes > 1
            }
            rows = [
                [b if a == n else a for a, b in sorted(pairs) if n in (a, b)] for n in range(nodes)
            ]
            found.append(rows)
    return found


def test_computed_layouts_are_the_same_as_elsewhere(page: Page) -> None:
    found = run_in_worker(page, LAYOUTS.format(graphs=graphs()))
    here = [[[*spot] for spot in laid_out(rows)] for rows in graphs()]
    assert found == here  # to the last digit


TRANSCRIPT = """
import json, shutil
from pathlib import Path
from boardwright.interpreter.records.schemas import check_with
from boardwright.studio.desk import Desk
from boardwright.studio.engine import Engine
from boardwright.studio.playground import Playground
from transcripts import settings

shutil.rmtree("mycards", ignore_errors=True)
check_with(lambda value, name, part: None)
found = []
playground = Playground(Desk(Engine(settings({name!r}, Path({folder!r})))), found.append)
for request in json.loads({requests!r}):
    playground.put(json.dumps(request))
    while playground.step():
        pass
found = [json.loads(each) for each in found]
"""


@pytest.mark.one_in(3)
# The others need processes: cards are printed and runs are played by them.
@pytest.mark.parametrize("name", ["folder", "table"])
def test_a_transcript_has_the_same_answers(
    name: str, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "rulesets")  # files are named from there, as in the worker
    requests = transcripts.requests_of(name)
    helpers = {
        f"{each.__name__}.py": Path(str(each.__file__)).read_text("utf-8")
        for each in (asking, transcripts)
    }
    program = TRANSCRIPT.format(name=name, folder="/shelf", requests=json.dumps(requests))
    answers = run_in_worker(page, program, helpers)
    engine = Engine(transcripts.settings(name, tmp_path / "shelf"))
    here = json.dumps(transcripts.answers_to(engine, requests))
    for elsewhere, path in ((tmp_path / "shelf", "/shelf"), (ROOT / "rulesets", "/games")):
        here = here.replace(str(elsewhere), path)
    for answer, expected in zip(answers, json.loads(here), strict=True):
        ok = expected.get("ok", {})
        if "can" in ok:
            ok["can"]["print"] = False  # there is no printer in the page
        if "mark" in ok:
            ok["mark"] = answer["ok"]["mark"]  # from the times of files
        assert answer == expected
