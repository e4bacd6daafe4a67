"""Runs that record the course of each game, or in which cards do nothing: as files, and as reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.records.schemas import misfit
from boardwright.loading.load import load, read
from boardwright.runs.plan import Plan
from boardwright.runs.soundness import Lines
from cli_runs import Run
from luck_games import CARDS, write_game


def test_the_course_is_in_the_lines_and_in_the_report(run: Run, tmp_path: Path) -> None:
    root, out = write_game(tmp_path, "luck", CARDS), tmp_path / "found"
    words = ("--agents", "ismcts:20,random", "--games", "4", "--jobs", "1", "--course")
    assert run("simulate", str(root), *words, "--blank", "tin", "--out", str(out)).code == 0
    head, *lines = (out / "games.jsonl").read_bytes().splitlines(keepends=True)
    plan = json.loads(head)["plan"]
    assert (plan["course"], plan["blank"]) == (True, ["tin"])
    assert Plan.of(plan).facts() == plan
    known = Lines(Plan.of(plan))
    for number, line in enumerate(lines[:4]):
        game = json.loads(line)
        assert misfit(game, "games") is None and known.has(number, line)
        assert game["course"]["search"]["searches"] == 2
        assert not known.has(number, line.replace(b'"searches":2', b'"searches":3'))
        del game["course"]
        without = json.dumps(game, separators=(",", ":")).encode() + b"\n"
        assert not known.has(number, without)
    done = run("report", str(out), "--all")
    assert done.code == 0 and "Course of a game" in done.out and "Decisions that matter" in done.out
    found = json.loads(run("report", str(out), "--format", "json").out)
    assert misfit(found, "report") is None
    assert found["course"]["games"] == 4 and found["course"]["choices"]["times"] == 8
    page = run("report", str(out), "--format", "html").out
    assert "Course of a game" in page and "winner behind at half-time" in page


def test_a_course_needs_figures_and_a_blank_card_must_exist(run: Run, tmp_path: Path) -> None:
    root, out = write_game(tmp_path, "luck", CARDS), str(tmp_path / "found")
    done = run("simulate", str(root), "--games", "2", "--out", out, "--course", "--no-figures")
    assert done.code == 2 and "--course needs figures" in done.err
    done = run("simulate", str(root), "--games", "2", "--out", out, "--blank", "glod")
    assert (done.code, done.out) == (1, "") or done.code == 2
    assert "`luck` has no card `glod`" in done.err and "did you mean `gold`?" in done.err


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_blank_card_does_nothing(tmp_path: Path, backend: str) -> None:
    root = write_game(tmp_path, "luck", CARDS)

    def scores(*blank: str) -> set[int]:
        game = load(root, 3, backend=backend, blank=blank)  # type: ignore[arg-type]
        state = game.new(1)
        while state.decision is not None:
            state.apply(0)
        return set(state.scores)

    assert scores() == scores("tin") == {2, 22}
    assert scores("gold") == scores("tin", "gold") == {2}


def test_rules_without_blank_cards_are_themselves(tmp_path: Path) -> None:
    rules = read(write_game(tmp_path, "luck", CARDS))
    assert rules.blanked(()) is rules
    with pytest.raises(RulesetError, match="no card `glod`"):
        rules.blanked(["glod"])
