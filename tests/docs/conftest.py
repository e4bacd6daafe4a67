from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """What pages show is run in an empty folder."""
    return tmp_path
