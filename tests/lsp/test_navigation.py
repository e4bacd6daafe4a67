"""From names to what they mean: definitions, references, outlines."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor

RULES = "harbour/rules.yaml"


def test_an_expansion_leads_into_its_game(editor: Editor, work: Path) -> None:
    path = work / "fleet/expansion.yaml"
    editor.open(path)
    assert editor.definition(path, "catch_size", 3) == [
        "rules.yaml: «catch_size»(quay): depth of quay + bonus"
    ]
    assert editor.definition(path, "before sail", 9) == ["rules.yaml: «sail»(quay):"]
    assert editor.definition(path, "count(boats)", 8) == [
        "game.yaml: «boat»: {pieces: 2, home: inn, lies_in: [quay]}"
    ]
    assert editor.definition(path, "catches of me", 1) == [
        "rules.yaml: «catches»: {is: number, per: player, lasts: turn}"
    ]


def test_what_is_declared_in_parts_has_several_places(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/ahab.yaml"
    editor.open(path)
    assert editor.definition(path, "ahab") == [
        "ahab.yaml: captain: «ahab»",
        "facts.yaml: «ahab»: {skill: 4}",
    ]
    assert editor.definition(path, "red_flag") == ["game.yaml: flag: [«red_flag», green_flag]"]
    assert editor.definition(path, "flag:") == [
        "game.yaml: attributes: {skill: number, «flag»: flag}"
    ]
    assert editor.definition(path, "rage of it") == [
        "ahab.yaml: «rage»: {is: number, range: 0 to 3}"
    ]
    assert editor.definition(path, "deed") == [
        "game.yaml: effects: {«deed»: {offered_in: [day], limit: once a turn}}"
    ]


def test_a_replaced_space_is_the_same_space(editor: Editor, work: Path) -> None:
    path = work / "fleet/expansion.yaml"
    editor.open(path)
    assert editor.definition(path, "lock)") == [
        "game.yaml: «lock»: {}",
        "expansion.yaml: «lock»: {depth: 2}",
    ]


def test_local_names_lead_to_where_they_are_made(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.definition(path, "sort_worth >") == [
        "rules.yaml: let «sort_worth» be worth(sort)"
    ]
    assert editor.definition(path, "where_to\n") == [
        "rules.yaml: unload(quay «where_to», player p): |"
    ]


def test_all_uses_are_found_across_files_and_in_other_expansions(
    editor: Editor, work: Path
) -> None:
    path = work / RULES
    editor.open(path)
    uses = [
        "expansion.yaml: «sail»(lock)",
        "expansion.yaml: before «sail»(quay): |",
        "ahab.yaml: «sail»(north_quay)",
        "ahab.yaml: after «sail»(quay there) by me: |",
        "rules.yaml: «sail»(quay)",
    ]
    declared = "rules.yaml: «sail»(quay):"
    assert editor.references(path, "sail(quay):", 1, declared=False) == uses
    assert editor.references(path, "sail(quay):", 1) == [*uses[:-1], declared, uses[-1]]


def test_scenarios_are_searched_too(editor: Editor, work: Path) -> None:
    path = work / "harbour/game.yaml"
    editor.open(path)
    found = editor.references(path, "north_quay: {", 1)
    assert [each for each in found if each.startswith("a_day")] == [
        "a_day.yaml: - red: [go_out, «north_quay»]",
        "a_day.yaml: expect: pilot is in «north_quay»",
    ]


def test_in_a_scenario_names_and_picks_have_a_meaning(editor: Editor, work: Path) -> None:
    path = work / "harbour/scenarios/a_day.yaml"
    editor.open(path)
    assert editor.definition(path, "go_out") == ["rules.yaml: «go_out»:"]
    assert editor.definition(path, "deed:ahab", 6)[0] == "ahab.yaml: captain: «ahab»"
    assert editor.definition(path, "depth_found") == ["rules.yaml: draw «depth_found» from 1 to 3"]
    assert editor.definition(path, "stormy") == [
        "game.yaml: weather: {values: [calm, «stormy»], default: calm}"
    ]
    assert editor.definition(path, "days") == [
        "rules.yaml: - {phase: «days», rounds: 2, turn: [open day]}"
    ]
    assert editor.definition(path, "hold of") == [
        "game.yaml: «hold»: {per: player, holds: [fish, crate]}"
    ]


def test_uses_in_a_file_are_marked(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    assert editor.highlights(path, "storm:", 1) == [4, 21, 23, 27]


def test_the_outline_follows_the_file(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    outline = [
        (each.name, [child.name for child in each.children or ()]) for each in editor.outline(path)
    ]
    assert outline == [
        ("catches", []),
        ("storm", []),
        ("catch_size", []),
        ("bonus", []),
        ("worth", []),
        ("sail", []),
        ("unload", []),
        ("wait_for_wind", []),
        ("day", ["sleep", "go_out", "trade"]),
        ("deal", []),
        ("days", []),
    ]
    path = work / "harbour/captains/ahab.yaml"
    editor.open(path)
    (only,) = editor.outline(path)
    assert (only.name, [child.name for child in only.children or ()]) == ("ahab", ["rage"])


def test_while_a_file_cannot_be_read_names_mean_what_they_did(editor: Editor, work: Path) -> None:
    path = work / RULES
    editor.open(path)
    editor.check()
    editor.change(path, "# more\n" + editor.texts[path] + "  - [\n")
    assert editor.definition(path, "sail(quay)\n", 1) == ["rules.yaml: «sail»(quay):"]
    editor.change(path, editor.texts[path].replace("catches of me = 0", "catches of me = "))
    assert editor.definition(path, "sail(quay)\n", 1) == ["rules.yaml: «sail»(quay):"]


def test_a_scenario_leads_to_the_one_that_it_is_like(editor: Editor, work: Path) -> None:
    path = work / "harbour/scenarios/a_night.yaml"
    path.write_text(
        "scenario: a_night\nplayers: [red, blue]\nlike: a_day\nfrom: days\nexpect: yes\n"
    )
    editor.open(path)
    editor.check()
    assert editor.definition(path, "a_day") == ["a_day.yaml: scenario: «a_day»"]
    assert editor.references(path, "a_day") == [
        "a_day.yaml: scenario: «a_day»",
        "a_night.yaml: like: «a_day»",
    ]


def test_names_in_sentences_lead_to_what_they_mean(editor: Editor, work: Path) -> None:
    path = work / "harbour/told.yaml"
    path.write_text("part: told\ntell:\n  sail: '{me} sails to {quay} [with {catches:fish}]'\n")
    editor.open(path)
    editor.check()
    assert editor.definition(path, "quay}") == ["rules.yaml: sail(«quay»):"]
    assert editor.definition(path, "fish}")[0].startswith("game.yaml: «fish»:")
    assert editor.definition(path, "catches")[0].startswith("rules.yaml: «catches»:")


# ---- symbols of the workspace


def test_symbols_of_the_game_its_expansion_and_scenarios_are_found(
    editor: Editor, work: Path
) -> None:
    editor.open(work / RULES)
    assert editor.symbols("catch_size") == {"catch_size": "rules.yaml: a value"}
    assert editor.symbols("race") == {
        "race": "expansion.yaml: a rule",
        "a_race": "a_race.yaml: scenario",
    }
    assert editor.symbols("wharf")["wharf"] == "wharf.yaml: a quay"


def test_letters_in_their_order_are_enough_and_the_whole_name_comes_first(
    editor: Editor, work: Path
) -> None:
    editor.open(work / RULES)
    assert "catch_size" in editor.symbols("ctsz")
    assert next(iter(editor.symbols("sail"))) == "sail"
    assert editor.symbols("nowhere_at_all") == {}


def test_files_that_are_not_open_are_found_too(editor: Editor, work: Path) -> None:
    editor.open(work / "harbour/captains/ahab.yaml")
    assert "tribute" in editor.symbols("tribute")
