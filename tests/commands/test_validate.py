"""`boardwright validate`: profiles, comments that allow, expansions on their game, and text on stdin."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from boardwright import cli
from boardwright.validators.checks import all_checks
from boardwright.validators.subject.subject import Profile
from checked_texts import GAME
from cli_runs import Done, Run
from folders import CORPUS

CARD = "card: k3\nfruit: plum\nworth: 3\nvalues: {bite: 2}\n"
EXPANSION = "expansion: more\nof: orchard\nlanguage: 2\n"


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with one unused value, one text without translation, an untried rule, and an expansion beside it."""
    game = GAME.replace("language: 2", "language: 2\nlanguages: [en, it]")
    files = {
        "orchard/game.yaml": game,
        "orchard/part.yaml": (
            "part: case\nvalues:\n  luck: {is: 1, ref: ORC-1, name: {en: luck}}\n"
            "modify:\n  price(card): add 0\n"
            "texts:\n"
            + "".join(
                f"  {name}: {{en: {name}, it: {name}}}\n"
                for name in ("buy", "card", "enough", "evening", "gift", "tree")
            )
        ),
        "more/expansion.yaml": EXPANSION,
        "more/rain.yaml": "part: rain\nvalues:\n  rain: 2\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(done: Done) -> list[str]:
    return re.findall(r"^(?:warning|error)\[(E\d+)\]", done.out, re.MULTILINE)


# ---- profiles


def test_each_profile_includes_those_before_it(orchard: Path, run: Run) -> None:
    assert codes(run("validate", "orchard", "--profile", "minimal")) == []
    assert codes(run("validate", "orchard")) == ["E604"]
    assert codes(run("validate", "orchard", "--profile", "basic")) == ["E604"]
    assert codes(run("validate", "orchard", "--profile", "shared")) == ["E604", "E703"]
    assert codes(run("validate", "orchard", "--profile", "published")) == ["E604", "E704", "E703"]


def test_warnings_are_no_failure_and_can_be_selected(orchard: Path, run: Run) -> None:
    done = run("validate", "orchard", "--profile", "published")
    assert done.code == 0 and done.err == "3 warnings in 1 file\n"
    assert codes(run("validate", "orchard", "--profile", "shared", "--select", "E7")) == ["E703"]
    assert codes(run("validate", "orchard", "--ignore", "unasked-value")) == []


def test_a_profile_that_there_is_not_is_refused(run: Run) -> None:
    assert run("validate", "harbour", "--profile", "perfect").code == 2


def test_what_is_surely_not_meant_is_basic_and_completeness_is_not() -> None:
    profiles = {code: each.PROFILE for each in all_checks() for code in each.CODES}
    assert profiles["E601"] is Profile.BASIC and profiles["E705"] is Profile.BASIC
    assert profiles["E703"] is Profile.SHARED and profiles["E704"] is Profile.PUBLISHED
    assert Profile.MINIMAL not in profiles.values()


def test_checks_run_although_a_scenario_has_a_mistake(orchard: Path, run: Run) -> None:
    (orchard / "orchard" / "broken.yaml").write_text(
        "scenario: broken\nplayers: 2\nexpect: 1 +\n", "utf-8"
    )
    done = run("validate", "orchard")
    assert done.code == 1 and "E604" in codes(done) and len(codes(done)) == 2


def test_scenarios_name_what_there_is(orchard: Path, run: Run) -> None:
    there = "scenario: there\nplayers: 2\nexpect: {known} = 1\n"
    file = orchard / "orchard" / "there.yaml"
    file.write_text(there.format(known="count(seats)"), "utf-8")
    assert codes(run("validate", "orchard")) == ["E604"]
    file.write_text(there.format(known="count(saets)"), "utf-8")
    done = run("validate", "orchard")
    assert done.code == 1 and codes(done) == ["E604", "E401"]
    assert "orchard/there.yaml:3:15" in done.out


# ---- expansions


def test_an_expansion_does_not_repeat_what_is_said_of_its_game(orchard: Path, run: Run) -> None:
    done = run("validate", "more")
    assert codes(done) == ["E604"] and "more/rain.yaml:3:3" in done.out


def test_both_are_told_of_if_both_are_named(orchard: Path, run: Run) -> None:
    assert codes(run("validate", "more", "orchard")) == ["E604", "E604"]
    assert codes(run("validate", "orchard", "--with", "more")) == ["E604", "E604"]


def test_what_an_expansion_uses_is_unused_only_where_the_game_stands_alone(
    orchard: Path, run: Run
) -> None:
    rain = orchard / "more" / "rain.yaml"
    rain.write_text("part: rain\nmodify:\n  price(card): add luck\n", "utf-8")
    assert codes(run("validate", "orchard")) == ["E604"]
    assert codes(run("validate", "more")) == []
    assert codes(run("validate", "orchard", "--with", "more")) == []
    part = orchard / "orchard" / "part.yaml"
    allow = "  # allow E604: for expansions\n  luck:"
    part.write_text(part.read_text("utf-8").replace("  luck:", allow), "utf-8")
    for names in (["orchard"], ["more"], ["orchard", "more"], ["orchard", "--with", "more"]):
        assert codes(run("validate", *names)) == []


# ---- stdin


def test_the_text_on_stdin_stands_for_a_file_of_its_ruleset(orchard: Path, run: Run) -> None:
    part = orchard / "orchard" / "part.yaml"
    before = part.read_text("utf-8")
    name = "orchard/part.yaml"
    done = run("validate", "-", "--stdin-filename", name, stdin="part: case\nvalues: {wet: yess}\n")
    assert done.code == 1 and codes(done) == ["E401"] and "orchard/part.yaml:2:15" in done.out
    assert (
        run("validate", "-", "--stdin-filename", name, stdin="part: case\n").err
        == "nothing wrong\n"
    )
    assert codes(run("validate", "-", "--stdin-filename", str(part), stdin=before)) == ["E604"]
    assert part.read_text("utf-8") == before


def test_the_file_need_not_be_there_yet(orchard: Path, run: Run) -> None:
    done = run("validate", "-", "--stdin-filename", "orchard/cards/k3.yaml", stdin=CARD)
    assert codes(done) == ["E604", "E604"] and "orchard/cards/k3.yaml:4:10" in done.out
    hidden = run("validate", "-", "--stdin-filename", "orchard/.k3.yaml", stdin=CARD)
    assert codes(hidden) == ["E604"]


def test_an_unsaved_manifest_counts(orchard: Path, run: Run) -> None:
    wrong = EXPANSION.replace("orchard", "meadow")
    done = run("validate", "-", "--stdin-filename", "more/expansion.yaml", stdin=wrong)
    assert done.code == 2 and codes(done) == ["E127"]
    right = run("validate", "-", "--stdin-filename", "more/expansion.yaml", stdin=EXPANSION)
    assert codes(right) == ["E604"]


def test_a_manifest_need_not_be_there_yet(orchard: Path, run: Run) -> None:
    new = orchard / "fresh"
    new.mkdir()
    (new / "rain.yaml").write_text("part: rain\nvalues: {wet: 1}\nmodify: {wet: add 1}\n", "utf-8")
    done = run("validate", "-", "--stdin-filename", "fresh/expansion.yaml", stdin=EXPANSION)
    assert codes(done) == ["E604"] and "fresh/rain.yaml:2:10" in done.out


def test_a_whole_game_may_come_on_stdin(run: Run) -> None:
    assert run("validate", "-", stdin=GAME).err == "nothing wrong\n"
    done = run("validate", "-", stdin=GAME.replace("worth of card", "wort of card"))
    assert done.code == 1 and done.out.startswith("error[E401]: unknown name `wort`\n  --> -:")
    new = run("validate", "-", "--stdin-filename", "new/game.yaml", stdin=GAME)
    assert new.err == "nothing wrong\n"


def test_bytes_that_are_no_text_are_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:

    class Bytes:
        buffer = io.BytesIO(b"game: \xff\n")

    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdin", Bytes())
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert cli.main(["validate", "-"]) == 1
    assert out.getvalue().startswith("error[E102]: the file is not in utf-8\n")


def test_a_file_name_without_stdin_is_a_mistake(run: Run) -> None:
    done = run("validate", "harbour", "--stdin-filename", "harbour/game.yaml")
    assert done.code == 2 and "needs `-`" in done.err


# ---- the rulesets that come with the package


@pytest.mark.parametrize("name", ["rattus", "mercatus", "notre_dame"])
def test_nothing_is_found_in_what_is_shipped(name: str, run: Run) -> None:
    done = run("validate", name, "--profile", "published")
    assert (done.code, done.out, done.err) == (0, "", "nothing wrong\n")


# ---- scenarios


def test_two_scenarios_of_one_name_are_refused(orchard: Path, run: Run) -> None:
    folder = orchard / "orchard" / "scenarios"
    folder.mkdir(exist_ok=True)
    for name, id in (("a", "twice"), ("b", "twice"), ("c", "once")):
        (folder / f"{name}.yaml").write_text(f"scenario: {id}\nplayers: 2\nexpect: 1 = 1\n")
    done = run("validate", "orchard", "--profile", "minimal")
    assert done.code == 1 and codes(done) == ["E209"]
    assert "a scenario called `twice` is declared twice" in done.out
    assert "orchard/scenarios/b.yaml:1:11" in done.out
    assert "orchard/scenarios/a.yaml:1:11" in done.out
    tested = run("test", "orchard", "-k", "once")
    assert tested.code == 1 and "E209" in tested.text()
    (folder / "b.yaml").write_text("scenario: two_times\nplayers: 2\nexpect: 1 = 1\n")
    assert codes(run("validate", "orchard", "--profile", "minimal")) == []


def test_formats_and_files(run: Run, tmp_path: Path) -> None:
    concise = run("validate", "bad/wrong_key", "--format", "concise")
    assert concise.code == 1
    assert concise.out == "bad/wrong_key/game.yaml:16:5: error[E201] a phase has no `untill`\n"
    (item,) = json.loads(run("validate", "bad/wrong_key", "--format", "json").out)
    assert item["code"] == "E201" and item["location"] == {"row": 16, "column": 5}
    assert run("validate", "harbour", "--format", "json").out == "[]\n"
    file = tmp_path / "found.txt"
    done = run("validate", "bad/wrong_key", "--format", "concise", "--out", str(file))
    assert done.code == 1 and done.out == "" and file.read_text() == concise.out


def test_github_is_noticed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert run("validate", "bad/wrong_key").out.startswith(
        "::error file=bad/wrong_key/game.yaml,line=16"
    )
    assert run("validate", "bad/wrong_key", "--format", "full").out.startswith("error[E201]")


def test_select_ignore_and_exit_zero(run: Run) -> None:
    assert run("validate", "bad/wrong_key", "--exit-zero").code == 0
    assert run("validate", "bad/wrong_key", "--ignore", "E201").code == 0
    assert run("validate", "bad/wrong_key", "--ignore", "unknown-key").out == ""
    assert run("validate", "bad/wrong_key", "--select", "E4,E5").code == 0
    assert run("validate", "bad/wrong_key", "--select", "e2").code == 1


def test_a_card_is_checked_with_the_ruleset_it_belongs_to(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("validate", "harbour/cards/pilot.yaml").code == 0
    monkeypatch.chdir(CORPUS / "harbour" / "cards")
    assert run("validate", "pilot.yaml").code == 0
    assert run("validate", "../scenarios/a_barrel_pays.yaml", "pilot.yaml").code == 0


def test_a_folder_of_rulesets_is_checked_one_by_one(run: Run) -> None:
    done = run("validate", ".", "--format", "concise")
    assert done.code == 0 and done.out == ""
    done = run("validate", "bad", "--format", "concise")
    assert done.code == 2  # of one the game is not found
    files = {line.split(":")[0].split("/")[1] for line in done.out.splitlines()}
    assert {"wrong_key", "unknown_name", "wrong_type", "other_language"} <= files


def test_every_table_is_tried(run: Run, tmp_path: Path) -> None:
    text = (CORPUS / "harbour" / "game.yaml").read_text()
    condition = "in_play: 4 mod (count(seats) - 3) < 4"
    text = text.replace("hides: [barrel], room", f"hides: [barrel], {condition}, room")
    (tmp_path / "game.yaml").write_text(text)
    (tmp_path / "pilot.yaml").write_text((CORPUS / "harbour/cards/pilot.yaml").read_text())
    done = run("validate", str(tmp_path))
    assert done.code == 1
    assert "E654" in done.out and "at a table of 3 players" in done.out


def test_rules_that_refuse_some_tables_are_checked_at_the_others(run: Run, tmp_path: Path) -> None:
    text = (CORPUS / "harbour" / "game.yaml").read_text()
    condition = "in_play: 4 mod (count(seats) - 3) < 4"
    text = text.replace("hides: [barrel], room", f"hides: [barrel], {condition}, room")
    (tmp_path / "game.yaml").write_text(text)
    (tmp_path / "pilot.yaml").write_text((CORPUS / "harbour/cards/pilot.yaml").read_text())
    table = tmp_path / "table.yaml"
    table.write_text("part: table\ntable: [{must: count(seats) = 2, text: Two play.}]\n")
    assert run("validate", str(tmp_path)).code == 0
    table.write_text("part: table\ntable: [{must: count(seats) = 3, text: Three play.}]\n")
    done = run("validate", str(tmp_path))
    assert done.code == 1 and "E654" in done.out and "E676" not in done.out
    table.write_text("part: table\ntable: [{must: count(seats) mod 0 = 1, text: Some play.}]\n")
    done = run("validate", str(tmp_path))
    assert done.code == 1 and "at a table of 2 players" in done.out and "E654" in done.out


def test_a_manifest_that_cannot_be_read_is_not_missing(run: Run, tmp_path: Path) -> None:
    rules = "rules:\n  deal:\n    for each p in players:\n      pay 1 coins\n    shuffle deck\n"
    (tmp_path / "game.yaml").write_text(f"game: g\nlanguage: 2\nplayers: 2\n{rules}")
    (tmp_path / "more.yaml").write_text("part: more\n")
    done = run("validate", str(tmp_path), "--format", "concise")
    assert done.code == 1
    assert done.out.count("error[") == 1 and "E208" in done.out


def test_mistakes_that_leave_no_doubt_are_corrected(orchard: Path, run: Run) -> None:
    path = orchard / "orchard/card.yaml"
    path.write_text("card: k3\nfruit:plum\nworht: 3\nvalues: {bite: 2}\n")
    done = run("validate", "orchard", "--fix")
    assert done.code == 0, done.text()
    assert path.read_text() == CARD  # the space first, and then the name
    assert "corrected 2 mistakes\n" in done.err


def test_other_single_suggestions_are_followed_on_request(orchard: Path, run: Run) -> None:
    path = orchard / "orchard/card.yaml"
    wrong = CARD.replace("worth: 3", "worrhh: 3")
    path.write_text(wrong)
    done = run("validate", "orchard", "--fix")
    assert (done.code, path.read_text()) == (1, wrong)
    assert "corrected" not in done.err
    done = run("validate", "orchard", "--fix", "--unsafe-fixes")
    assert (done.code, path.read_text()) == (0, CARD)


def test_only_files_that_are_named_are_corrected(orchard: Path, run: Run) -> None:
    path = orchard / "orchard/card.yaml"
    path.write_text(CARD.replace("worth", "worht"))
    assert run("validate", "more", "--fix").code == 1
    assert "worht" in path.read_text()


def test_edits_that_do_not_help_are_taken_back(
    orchard: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = orchard / "orchard/card.yaml"
    path.write_text(CARD.replace("worth", "worht"))
    monkeypatch.setattr("boardwright.commands.fixing.apply", lambda source, fixes: source.text)
    assert run("validate", "orchard", "--fix").code == 1
    assert path.read_text() == CARD.replace("worth", "worht")


@pytest.mark.parametrize(
    "options", [["--unsafe-fixes"], ["--fix", "--play", "3"], ["--fix", "-"]], ids=" ".join
)
def test_options_of_corrections_that_do_not_fit(options: list[str], run: Run) -> None:
    assert run("validate", *options).code == 2
