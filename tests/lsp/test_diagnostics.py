"""What the server tells is wrong: the same as `boardwright validate`, and at the right places."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from lsprotocol import types

from boardwright.commands.validate import check
from boardwright.dsl.source.diagnostics import Diagnostic, shown
from folders import SMALL_GAMES
from lsp_editor import Editor, offset

RULES = "harbour/rules.yaml"


def validated(
    work: Path, monkeypatch: pytest.MonkeyPatch, root: str
) -> list[tuple[str, int, str, str]]:
    """What `validate` finds, as file, row, code and the first words."""
    monkeypatch.chdir(work)
    return sorted(_brief(each) for each in check([f"./{root}"]))


def _brief(found: Diagnostic) -> tuple[str, int, str, str]:
    assert found.label is not None
    span = found.label.span
    return span.source.name, span.row, found.code, shown(found.message)


def told(editor: Editor) -> list[tuple[str, int, str, str]]:
    """What the editor shows, in the same terms."""
    return sorted(
        (
            path.relative_to(editor.folder / "work").as_posix(),
            each.range.start.line + 1,
            str(each.code),
            first_line(each),
        )
        for path, listed in editor.told.items()
        for each in listed
    )


def first_line(found: types.Diagnostic) -> str:
    return found.message.split("\n")[0].split(": ")[0]


def same(one: list[tuple[str, int, str, str]], other: list[tuple[str, int, str, str]]) -> bool:
    """Whether they are the same findings; labels stand after the message in an editor."""
    return [each[:3] for each in one] == [each[:3] for each in other]


def test_opening_a_file_tells_what_validate_finds_in_the_whole_ruleset(
    editor: Editor, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.open(work / "fleet/wharf.yaml")
    assert editor.check() == len(told(editor))
    expected = validated(work, monkeypatch, "fleet")
    assert expected
    assert same(told(editor), expected)


def test_a_game_is_checked_by_itself(
    editor: Editor, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.open(work / "harbour/captains/ahab.yaml")
    editor.check()
    expected = validated(work, monkeypatch, "harbour")
    assert {each[0] for each in expected} > {"harbour/captains/ahab.yaml"}
    assert same(told(editor), expected)


def test_an_error_is_told_while_typing_and_gone_when_corrected(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    good = editor.texts[path]
    editor.change(path, good.replace("move pilot to quay", "move pilot to quai"))
    editor.hover(path, "quai")  # an answer comes after what is told
    (found,) = [
        each for each in editor.told[path] if each.severity == types.DiagnosticSeverity.Error
    ]
    assert found.code == "E401"
    assert found.message == "unknown place `quai`\nhelp: did you mean `quay`?"
    assert found.source == "boardwright"
    assert found.code_description is not None
    assert found.code_description.href.endswith("/E401.md")
    text = editor.texts[path]
    start, end = offset(text, found.range.start), offset(text, found.range.end)
    assert text[start:end] == "quai"
    editor.change(path, good)
    editor.check()
    assert "E401" not in {each.code for each in editor.told[path]}


def test_other_places_come_along(editor: Editor, work: Path) -> None:
    path = work / "fleet/wharf.yaml"
    editor.open(path, "quay: lock\ndepth: 2\n")
    editor.check()
    (found,) = [each for each in editor.told[path] if each.code == "E221"]
    assert found.related_information is not None
    (related,) = found.related_information
    assert editor.path(related.location.uri) == work / "harbour/game.yaml"


def test_a_mistake_in_the_game_is_told_in_its_file_while_an_expansion_is_open(
    editor: Editor, work: Path
) -> None:
    editor.open(work / "fleet/wharf.yaml")
    editor.open(work / RULES)
    editor.change(work / RULES, editor.texts[work / RULES].replace("rules:", "rulez:"))
    editor.check()
    assert [each.code for each in editor.told[work / RULES]] == ["E201"]


def test_closing_without_saving_goes_back_to_the_disk(editor: Editor, work: Path) -> None:
    path, other = work / "fleet/wharf.yaml", work / "fleet/expansion.yaml"
    editor.open(other)
    editor.open(path, "quay: wharf\ndepth: deep\n")
    editor.check()
    assert [each.code for each in editor.told[path]] == ["E515"]
    editor.close(path)
    editor.check()
    assert "E515" not in {each.code for each in editor.told[path]}


def test_when_nothing_is_open_nothing_is_told(editor: Editor, work: Path) -> None:
    path = work / "fleet/wharf.yaml"
    editor.open(path, "quay: wharf\ndepth: deep\n")
    editor.check()
    editor.close(path)
    assert editor.check() == 0
    assert told(editor) == []


def test_files_that_come_and_go_on_the_disk_count(editor: Editor, work: Path) -> None:
    editor.check()
    assert [each.method for each in editor.registered] == ["workspace/didChangeWatchedFiles"]
    path = work / "harbour/captains/kidd.yaml"
    editor.open(work / RULES)
    path.write_text("captain: kidd\n")
    editor.watched(path, types.FileChangeType.Created)
    editor.check()
    assert [each.code for each in editor.told[path]] == ["E519"]
    path.unlink()
    editor.watched(path, types.FileChangeType.Deleted)
    editor.check()
    assert editor.told[path] == []


def test_a_file_that_is_not_on_the_disk_yet_is_part_of_the_ruleset(
    editor: Editor, work: Path
) -> None:
    path = work / "harbour/captains/kidd.yaml"
    editor.open(path, "captain: kidd\nskill: 3\nflag: blue_flag\n")
    editor.check()
    assert [each.code for each in editor.told[path]] == ["E401"]


def test_a_file_that_cannot_be_read_shows_its_own_mistake_only(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.check()
    editor.change(path, editor.texts[path] + "  - [\n")
    editor.check()
    assert {
        path.name: [each.code for each in found] for path, found in editor.told.items() if found
    } == {"rules.yaml": ["E107"]}


def test_an_expansion_without_its_game_is_told_at_its_manifest(editor: Editor, work: Path) -> None:
    path = work / "fleet/expansion.yaml"
    editor.open(path, "expansion: fleet\nof: nowhere\nlanguage: 2\n")
    editor.check()
    assert [each.code for each in editor.told[path]] == ["E127"]


def test_yaml_that_is_no_rule_file_is_left_alone(editor: Editor, work: Path) -> None:
    path = work.parent / "compose.yaml"
    editor.open(path, "services: {web: {image: x}}\n")
    assert editor.check() == 0
    assert editor.complete(path, "image", 2) == []
    assert editor.hover(path, "image") == ""
    assert path not in editor.told


def test_the_profile_can_be_chosen(work: Path) -> None:
    codes = {}
    for profile in ("minimal", "published"):
        with Editor(work, {"profile": profile}) as editor:
            editor.open(work / RULES)
            editor.check()
            codes[profile] = {each.code for found in editor.told.values() for each in found}
    assert codes["minimal"] == set()
    assert len(codes["published"]) > 3


def test_characters_beyond_the_first_plane_count_twice(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/ahab.yaml"
    text = "captain: ahab\nflag: red_flag\nname: 🐋\ndeed: {effect: move pilot to 🐳 sea}\n"
    editor.open(path, "captain: ahab\nflag: red_flag\nname: {en: 🐋🐋, it: lock}\nskil: 1\n")
    editor.check()
    (found,) = [each for each in editor.told[path] if each.code == "E215"]
    start, end = found.range.start, found.range.end
    assert (start.line, start.character, end.character) == (2, 17, 19)
    editor.change(path, text)
    editor.check()
    (found,) = [each for each in editor.told[path] if each.code == "E302"]
    units = "deed: {effect: move pilot to "
    assert (found.range.start.character, found.range.end.character) == (len(units), len(units) + 2)


def test_after_many_edits_what_is_told_is_what_validate_finds(
    editor: Editor, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_chance = random.Random(20261118)
    paths = [
        work / RULES,
        work / "harbour/game.yaml",
        work / "fleet/expansion.yaml",
        work / "fleet/wharf.yaml",
    ]
    originals = {path: path.read_text() for path in paths}
    for path in paths:
        editor.open(path)
    for number in range(200):
        path = by_chance.choice(paths)
        editor.change(path, edited(editor.texts[path], by_chance))
        if number % 10 == 0:
            at = by_chance.randrange(len(editor.texts[path]) + 1)
            mark = editor.texts[path][at : at + 3]
            editor.hover(path, mark)
            editor.complete(path, mark)
            editor.definition(path, mark)
            editor.references(path, mark)
        if number % 50 == 49:
            editor.check()
            for each in paths:
                each.write_text(editor.texts[each])
            both = validated(work, monkeypatch, "fleet") + validated(work, monkeypatch, "harbour")
            assert same(told(editor), sorted(set(both)))
            for each in paths:
                editor.change(each, originals[each])


def edited(text: str, by_chance: random.Random) -> str:
    """A text after what a key or two do to it."""
    at = by_chance.randrange(len(text) + 1)
    match by_chance.randrange(5):
        case 0:
            return text[:at] + text[at + by_chance.randrange(1, 12) :]
        case 1:
            return text[:at] + by_chance.choice("abz_ :\n#[]{}|'\"-1🐋\t") + text[at:]
        case 2:
            lines = text.split("\n")
            del lines[by_chance.randrange(len(lines))]
            return "\n".join(lines)
        case 3:
            words = ("move pilot to lock\n", "  ", "if storm:\n", "of me ", "quay", "when ")
            return text[:at] + by_chance.choice(words) + text[at:]
        case _:
            lines = text.split("\n")
            by_chance.shuffle(lines)
            return "\n".join(lines) if by_chance.random() < 0.1 else text


def test_of_an_open_file_without_findings_that_is_told(editor: Editor, work: Path) -> None:
    rules, other = work / "pig/game.yaml", work / "notes.yaml"  # the second is of no ruleset
    shutil.copytree(SMALL_GAMES / "pig", rules.parent)
    other.write_text("a: 1\n")
    for each in (rules, other):
        editor.open(each)
        editor.until(lambda path=each: path in editor.told)  # type: ignore[misc]
    assert editor.told[rules] == [] == editor.told[other]
    # Once is enough, until it is opened again.
    editor.told.clear()
    editor.close(other)
    editor.open(other)
    editor.until(lambda: other in editor.told)
    assert rules not in editor.told
