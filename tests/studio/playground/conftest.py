from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from build_playground import build
from playground_browser import PATIENCE, OpenPlayground, playground_at
from studio_browser import chromium


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the playground."""
    out = tmp_path_factory.mktemp("built") / "playground"
    build(out)
    return out


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Python starts in the page, which takes a while if other tests run beside this one."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=None)


@pytest.fixture
def playground(built: Path, browser: Browser) -> Iterator[OpenPlayground]:
    with playground_at(built, browser) as opened:
        yield opened
