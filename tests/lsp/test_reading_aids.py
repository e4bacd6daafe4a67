"""Folding, formatting, signatures, hints, and what is said about words."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


# ---- folding


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


# ---- formatting


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


# ---- signatures


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


# ---- hints


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


# ---- words


def test_a_word_of_the_language_is_explained_with_examples(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    told = editor.hover(path, "move pilot", 1)
    assert told.startswith("**move**, a word of the language: Moving\n\n```\nmove token to region")
    assert "keep their order" in told
    assert editor.hover(path, "choose sort", 1).startswith("**choose**, a word of the language")


def test_words_in_texts_for_players_are_not(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.change(path, editor.texts[path].replace("The pilot goes", "Choose and move"))
    assert editor.hover(path, "and move", 5) == ""
