"""What is offered first, with places to fill in and documentation, and what is legal in a step of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from lsp_editor import Editor

DAY = "harbour/scenarios/a_day.yaml"


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


# ---- documentation


def test_each_item_has_documentation_when_it_is_looked_at(editor: Editor, work: Path) -> None:
    editor.open(work / "harbour/game.yaml")
    found = {e.label: e for e in items(editor, work, "part: new\nrules:\n  try_it: |\n    ^\n")}
    assert editor.documented(found["sail"]).startswith("**sail**: a rule\n\nThe pilot goes ahead.")
    assert editor.documented(found["move"]).startswith("**move**, a word of the language: Moving")
    places = {e.label: e for e in items(editor, work, "part: new\nkinds:\n  gull: {home: ^}\n")}
    assert "Where everybody is at first." in editor.documented(places["inn"])


# ---- steps of scenarios


def test_what_is_legal_at_that_moment_comes_first(editor: Editor, work: Path) -> None:
    path = work / DAY
    editor.open(path)
    assert editor.command("boardwright.runScenario", path.as_uri()).endswith("passed")
    good = editor.texts[path]

    def labels(text: str) -> list[str]:
        at = text.index("^")
        editor.change(path, text.replace("^", ""))
        found = editor.complete(path, "", at)
        return [e.label for e in sorted(found, key=lambda e: e.sort_text or "")]

    # in the middle of a pick, as a new pick before another, and after all of them
    assert set(labels(good.replace("go_out, north_quay", "go_out, north^_quay"))[:3]) == {
        "lock",
        "north_quay",
        "south_quay",
    }
    found = labels(good.replace("red: [go_out", "red: [^go_out"))
    assert "go_out" in found[:4] and "deed:ahab" in found[:4]
    found = labels(good.replace("expect: pilot is in", "  - ^\nexpect: pilot is in"))
    assert found[0] in ("blue", "red")
    found = labels(good.replace("  - expect: fishes", "  - re^\n  - expect: fishes"))
    assert found[0] == "red"
