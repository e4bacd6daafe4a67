"""Code actions: corrections, everything at once, and what is added."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from lsp_editor import Editor

RULES = "harbour/rules.yaml"
FIX_ALL = "source.fixAll"
ALL = "Correct everything that leaves no doubt"


def test_a_suggested_word_is_an_edit_that_cures(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    good = editor.texts[path]
    editor.change(path, good.replace("take up to catch_size", "take up to cach_size"))
    found = editor.actions(path, "cach_size", 3)
    action = found["Write `catch_size` instead of `cach_size`"]
    assert action.kind == "quickfix" and action.is_preferred
    assert action.diagnostics is not None
    assert [each.code for each in action.diagnostics] == ["E401"]
    assert editor.apply(action) == [path]
    assert editor.texts[path] == good


def test_several_words_are_several_edits_and_none_is_preferred(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.change(path, editor.texts[path].replace("move pilot to quay", "move pilt to quay"))
    found = editor.actions(path, "pilt", 1)
    assert [*found] == ["Write `pilot` instead of `pilt`", "Write `pilots` instead of `pilt`"]
    assert all(each.kind == "quickfix" for each in found.values())
    assert not any(each.is_preferred for each in found.values())


def test_no_action_where_nothing_is_wrong(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.actions(path, "move pilot", 2) == {}
    assert editor.actions(path, "move pilot", 2, [FIX_ALL]) == {}


def test_everything_that_leaves_no_doubt_is_corrected_at_once(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    good = editor.texts[path]
    wrong = good.replace("catch_size(quay) fishes", "cach_size(quay) fishes")
    wrong = wrong.replace("set storm to no", "set storn to no")
    editor.change(path, wrong)
    (action,) = editor.actions(path, "part", 0, [FIX_ALL]).values()
    assert (action.title, action.kind) == (ALL, "source.fixAll.boardwright")
    editor.apply(action)
    assert editor.texts[path] == good


def test_mistakes_of_the_shape_and_of_yaml_are_corrected_too(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/nemo.yaml"
    editor.open(path)
    good = editor.texts[path]
    for wrong in (
        good.replace("flag:", "flga:"),
        good.replace("flag: ", "flag:"),
        good.replace("calm_one]", "calm_one, ]").replace(", ]", ",, ]"),
        good.replace("()", "()\n  wait_for_wind()").replace("deed: |", "deed:"),
        good.replace("()", "("),
    ):
        editor.change(path, wrong)
        editor.check()
        assert editor.told[path], wrong
        first = min(editor.told[path], key=lambda each: each.range.start.line)
        offered = list(_at(editor, path, first.range.start.line, first.range.start.character))
        assert offered, wrong
        editor.apply(offered[0])
        assert not [code for code in editor.codes(path) if code[1] in "1235"], wrong


def _at(editor: Editor, path: Path, line: int, character: int) -> Iterator[types.CodeAction]:
    text = editor.texts[path]
    start = sum(len(each) + 1 for each in text.split("\n")[:line]) + character
    yield from editor.actions(path, text[start : start + 5] or "\n").values()


def test_the_edits_are_in_the_data_of_a_finding(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.change(path, editor.texts[path].replace("to quay", "to quai"))
    editor.check()
    (found,) = [each for each in editor.told[path] if each.code == "E401"]
    data = found.data
    assert isinstance(data, dict)
    (fix,) = data["fixes"]
    assert (fix["newText"], fix["safe"]) == ("quay", True)
    assert fix["range"]["start"]["line"] == found.range.start.line
    assert fix["uri"] == path.as_uri()


def test_a_warning_is_allowed_with_a_comment_whose_reason_is_asked_for(
    editor: Editor, work: Path
) -> None:
    path = work / "harbour/captains/nemo.yaml"
    editor.open(path)
    editor.change(path, editor.texts[path] + "values: {luck: 2}\n")
    code = next(code for code in editor.codes(path) if code.startswith("E6"))
    action = editor.actions(path, "luck", 1)[f"Allow {code} here, because ..."]
    editor.apply(action)
    assert f"# allow {code}: ...\nvalues:" in editor.texts[path]
    assert "E701" in editor.codes(path)  # the reason is missing
    editor.change(path, editor.texts[path].replace(": ...", ": an expansion reads it"))
    assert code not in editor.codes(path) and "E701" not in editor.codes(path)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("name: Nemo", "name: {en: Nemo, it: Nemo}"),
        ('name: "Nemo: he"', 'name: {en: "Nemo: he", it: "Nemo: he"}'),
        ("name: {en: Nemo}", "name: {en: Nemo, it: Nemo}"),
        ("name:\n  en: Nemo", "name:\n  en: Nemo\n  it: Nemo"),
    ],
)
def test_a_missing_translation_is_added(work: Path, name: str, form: str) -> None:
    game = work / "harbour/game.yaml"
    text = game.read_text().replace("language: 2", "language: 2\nlanguages: [en, it]")
    game.write_text(text)
    with Editor(work, {"profile": "shared"}) as editor:
        path = work / "harbour/captains/nemo.yaml"
        editor.open(path)
        editor.change(path, editor.texts[path].replace("flag:", f"{name}\nflag:"))
        editor.check()
        found = editor.actions(path, "name:", 1)
        action = found["Add the missing translation"]
        assert not action.is_preferred  # the copy is still to be translated
        editor.apply(action)
        assert form + "\n" in editor.texts[path]
        here = [each for each in editor.told[path] if each.code == "E703"]
        editor.check()
        assert len([e for e in editor.told[path] if e.code == "E703"]) < len(here)


def test_a_scenario_for_a_card_passes(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/nemo.yaml"
    editor.open(path)
    action = editor.actions(path, "captain: nemo", 10)["Write a scenario for `nemo`"]
    assert action.edit is None  # it is worked out when it is chosen
    (new,) = editor.apply(action)
    assert new == work / "harbour/scenarios/nemo.yaml"
    assert new.read_text().startswith("scenario: nemo\n")
    assert "Write a scenario for `nemo`" not in editor.actions(path, "captain: nemo", 10)
    editor.open(new)
    assert editor.codes(new) == []


def test_a_card_in_a_list_has_one_too(editor: Editor, work: Path) -> None:
    path = work / "harbour/facts.yaml"
    editor.open(path)
    assert "Write a scenario for `ahab`" in editor.actions(path, "ahab", 1)
    assert editor.actions(path, "calm_one", 1) == {}
