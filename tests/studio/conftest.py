"""The processes of a studio find our modules."""

from __future__ import annotations

import pytest

from studio_server import PATH


@pytest.fixture(autouse=True)
def modules_for_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", PATH)
