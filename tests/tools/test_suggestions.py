from __future__ import annotations

import pytest

from cli_runs import Done, run_python
from folders import ROOT

TOOL = ROOT / "tools" / "suggestions.py"


def _run(*args: str) -> Done:
    return run_python(TOOL, "--tries", "150", "--seed", "3", *args)


@pytest.mark.slow
def test_nine_of_ten_slips_are_told_with_the_right_word() -> None:
    done = _run("--least", "90")
    assert done.code == 0, done.text()
    assert "\nall: 9" in done.out or "\nall: 100.0 %" in done.out


@pytest.mark.slow
def test_the_bound_is_held() -> None:
    done = _run("--least", "101", "--ruleset", "rattus")
    assert done.code == 1, done.text()
    assert done.out.startswith("rattus: ")
