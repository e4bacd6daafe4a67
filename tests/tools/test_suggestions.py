from __future__ import annotations

import pytest

import suggestions
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


@pytest.mark.slow
def test_one_edit_cures_19_of_20_slips() -> None:
    done = _run("--fix", "--least", "95")
    assert done.code == 0, done.text()
    assert "\ncured by one edit: 9" in done.out or "\ncured by one edit: 100.0 %" in done.out


@pytest.mark.slow
def test_the_bound_of_cures_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggestions.Desk, "is_cured", lambda *_: False)
    few = ["--ruleset", "rattus", "--tries", "20", "--least", "50"]
    assert suggestions.main([*few, "--fix"]) == 1
    assert suggestions.main(few) == 0
