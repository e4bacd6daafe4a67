"""What is told about codes, and where somebody at a terminal learns of it."""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from pathlib import Path

import pytest

from boardwright import cli
from boardwright.commands.options import terminal_of
from boardwright.dsl.source.codes import CODES
from boardwright.terminal import Paint
from boardwright.text.error_pages import as_text, page_of
from cli_runs import Run


def test_a_page_reads_as_plain_text(run: Run) -> None:
    done = run("explain", "E401")
    assert done.code == 0
    assert done.out.startswith("E401 unknown-name\n\nAn unknown name.\n")
    assert "\n    error[E401]: unknown place" in done.out
    assert not re.search(r"^(#|```|<!--)|\]\(", done.out, re.MULTILINE)


def test_names_and_small_letters_mean_the_same(run: Run) -> None:
    pages = {run("explain", text).out for text in ("E401", "e401", "unknown-name", "Unknown-Name")}
    assert len(pages) == 1


def test_several_are_told_in_order_each_once(run: Run) -> None:
    done = run("explain", "E402", "unknown-name", "E402")
    assert re.findall(r"^(E\d{3}) ", done.out, re.MULTILINE) == ["E402", "E401"]


def test_one_unknown_code_among_others_is_said_before_anything(run: Run) -> None:
    done = run("explain", "E401", "E4O2")
    assert done.code == 2 and done.out == ""
    assert "there is no code `E4O2`" in done.err and "did you mean `E402`?" in done.err
    assert "`boardwright explain --list` shows all codes" in run("explain", "nothing").err


def test_the_list_has_a_line_for_each_code(run: Run) -> None:
    done = run("explain", "--list")
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines] == list(CODES)
    assert run("explain").out == done.out


def test_a_list_may_be_of_some(run: Run) -> None:
    lines = run("explain", "--list", "e22", "unknown-name").out.splitlines()
    assert [line.split()[0] for line in lines] == [
        *(code for code in CODES if code.startswith("E22")),
        "E401",
    ]
    assert run("explain", "E22").code == 2  # a page is that of one code


def test_colours_change_nothing_else(run: Run) -> None:
    plain = run("explain", "E401").out
    colored = run("explain", "E401", "--color", "always").out
    assert "\x1b[1mE401 unknown-name\x1b[0m" in colored
    assert re.sub(r"\x1b\[\d*m", "", colored) == plain


@pytest.mark.parametrize("code", CODES)
def test_every_page_keeps_within_the_width_outside_of_blocks(code: str) -> None:
    text = as_text(page_of(code).text, 60, Paint(False))
    assert all(len(line) <= 60 for line in text.splitlines() if not line.startswith("    "))
    assert "```" not in text and "<!--" not in text


def test_lists_links_and_comments_are_made_plain() -> None:
    page = "# A\n\n<!-- mark -->\nSee [the page](x.md)\nnow.\n\n- one two three\n- four\n"
    assert as_text(page.replace("<!-- mark -->\n", ""), 12, Paint(False)) == (
        "A\n\nSee the page\nnow.\n\n- one two\n  three\n- four\n"
    )


# ---- where it is mentioned


class _Screen(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("validate bad/wrong_key", "more about it: boardwright explain E201"),
        ("run bad/wrong_key", "more about it: boardwright explain E201"),
        (
            "validate bad/wrong_key bad/unknown_name",
            "more about them: boardwright explain E401 E201",
        ),
        ("validate bad/wrong_key --quiet", ""),
        ("validate bad/wrong_key --format concise", ""),
        ("validate harbour", ""),
    ],
)
def test_at_a_terminal_one_line_tells_where_to_read_on(
    command: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = StringIO(), _Screen()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    cli.main([*command.split(), "--color", "never"])
    assert "explain" not in out.getvalue()
    found = [line for line in err.getvalue().splitlines() if "explain" in line]
    assert len(found) == (1 if told else 0) and all(line.startswith(told) for line in found)
    assert terminal_of().codes == []


def test_nowhere_else(run: Run) -> None:
    assert "explain" not in run("validate", "bad/wrong_key").err


# ---- formats


def test_sarif_of_what_is_wrong(run: Run, tmp_path: Path) -> None:
    done = run("validate", "bad/wrong_key", "--format", "sarif")
    assert done.code == 1
    (found,) = json.loads(done.out)["runs"]
    (result,) = found["results"]
    (rule,) = found["tool"]["driver"]["rules"]
    assert result["ruleId"] == rule["id"] == "E201"
    assert rule["help"]["markdown"].startswith("# E201 unknown-key\n")
    assert rule["help"]["text"].startswith("E201 unknown-key\n")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "bad/wrong_key/game.yaml"
    file = tmp_path / "found.sarif"
    run("validate", "bad/wrong_key", "--format", "sarif", "--out", str(file))
    assert file.read_text("utf-8") == done.out


def test_github_names_files_from_the_root_of_the_repository(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(Path.cwd().parent))
    here = Path.cwd().name
    first = run("validate", "bad/wrong_key").out.splitlines()[0]
    assert first.startswith(f"::error file={here}/bad/wrong_key/game.yaml,line=16")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(Path.cwd() / "harbour"))
    first = run("validate", "bad/wrong_key").out.splitlines()[0]
    assert first.startswith("::error file=bad/wrong_key/game.yaml,line=16")


def test_what_goes_to_a_file_is_not_for_the_log_of_github(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    file = tmp_path / "found.txt"
    run("validate", "bad/wrong_key", "--out", str(file))
    assert file.read_text("utf-8").startswith("error[E201]")


def test_a_file_holds_all_that_a_terminal_would_not(run: Run, tmp_path: Path) -> None:
    cards = "".join(f"    card_{n}: {{wrth: 1}}\n" for n in range(60))
    (tmp_path / "game.yaml").write_text(
        "game: g\nlanguage: 2\nplayers: 2\nkinds:\n  card: {home: box}\n"
        f"places:\n  box: {{holds: [card]}}\npieces:\n  card:\n{cards}outcome: {{score: 0}}\n",
        "utf-8",
    )
    assert run("validate", str(tmp_path)).out.endswith("\nand 10 more\n")
    file = tmp_path / "found.txt"
    run("validate", str(tmp_path), "--out", str(file))
    assert file.read_text("utf-8").count("error[E201]") == 60
