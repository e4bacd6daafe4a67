"""Places to fill in: in calls, statements, keys and whole cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from lsp_editor import Editor


@pytest.fixture
def filling(work: Path) -> Iterator[Editor]:
    """An editor that fills in templates."""
    with Editor(work, snippets=True) as editor:
        yield editor


def items(editor: Editor, work: Path, text: str) -> list[types.CompletionItem]:
    path, at = work / "harbour/new.yaml", text.index("^")
    editor.open(path, text.replace("^", ""))
    editor.check()
    found = editor.complete(path, "", at)
    editor.close(path)
    return sorted(found, key=lambda item: item.sort_text or "")


# ---- places to fill in


def new_text(found: list[types.CompletionItem], label: str) -> str:
    item = next(each for each in found if each.label == label)
    assert isinstance(item.text_edit, types.TextEdit)
    return item.text_edit.new_text


def test_a_call_a_statement_and_a_key_have_places_to_fill_in(filling: Editor, work: Path) -> None:
    text = "part: new\nrules:\n  try_it: |\n    ^\n"
    found = items(filling, work, text)
    assert new_text(found, "unload") == "unload(${1:where_to}, ${2:p})"
    assert new_text(found, "move piece to place") == "move ${1:piece} to ${0:place}"
    assert new_text(found, "if condition:") == "if ${1:condition}:\n  ${0:nothing}"
    keys = items(filling, work, "part: new\nrules:\n  try_it:\n    ^\n")
    assert new_text(keys, "effect") == "effect: |\n  ${0:nothing}"


def test_a_whole_card_has_its_attributes(filling: Editor, work: Path) -> None:
    found = items(filling, work, "ca^")
    assert new_text(found, "captain") == (
        "captain: ${1:name}\nskill: ${2:0}\nflag: ${3|red_flag,green_flag|}\n"
        "deed: |\n  ${4:nothing}\n$0"
    )


def test_brackets_that_are_there_are_not_written_again(filling: Editor, work: Path) -> None:
    text = "part: new\nrules:\n  try_it: |\n    sa^il(lock)\n"
    assert new_text(items(filling, work, text), "sail") == "sail"


def test_an_editor_without_templates_gets_plain_text(editor: Editor, work: Path) -> None:
    found = items(editor, work, "part: new\nrules:\n  try_it: |\n    ^\n")
    assert new_text(found, "unload") == "unload"
    assert not [each for each in found if each.insert_text_format == types.InsertTextFormat.Snippet]
