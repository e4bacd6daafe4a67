from __future__ import annotations

import pytest

from boardwright.runs import progress


@pytest.fixture(autouse=True)
def at_the_terminal(surroundings: None) -> None:
    """Tests of commands begin in the folder of samples, even those that start a process themselves."""


@pytest.fixture(autouse=True)
def on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs tell nothing of their progress because a machine is slow."""
    monkeypatch.setattr(progress, "FIRST", 1e9)
