from __future__ import annotations

import subprocess
import sys

import pytest

from folders import ROOT
from run_samples import SMALL


@pytest.mark.slow
def test_a_few_kills_change_nothing() -> None:
    done = subprocess.run(
        [
            *(sys.executable, str(ROOT / "tools" / "kills.py"), SMALL, "--players", "2"),
            *("--games", "6000", "--kills", "3", "--seed", "5"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("3 kills (1 of a worker, 1 of a parent, 1 of a group), ")
    assert done.stdout.endswith("; 0 games lost, 0 doubled, the same bytes\n")
