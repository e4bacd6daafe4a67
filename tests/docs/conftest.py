from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.commands import many_games
from boardwright.runs import progress


@pytest.fixture(autouse=True)
def on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that pages show are played in this process (their bytes are those of any number), and take long nowhere."""
    monkeypatch.setattr(many_games, "cores", lambda: 1)
    monkeypatch.setattr(progress, "EVERY", 1e9)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """What pages show is run in an empty folder."""
    return tmp_path
