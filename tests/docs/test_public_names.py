"""Every name that the pages tell people to import is public: it is in the `__all__` of one of the public modules."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from folders import ROOT
from pages.api import PUBLIC
from snippets import blocks

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = {*PUBLIC, "boardwright.adapters", "boardwright.training"}
_IN_SHELL = re.compile(r"\bimport (boardwright[\w.]*)|\bfrom (boardwright[\w.]*) import (\w+)")
_IN_TEXT = re.compile(r"`(boardwright(?:\.\w+)+)")
_NOT_PYTHON = {
    *("boardwright.check", "boardwright.run", "boardwright.runScenario", "boardwright.uses"),
    *("boardwright.command", "boardwright.profile", "boardwright.scenarios"),
}
"""Commands of the language server, and settings of editors."""


def imported(page: str, text: str) -> Iterator[str]:
    """The modules and names that the blocks of a page import, with the modules that they are reached by."""
    for block in blocks(text, page):
        if block.language == "python":
            yield from _in_code(block.text)
        else:
            for found in _IN_SHELL.finditer(block.text):
                yield found[1] or f"{found[2]}.{found[3]}"


def _in_code(text: str) -> Iterator[str]:
    examples = doctest.DocTestParser().get_examples(text)
    code = "".join(example.source for example in examples) if examples else text
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{each.name}" for each in names)
            case ast.Attribute():
                dotted = ast.unparse(node)
                if re.fullmatch(r"boardwright(\.\w+)+", dotted):
                    yield dotted
            case _:
                pass


def public(name: str) -> bool:
    """Whether a dotted name is a public module, or a name that one of them has in its `__all__`, or an attribute of one."""
    if name in MODULES:
        return True
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        module = ".".join(parts[:cut])
        if module in MODULES:
            return parts[cut] in getattr(importlib.import_module(module), "__all__", ())
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_says_to_import_is_public(page: Path) -> None:
    text = page.read_text("utf-8")
    names = {each for each in imported(page.name, text) if each.split(".")[0] == "boardwright"}
    names |= {*_IN_TEXT.findall(text)} - _NOT_PYTHON
    assert {name for name in names if not public(name)} == set()


@pytest.mark.parametrize("module", PUBLIC)
def test_what_a_module_lists_is_there_and_documented(module: str) -> None:
    found = importlib.import_module(module)
    assert found.__doc__
    for name in found.__all__:
        each = getattr(found, name)
        if inspect.isclass(each) or inspect.isroutine(each):
            assert each.__doc__, name


def test_the_page_on_python_lists_the_public_modules() -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    table = page.split("## What is public")[1].split("\n## ")[0]
    for module in PUBLIC:
        assert f"`{module}`" in table or f"`.{module.rpartition('.')[2]}`" in table


@pytest.mark.parametrize(
    ("name", "is_public"),
    [
        ("boardwright", True),
        ("boardwright.load", True),
        ("boardwright.State.apply", True),
        ("boardwright.agents.play", True),
        ("boardwright.training.ppo.train", True),
        ("boardwright.training.ppo.drawn", False),
        ("boardwright.interpreter.play.views.view", False),
        ("boardwright.loading", False),
    ],
)
def test_a_name_is_public_or_not(name: str, is_public: bool) -> None:
    assert public(name) is is_public


def test_imports_are_found_in_all_kinds_of_blocks() -> None:
    text = (
        "```python\n>>> from boardwright.agents import play\n>>> boardwright.view(1, 2)\n[]\n```\n"
        '```sh\npython -c "import boardwright.training.ppo as ppo"\n```\n'
    )
    assert [*imported("page.md", text)] == [
        "boardwright.agents.play",
        "boardwright.view",
        "boardwright.training.ppo",
    ]
