"""What all tests share."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from golden import Golden

# The same examples at every run: what changed is the code. HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# A shell lets what runs in the background ignore Ctrl-C, and `nohup` a closed terminal; so would the programs that tests
# start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


# What a test finds out is not kept for the next one, nor by the programs that it starts.
os.environ["BOARDWRIGHT_CACHE"] = "off"


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
