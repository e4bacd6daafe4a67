"""Scenarios in an editor: lenses that run them, findings of those that fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types

from boardwright.lsp.scenario_runs import Question, run, summary
from lsp_editor import Editor

RULES = "harbour/rules.yaml"
DAY = "harbour/scenarios/a_day.yaml"


def test_a_scenario_has_a_lens_that_runs_it(editor: Editor, work: Path) -> None:
    path = work / DAY
    editor.open(path)
    (command,) = editor.lenses(path).values()
    assert command.title == "Run this scenario"
    assert editor.command(command.command, *command.arguments or ()) == ("scenario `a_day` passed")


def test_a_failing_scenario_is_a_finding_with_the_unsaved_text(editor: Editor, work: Path) -> None:
    path = work / DAY
    editor.open(path)
    good = editor.texts[path]
    editor.change(path, good.replace("red >= 3", "red >= 30"))
    assert editor.command("boardwright.runScenario", path.as_uri()) == "scenario `a_day` failed"
    (found,) = [each for each in editor.told[path] if each.code == "E686"]
    assert "`fishes in hold of red` is " in found.message
    editor.change(path, "# a comment\n" + editor.texts[path])
    editor.check()
    (moved,) = [each for each in editor.told[path] if each.code == "E686"]
    assert moved.range.start.line == found.range.start.line + 1
    editor.change(path, good)
    editor.command("boardwright.runScenario", path.as_uri(), "a_day")
    assert "E686" not in [each.code for each in editor.told[path]]


def test_declarations_say_how_many_scenarios_and_expansions_name_them(
    editor: Editor, work: Path
) -> None:
    path = work / RULES
    editor.open(path)
    told = {line: command.title for line, command in editor.lenses(path).items()}
    assert told["sail(quay):"] == "1 expansion names this"
    assert told["wait_for_wind: |"] == "1 scenario names this"
    assert told["catches: {is: number, per: player, lasts: turn}"] == (
        "1 scenario, 1 expansion name this"
    )
    assert told["worth: {tin: 1, silk: 3}"] == "nothing else names this"


def test_what_names_a_declaration_is_shown(editor: Editor, work: Path) -> None:
    """The arguments are those with which editors show references; for other editors the server says it in a line."""
    path = work / RULES
    editor.open(path)
    lenses = editor.lenses(path)
    single, nothing = lenses["wait_for_wind: |"], lenses["worth: {tin: 1, silk: 3}"]
    command = lenses["catches: {is: number, per: player, lasts: turn}"]
    assert command.arguments is not None and single.arguments is not None
    uri, start, places = tuple[Any, ...](command.arguments)
    assert uri == path.as_uri() and start["character"] == 2
    assert all(each["range"]["start"] != each["range"]["end"] for each in places)
    told = "named in fleet/expansion.yaml:9, scenarios/a_race.yaml:5"
    assert editor.command(command.command, *command.arguments or ()) == told
    assert editor.shown == []
    _, _, (place,) = tuple[Any, ...](single.arguments)
    told = "named in scenarios/a_day.yaml:7"
    assert editor.command(single.command, *single.arguments or ()) == told
    editor.until(lambda: bool(editor.shown))
    assert editor.shown[0].uri == place["uri"] and editor.shown[0].selection is not None
    assert editor.command(nothing.command, *nothing.arguments or ()) == "nothing else names this"


def test_counts_are_kept_while_somebody_types(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    before = {line: command.title for line, command in editor.lenses(path).items()}
    editor.change(path, "# a comment\n" + editor.texts[path])
    assert {line: c.title for line, c in editor.lenses(path).items()} == before
    editor.check()
    assert {line: c.title for line, c in editor.lenses(path).items()} == before


def test_rules_with_mistakes_run_no_scenario(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.change(path, editor.texts[path].replace("to quay", "to quai"))
    told = editor.command("boardwright.runScenario", path.as_uri())
    assert told == "the rules have mistakes"


def test_a_run_says_what_was_asked_at_each_step(work: Path) -> None:
    (found,) = run(Question((work / "harbour").resolve(), {})) or ()
    assert found.passed and summary([found]) == "scenario `a_day` passed"
    first = found.moments[0]
    assert first.seat == "red" and "go_out" in first.options
    assert first.span is not None and first.span.text == "go_out"
    assert found.moments[-1].span is None


def test_saving_runs_all_scenarios(editor: Editor, work: Path) -> None:
    path, day = work / RULES, work / DAY
    editor.open(path)
    editor.change(path, editor.texts[path].replace("set storm to no", "add 1 to catches of me"))
    day.write_text(day.read_text().replace("red >= 3", "red >= 30"))
    editor.saved(path)
    editor.until(lambda: "E686" in [each.code for each in editor.told.get(day, ())])
    assert isinstance(editor.told[day][0], types.Diagnostic)
