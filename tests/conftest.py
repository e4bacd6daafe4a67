"""What all tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden files anew; `git diff` reviews them",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden(path, text)`: the file at `path` holds exactly `text`; or does from now on, when updating."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.write_bytes(text.encode())
        else:
            assert path.exists(), f"{path.name} is missing; pytest --update-golden writes it"
            assert text == path.read_bytes().decode()

    return compare
