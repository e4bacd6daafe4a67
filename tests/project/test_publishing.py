"""What strangers read and type: how Boardwright is installed, and where it is."""

from __future__ import annotations

import re

import pytest

from folders import ROOT
from tree import files_of_the_tree

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


def test_nobody_is_told_to_install_a_name_that_is_not_ours() -> None:
    found = []
    for name in files_of_the_tree():
        path = ROOT / name
        if name == HERE or path.is_symlink():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            if "boardwright" in line and installs_by_name(line):
                found.append(f"{name}:{number}: {line.strip()[:80]}")
    assert found == []


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
