"""What may stand there by its type is offered first."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from lsp_editor import Editor


def items(editor: Editor, work: Path, text: str) -> list[types.CompletionItem]:
    path, at = work / "harbour/new.yaml", text.index("^")
    editor.open(path, text.replace("^", ""))
    editor.check()
    found = editor.complete(path, "", at)
    editor.close(path)
    return sorted(found, key=lambda item: item.sort_text or "")


def effect(editor: Editor, work: Path, line: str) -> list[str]:
    text = f"part: new\nrules:\n  try_it(quay where_to, number n): |\n    {line}\n"
    return [item.label for item in items(editor, work, text)]


# ---- by type


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("sail(^", {"lock", "north_quay", "south_quay"}),
        ("move pilot to ^", {"lock", "north_quay", "inn", "hold"}),
        ("move ^", {"pilot", "boats"}),
        ("add 1 to ^", {"catches", "storm"}),
        ("set ^", {"catches", "storm"}),
        ("for each q in ^", {"quays", "boats", "captains", "flags"}),
        ("if ^", {"storm"}),
        ("let x be 1 + ^", {"bonus", "catches"}),
        ("if flag of ahab is ^", {"red_flag", "green_flag"}),
        ("let w be worth(^", {"tin", "silk"}),
    ],
)
def test_what_may_stand_there_by_its_type_comes_first(
    editor: Editor, work: Path, line: str, names: set[str]
) -> None:
    found = effect(editor, work, line)
    assert names <= set(found)
    ranks = {name: found.index(name) for name in found}
    others = {"day", "calm", "captain"} & set(found) - names
    assert all(ranks[name] < ranks[other] for name in names for other in others), found[:12]


def test_required_keys_come_first(editor: Editor, work: Path) -> None:
    found = items(editor, work, "part: new\nnotes:\n  n:\n    ^\n")
    assert found[0].label == "is"
