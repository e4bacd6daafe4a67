"""Types of local names, and what modifiers make of values."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


def test_types_of_local_names(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert "let sort_worth«: a number» be worth(sort)" in editor.hints(path)
    assert "draw depth_found«: a number» from 1 to 3" in editor.hints(path)
    assert "find seat_of«: a player» in players" in editor.hints(path)
    # A name that is its type says it already.
    assert not [line for line in editor.hints(path) if line.startswith("choose quay")]


def test_what_a_modifier_makes_of_a_value(editor: Editor, work: Path) -> None:
    path = work / "fleet/expansion.yaml"
    editor.open(path)
    assert "bonus: add 1« 0 → 1»" in editor.hints(path)
    editor.change(path, editor.texts[path].replace("add 1\nbefore", "becomes 7\nbefore"))
    assert "bonus: becomes 7« 0 → 7»" in editor.hints(path, "bonus")


def test_hints_are_those_of_the_wanted_lines(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.hints(path, "draw depth_found") == ["draw depth_found«: a number» from 1 to 3"]
