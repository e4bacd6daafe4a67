from __future__ import annotations

import pytest

from boardwright.runs import disk


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power while these tests run. Processes that they start do wait."""
    monkeypatch.setattr(disk, "sync", lambda number: None)
