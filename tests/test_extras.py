"""What is typed to install the libraries of an extra."""

from __future__ import annotations

import tomllib

from boardwright.extras import EXTRAS, install
from folders import ROOT


def test_the_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    del extras["test"]  # no command needs it
    assert {name: list(libraries) for name, libraries in EXTRAS.items()} == extras


def test_the_libraries_are_installed_by_name() -> None:
    assert install("native") == 'pip install "llvmlite>=0.45" "numpy>=1.26"'


def test_the_start_page_lists_them() -> None:
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    extras = text.partition("### Extras")[2].partition("\n#")[0]
    assert [name for name in EXTRAS if f"`{name}`" not in extras] == []
