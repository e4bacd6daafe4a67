"""The hooks for others, run by pre-commit in a repository as they have it, and our own, which need no network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from folders import CORPUS, ROOT, SMALL_GAMES

GAME = CORPUS / "harbour"
MANIFEST = ROOT / ".pre-commit-hooks.yaml"
OURS = ROOT / ".pre-commit-config.yaml"


@dataclass(frozen=True)
class Repository:
    """A repository of somebody who writes rules; pre-commit is told to use this boardwright and not to install one."""

    folder: Path
    environment: dict[str, str]

    def git(self, *words: str, at: Path | None = None) -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=at or self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def run(self, *words: str) -> tuple[int, str]:
        self.git("add", "--all")
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Nothing of whoever runs the tests, and this boardwright first."""
    home = tmp_path / "home"
    home.mkdir()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT")},
        "HOME": str(home),
        "PRE_COMMIT_HOME": str(tmp_path / "cache"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    environment.pop("GITHUB_ACTIONS", None)
    return environment


@pytest.fixture
def repository(tmp_path: Path, environment: dict[str, str]) -> Repository:
    hooks, mine = tmp_path / "hooks", tmp_path / "mine"
    hooks.mkdir()
    shutil.copyfile(MANIFEST, hooks / MANIFEST.name)
    shutil.copytree(GAME, mine / "harbour")
    made = Repository(mine, environment)
    for folder in (hooks, mine):
        made.git("init", "--quiet", at=folder)
    made.git("add", "--all", at=hooks)
    made.git("commit", "--quiet", "-m", "hooks", at=hooks)
    (mine / ".pre-commit-config.yaml").write_text(
        f"""\
repos:
  - repo: {hooks}
    rev: {made.git("rev-parse", "HEAD", at=hooks)}
    hooks:
      - {{id: boardwright-validate, language: system}}
      - {{id: boardwright-fmt, language: system, files: ^harbour/}}
""",
        "utf-8",
    )
    assert made.run("boardwright-fmt", "--all-files")[0] in (0, 1)  # the sample as fmt writes it
    return made


def test_rules_that_are_right_pass(repository: Repository) -> None:
    code, told = repository.run("--all-files")
    assert code == 0, told
    lines = [line for line in told.splitlines() if line.startswith("boardwright")]
    assert [line.split(".")[0] for line in lines] == ["boardwright validate", "boardwright fmt"]
    assert all(line.endswith("Passed") for line in lines)


def test_what_is_wrong_is_told_with_its_place(repository: Repository) -> None:
    card = repository.folder / "harbour" / "cards" / "pilot.yaml"
    text = card.read_text("utf-8")
    card.write_text(text.replace("chart: pilot", "chart: pilot\ntdie: ebb"), "utf-8")
    code, told = repository.run("boardwright-validate", "--all-files")
    assert code == 1
    assert "error[E201]: a chart has no `tdie`" in told
    assert " --> harbour/cards/pilot.yaml:2:1" in told


def test_a_change_that_breaks_another_file_is_found(repository: Repository) -> None:
    repository.git("commit", "--quiet", "--no-verify", "-m", "rules")
    game = repository.folder / "harbour" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("  wage: 1\n", ""), "utf-8")
    code, told = repository.run("boardwright-validate")
    assert code == 1 and "`wage`" in told


def test_what_is_not_in_style_is_written_anew(repository: Repository) -> None:
    game = repository.folder / "harbour" / "game.yaml"
    text = game.read_text("utf-8")
    game.write_text(text.replace("language: 2\n", "language:    2\n"), "utf-8")
    code, told = repository.run("boardwright-fmt", "--all-files")
    assert code == 1 and "files were modified by this hook" in told
    assert game.read_text("utf-8") == text
    assert repository.run("boardwright-fmt", "--all-files")[0] == 0


def test_other_changes_run_nothing(repository: Repository) -> None:
    repository.git("commit", "--quiet", "--no-verify", "-m", "rules")
    (repository.folder / "README.md").write_text("# Mine\n", "utf-8")
    code, told = repository.run()
    assert code == 0 and told.count("(no files to check)Skipped") == 2, told


def test_the_manifest_installs_boardwright_for_others() -> None:
    text = MANIFEST.read_text("utf-8")
    assert text.count("- id: boardwright-") == text.count("  language: python\n") == 2


def test_our_own_hooks_fetch_nothing() -> None:
    text = OURS.read_text("utf-8")
    assert text.count("- repo:") == text.count("- repo: local\n") == 1
    assert text.count("      - id: ") == text.count("        language: system\n") == 5


def test_our_own_hooks_look_after_the_rules_of_games(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    ours = Repository(tmp_path / "ours", environment)
    game = ours.folder / "rulesets" / "pig" / "game.yaml"
    shutil.copytree(SMALL_GAMES / "pig", game.parent)
    shutil.copytree(SMALL_GAMES / "skunk", ours.folder / "tests" / "games" / "skunk")
    shutil.copyfile(OURS, ours.folder / OURS.name)
    ours.git("init", "--quiet")
    for hook in ("boardwright-fmt", "boardwright-validate"):
        assert ours.run(hook, "--all-files")[0] == 0
    game.write_text(game.read_text("utf-8") + "tdie:   ebb\n", "utf-8")
    code, told = ours.run("boardwright-validate", "--all-files")
    assert code == 1 and "error[E201]" in told
    code, told = ours.run("boardwright-fmt", "--all-files")
    assert code == 1 and "files were modified by this hook" in told
