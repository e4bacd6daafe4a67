"""The pages of decisions have one form, are numbered without a gap, and name files that exist."""

from __future__ import annotations

import re
import tomllib
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


@pytest.mark.parametrize("folder", ["dsl", "interpreter", "validators"])
def test_the_order_of_stages_is_that_of_the_contracts(folder: str) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (layers,) = (
        each["layers"]
        for each in settings["tool"]["importlinter"]["contracts"]
        if each.get("containers") == [f"boardwright.{folder}"]
    )
    stages = [name for layer in reversed(layers) for name in layer.split(" | ")]
    text = (DOCS / "architecture.md").read_text("utf-8")
    (row,) = re.findall(rf"(?m)^\| `{folder}/` \| (`.*) \|$", text)
    # A module at the root of a folder is not a stage.
    folders = [name for name in stages if (ROOT / folder / name).is_dir()]
    assert re.findall(r"`(\w+)`", row) == folders
