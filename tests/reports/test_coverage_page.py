"""A page of rules, coloured line by line by what ran."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli_runs import Run
from folders import ROOT
from report_samples import parsed

RULESETS = ROOT / "tests" / "corpus" / "play"


@pytest.fixture
def html(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page of twenty games of the mill, whose first rule is written so that it would be markup."""
    folder = tmp_path / "mill"
    folder.mkdir()
    text = (RULESETS / "mill" / "game.yaml").read_text("utf-8")
    text = text.replace("name: The mill", "name: </title><script>alert(1)</script>")
    (folder / "game.yaml").write_text(
        text.replace("take yield coins", "take yield coins  # </code><img src=x>"), "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    done = run("coverage", "./mill", "--games", "20", "--out", "page.html")
    assert done.code == 0 and "never ran:" in done.out
    return Path("page.html").read_text("utf-8")


def row(html: str, text: str) -> tuple[str, str, str]:
    """The shade of the line with this text, how often it ran, and all that is said of it."""
    rows: list[tuple[str, str, str]] = re.findall(
        r'<tr(?: class="(\w+)")?><th scope="row" id="f\d+-\d+">\d+</th><td class="times">(.*?)</td>'
        r'<td class="text">(.*?)</td></tr>',
        html,
    )
    (found,) = (each for each in rows if text in re.sub("<.*?>", "", each[2]))
    return found


def test_lines_tell_whether_and_how_often_they_ran(html: str) -> None:
    shade, times, _ = row(html, "take yield coins")
    assert shade == "ran" and re.fullmatch(r"[\d,]+×", times)
    shade, times, told = row(html, "feast()")
    assert (shade, times) == ("never", "never") and "the condition was never true" in told
    assert row(html, "varieties:")[:2] == ("", "")


def test_conditions_that_were_always_the_same_are_underlined(html: str) -> None:
    told = row(html, "if my coins &gt;= 40")[2]
    assert "<mark>my coins &gt;= 40</mark>" in told
    assert re.search(r'class="note">always false, [\d,]+×: my coins &gt;= 40<', told)
    assert "<mark>" not in row(html, "if kind is rye")[2]


def test_a_page_loads_nothing_and_rules_are_text(html: str) -> None:
    found = parsed(html)
    assert found.wrong == [] and not found.tags & {"script", "img", "link"}
    assert "default-src 'none'" in html.replace("&#x27;", "'")
    assert "url(" not in html and "http:" not in html
    assert "width=device-width" in html and "prefers-color-scheme:dark" in html
