"""`boardwright cards`: what is written where, and what is said of a wrong command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli_runs import Run
from look_folders import card, expansion, pages_of


def test_sheets_are_the_same_bytes_in_two_processes(spawn: Run, tmp_path: Path) -> None:
    made = []
    for name in ("a.pdf", "b.pdf"):
        done = spawn("cards", "rattus", "--out", str(tmp_path / name))
        assert done.code == 0 and done.out.endswith("56 pieces, 4 pages\n"), done.err
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1] and pages_of(made[0]) == 4


@pytest.mark.parametrize("form", ["png", "svg"])
def test_single_cards_are_files(run: Run, tmp_path: Path, form: str) -> None:
    out = tmp_path / "folder"
    done = run(
        "cards", "rattus", "--only", "king,pawn", "--format", form, "--ppi", "72", "--out", str(out)
    )
    assert done.code == 0, done.err
    names = ["class_card-king", "class_card-king-back", "pawn", "pawn-back"]
    assert {each.name for each in out.iterdir()} == {f"{name}.{form}" for name in names}


def test_two_hundred_cards_are_printed(run: Run, tmp_path: Path) -> None:
    words = "when the plague strikes each player with most cubes there may place one more "
    cards = "".join(
        f"    c{n}: {{class: magic, name: Card {n}, text: {words * (1 + n % 5)}}}\n"
        for n in range(200)
    )
    root = expansion(tmp_path, cards)
    done = run("cards", str(root), "--out", str(tmp_path / "x.pdf"))
    assert done.code == 0 and "200 pieces, 46 pages" in done.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--only", "kng"), "did you mean `king`?"),
        (("--size", "10x10"), "is not a size such as 63x88"),
        (("--size", "pokr"), "is not a size such as 63x88"),
        (("--players", "7"), "the game is for 2 to 4 players"),
        (("--language", "pl"), "E675"),
        (("--paper", "a3"), "'a4', 'letter'"),
    ],
)
def test_a_wrong_command_line_is_explained(
    run: Run, tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    done = run("cards", "rattus", "--out", str(tmp_path / "x.pdf"), *args)
    assert done.code == 2 and said in done.err and not (tmp_path / "x.pdf").exists()


def test_it_must_be_said_where_to(run: Run) -> None:
    assert "missing option `--out`" in run("cards", "rattus").err


def test_a_card_larger_than_the_paper_is_refused(run: Run, tmp_path: Path) -> None:
    root = expansion(
        tmp_path,
        more="kinds: {poster: {home: wall, look: {shape: card, size: 280}}}\nplaces: {wall: {holds: [poster]}}\npieces: {poster: [p1]}\n",
    )
    done = run("cards", str(root), "--out", str(tmp_path / "x.pdf"))
    assert done.code == 2 and "larger than the paper" in done.err


def test_without_typst_one_line_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    for command in ("cards", "rulebook"):
        done = run(command, "rattus", "--out", str(tmp_path / "x.pdf"))
        assert done.code == 2 and 'this needs: pip install "typst>=' in done.err
        assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "name", "way_out"),
    [
        (("cards",), "king.png", "add `--format png`, or choose a name that ends in `.pdf`"),
        (("cards",), "king.doc", "choose a name that ends in `.pdf`"),
        (("rulebook",), "rules.md", "choose a name that ends in `.pdf`"),
        (("print", "board"), "board.svg", "choose a name that ends in `.pdf`"),
    ],
)
def test_a_name_that_promises_another_format_is_refused(
    run: Run, tmp_path: Path, command: tuple[str, ...], name: str, way_out: str
) -> None:
    done = run(*command, "rattus", "--out", str(tmp_path / name))
    assert done.code == 2 and f"`{name}` would be a PDF: {way_out}\n" in done.err
    assert not (tmp_path / name).exists()


def test_a_template_is_written_and_used(run: Run, tmp_path: Path) -> None:
    mine, out = tmp_path / "mine.typ", tmp_path / "x.pdf"
    assert run("cards", "rattus", "--write-template", str(mine)).code == 0
    args = ("cards", "rattus", "--only", "king", "--out", str(out))
    assert run(*args).code == 0
    ours = out.read_bytes()
    assert run(*args, "--template", str(mine)).code == 0
    assert out.read_bytes() == ours
    mine.write_text("#oops", "utf-8")
    done = run(*args, "--template", str(mine))
    assert done.code == 2 and "mine.typ: unknown variable: oops" in done.err


def test_findings_are_told_and_the_cards_are_printed(run: Run, tmp_path: Path) -> None:
    root = expansion(tmp_path)
    card(root, "long", text="word " * 500)
    done = run("cards", str(root), "--out", str(tmp_path / "x.pdf"))
    assert done.code == 1 and "error[E710]" in done.err and (tmp_path / "x.pdf").exists()
