"""The pages of decisions have one form, are numbered without a gap, and name files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from folders import ROOT

DOCS = ROOT / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
SECTIONS = ["Context", "Decision", "Consequences", "Alternatives"]
# What a path on these pages begins with.
TOPS = "benchmarks|docs|dsl|interpreter|rulesets|src|tests|tools|validators"


def test_decisions_are_numbered_without_a_gap() -> None:
    numbers = [int(page.name[:4]) for page in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_its_form(page: Path) -> None:
    title, *sections = re.findall(r"(?m)^##? (.+)$", page.read_text("utf-8"))
    assert title.startswith(f"{int(page.name[:4])}. ")
    assert sections in (SECTIONS, SECTIONS[:-1])


def test_the_index_lists_every_decision_by_its_title_in_order() -> None:
    rows = re.findall(r"(?m)^\| (\d+) \| \[(.+)\]\((.+)\) \|$", index())
    assert [(f"# {number}. {title}", name) for number, title, name in rows] == [
        (page.read_text("utf-8").partition("\n")[0], page.name) for page in DECISIONS
    ]


def index() -> str:
    return (DOCS / "decisions" / "index.md").read_text("utf-8")


@pytest.mark.parametrize("page", [DOCS / "architecture.md", *DECISIONS], ids=lambda page: page.stem)
def test_every_path_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    # In backticks, or in a drawing.
    paths = re.findall(rf"(?<![\w/-])(?:{TOPS})/[\w./-]*", text)
    assert [path for path in paths if not (ROOT / path.rstrip(".")).exists()] == []
