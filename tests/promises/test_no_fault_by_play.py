"""Checks that play find no fault in the shipped games."""

from __future__ import annotations

import pytest

from cli_runs import Run


@pytest.mark.one_in(3)
@pytest.mark.parametrize("names", [("rattus",), ("notre_dame",), ("rattus", "--with", "mercatus")])
def test_no_fault_is_found_in_the_shipped_games(names: tuple[str, ...], run: Run) -> None:
    done = run("validate", *names, "--play", "6", "--ignore", "E820,E821")
    assert done.code == 0, done.out
    assert "6 random games" in done.err
