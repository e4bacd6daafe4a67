"""`boardwright fmt` on files: what it writes, what it says, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli_runs import Run
from folders import CORPUS, ROOT, SMALL_GAMES

UGLY = "part:   a\nvalues:\n    x:  1+2   \n\n\n"
TIDY = "part: a\nvalues:\n  x: 1 + 2\n"
BROKEN = "part: a\nvalues:\n    x:  1 +\n"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "rules"
    (folder / "more").mkdir(parents=True)
    (folder / "ugly.yaml").write_text(UGLY)
    (folder / "more" / "tidy.yaml").write_text(TIDY)
    (folder / "notes.txt").write_text("  a :  b  \n")
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_folder_is_written_in_the_style(rules: Path, run: Run) -> None:
    done = run("fmt", "rules")
    assert done.code == 0
    assert done.out == "formatted rules/ugly.yaml\n"
    assert done.err == "1 file formatted, 1 file left as it is\n"
    assert (rules / "ugly.yaml").read_text() == TIDY
    assert (rules / "notes.txt").read_text() == "  a :  b  \n"
    assert sorted(each.name for each in rules.iterdir()) == ["more", "notes.txt", "ugly.yaml"]
    again = run("fmt", "rules")
    assert (again.code, again.out) == (0, "")
    assert again.err == "2 files left as they are\n"


def test_without_a_path_the_current_folder(rules: Path, run: Run) -> None:
    assert run("fmt", "--quiet").text() == "exit 0\n--- stdout\nformatted rules/ugly.yaml\n"


def test_check_writes_nothing(rules: Path, run: Run) -> None:
    done = run("fmt", "--check", "rules")
    assert done.code == 1
    assert done.out == "would format rules/ugly.yaml\n"
    assert done.err == "1 file would be formatted, 1 file left as it is\n"
    assert (rules / "ugly.yaml").read_text() == UGLY
    assert run("fmt", "--check", "rules/more").code == 0


def test_diff_shows_what_would_change(rules: Path, run: Run) -> None:
    done = run("fmt", "--diff", "rules/ugly.yaml", "rules")
    assert done.code == 1
    assert done.out.splitlines() == [
        "--- rules/ugly.yaml",
        "+++ rules/ugly.yaml",
        "@@ -1,5 +1,3 @@",
        "-part:   a",
        "+part: a",
        " values:",
        "-    x:  1+2   ",
        "-",
        "-",
        "+  x: 1 + 2",
    ]
    assert (rules / "ugly.yaml").read_text() == UGLY


def test_stdin_comes_out_on_stdout(run: Run) -> None:
    done = run("fmt", "-", stdin=UGLY)
    assert (done.code, done.out, done.err) == (0, TIDY, "")
    assert run("fmt", "-", "--check", stdin=UGLY).text() == "exit 1\n--- stdout\nwould format -\n"
    assert run("fmt", "-", "--check", stdin=TIDY).text() == "exit 0\n"


def test_stdin_that_cannot_be_read_gives_nothing(run: Run) -> None:
    done = run("fmt", "-", stdin=BROKEN)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("error[E304]: the text ends too early\n --> -:3:12\n")


def test_stdin_stands_alone(run: Run) -> None:
    assert run("fmt", "-", "rules", stdin=UGLY).code == 2


def test_a_file_that_cannot_be_read_stays_and_the_others_are_written(rules: Path, run: Run) -> None:
    (rules / "broken.yaml").write_text(BROKEN)
    done = run("fmt", "rules")
    assert done.code == 1
    assert done.out == "formatted rules/ugly.yaml\n"
    assert "rules/broken.yaml:3:12" in done.err
    assert done.err.endswith("1 file formatted, 1 file left as it is, 1 file could not be read\n")
    assert (rules / "broken.yaml").read_text() == BROKEN


def test_a_path_that_is_not_there(rules: Path, run: Run) -> None:
    done = run("fmt", "rule")
    assert done.code == 2
    assert done.err.splitlines()[:2] == [
        "error[E127]: there is no file or folder `rule`",
        "  = help: did you mean `rules`?",
    ]


def test_rights_and_links_of_a_file_stay(rules: Path, run: Run) -> None:
    file, link = rules / "ugly.yaml", rules / "link.yaml"
    file.chmod(0o640)
    link.symlink_to("ugly.yaml")
    assert run("fmt", "rules/link.yaml").code == 0
    assert link.is_symlink()
    assert file.read_text() == TIDY
    assert file.stat().st_mode & 0o777 == 0o640


def test_what_is_shipped_and_used_in_tests_is_in_the_style(run: Run) -> None:
    games = [str(CORPUS / name) for name in ("harbour", "fog", "storm", "regatta")]
    done = run("fmt", "--check", str(ROOT / "rulesets"), str(SMALL_GAMES), *games)
    assert done.out == ""
    assert done.code == 0
