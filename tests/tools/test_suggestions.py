from __future__ import annotations

import subprocess
import sys

import pytest

from folders import ROOT

TOOL = ROOT / "tools" / "suggestions.py"


def _run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), "--tries", "150", "--seed", "3", *args],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_nine_of_ten_slips_are_told_with_the_right_word() -> None:
    done = _run("--least", "90")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\nall: 9" in done.stdout or "\nall: 100.0 %" in done.stdout


@pytest.mark.slow
def test_the_bound_is_held() -> None:
    done = _run("--least", "101", "--ruleset", "rattus")
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.startswith("rattus: ")
