"""`boardwright coverage`: which clauses never ran."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from cli_runs import Run
from folders import GOLDEN_FILES, ROOT
from golden import Golden

GOLDEN = GOLDEN_FILES / "play"
RULESETS = ROOT / "tests" / "corpus" / "play"


@pytest.fixture(autouse=True)
def beside_the_rulesets(surroundings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(RULESETS)


@pytest.mark.parametrize(
    ("case", "typed"),
    [
        ("coverage_games", "coverage mill --games 20"),
        ("coverage_json", "coverage mill --games 20 --format json"),
        ("coverage_nothing", "coverage toll"),
    ],
)
def test_what_is_printed(case: str, typed: str, run: Run, golden: Golden) -> None:
    golden(GOLDEN / f"{case}.txt", f"$ boardwright {typed}\n{run(*typed.split(' ')).text()}")


def test_scenarios_and_games_are_looked_at_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    shutil.copytree(RULESETS / "mill", tmp_path / "mill")
    monkeypatch.chdir(tmp_path)
    Path("mill/feast.yaml").write_text(
        "scenario: feast\nplayers: 2\nrun: |\n  as p1:\n    feast()\nsteps:\n  - p1: no\n"
    )

    def ran(*args: str) -> int:
        return int(json.loads(run("coverage", "mill", *args, "--format", "json").out)["ran"])

    games, scenarios = ran("--games", "20"), ran()
    both = run("coverage", "mill", "--games", "20", "--scenarios")
    assert scenarios == 3  # the rule, and two statements in it
    assert ran("--games", "20", "--scenarios") == games + scenarios
    assert both.err == "measured: 1 scenario and 20 random games\n"


def test_less_than_is_asked_for_is_a_finding(run: Run) -> None:
    assert run("coverage", "toll", "--games", "20", "--fail-under", "100").code == 0
    assert run("coverage", "mill", "--games", "20", "--fail-under", "100").code == 1
    assert run("coverage", "mill", "--games", "20").code == 0


def test_of_an_expansion_its_own_files_are_told(run: Run) -> None:
    found = json.loads(run("coverage", "mercatus", "--format", "json").out)
    assert found["percent"] == 100
    (looked_at,) = found["looked_at"]
    assert re.fullmatch(r"\d+ scenarios", looked_at)
    assert all("mercatus/" in each["filename"] for each in found["files"])


def test_a_scenario_that_has_mistakes_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    shutil.copytree(RULESETS / "mill", tmp_path / "mill")
    monkeypatch.chdir(tmp_path)
    Path("mill/wrong.yaml").write_text("scenario: wrong\nplayers: 2\nexpect: my sacks = 2\n")
    done = run("coverage", "mill")
    assert done.code == 1
    assert done.err == (
        "error: 1 of 1 scenario failed: `wrong`\n  = help: `boardwright test` shows why\n"
        "measured: 0 scenarios\n"
    )


TRAVELS = """\
scenario: {name}
players: 2
run: |
  as ann:
    open actions
steps:
  - ann: [travel{more}]
"""


@pytest.fixture
def toll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(RULESETS / "toll", tmp_path / "toll")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "toll"


@pytest.mark.parametrize("more", ["", ", nowhere"])
def test_a_scenario_that_fails_is_a_finding_and_gives_no_reasons(
    more: str, run: Run, toll: Path
) -> None:
    (toll / "whole.yaml").write_text(TRAVELS.format(name="whole", more=", gate"), encoding="utf-8")
    assert run("coverage", "toll").code == 0
    (toll / "whole.yaml").unlink()
    (toll / "cut.yaml").write_text(TRAVELS.format(name="cut", more=more), encoding="utf-8")
    done = run("coverage", "toll")
    assert done.code == 1
    assert "error: 1 of 1 scenario failed: `cut`\n" in done.err
    # It was left while there was something to choose from: what follows that has no reason.
    assert "to choose from" not in done.out
    assert "toll/game.yaml:51: statement of offer actions\n" in done.out
    assert "change of `wealth` of game toll: its condition was never true\n" in done.out
    assert json.loads(run("coverage", "toll", "--format", "json").out)["failed"] == ["cut"]


def test_an_expectation_that_fails_cuts_nothing_off(run: Run, toll: Path) -> None:
    text = TRAVELS.format(name="poor", more=", gate") + "  - expect: coins of ann = 99\n"
    (toll / "poor.yaml").write_text(text, encoding="utf-8")
    done = run("coverage", "toll")
    assert (done.code, "1 of 1 scenario failed: `poor`" in done.err) == (1, True)
    assert "change of `wealth` of game toll: its condition was never true\n" in done.out


@pytest.mark.parametrize("args", [("--games", "0"), ("--fail-under", "101"), ("--with", "nothing")])
def test_bad_usage(args: tuple[str, ...], run: Run) -> None:
    assert run("coverage", "mill", *args).code == 2


def test_what_stands_after_an_open_question_has_no_reason(run: Run, toll: Path) -> None:
    (toll / "more.yaml").write_text(
        "scenario: more\nplayers: 2\nrun: |\n  as ann:\n    open actions\nsteps:\n"
        "  - ann: [travel]\n  - asked: ann\n",
        encoding="utf-8",
    )
    done = run("coverage", "toll", "--format", "json")
    found = json.loads(done.out)
    assert (done.code, found["looked_at"], found["failed"]) == (0, ["1 scenario"], [])
    assert "to choose from" not in done.out


CROWN = """\
card: crown
modify: {worth: add 5}
"""

CROWNED = """\
game: crowned
language: 2
players: 2
kinds:
  card: {home: deck, owner: hand}
places:
  deck: {holds: card}
  hand: {per: player, holds: card}
notes: {log: number}
values: {worth: 1}
course:
  - phase: play
    rounds: 1
    turn: |
      set log to worth
outcome: {score: 0}
"""


def test_a_change_that_only_an_expect_read_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    folder = tmp_path / "crowned"
    (folder / "cards").mkdir(parents=True)
    (folder / "crowned.yaml").write_text(CROWNED)
    (folder / "cards" / "crown.yaml").write_text(CROWN)
    (folder / "worth.yaml").write_text(
        "scenario: worth\nplayers: 2\nturn: p1\ngiven: |\n  move crown to hand of p1\n"
        "run: |\n  set log to 0\nexpect: worth = 6\n"
    )
    monkeypatch.chdir(tmp_path)
    done = run("coverage", "crowned")
    assert done.code == 0
    assert "change of `worth` of card crown" in done.out
    assert "an `expect` does not count" in done.err
    assert "expect" not in run("coverage", "crowned", "--games", "5").err
