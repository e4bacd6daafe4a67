"""What is told of what is under the pointer."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


def test_a_rule_is_told_with_its_comment_text_and_declaration(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    told = editor.hover(path, "sail(quay)", 2, nth=1)
    assert told.startswith("**sail**: a rule\n\nThe pilot goes ahead.")
    assert "take up to catch_size(quay) fishes" in told
    assert told.endswith("harbour/rules.yaml:12")


def test_a_comment_above_a_declaration_is_told(editor: Editor, work: Path) -> None:
    path = work / "harbour/game.yaml"
    editor.open(path)
    assert "Where everybody is at first." in editor.hover(path, "home: inn", 7)


def test_a_local_name_is_told_with_its_type(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.hover(path, "sort in sea", 1).startswith("**sort**: a local name, one of crate")


def test_a_key_is_told_with_what_it_is_for(editor: Editor, work: Path) -> None:
    path = work / "harbour/game.yaml"
    editor.open(path)
    told = editor.hover(path, "home", 1)
    assert (
        told
        == "**home**, of a kind of piece: Where they are at the start, and where they return to."
    )
    assert "Required." in editor.hover(path, "players", 1)


def test_a_finding_is_explained(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(
        path, (work / RULES).read_text().replace("move pilot to quay", "move pilot to quai")
    )
    told = editor.hover(path, "quai", 1)
    assert told.startswith("**E401** `unknown-name`: ")
    assert told.endswith("`boardwright explain E401` explains more.")


def test_what_has_no_meaning_is_told_nothing_of(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.hover(path, "Which quay", 2) == ""
    assert editor.definition(path, "Which quay", 2) == []
    assert editor.references(path, "Which quay", 2) == []


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
