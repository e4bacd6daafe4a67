from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_runs import ROOT, Run

SMALL = ("harbour", "--games", "40", "--jobs", "1", "--seed", "3")


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> Path:
    assert run("simulate", *SMALL, "--out", str(tmp_path / "run")).code == 0
    return tmp_path / "run"


def test_it_tells_what_a_run_came_to(run: Run, folder: Path) -> None:
    done = run("report", str(folder))
    assert (done.code, done.err) == (0, "")
    assert "40 games played to the end" in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_the_name_of_a_file_says_in_which_form(run: Run, folder: Path, tmp_path: Path) -> None:
    for name, begins in (
        ("page.html", "<!DOCTYPE html>"),
        ("report.json", '{\n  "report": "boardwright"'),
        ("report.txt", "harbour\n"),
    ):
        out = tmp_path / name
        done = run("report", str(folder), "--out", str(out))
        assert (done.code, done.out, done.err) == (0, f"{out}\n", "")
        assert out.read_text("utf-8").startswith(begins)
    done = run("report", str(folder), "--format", "json")
    assert done.out == (tmp_path / "report.json").read_text("utf-8")


def test_a_text_is_folded_for_the_terminal_but_not_in_a_file(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "wide.txt"
    wide = run("report", str(folder)).out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run("report", str(folder)).out
    assert narrow != wide and narrow.split()[:20] == wide.split()[:20]
    assert run("report", str(folder), "--out", str(out)).code == 0
    assert out.read_text("utf-8") == wide


def test_the_same_bytes_in_every_process(run: Run, spawn: Run, folder: Path) -> None:
    here = run("report", str(folder), "--format", "html").out
    for seed in ("1", "2"):
        assert spawn("report", str(folder), "--format", "html", hash_seed=seed).out == here


def test_two_runs_are_compared(run: Run, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert run("simulate", *SMALL[:-1], "4", "--out", str(other)).code == 0
    done = run("report", str(folder), str(other))
    assert (done.code, done.err) == (0, "")
    assert "  seed  3      4\n" in done.out
    found = json.loads(run("report", str(folder), str(other), "--format", "json").out)
    assert [plan["seed"] for plan in found["plans"]] == [3, 4]
    assert found["plan_differs"] == [{"key": "seed", "first": 3, "second": 4}]


def test_runs_of_other_games_are_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    small = str(ROOT / "tests" / "games" / "tic_tac_toe")
    assert run("simulate", small, "--games", "5", "--jobs", "1", "--out", other).code == 0
    done = run("report", str(folder), other)
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: these are runs of different games: `harbour` and `tic_tac_toe`\n"


def test_what_is_missing_is_said(run: Run, folder: Path) -> None:
    (folder / "games.jsonl").unlink()
    (folder / "parts" / "part-000003.jsonl").unlink()
    done = run("report", str(folder))
    assert done.code == 0
    assert done.err == f"{folder}: 1 of 40 games are missing\n"
    assert "1 of 40 games are missing: 3 to 3\n" in done.out


def test_damage_is_said_and_is_a_finding(run: Run, folder: Path) -> None:
    games = folder / "games.jsonl"
    games.write_bytes(games.read_bytes().replace(b'"over"', b'"ever"', 1))
    done = run("report", str(folder))
    assert done.code == 1
    assert done.err == f"{games} is damaged: its sum is another\n"
    assert "40 games played to the end" in done.out  # the parts are there still


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "missing argument"),
        (("nowhere",), "error: nowhere: there is no run in this folder\n"),
        (("a", "b", "c"), "error: name one run, or two to compare\n"),
    ],
)
def test_what_cannot_be_done(run: Run, words: tuple[str, ...], message: str) -> None:
    done = run("report", *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
