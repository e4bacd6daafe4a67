"""`boardwright validate --play`: what it finds in small rulesets that have one fault each, and the scenarios it writes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cli_runs import Run, run_python
from folders import GOLDEN_FILES, ROOT
from golden import Golden

CORPUS = ROOT / "tests" / "corpus" / "play"
GOLDEN = GOLDEN_FILES / "play"
RULESETS = sorted(path.name for path in CORPUS.iterdir())

pytestmark = pytest.mark.usefixtures("few_steps")


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_found_is_what_the_golden_file_says(name: str, run: Run, golden: Golden) -> None:
    done = run("validate", name, "--play", "40")
    golden(GOLDEN / f"{name}.txt", f"$ boardwright validate {name} --play 40\n{done.text()}")


def test_every_golden_file_has_its_ruleset() -> None:
    found = sorted(path.stem for path in GOLDEN.glob("*.txt"))
    assert [name for name in found if not name.startswith("coverage")] == RULESETS


def test_the_same_seed_finds_the_same_and_another_one_other_games(run: Run) -> None:
    first, second = run("validate", "toll", "--play", "40"), run("validate", "toll", "--play", "40")
    other = run("validate", "toll", "--play", "40", "--seed", "7")
    assert first == second
    assert first.code == other.code == 1 and first.out != other.out


def test_nothing_depends_on_the_seed_of_hashes() -> None:
    def found(hash_seed: str) -> str:
        words = ("-m", "boardwright", "validate", "grove", "toll", "--play", "10")
        return run_python(*words, cwd=CORPUS, PYTHONHASHSEED=hash_seed, GITHUB_ACTIONS="").out

    assert found("1") == found("2") != ""


def test_both_ways_of_playing_are_compared_in_the_same_game_though_names_hide_the_order_of_pieces(
    surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    (tmp_path / "thrift").mkdir()
    (tmp_path / "thrift" / "expansion.yaml").write_text(
        "expansion: thrift\nof: rattus\nlanguage: 2\nalways:\n  - cubes in palace <= 1\n"
    )
    monkeypatch.chdir(tmp_path)
    found = run("validate", "thrift", "--play", "10", "--format", "concise").out
    assert "E822" in found and "E826" not in found


# ---- the scenarios


@pytest.fixture
def copied(surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small rulesets, where scenarios can be written beside them."""
    shutil.copytree(CORPUS, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@pytest.mark.parametrize(
    ("name", "code", "scenario", "wrong", "right"),
    [
        ("toll", "E651", "pay_toll_fails", "pay 1 coins", "pay up to 1 coins"),
        ("well", "E658", "spill_goes_on_for_ever", "take up to 1 buckets", "nothing_more()"),
    ],
)
def test_a_written_scenario_fails_as_play_did_until_the_rule_is_mended(
    name: str, code: str, scenario: str, wrong: str, right: str, copied: Path, run: Run
) -> None:
    folder = f"{name}/scenarios"
    done = run("validate", name, "--play", "40", "--write-scenarios", folder)
    assert f"the scenario `{folder}/{scenario}.yaml` shows it" in done.out
    failing = run("test", name)
    assert failing.code == 1
    assert f"failed {scenario}" in failing.out and f"error[{code}]" in failing.out
    rules = copied / name / "game.yaml"
    mended = rules.read_text().replace(f"    {wrong}", f"    {right}")
    rules.write_text(mended.replace("rules:\n", "rules:\n  nothing_more: {}\n", 1))
    assert run("test", name).code == 0


def test_a_scenario_is_as_small_as_can_be(copied: Path, run: Run) -> None:
    run("validate", "toll", "--play", "40", "--write-scenarios", "toll")
    written = (copied / "toll" / "pay_toll_fails.yaml").read_text()
    assert written.count("coins") == 1 and written.count("  - ") == 2


def test_a_scenario_that_shows_an_empty_choice_passes(copied: Path, run: Run) -> None:
    run("validate", "grove", "--play", "40", "--write-scenarios", "grove/scenarios")
    assert len(list((copied / "grove" / "scenarios").iterdir())) == 2
    assert run("test", "grove").code == 0


def test_no_scenario_is_written_over_another_one(copied: Path, run: Run) -> None:
    folder = copied / "toll" / "scenarios"
    command = ("validate", "toll", "--play", "40", "--write-scenarios", "toll/scenarios")
    run(*command)
    run(*command)
    assert [path.name for path in folder.iterdir()] == ["pay_toll_fails.yaml"]
    mine = "scenario: mine\nplayers: 2\nexpect: my coins = 2\nturn: ann\n"
    (folder / "pay_toll_fails.yaml").write_text(mine)
    run(*command)
    assert (folder / "pay_toll_fails.yaml").read_text() == mine
    assert "scenario: pay_toll_fails_2\n" in (folder / "pay_toll_fails_2.yaml").read_text()


# ---- with everything else


def test_faults_of_the_game_are_told_with_an_expansion_and_what_never_ran_of_its_own_files_only(
    tmp_path: Path, copied: Path, run: Run
) -> None:
    flood = copied / "flood"
    flood.mkdir()
    (flood / "expansion.yaml").write_text(
        "expansion: flood\nof: toll\nlanguage: 2\n"
        "after drive(town) when town is port and my coins >= 25: |\n  pay 1 coins\n"
    )
    done = run("validate", "flood", "--play", "40", "--format", "json")
    found = {each["code"]: each for each in json.loads(done.out)}
    assert set(found) == {"E820", "E822"}
    assert found["E820"]["filename"] == "flood/expansion.yaml"
    assert found["E822"]["filename"].endswith("toll/game.yaml")
    assert "boardwright run ./toll --with ./flood -p" in "".join(found["E822"]["notes"])
    (scenario,) = [note for note in found["E822"]["notes"] if "scenario:" in note]
    assert "with:" not in scenario
    with_it = run("validate", "toll", "--with", "./flood", "--play", "40")
    assert "      with: [flood]\n" in with_it.out
    assert "never ran" in with_it.out and "flood/expansion.yaml" in with_it.out


def test_a_comment_can_allow_that_something_never_ran(copied: Path, run: Run) -> None:
    rules = copied / "mill" / "game.yaml"
    text = rules.read_text()
    before = run("validate", "mill", "--play", "30").out.count("E820")
    rules.write_text(
        text.replace("      feast()\n", "      feast()          # allow E820: a rare feast\n")
    )
    assert run("validate", "mill", "--play", "30").out.count("E820") == before - 1
    assert "E702" not in run("validate", "mill").out, "nobody knows it without playing"


def test_warnings_do_not_fail_and_codes_can_be_chosen(run: Run) -> None:
    assert run("validate", "mill", "--play", "30").code == 0
    assert run("validate", "toll", "--play", "30", "--ignore", "E82").out == ""
    assert run("validate", "toll", "--play", "30", "--exit-zero").code == 0
    assert run("validate", "mill", "--play", "30", "--select", "nothing-was-there").out == ""


def test_a_scenario_goes_on_below_its_note_in_every_form(run: Run) -> None:
    github = run("validate", "toll", "--play", "30", "--format", "github").out
    assert "%0Ascenario: pay_toll_fails%0Atext: >-%0A" in github
    sarif = json.loads(run("validate", "toll", "--play", "30", "--format", "sarif").out)
    (result,) = sarif["runs"][0]["results"]
    assert "\nscenario: pay_toll_fails\n" in result["message"]["text"]


@pytest.mark.parametrize(
    "args",
    [
        ("--play", "0"),
        ("--play", "many"),
        ("--write-scenarios", "x"),
        ("--play", "5", "--seed", "-1"),
    ],
)
def test_what_cannot_be_played_is_bad_usage(args: tuple[str, ...], run: Run) -> None:
    assert run("validate", "toll", *args).code == 2


def test_rules_that_are_wrong_are_not_played(copied: Path, run: Run) -> None:
    rules = copied / "toll" / "game.yaml"
    rules.write_text(rules.read_text().replace("pay_toll()", "pay_tol()"))
    done = run("validate", "toll", "--play", "20")
    assert done.code == 1 and "E401" in done.out and "random game" not in done.err
