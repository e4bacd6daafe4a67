from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def at_the_terminal(surroundings: None) -> None:
    """Tests of commands begin in the folder of samples, even those that start a process themselves."""
