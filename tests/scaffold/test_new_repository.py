"""`boardwright new repository`: a repository that is sound as it is, for any shipped game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.scaffold.new_repository import REPOSITORY
from cli_runs import Run
from folders import GOLDEN_FILES
from golden import Golden
from tree import repository

# A game, the kind of the first card if it must be chosen, and the languages of the game.
GAMES = [("rattus", (), "en, it, nl"), ("notre_dame", ("--kind", "character"), "")]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Commands run in an empty folder."""
    return tmp_path


@pytest.fixture
def here(surroundings: None, corpus: Path) -> Path:
    return corpus


def test_what_is_made(here: Path, run: Run, golden: Golden) -> None:
    done = run("new", "repository", "winter", "--of", "rattus")
    files = sorted(path for path in here.rglob("*") if path.is_file() and path.suffix != ".json")
    texts = [
        f"### {each.relative_to(here).as_posix()}\n{each.read_text('utf-8')}" for each in files
    ]
    golden(GOLDEN_FILES / "new" / "repository.txt", "\n".join([done.text(), *texts]))


@pytest.mark.parametrize(("game", "kind", "languages"), GAMES)
def test_it_is_sound(
    game: str, kind: tuple[str, ...], languages: str, here: Path, run: Run
) -> None:
    assert run("new", "repository", "winter", "--of", game, *kind).code == 0
    found = run("validate", "winter", "--profile", "shared", "--format", "json")
    assert json.loads(found.out) == []
    assert run("test", "winter/winter").code == 0
    assert run("fmt", "--check", "winter").code == 0
    assert languages in (here / "winter/winter/expansion.yaml").read_text("utf-8")


def test_it_names_our_repository() -> None:
    assert repository() == REPOSITORY


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--of", "notre_dame"), "there are several kinds of pieces"),
        (("--of", "mercatus"), "`mercatus` is an expansion itself"),
        (("--of", "./fair"), "`./fair` does not come with Boardwright"),
    ],
)
def test_what_cannot_be_made(words: tuple[str, ...], told: str, here: Path, run: Run) -> None:
    assert run("new", "game", "fair").code == 0
    done = run("new", "repository", "winter", *words)
    assert done.code == 2 and told in done.err
    assert not (here / "winter").exists()
