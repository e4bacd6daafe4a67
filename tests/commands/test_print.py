"""`boardwright print board`: the board on paper, and what is said of a wrong command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli_runs import Run
from look_folders import pages_of


def test_tiles_are_the_same_bytes_in_two_processes(spawn: Run, tmp_path: Path) -> None:
    made = []
    for name in ("a.pdf", "b.pdf"):
        done = spawn("print", "board", "rattus", "--out", str(tmp_path / name))
        assert done.code == 0 and done.out.endswith("801 x 576 mm, 12 pages\n"), done.err
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1] and pages_of(made[0]) == 12


@pytest.mark.parametrize("players", ["3", "4", "5"])
def test_a_board_is_for_a_number_of_players(run: Run, tmp_path: Path, players: str) -> None:
    out = tmp_path / "board.pdf"
    args = ("--players", players, "--language", "it", "--paper", "letter")
    done = run("print", "board", "notre_dame", *args, "--out", str(out))
    assert done.code == 0 and "mm, " in done.out, done.err
    assert pages_of(out.read_bytes()) > 9


def test_one_page_says_what_does_not_fit(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    done = run("print", "board", "rattus", "--one-page", "a3", "--out", str(out))
    assert done.code == 0 and done.out.endswith(" mm, 1 page\n")
    assert "rat token (25 by 25 mm) does not fit in Anglia, nor in 11 more" in done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("board", "rattus"), "--out"),
        (("board", "rattus", "--players", "7"), "the game is for 2 to 4 players"),
        (("board", "rattus", "--one-page", "a9"), "is not a size such as a2"),
        (("board", "rattus", "--one-page", "10x10"), "is not a size such as a2"),
        (("board", "rattus", "--language", "pl"), "E675"),
        (("cards", "rattus"), "`boardwright cards` prints that"),
        (("bord", "rattus"), "did you mean `board`?"),
    ],
)
def test_a_wrong_command_line_is_explained(
    run: Run, tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    out = ("--out", str(tmp_path / "x.pdf")) if said != "--out" else ()
    done = run("print", *args, *out)
    assert done.code == 2 and said in done.err and not (tmp_path / "x.pdf").exists()


def test_without_typst_one_line_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    done = run("print", "board", "rattus", "--out", str(tmp_path / "x.pdf"))
    assert done.code == 2 and "typst" in done.err and done.err.count("\n") == 1
