"""What the action does, on a repository as `boardwright new repository` makes it, and on changed rules."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import check_repository
from cli_runs import Run
from folders import ROOT, SMALL_GAMES

BAD_CARD = """\
class_card: ferryman
clas: bourgeoisie
name: {en: Ferryman, it: Traghettatore, nl: Veerman}
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Commands run in an empty folder."""
    (tmp_path / "here").mkdir()
    return tmp_path / "here"


@pytest.fixture(autouse=True)
def here(surroundings: None, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(corpus.parent / "summary.md"))
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    return corpus


def test_a_good_card_passes_and_a_bad_one_is_annotated(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run("new", "repository", "winter", "--of", "rattus").code == 0
    monkeypatch.chdir(here / "winter")
    words = ["--paths", "winter", "--profile", "shared", "--coverage", "80", "--annotations"]
    assert check_repository.main([*words, "true"]) == 0
    good = capfd.readouterr().out
    assert "| winter | yes | yes | yes | yes |  |\n" in good and "::error" not in good

    Path("winter/ferryman.yaml").write_text(BAD_CARD, "utf-8")
    Path("winter/first_card.yaml").write_text(
        Path("winter/first_card.yaml").read_text("utf-8").replace(": royalty", ":  royalty"),
        "utf-8",
    )
    assert check_repository.main([*words, "true"]) == 1
    bad = capfd.readouterr().out
    assert "::error file=winter/ferryman.yaml,line=2,endLine=2,col=1,endColumn=5,title=E201" in bad
    assert "::error file=winter/first_card.yaml,title=format::`boardwright fmt" in bad
    assert "| winter | **no** | **no** |  |  |  |\n" in bad
    summary = (here.parent / "summary.md").read_text("utf-8")
    assert summary.count("| winter | ") == 2 and summary.endswith("| **no** | **no** |  |  |  |\n")

    assert check_repository.main([*words, "false", "--format", "false"]) == 1
    plain = capfd.readouterr().out
    assert "error[E201]: a class_card has no `clas`" in plain and "::" not in plain


def test_scenarios_that_fail_and_clauses_that_never_ran_are_annotated(
    here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(SMALL_GAMES / "pig", here / "pig")
    (here / "pig" / "scenarios" / "a_one_ends_the_turn_with_nothing.yaml").unlink()
    words = ["--coverage", "100", "--format", "false", "--annotations", "true"]
    assert check_repository.main(words) == 1
    out = capfd.readouterr().out
    assert "::error title=coverage::pig: fewer than 100%25 of the clauses ran" in out
    assert "| pig | yes |  | yes | **no** |  |" in out

    wrong = here / "pig" / "scenarios" / "wrong.yaml"
    wrong.write_text("scenario: wrong\nexpect: 1 = 2\nplayers: 2\n", "utf-8")
    assert check_repository.main(words) == 1
    out = capfd.readouterr().out
    assert "::error file=pig/scenarios/wrong.yaml,line=2," in out
    assert "| pig | yes |  | **no** |  |  |" in out


def test_a_change_that_makes_games_longer_fails(
    here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def git(*words: str) -> None:
        name = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *name, *words], check=True, capture_output=True)

    shutil.copytree(SMALL_GAMES / "pig", here / "pig")
    git("init", "--quiet", "--initial-branch", "main")
    git("add", "--all")
    git("commit", "--quiet", "-m", "rules")
    checker = check_repository.Checker((), "basic", 0, False, 0, True, {"pig": {}})
    longer = check_repository.Balance(("length:turns:mean>10%",), "main", 30, 2, "random")
    with check_repository.checkout("main") as before:
        assert before is not None
        checker.compare(Path("pig"), longer, before)
        assert "pig has not changed" in capfd.readouterr().out

        game = here / "pig" / "game.yaml"
        game.write_text(game.read_text("utf-8").replace("default: 50", "default: 100"), "utf-8")
        checker.compare(Path("pig"), longer, before)
        assert "::error title=balance::pig: length:turns:mean>10%" in capfd.readouterr().out
        assert (checker.code(), checker.results) == (1, {"pig": {"balance": 1}})

        shutil.copytree(here / "pig", here / "new")
        checker.results["new"] = {}
        checker.compare(Path("new"), longer, before)
        assert "there is nothing to compare it with" in capfd.readouterr().out
    with check_repository.checkout("no_such_branch") as before:
        assert before is None


def test_without_a_commit_to_compare_with_nothing_is_compared(
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = ["--format", "false", "--balance", "length:turns:mean>10%", "--paths", ""]
    for base in ("", "0" * 40):
        assert check_repository.main([*words, "--base", base]) == 0
        assert "there is no commit to compare with" in capfd.readouterr().out
    assert check_repository.main([*words, "--base", "no_such_branch"]) == 2
    assert "there is no commit `no_such_branch`" in capfd.readouterr().err
