from __future__ import annotations

from pathlib import Path

import pytest

from cli_runs import Run
from look_folders import pages_of


def test_a_book_is_the_same_bytes_in_two_processes(spawn: Run, tmp_path: Path) -> None:
    made = []
    for name in ("a.pdf", "b.pdf"):
        done = spawn("rulebook", "mercatus", "--language", "it", "--out", str(tmp_path / name))
        assert done.code == 0, done.err
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    assert done.out == f"{tmp_path / 'b.pdf'}: {pages_of(made[0])} pages\n"


@pytest.mark.parametrize("paper", ["a5", "letter"])
def test_other_papers(run: Run, tmp_path: Path, paper: str) -> None:
    done = run("rulebook", "notre_dame", "--paper", paper, "--out", str(tmp_path / "x.pdf"))
    assert done.code == 0, done.err


def test_a_language_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("rulebook", "notre_dame", "--language", "nl", "--out", str(tmp_path / "x.pdf"))
    assert done.code == 2 and "E675" in done.err
