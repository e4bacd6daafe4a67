"""What may be written next: keys, ids, and words and names in effects; also in texts that cannot be read yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from lsp_editor import Editor

DAY = "harbour/scenarios/a_day.yaml"
CARD = "captain: kidd\nflag: green_flag\nskill: 2\n"


def labels(editor: Editor, work: Path, text: str, file: str = "harbour/new.yaml") -> list[str]:
    """What is offered at the `^` in a text, what is likelier first."""
    return [item.label for item in items(editor, work, text, file)]


def items(
    editor: Editor, work: Path, text: str, file: str = "harbour/new.yaml"
) -> list[types.CompletionItem]:
    path, at = work / file, text.index("^")
    editor.open(path, text.replace("^", ""))
    found = editor.complete(path, "", at)
    editor.close(path)
    return sorted(found, key=lambda item: item.sort_text or "")


def effect(editor: Editor, work: Path, text: str) -> list[str]:
    return labels(
        editor, work, f"part: new\nrules:\n  try_it(quay where_to, player p): |\n    {text}\n"
    )


# ---- keys


def test_the_first_key_says_what_the_file_is(editor: Editor, work: Path) -> None:
    (work / "harbour/new.yaml").write_text("part: new\n")
    editor.open(work / "harbour/game.yaml")
    editor.check()
    assert labels(editor, work, "ca^")[:4] == ["expansion", "game", "part", "scenario"]
    assert set(labels(editor, work, "^")[4:]) == {"boat", "captain", "pilot", "quay"}


def test_keys_of_a_section_that_are_not_there_yet(editor: Editor, work: Path) -> None:
    found = items(editor, work, "part: new\nkinds:\n  gull:\n    home: inn\n    ^\n")
    names = [item.label for item in found]
    assert "attributes" in names
    assert "home" not in names
    assert "effect" not in names
    pieces = next(item for item in found if item.label == "pieces")
    assert isinstance(pieces.text_edit, types.TextEdit)
    assert pieces.text_edit.new_text == "pieces: "
    assert isinstance(pieces.documentation, types.MarkupContent)
    assert pieces.documentation.value == "How many there are, if they need no declaration."


def test_needed_keys_come_first(editor: Editor, work: Path) -> None:
    assert labels(editor, work, "part: new\nnotes:\n  n: {^}\n")[0] == "is"


def test_keys_of_a_card_are_those_of_its_kind(editor: Editor, work: Path) -> None:
    found = labels(editor, work, CARD + "de^\n")
    assert {"deed", "notes", "traits", "before", "after", "instead of"} <= set(found)
    assert "skill" not in found
    assert "depth" not in found


def test_a_colon_that_is_there_is_not_written_again(editor: Editor, work: Path) -> None:
    found = items(editor, work, "part: new\nkinds:\n  gull: {ho^: inn}\n")
    home = next(item for item in found if item.label == "home")
    assert isinstance(home.text_edit, types.TextEdit)
    assert home.text_edit.new_text == "home"


def test_a_hook_names_a_rule_or_a_phase(editor: Editor, work: Path) -> None:
    found = labels(editor, work, "part: new\nbefore ^: |\n  nothing\n")
    assert {"sail", "unload", "days", "turn", "next_turn"} <= set(found)
    assert "storm" not in found


def test_modified_values_and_replaced_things_are_there_already(editor: Editor, work: Path) -> None:
    assert set(labels(editor, work, "part: new\nmodify:\n  ^\n")) == {"bonus", "catch_size"}
    text = "part: new\nreplace:\n  values:\n    ^\n"
    found = labels(editor, work, text, "fleet/new.yaml")
    assert {"bonus", "catch_size", "tribute"} <= set(found)


# ---- ids


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("part: new\nkinds:\n  gull: {home: ^}\n", {"inn", "sea", "hold", "crew"}),
        ("part: new\nkinds:\n  gull:\n    home: ^\n", {"inn", "sea", "hold", "crew"}),
        ("part: new\nplaces:\n  nest: {per: ^}\n", {"player", "captain", "boat", "pilot", "quay", "flag", "crate", "phase", "direction"}),
        ("part: new\nnotes:\n  n: {per: ^}\n", {"player", "captain", "boat", "pilot", "quay", "flag", "crate", "phase", "direction"}),
        ("part: new\nplaces:\n  nest: {ordered: ^}\n", {"yes", "no"}),
        ("part: new\nplaces:\n  nest: {holds: [cap^", {"captain", "pilot", "boat", "fish", "crate"}),
        ("part: new\nplaces:\n  nest: {visible_to: ^}\n", {"everyone", "everyone when", "owner", "nobody"}),
        ("part: new\nnotes:\n  n: {is: ^}\n", {"number", "yes_no", "player", "set of", "captain", "boat", "pilot", "quay", "flag", "crate", "phase", "direction"}),
        ("part: new\nboard:\n  links:\n    canal:\n      - [^]\n", {"north_quay", "south_quay", "lock"}),
        ("part: new\ncourse:\n  - phase: dusk\n    after: ^\n", {"deal", "days", "dusk"}),
        ("part: new\ncourse:\n  - phase: dusk\n    direction: ^\n", {"clockwise", "counter_clockwise"}),
        ("captain: kidd\nflag: ^\n", {"red_flag", "green_flag"}),
        ("captain: kidd\ntraits: [^]\n", {"calm_one"}),
        (CARD + "deed:\n  offered_in: [^]\n  effect: nothing\n", {"day"}),
        (CARD + "deed:\n  limit: once a^\n", {"once a turn", "once a round", "once a game", "once an own_turn"}),
    ],
)  # fmt: skip
def test_what_can_stand_under_a_key(
    editor: Editor, work: Path, text: str, expected: set[str]
) -> None:
    assert set(labels(editor, work, text)) == expected


def test_a_phrase_replaces_what_is_there_of_it(editor: Editor, work: Path) -> None:
    (first, *_) = items(editor, work, CARD + "deed:\n  limit: once a^\n")
    assert isinstance(first.text_edit, types.TextEdit)
    assert first.text_edit.new_text == "once a game"
    assert first.text_edit.range.start.character == len("  limit: ")


def test_a_scenario_knows_what_can_be_picked(editor: Editor, work: Path) -> None:
    text = "scenario: s\nplayers: [red, blue]\nsteps:\n  - red: [^]\n"
    found = labels(editor, work, text, "harbour/scenarios/new.yaml")
    assert {"north_quay", "ahab", "tin", "deed"} <= set(found)


# ---- effects


def test_a_line_begins_with_a_rule_or_a_word(editor: Editor, work: Path) -> None:
    found = effect(editor, work, "^")
    assert found[:2] == ["p", "where_to"]
    assert {"sail", "unload", "move", "choose", "if"} <= set(found)
    assert "where" not in found
    assert found.index("sail") < found.index("move")


def test_words_are_those_that_the_grammar_allows(editor: Editor, work: Path) -> None:
    found = effect(editor, work, "choose quay ^")
    assert "from" in found
    assert not {"move", "to", "where"} & set(found)
    assert {"where", "with", "by"} <= set(effect(editor, work, "choose quay from quays ^"))


@pytest.mark.parametrize(
    ("text", "there", "not_there"),
    [
        ("open ^", {"day"}, {"sail", "storm"}),
        ("perform ^", {"deed"}, {"sail", "day"}),
        ("move pilot to ^", {"where_to", "inn", "lock"}, {"sail", "day", "canal"}),
        ("take 2 ^", {"fishes", "crates"}, {"sail", "storm"}),
        ("take my ^", {"fishes", "crew", "catches"}, {"sail", "storm", "inn"}),
        ("for each q in neighbours of lock along ^", {"canal"}, {"lock"}),
        ("choose sort from kinds of ^", {"crate", "flag", "captain"}, {"storm"}),
        ("if weather is ^", {"calm", "stormy"}, {"unload"}),
        ("add 1 to ^", {"catches"}, {"unload"}),
    ],
)
def test_names_are_of_the_sort_that_is_expected(
    editor: Editor, work: Path, text: str, there: set[str], not_there: set[str]
) -> None:
    found = set(effect(editor, work, text))
    assert there <= found
    assert not not_there & found


def test_local_names_are_offered_where_they_are_known(editor: Editor, work: Path) -> None:
    text = (
        "choose first from quays\n"
        "    for each second in players:\n"
        "      let third be 2\n"
        "    find fourth in quays\n"
        "    move pilot to ^"
    )
    found = effect(editor, work, text)
    assert found[:4] == ["first", "fourth", "p", "where_to"]
    assert not {"second", "third"} & set(found)


def test_names_are_told_with_what_they_are(editor: Editor, work: Path) -> None:
    text = "part: new\nrules:\n  try_it: |\n    ^\n"
    details = {item.label: item.detail for item in items(editor, work, text)}
    assert details["unload"] == "a rule (where_to: a quay, p: a player)"
    assert details["storm"] == "a note"
    assert details["tin"] == "one of crate"


def test_private_names_of_a_card_are_offered_on_the_card(editor: Editor, work: Path) -> None:
    path = work / "harbour/captains/ahab.yaml"
    text = path.read_text().replace("  sail(north_quay)\n", "  add 1 to ^\n")
    assert "rage" in labels(editor, work, text, "harbour/captains/ahab.yaml")
    assert "rage" not in effect(editor, work, "add 1 to ^")


def test_expressions_and_modifiers_are_completed(editor: Editor, work: Path) -> None:
    found = labels(editor, work, "part: new\nvalues:\n  v: count(^")
    assert {"quays", "captains", "those"} <= set(found)
    assert "sail" not in found
    found = labels(editor, work, "part: new\nmodify:\n  bonus: ^\n")
    assert {"add", "at", "becomes"} <= set(found)
    assert "storm" in labels(editor, work, "part: new\nmodify:\n  bonus: add 1 when ^\n")
    text = "part: new\nplaces:\n  nest: {visible_to: everyone when st^}\n"
    assert "storm" in labels(editor, work, text)


def test_the_word_at_the_cursor_is_replaced(editor: Editor, work: Path) -> None:
    found = items(editor, work, "part: new\nrules:\n  try_it: |\n    move pilot to lo^\n")
    lock = next(item for item in found if item.label == "lock")
    assert isinstance(lock.text_edit, types.TextEdit)
    assert (lock.text_edit.range.start.character, lock.text_edit.range.end.character) == (18, 20)


def test_nothing_is_offered_in_comments_and_texts_for_people(editor: Editor, work: Path) -> None:
    assert labels(editor, work, "part: new\n# mo^\n") == []
    assert labels(editor, work, CARD + "text: mo^\n") == []
    assert effect(editor, work, "move pilot to lock  # mo^") == []


def test_names_are_known_while_the_rest_cannot_be_read(editor: Editor, work: Path) -> None:
    editor.open(work / "harbour/rules.yaml")
    editor.check()
    text = "part: new\nrules:\n  other: |\n    moove\n  try_it: |\n    move pilot to ^\n  x: [\n"
    assert "lock" in labels(editor, work, text)


GULLS = """part: gulls
kinds:
  gull:
    attributes: {nest: quay, seen: list of quay, mate: optional gull, like: face of captain, takes: crate}
    home: attic
places: {attic: {holds: [gull]}}
pieces: {gull: {gerda: {nest: lock, like: ahab, takes: tin}}}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gull: greta\nnest: ^\n", {"north_quay", "south_quay", "lock"}),
        ("gull: greta\nseen: [lock, ^]\n", {"north_quay", "south_quay", "lock"}),
        ("gull: greta\nmate: ^\n", {"gerda"}),
        ("gull: greta\nlike: ^\n", {"ahab"}),
        ("gull: greta\ntakes: ^\n", {"tin", "silk"}),
    ],
)
def test_attributes_that_are_things(
    editor: Editor, work: Path, text: str, expected: set[str]
) -> None:
    (work / "harbour/gulls.yaml").write_text(GULLS)
    editor.open(work / "harbour/game.yaml")
    editor.check()
    assert set(labels(editor, work, text)) >= expected
    assert not {"pilot", "boat_1", "red_flag"} & set(labels(editor, work, text))


def test_types_of_attributes(editor: Editor, work: Path) -> None:
    found = labels(editor, work, "part: new\nkinds:\n  gull: {attributes: {nest: ^}}\n")
    assert {"number", "quay", "captain", "flag", "list of", "face of", "optional"} <= set(found)


def test_names_of_scenarios(editor: Editor, work: Path) -> None:
    text = "scenario: s\nplayers: [red, blue]\nlike: ^\n"
    assert "a_day" in labels(editor, work, text, "harbour/scenarios/new.yaml")


@pytest.mark.parametrize(
    ("text", "there", "missing"),
    [
        ('tell:\n  sail: "{^}"\n', {"me", "quay", "fish", "from"}, {"now", "bonus"}),
        ('tell:\n  sail: {en: "{me} sails to {q^}"}\n', {"quay"}, set()),
        ('tell:\n  catches: "{^"\n', {"of", "now", "me"}, {"quay"}),
        ('tell:\n  sail: "{me} takes {catches:^}"\n', {"fish", "boat"}, {"me"}),
        ('tell:\n  sail: "{me} s^"\n', set(), {"me", "quay"}),
        ('name: "{^}"\n', set(), {"me"}),
    ],
)
def test_names_in_the_braces_of_sentences(
    editor: Editor, work: Path, text: str, there: set[str], missing: set[str]
) -> None:
    found = set(labels(editor, work, f"part: new\n{text}"))
    assert there <= found and not missing & found


MARKET = """part: market
tables: {toll: {lock: {1: 2}}, first: {red_flag: 1}}
notes: {seen: {is: number, per: [player, quay]}}
offers:
  replies(player asker): {until: hush, entries: {}}
rules:
  warn(quay or nothing spot): |
    nothing
"""


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("if usable(^):", {"deed"}),
        ("open r^", {"replies"}),
        ("for each q in quays beyond where_to along ^:", {"canal"}),
        ("let q be neighbour(where_to, ^)", {"canal"}),
        ("let w be opposite(^)", {"canal"}),
        ("set ^ to 1", {"seen"}),
        ("let n be ^", {"toll", "where_to"}),
        ("move pilot to where_to\n    ^", {"warn"}),
        ("for each q in quays be^:", {"beyond"}),
    ],
)
def test_names_where_they_fit(editor: Editor, work: Path, text: str, there: set[str]) -> None:
    (work / "harbour/market.yaml").write_text(MARKET)
    editor.open(work / "harbour/game.yaml")
    editor.check()
    assert there <= set(effect(editor, work, text))


def test_what_is_said_in_brackets_is_told(editor: Editor, work: Path) -> None:
    (work / "harbour/market.yaml").write_text(MARKET)
    editor.open(work / "harbour/game.yaml")
    editor.check()
    text = "part: new\nrules:\n  try_it: |\n    ^\n"
    told = {item.label: item.detail for item in items(editor, work, text)}
    assert told["warn"] == "a rule (spot: a quay, or nothing)"
    text = text.replace("^", "let n be ^")
    told = {item.label: item.detail for item in items(editor, work, text)}
    assert told["toll"] == "a table (a quay, a number)"
    assert told["first"] == "a table (one of flag)"
    assert told["seen"] == "a note per player and quay (player, quay)"


def test_keys_of_rows_are_completed(editor: Editor, work: Path) -> None:
    assert "lock" in labels(editor, work, "part: new\ntables:\n  toll:\n    ^\n")
    assert "lock" in labels(editor, work, "part: new\ntables:\n  toll:\n    lock:\n      ^\n")


def offered(editor: Editor, work: Path, text: str) -> list[types.CompletionItem]:
    path, at = work / "harbour/new.yaml", text.index("^")
    editor.open(path, text.replace("^", ""))
    editor.check()
    found = editor.complete(path, "", at)
    editor.close(path)
    return sorted(found, key=lambda item: item.sort_text or "")


# ---- documentation


def test_each_item_has_documentation_when_it_is_looked_at(editor: Editor, work: Path) -> None:
    editor.open(work / "harbour/game.yaml")
    found = {e.label: e for e in offered(editor, work, "part: new\nrules:\n  try_it: |\n    ^\n")}
    assert editor.documented(found["sail"]).startswith("**sail**: a rule\n\nThe pilot goes ahead.")
    assert editor.documented(found["move"]).startswith("**move**, a word of the language: Moving")
    places = {e.label: e for e in offered(editor, work, "part: new\nkinds:\n  gull: {home: ^}\n")}
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
