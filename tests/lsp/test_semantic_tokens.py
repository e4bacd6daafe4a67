"""Colours of names and words, also within blocks of effects."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


def test_words_and_names_of_an_effect_in_a_block(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.colours(path, "    take up to catch_size(quay) fishes") == [
        ("take", "keyword"),
        ("up", "keyword.joining"),
        ("to", "keyword.joining"),
        ("catch_size", "function"),
        ("quay", "variable"),
        ("fishes", "class"),
    ]
    found = dict(editor.colours(path, "add 1 to catches of me"))
    assert found == {
        "add": "keyword",
        "1": "number",
        "to": "keyword.joining",
        "catches": "property",
        "of": "keyword.joining",
        "me": "keyword.constant",
    }


def test_declarations_are_marked(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    found = editor.colours(path)
    assert ("bonus", "function.declaration") in found
    assert ("sail", "method.declaration") in found
    assert ("storm", "property.declaration") in found
    assert ("sort_worth", "variable.declaration") in found
    assert ("sort_worth", "variable") in found


def test_conditions_of_other_keys_and_comments(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.change(
        path, editor.texts[path].replace("add 1 to catches", "# 🐋 add\n      add 1 to catches")
    )
    assert ("when", "keyword") not in editor.colours(path, "when: catches of me = 0")
    assert ("catches", "property") in editor.colours(path, "when: catches of me = 0")


def test_a_comment_in_an_effect(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/ahab.yaml"
    editor.open(path)
    editor.change(path, editor.texts[path].replace("  sail(", "  # then the 🐋 comes\n  sail("))
    assert ("# then the 🐋 comes", "comment") in editor.colours(path)
    assert ("sail", "method") in editor.colours(path)


def test_after_a_pause_the_editor_is_asked_to_ask_again(editor: Editor, work: Path) -> None:
    editor.refreshed.clear()
    editor.open(work / RULES)
    wanted = {"workspace/semanticTokens/refresh", "workspace/codeLens/refresh"}
    editor.until(lambda: editor.refreshed == wanted)


def test_names_in_scenarios_have_colours_after_a_pause(editor: Editor, work: Path) -> None:
    path = work / "harbour/scenarios/a_day.yaml"
    editor.open(path)
    editor.check()
    found = editor.colours(path)
    assert ("go_out", "event") in found and ("move", "keyword") in found


def test_colours_stay_while_a_file_cannot_be_read(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    before = editor.colours(path)
    editor.change(path, "x: [\n" + editor.texts[path])
    assert editor.colours(path)[-20:] == before[-20:]
