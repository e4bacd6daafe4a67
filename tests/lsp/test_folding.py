"""Entries, blocks of effects and comments fold."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


def test_entries_blocks_of_effects_and_comments_fold(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.change(path, "# one\n# two\n" + editor.texts[path])
    found = editor.folds(path)
    assert ("# one", "# two") in found
    assert ("notes:", "storm: yes_no") in found
    assert ("if storm:", "set storm to sort_worth > 2") in found
    assert ("trade: |", "unload(target, me)") in found
    assert len(found) == len(set(found))


def test_a_file_that_cannot_be_read_has_no_folds(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path, "x: [\n")
    assert editor.folds(path) == []
