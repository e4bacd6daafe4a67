"""Chromium for the tests of a file, and studios for one test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from studio_browser import Studios, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def studio(browser: Browser, tmp_path: Path) -> Iterator[Studios]:
    """`studio(folder, start="fruit").page("#/table")`: a page at a new studio. In the end, none may have had a fault."""
    studios = Studios(browser, tmp_path)
    try:
        yield studios
    finally:
        faults = studios.close()
    assert faults == []
