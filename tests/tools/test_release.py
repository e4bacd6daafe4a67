"""What a tag must agree with, and the notes of a release."""

from __future__ import annotations

from pathlib import Path

import pytest

import release
from folders import ROOT

NOTES = """
### Added

- Frost: see [the page](docs/frost.md), [this](#changelog) and [that](https://a.example).
"""
CHANGELOG = f"""\
# Changelog

## [Unreleased]

## [1.2.3] - 2026-11-20
{NOTES}
## [1.2.2] - 2026-01-01

- Older.
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "src/boardwright").mkdir(parents=True)
    for name, text in {
        "pyproject.toml": '[project]\nversion = "1.2.3"\n[project.urls]\nRepository = "https://r.example"\n',
        "src/boardwright/version.py": '__version__ = "1.2.3"\n',
        "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.3\n",
        "CHANGELOG.md": CHANGELOG,
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_a_checkout_that_can_be_released(checkout: Path) -> None:
    assert release.faults(checkout, "v1.2.3") == []
    assert release.notes(checkout, "v1.2.3") == (
        "### Added\n\n- Frost: see [the page](https://r.example/blob/v1.2.3/docs/frost.md), "
        "[this](#changelog) and [that](https://a.example).\n"
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("pyproject.toml", "1.2.3", "1.2.4", "pyproject.toml has version 1.2.4, not 1.2.3"),
        ("src/boardwright/version.py", "__version__", "_", "version.py has version (none)"),
        ("CITATION.cff", "version: 1.2.3", "version: 1.2.2", "CITATION.cff has version 1.2.2"),
        ("CHANGELOG.md", " - 2026-11-20", "", "needs `## [1.2.3] - YEAR-MONTH-DAY` on top"),
        ("CHANGELOG.md", "[Unreleased]\n", "[Unreleased]\n\n- More.\n", "under `Unreleased`"),
        ("CHANGELOG.md", NOTES, "", "says nothing about 1.2.3"),
    ],
)
def test_what_does_not_agree_is_named(
    name: str, old: str, new: str, told: str, checkout: Path
) -> None:
    file = checkout / name
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    (fault,) = release.faults(checkout, "v1.2.3")
    assert told in fault


def test_a_tag_is_a_version() -> None:
    assert release.faults(ROOT, "1.2.3") == ["expected a tag such as `v1.2.3`, found `1.2.3`"]


def test_the_versions_of_this_checkout_agree() -> None:
    assert len(set(release.versions(ROOT).values())) == 1
