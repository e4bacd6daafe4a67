from __future__ import annotations

from pathlib import Path

import pytest

import build_playground
from boardwright.commands import many_games
from boardwright.runs import progress
from build_site import build


@pytest.fixture(autouse=True)
def on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that pages show are played in this process (their bytes are those of any number), and take long nowhere."""
    monkeypatch.setattr(many_games, "cores", lambda: 1)
    monkeypatch.setattr(progress, "FIRST", 1e9)
    monkeypatch.setattr(progress, "EVERY", 1e9)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """What pages show is run in an empty folder."""
    return tmp_path


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as a site, with only the first page of the playground: tests/studio/playground has all of it."""
    out = tmp_path_factory.mktemp("site") / "site"
    build(out, build_playground.copy_page)
    return out
