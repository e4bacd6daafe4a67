"""The site as people see it, in Chromium: nothing is wider than its column, axe-core, which looks for barriers, finds none, and
the search finds what is looked for.

A sample of pages has every kind of block; `pytest -m campaign tests/docs` looks at all pages.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from boardwright.files.locate_ruleset import shipped
from folders import ROOT

BROWSER = ROOT / "tools" / "browser"
GAME = next(iter(shipped()))
# Wide output, drawings, tables of many columns, pictures, messages, a game.
SAMPLE = (
    "/agents/",
    "/architecture/",
    "/errors/E401/",
    "/errors/E808/",
    "/printing/",
    f"/games/{GAME}/",
    f"/games/{GAME}/rules/",
)
SAMPLE_FOR_AXE = ("/", "/performance/", f"/games/{GAME}/cards/")


@dataclass(frozen=True)
class Found:
    """What was seen: `search` has the addresses that were found first, for the words."""

    findings: list[str]
    search: dict[str, list[str]]


@pytest.fixture(scope="session")
def scripts() -> Path:
    """The scripts for Node, installed if they are not there."""
    wanted = json.loads((BROWSER / "package.json").read_text("utf-8"))["dependencies"]
    for name, version in wanted.items():
        about = BROWSER / "node_modules" / name / "package.json"
        if not about.exists() or json.loads(about.read_text("utf-8"))["version"] != version:
            npm = shutil.which("npm")
            assert npm is not None, "these tests need Node 18 or later, with npm"
            subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=BROWSER, check=True)
    return BROWSER


def look(scripts: Path, site: Path, **asked: Any) -> Found:
    """Opens pages of a site at both widths, in both colours."""
    chromium = shutil.which("chromium")
    assert chromium is not None, "these tests need Chromium: `apt-get install chromium`"
    node = shutil.which("node")
    assert node is not None, "these tests need Node 18 or later"
    question = {"site": str(site), "chromium": chromium, "pages": [], "axe": [], "search": []}
    done = subprocess.run(
        [node, "check.mjs", json.dumps(question | asked)],
        cwd=scripts,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    findings = [
        f"{each['page']} ({each['width']}, {each['scheme']}): {each['what']}"
        for each in answer["findings"]
    ]
    return Found(findings, answer["search"])


def test_a_sample_of_pages_is_fit_to_be_read(scripts: Path, site_folder: Path) -> None:
    assert look(scripts, site_folder, pages=SAMPLE, axe=SAMPLE_FOR_AXE).findings == []


@pytest.mark.campaign
def test_every_page_is_fit_to_be_read(scripts: Path, site_folder: Path) -> None:
    pages = [
        f"/{path.parent.relative_to(site_folder).as_posix()}/".replace("/./", "/")
        for path in sorted(site_folder.rglob("index.html"))
    ]
    assert len(pages) > 200
    assert look(scripts, site_folder, pages=pages, axe=pages).findings == []


def test_the_search_finds_the_language_before_messages(scripts: Path, site_folder: Path) -> None:
    words = ("choose", "move", "instead of", "hand")
    found = look(scripts, site_folder, search=words).search
    for each in words:
        first, *others = found[each]
        assert first.startswith(("/language/", "/how-do-i-say/")), each
        assert len(others) > 3
    assert [found[each][0].startswith("/language/") for each in words[:3]] == [True] * 3


def test_what_is_wrong_with_a_page_is_found(scripts: Path, tmp_path: Path) -> None:
    body = f'<pre>{"x" * 400}</pre><img src="/none.png">'
    page = f'<!doctype html><title>a</title><main class="md-content"><h1>a</h1>{body}</main>'
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    findings = look(scripts, tmp_path, pages=["/"], axe=["/"]).findings
    for part in ("(wide, light): <pre> is too wide", "(narrow, light): html-has-lang"):
        assert any(part in each for each in findings), part
    assert any("(narrow, light): image-alt: <img" in each for each in findings)
