from __future__ import annotations

import pytest

from cli_runs import run_python
from folders import ROOT
from run_samples import SMALL


@pytest.mark.slow
def test_a_few_kills_change_nothing() -> None:
    done = run_python(
        *(ROOT / "tools" / "cluster_kills.py", SMALL, "--players", "2"),
        *("--games", "6000", "--worker-kills", "2", "--seed", "5"),
    )
    assert done.code == 0, done.text()
    kills = "5 kills (1 of the scheduler, 2 of worker 1, 2 of worker 2)"
    assert done.out.startswith(f"{kills}; 0 games lost, 0 doubled, the same bytes; ")
