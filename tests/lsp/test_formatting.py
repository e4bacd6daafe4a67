"""Formatting of a file, or of some of its lines."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


def test_formatting_is_that_of_the_command(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    good = editor.format(path)
    editor.change(path, good.replace("bonus: 0", "bonus:   0"))
    assert editor.format(path) == good
    assert editor.format(path) == good  # nothing is left to change


def test_some_lines_are_formatted_alone(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    good = editor.format(path)
    both = good.replace("bonus: 0", "bonus:   0").replace("storm: yes_no", "storm:  yes_no")
    editor.change(path, both)
    assert editor.format(path, "bonus:") == good.replace("storm: yes_no", "storm:  yes_no")


def test_a_file_with_mistakes_is_left_alone(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path, "part:   x\nrules: [\n")
    assert editor.format(path) == "part:   x\nrules: [\n"
