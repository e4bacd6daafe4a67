from __future__ import annotations

import pytest

from cli_runs import run_python
from folders import ROOT
from run_samples import SMALL


@pytest.mark.slow
def test_a_few_kills_change_nothing() -> None:
    done = run_python(
        *(ROOT / "tools" / "kills.py", SMALL, "--players", "2"),
        *("--games", "6000", "--kills", "3", "--seed", "5"),
    )
    assert done.code == 0, done.text()
    assert done.out.startswith("3 kills (1 of a worker, 1 of a parent, 1 of a group), ")
    assert done.out.endswith("; 0 games lost, 0 doubled, the same bytes\n")
