from __future__ import annotations

from pathlib import Path

import pytest

from folders import TESTS


@pytest.fixture
def corpus() -> Path:
    """The folder of the small rulesets with faults."""
    return TESTS / "corpus" / "play"
