"""`boardwright export`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import polars
import pytest

from boardwright.extras import install
from boardwright.runs.folder import Folder
from cli_runs import Run
from export_samples import read_csv
from folders import SMALL_GAMES

DRAFTING = str(SMALL_GAMES / "drafting")
SMALL = ("rattus", "--players", "2", "--games", "6", "--jobs", "1", "--quiet")
AGAIN = ("--jobs", "1", "--quiet")


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> Path:
    assert run("simulate", *SMALL, "--out", str(tmp_path / "run")).code == 0
    return tmp_path / "run"


def test_it_prints_a_row_for_each_game(run: Run, folder: Path) -> None:
    done = run("export", str(folder))
    assert (done.code, done.err) == (0, "")
    rows = read_csv(done.out)
    assert [row["game"] for row in rows] == [str(n) for n in range(6)]
    assert {row["end"] for row in rows} == {"over"}


def test_the_name_of_a_file_says_in_which_form(run: Run, folder: Path, tmp_path: Path) -> None:
    done = run("export", str(folder), "--rows", "seats", "--out", str(tmp_path / "seats.csv"))
    assert (done.code, done.out) == (0, f"6 games in {tmp_path}/seats.csv\n")
    done = run("export", str(folder), "--rows", "seats", "--out", str(tmp_path / "seats.parquet"))
    assert (done.code, done.out) == (0, f"6 games in {tmp_path}/seats.parquet\n")
    text, binary = tmp_path / "seats.csv", tmp_path / "seats.parquet"
    assert polars.read_csv(text).equals(polars.read_parquet(binary))
    done = run("export", str(folder), "--out", str(tmp_path / "seats"))
    assert (
        done.code == 2
        and "shows no format: let it end in `.parquet` or `.csv`, or add `--format`" in done.err
    )
    done = run("export", str(folder), "--format", "parquet")
    assert done.code == 2 and "a Parquet file needs a name: add `--out`" in done.err


@pytest.mark.parametrize("rows", ["decisions", "cards"])
def test_the_same_bytes_with_any_number_of_processes(
    run: Run, folder: Path, tmp_path: Path, rows: str
) -> None:
    found = set()
    for jobs in ("1", "2", "3"):
        out = tmp_path / f"{jobs}.parquet"
        words = ("--rows", rows, "--out", str(out), "--jobs", jobs, "--quiet")
        done = run("export", str(folder), *words)
        assert (done.code, done.err) == (0, "")
        found.add(out.read_bytes())
    assert len(found) == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        *("1.parquet", "2.parquet", "3.parquet", "run")
    ]


def test_games_are_chosen_by_number(run: Run, folder: Path) -> None:
    done = run("export", str(folder), "--games", "2-3", "--rows", "decisions", *AGAIN)
    assert (done.code, done.err) == (0, "")
    assert {row["game"] for row in read_csv(done.out)} == {"2", "3"}
    done = run("export", str(folder), "--games", "3-2")
    assert done.code == 2 and "expected numbers such as 0-999, found `3-2`" in done.err


def test_it_says_how_many_games_it_plays_again(run: Run, folder: Path) -> None:
    done = run("export", str(folder), "--rows", "cards", "--jobs", "1", "--progress", "none")
    assert (done.code, done.err) == (0, "playing 6 games again\n")


def test_games_of_other_people_are_found_by_ruleset(run: Run, tmp_path: Path) -> None:
    root = str(tmp_path / "run")
    words = ("--players", "3", "--games", "4", "--jobs", "1", "--quiet", "--out", root)
    assert run("simulate", DRAFTING, *words).code == 0
    assert run("export", root).code == 0
    done = run("export", root, "--rows", "cards", *AGAIN)
    assert done.code == 2 and "write `--ruleset PATH` for another" in done.err
    done = run("export", root, "--rows", "cards", "--ruleset", DRAFTING, *AGAIN)
    assert (done.code, done.err) == (0, "")
    done = run("export", root, "--rows", "cards", "--ruleset", "rattus", *AGAIN)
    assert done.code == 2
    assert "error: these rules cannot play the games of this run again: its game" in done.err


def test_meetings_of_a_tournament_are_one_table(run: Run, tmp_path: Path) -> None:
    cup = tmp_path / "cup"
    words = ("--agents", "greedy,random,first", "--games", "2", "--players", "2", *AGAIN)
    assert run("tournament", "rattus", *words, "--out", str(cup)).code == 0
    for rows in ("games", "decisions"):
        done = run("export", str(cup), "--rows", rows, *AGAIN)
        assert (done.code, done.err) == (0, "")
        seen = dict.fromkeys((row["meeting"], row["game"]) for row in read_csv(done.out))
        assert list(seen) == [(f"meeting-00{m}", game) for m in (1, 2, 3) for game in "01"]
    (cup / "meeting-002/run.json").unlink()
    done = run("export", str(cup))
    assert (done.code, done.err) == (0, f"{cup}/meeting-002: this meeting is missing\n")


def test_what_is_damaged_is_left_out_and_named(run: Run, folder: Path) -> None:
    there = Folder(folder)
    games = there.games.read_bytes()
    there.games.write_bytes(games[:-9])
    done = run("export", str(folder))  # its parts are whole
    assert (done.code, len(read_csv(done.out))) == (1, 6)
    assert done.err == f"{there.games} is damaged: its checksum does not match\n"
    there.games.unlink()
    there.part(1).unlink()
    done = run("export", str(folder))
    assert (done.code, len(read_csv(done.out))) == (0, 5)
    assert done.err == f"{folder}: 1 of 6 games are missing\n"


def test_a_game_that_ends_in_another_way_is_a_finding(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from boardwright.interpreter.agents import installed

    monkeypatch.setitem(installed.SHIPPED, "random", installed.SHIPPED["first"])
    out = tmp_path / "d.csv"
    out.write_text("as it was")
    done = run("export", str(folder), "--rows", "decisions", "--out", str(out), *AGAIN)
    assert (done.code, done.out) == (1, "")
    assert f"error: {folder}: game 0 ends in another way: `" in done.err
    assert out.read_text() == "as it was"
    assert {each.name for each in tmp_path.iterdir()} == {"run", "d.csv"}


def test_programs_are_not_asked_again(run: Run, folder: Path) -> None:
    from boardwright.runs.folder import summed

    file = folder / "run.json"
    found = json.loads(file.read_text())
    del found["sum"]
    found["plan"]["agents"] = ["program:touch harm"] * 2
    found["plan"]["agents_seed"] = 0
    file.write_text(summed(found))
    done = run("export", str(folder), "--rows", "decisions", *AGAIN)
    assert done.code == 2
    assert "error: the agent `program:touch harm` is a program" in done.err


def test_it_says_what_to_install(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = str(tmp_path / "g.parquet")
    done = run("export", str(folder), "--out", out)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"error: this needs: {install('data')}\n"
    assert run("export", str(folder), "--out", str(tmp_path / "g.csv")).code == 0
