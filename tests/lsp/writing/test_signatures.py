"""What the brackets at the cursor take."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


def test_the_parameters_of_a_rule_and_which_is_written(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    label = "unload(where_to: a quay, p: a player)"
    assert editor.signature(path, "unload(target, me)", 7) == ([label], 0)
    assert editor.signature(path, "unload(target, me)", 15) == ([label], 1)
    assert editor.signature(path, "unload(target, me)", 3) == ([], None)


def test_values_tables_and_functions_have_signatures_too(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.signature(path, "catch_size(quay) fishes", 11)[0] == ["catch_size(quay: a quay)"]
    assert editor.signature(path, "worth(sort)", 6)[0] == ["worth(one of crate)"]
    editor.change(path, editor.texts[path].replace("bonus: 0", "bonus: min(1, max(2, 3)"))
    assert editor.signature(path, "min(1, max(2", 7) == (["min(number, number, ...)"], 1)
    assert editor.signature(path, "min(1, max(2", 11) == (["max(number, number, ...)"], 0)
