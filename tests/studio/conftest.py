"""The processes of a studio find our modules. Rules are read once, and not by each test and process again."""

from __future__ import annotations

import pytest

from studio_server import PATH


@pytest.fixture(scope="session")
def folder_of_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(autouse=True)
def modules_for_processes(monkeypatch: pytest.MonkeyPatch, folder_of_cache: str) -> None:
    monkeypatch.setenv("PYTHONPATH", PATH)
    monkeypatch.setenv("BOARDWRIGHT_CACHE", folder_of_cache)
