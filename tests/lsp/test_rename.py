"""New names: everywhere at once, and the rules stay what they are; or a refusal that says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException

from boardwright.cli import main
from boardwright.commands.validate import check
from boardwright.files.read import whole
from boardwright.lsp import navigation, rename
from boardwright.lsp.workspace import Workspace
from lsp_editor import Editor
from lsp_harbour import write

RULES = "harbour/rules.yaml"


def refused(editor: Editor, path: Path, mark: str, new: str, after: int = 0) -> str:
    with pytest.raises(JsonRpcException) as told:
        editor.rename(path, mark, new, after)
    return str(told.value)


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def test_a_rule_has_its_new_name_in_all_files_and_the_rules_are_sound(
    editor: Editor, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.prepare_rename(path, "sail(quay):", 1).placeholder == "sail"
    changed = editor.rename(path, "sail(quay):", "set_out", 1)
    assert names(changed) == ["expansion.yaml", "ahab.yaml", "rules.yaml"]
    assert "before set_out(quay): |" in (work / "fleet/expansion.yaml").read_text()
    assert "sail" not in (work / "harbour/captains/ahab.yaml").read_text()
    monkeypatch.chdir(work)
    assert {each.severity.value for each in check(["./harbour", "./fleet"])} == {"warning"}
    assert main(["test", "./harbour"]) == 0
    assert main(["test", "./fleet"]) == 0


def test_a_kind_takes_its_plural_and_numbered_pieces_along(editor: Editor, work: Path) -> None:
    path = work / "harbour/game.yaml"
    editor.open(path)
    editor.rename(path, "boat:", "barge", 1)
    assert "count(barges)" in (work / "fleet/expansion.yaml").read_text()
    editor.rename(path, "captain:", "skipper", 1)
    assert (work / "harbour/captains/nemo.yaml").read_text().startswith("skipper: nemo\n")
    assert "for each c in skippers:" in (work / RULES).read_text()
    assert "holds: [skipper, pilot, barge]" in path.read_text()


def test_a_plural_of_its_own_stays(editor: Editor, work: Path) -> None:
    path = work / "harbour/game.yaml"
    editor.open(path)
    editor.rename(path, "fish:", "haul", 1)
    assert "haul: {total: 20, home: sea, kept: hold, plural: fishes}" in path.read_text()
    assert "holds: [haul, crate]" in path.read_text()
    assert "score: my fishes" in path.read_text()


def test_a_parameter_without_a_type_follows_its_type(editor: Editor, work: Path) -> None:
    path = work / "harbour/game.yaml"
    editor.open(path)
    editor.rename(path, "quay:\n    attributes", "pier", 1)
    rules = (work / RULES).read_text()
    assert "catch_size(pier): depth of pier + bonus" in rules
    assert "choose quay from piers\n          sail(quay)" in rules
    assert (work / "fleet/wharf.yaml").read_text() == "pier: wharf\ndepth: 2\n"
    assert "before sail(pier): |" in (work / "fleet/expansion.yaml").read_text()


def test_a_local_name_says_its_type_when_it_is_another(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.rename(path, "depth of quay", "ahead", 9)
    assert "catch_size(quay ahead): depth of ahead + bonus" in path.read_text()
    assert "sail(quay):" in path.read_text()


def test_local_names_are_renamed_where_they_are_known(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert names(editor.rename(path, "depth_found", "fathoms", 1)) == ["rules.yaml", "a_day.yaml"]
    assert (
        "chance: {wait_for_wind.fathoms: [2]}"
        in (work / "harbour/scenarios/a_day.yaml").read_text()
    )
    editor.rename(path, "target from", "goal", 1)
    assert "unload(goal, me)" in path.read_text()
    assert "  goal: Which quay?" in path.read_text()


def test_menu_entries_are_renamed_in_names_of_events(editor: Editor, work: Path) -> None:
    path, scenario = work / RULES, work / "harbour/scenarios/a_day.yaml"
    text = path.read_text()
    drawn, shelter = (
        "    draw depth_found from 1 to 3\n",
        "    may shelter:\n      set storm to no\n",
    )
    assert drawn + shelter in text
    menu = f"    choose one:\n      linger:\n    {drawn}      shelter:\n        set storm to no\n"
    path.write_text(text.replace(drawn + shelter, menu))
    text = scenario.read_text()
    scenario.write_text(text.replace("wind.depth_found", "wind.linger.depth_found"))
    editor.open(path)
    assert names(editor.rename(path, "linger", "stay", 1)) == ["rules.yaml", "a_day.yaml"]
    assert "{wait_for_wind.stay.depth_found: [2]}" in scenario.read_text()
    assert names(editor.rename(path, "depth_found", "fathoms", 1)) == ["rules.yaml", "a_day.yaml"]
    assert "{wait_for_wind.stay.fathoms: [2]}" in scenario.read_text()


def test_a_piece_is_renamed_in_its_file_its_facts_and_in_picks(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/ahab.yaml"
    editor.open(path)
    changed = editor.rename(path, "ahab", "old_ahab", 2)
    assert names(changed) == ["ahab.yaml", "facts.yaml", "a_day.yaml"]
    assert '"deed:old_ahab"' in (work / "harbour/scenarios/a_day.yaml").read_text()


def test_from_an_expansion_the_game_is_changed_too(editor: Editor, work: Path) -> None:
    path = work / "fleet/expansion.yaml"
    editor.open(path)
    changed = editor.rename(path, "catches of me", "hauls", 2)
    assert names(changed) == ["expansion.yaml", "a_race.yaml", "rules.yaml"]


@pytest.mark.parametrize(
    ("new", "why"),
    [
        (
            "Sail",
            "`Sail` cannot be a name: use small letters, digits and `_`, and start with a letter",
        ),
        (
            "a-b",
            "`a-b` cannot be a name: use small letters, digits and `_`, and start with a letter",
        ),
        ("", "`` cannot be a name: use small letters, digits and `_`, and start with a letter"),
        (
            "x" * 65,
            f"`{'x' * 64}` cannot be a name: use small letters, digits and `_`, and start with a letter",
        ),
        ("from", "`from` is a word of the language"),
        ("player", "`player` is a word of the language"),
        ("count", "`count` is taken: it is a function"),
        ("unload", "`unload` is taken: it is a rule (work/harbour/rules.yaml:18)"),
        ("tribute", "`tribute` is taken: it is a value (work/fleet/expansion.yaml:5)"),
        ("rage", "`rage` is taken: it is a note (work/harbour/captains/ahab.yaml:5)"),
        ("go_out", "`go_out` is taken: it is an entry of an offer (work/harbour/rules.yaml:32)"),
    ],
)
def test_a_name_that_is_invalid_or_taken_is_refused(
    editor: Editor, work: Path, new: str, why: str
) -> None:
    path = work / RULES
    editor.open(path)
    assert refused(editor, path, "sail(quay):", new) == why


def test_names_that_are_made_from_others_are_refused(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    with pytest.raises(JsonRpcException, match="`captains` is made from `captain`: rename that"):
        editor.prepare_rename(path, "captains:", 2)
    assert editor.prepare_rename(path, "players", 2) is None
    assert editor.prepare_rename(path, "Which quay", 2) is None


def test_rules_with_mistakes_are_refused(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.change(path, editor.texts[path].replace("move pilot to quay", "move pilot to quai"))
    assert refused(editor, path, "sail(quay):", "set_out").startswith("there are mistakes in ")


def test_a_name_that_would_mean_something_else_is_refused(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert refused(editor, path, "sort_worth be", "sort").startswith(
        "with `sort` there would be a mistake: work/harbour/rules.yaml:22:11: error[E405]"
    )


def test_shipped_rules_are_not_renamed(editor: Editor, work: Path) -> None:
    path = work / "cards/ferryman.yaml"
    path.parent.mkdir()
    (path.parent / "expansion.yaml").write_text("expansion: cards\nof: rattus\nlanguage: 2\n")
    path.write_text("class_card: ferryman\nclass: church\nability: |\n  move_plague()\n")
    editor.open(path)
    told = refused(editor, path, "move_plague", "stir")
    assert told.startswith("`move_plague` is declared in ")
    assert told.endswith("plague.yaml, which is not yours to change")
    assert names(editor.rename(path, "ferryman", "boatman", 1)) == ["ferryman.yaml"]


# ---- every name there is


def test_everything_that_has_a_name_can_have_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path.resolve())
    monkeypatch.chdir(folder)
    before = sorted(each.code for each in check(["./harbour", "./fleet"]))
    workspace = Workspace([folder])
    for path in sorted(folder.rglob("*.yaml")):
        workspace.put(whole(path), path.read_text())
    done = 0
    while (here := next_with_old_name(workspace)) is not None:
        # Not by numbers: a number at the end of a name says which of several is meant.
        edits = rename.renamed(workspace, here, f"new_{chr(97 + done // 26)}{chr(97 + done % 26)}")
        assert edits
        for path, changes in edits.items():
            workspace.put(path, rename.applied(workspace.texts[path], changes))
        done += 1
    assert done > 50
    for path, text in workspace.texts.items():
        path.write_text(text)
    assert sorted(each.code for each in check(["./harbour", "./fleet"])) == before
    assert main(["test", "./harbour"]) == 0
    assert main(["test", "./fleet"]) == 0


def next_with_old_name(workspace: Workspace) -> navigation.Here | None:
    """The first thing that has the name that it was written with."""
    workspace.refresh()
    for reading in workspace.readings:
        for symbol in reading.index(scenes=True).symbols:
            if not symbol.id.startswith("new_") and symbol.declarations:
                span = symbol.declarations[0]
                path = whole(Path(span.source.name))
                return navigation.here(workspace, path, span.start, scenes=True)
    return None


def test_what_is_printed_is_renamed_with_the_thing(editor: Editor, work: Path) -> None:
    path = work / "harbour/gulls.yaml"
    path.write_text(
        "part: gulls\nkinds:\n  gull:\n    attributes: {nest: quay, mate: optional gull, like: face of captain}\n    home: attic\n"
        "places: {attic: {holds: [gull]}}\n"
        "pieces: {gull: {gerda: {nest: lock, like: ahab}, gunda: {nest: lock, mate: gerda, like: ahab}}}\n"
    )
    editor.open(path)
    editor.rename(path, "gerda: {", "greta", 1)
    editor.rename(path, "nest: lock", "sluice", len("nest: "))
    editor.rename(path, "nest: quay", "dock", len("nest: "))
    editor.rename(path, "like: ahab", "joan", len("like: "))
    text = path.read_text()
    assert "attributes: {nest: dock, mate: optional gull, like: face of captain}" in text
    assert (
        "greta: {nest: sluice, like: joan}, gunda: {nest: sluice, mate: greta, like: joan}" in text
    )
    assert "captain: joan" in (work / "harbour/captains/ahab.yaml").read_text()


def test_a_scenario_keeps_those_that_are_like_it(editor: Editor, work: Path) -> None:
    path = work / "harbour/scenarios/a_night.yaml"
    path.write_text(
        "scenario: a_night\nplayers: [red, blue]\nlike: a_day\nfrom: days\nexpect: yes\n"
    )
    editor.open(path)
    editor.check()
    editor.rename(path, "a_day", "a_morning")
    assert "like: a_morning\n" in path.read_text()
    assert (work / "harbour/scenarios/a_day.yaml").read_text().startswith("scenario: a_morning\n")


def test_names_in_sentences_are_renamed_too(editor: Editor, work: Path) -> None:
    path = work / "harbour/told.yaml"
    path.write_text("part: told\ntell:\n  sail: '{me} sails to {quay} [with {catches:fish}]'\n")
    editor.open(work / RULES)
    editor.check()
    editor.rename(work / RULES, "catches:", "haul", 1)
    assert "{haul:fish}" in path.read_text()
