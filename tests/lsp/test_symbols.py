"""Everything that is declared in the open folders, by its name."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


def test_symbols_of_the_game_its_expansion_and_scenarios_are_found(
    editor: Editor, work: Path
) -> None:
    editor.open(work / RULES)
    assert editor.symbols("catch_size") == {"catch_size": "rules.yaml: a value"}
    assert editor.symbols("race") == {
        "race": "expansion.yaml: a rule",
        "a_race": "a_race.yaml: scenario",
    }
    assert editor.symbols("wharf")["wharf"] == "wharf.yaml: a quay"


def test_letters_in_their_order_are_enough_and_the_whole_name_comes_first(
    editor: Editor, work: Path
) -> None:
    editor.open(work / RULES)
    assert "catch_size" in editor.symbols("ctsz")
    assert next(iter(editor.symbols("sail"))) == "sail"
    assert editor.symbols("nowhere_at_all") == {}


def test_files_that_are_not_open_are_found_too(editor: Editor, work: Path) -> None:
    editor.open(work / "harbour/captains/ahab.yaml")
    assert "tribute" in editor.symbols("tribute")
