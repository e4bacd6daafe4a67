"""What strangers read and type: how Boardwright is installed, and where it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from folders import ROOT
from tree import files_of_the_tree, repository

HERE = "tests/project/test_publishing.py"

# Installs from a checkout or from the address of the repository: whoever owns our name elsewhere gets no say.
_SAFE = re.compile(
    r"\S* @ git\+\S+|git\+\S+|--(?:from|spec)[ =]\S+ boardwright|\S*/\S*?boardwright\S*"
)
_BY_NAME = re.compile(
    r"\b(?:pip3?|pipx|uv)\b[^`&;]*\b(?:install|run|add|inject|upgrade)\b[^`&;]*\bboardwright\b"
    r"|\buvx\b[^`&;]*\bboardwright\b"
    r"|\bboardwright\[[\w,]+\]"
)


def installs_by_name(line: str) -> bool:
    """Whether a line tells to install `boardwright` from a package index, where the name is not ours."""
    return _BY_NAME.search(_SAFE.sub("", line)) is not None


def texts_of_the_tree() -> Iterator[tuple[str, str]]:
    """The files that speak of Boardwright, each with its text."""
    for name in files_of_the_tree():
        path = ROOT / name
        if name != HERE and not path.is_symlink():
            content = path.read_bytes()
            if b"boardwright" in content:
                yield name, content.decode("utf-8", "replace")


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def test_nobody_is_told_to_install_a_name_that_is_not_ours() -> None:
    found = []
    for name, text in texts_of_the_tree():
        for number, line in enumerate(text.splitlines(), 1):
            if installs_by_name(line):
                found.append(f"{name}:{number}: {line.strip()[:80]}")
    assert found == []


def test_the_address_of_the_repository_is_the_same_everywhere() -> None:
    ours = repository()
    owner = ours.removeprefix("https://github.com/")
    # `github.com/x/boardwright`, `uses: x/boardwright@v1`, `repository: x/boardwright`
    address = re.compile(
        r"(?<![\w.-])(?:github\.com/|(?:uses|repository): *)([\w.-]+/boardwright)\b"
    )
    found = set()
    for name, text in texts_of_the_tree():
        for each in address.finditer(text):
            if each[1] != owner:
                found.add(f"{name}: {each[0]}")
    assert found == set()
    assert all(each.startswith(ours) for each in project()["urls"].values())


def test_links_of_the_readme_live_on_a_package_page() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert [link for link in links if not link.startswith("https://")] == []
    assert "<img" not in text and "<a " not in text


def test_versions_of_python_are_those_of_the_classifiers() -> None:
    start = "Programming Language :: Python :: "
    minors = [each.removeprefix(start) for each in project()["classifiers"] if f"{start}3." in each]
    assert project()["requires-python"] == f">={minors[0]}"
    assert minors == [f"3.{n}" for n in range(11, 11 + len(minors))]


@pytest.mark.parametrize(
    ("line", "by_name"),
    [
        ("pip install boardwright", True),
        (".venv/bin/pip install boardwright", True),
        ('.venv/bin/pip install -q "boardwright[native]"', True),
        ("this needs: `boardwright[print]`", True),
        ("pipx run boardwright --version", True),
        ("uvx boardwright", True),
        ("uv tool install boardwright", True),
        ("uv add boardwright==0.1.0", True),
        ('pip install ".[native]" && boardwright run rattus', False),
        ("pip install . ; the command is then `boardwright`", False),
        ('pip install "boardwright[native] @ git+https://example.org/a/boardwright"', False),
        ("pip install git+https://example.org/a/boardwright", False),
        ("pip install ./boardwright", False),
        ("uvx --from . boardwright --version", False),
        ("pipx run --spec . boardwright --version", False),
        ("boardwright run rattus", False),
    ],
)
def test_what_installs_by_name(line: str, by_name: bool) -> None:
    assert installs_by_name(line) is by_name
