"""Checks that a tag is what this checkout releases, or prints the notes of that release.

    python tools/release.py v1.2.3
    python tools/release.py v1.2.3 --notes

The version in `pyproject.toml`, in the package, in `CITATION.cff` and on top of `CHANGELOG.md` must be that of the tag.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_HEADING = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


def faults(root: Path, tag: str) -> list[str]:
    """Why this checkout cannot be released under this tag."""
    version = tag.removeprefix("v")
    if not re.fullmatch(r"v\d+\.\d+\.\d+", tag):
        return [f"expected a tag such as `v1.2.3`, found `{tag}`"]
    found = [
        f"{name} has version {each or '(none)'}, not {version}"
        for name, each in versions(root).items()
        if each != version
    ]
    headings = _HEADING.findall(_changelog(root))
    dated = [name for name, date in headings if date]
    if not dated or dated[0] != version:
        return [*found, f"CHANGELOG.md needs `## [{version}] - YEAR-MONTH-DAY` on top"]
    if headings[0][0] == "Unreleased" and _section(root, "Unreleased"):
        found.append("CHANGELOG.md has changes under `Unreleased`")
    if not _section(root, version):
        found.append(f"CHANGELOG.md says nothing about {version}")
    return found


def versions(root: Path) -> dict[str, str | None]:
    """The version in each file that has one."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    places = {
        "src/boardwright/version.py": r'(?m)^__version__ = "(.*)"$',
        "CITATION.cff": r"(?m)^version: (.*)$",
    }
    found: dict[str, str | None] = {"pyproject.toml": project["version"]}
    for name, pattern in places.items():
        match = re.search(pattern, (root / name).read_text("utf-8"))
        found[name] = match[1] if match else None
    return found


def notes(root: Path, tag: str) -> str:
    """The section of the changelog about this release, with links that live outside the repository."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    files = f"{project['urls']['Repository']}/blob/{tag}/"
    return re.sub(r"\]\((?![a-z]+:|#)", f"]({files}", _section(root, tag.removeprefix("v"))) + "\n"


def _changelog(root: Path) -> str:
    return (root / "CHANGELOG.md").read_text("utf-8")


def _section(root: Path, version: str) -> str:
    """What the changelog says under a version."""
    _, _, after = _changelog(root).partition(f"\n## [{version}]")
    return re.split(r"(?m)^## \[", after.partition("\n")[2])[0].strip()


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Check what a tag releases.")
    parser.add_argument("tag")
    parser.add_argument("--notes", action="store_true", help="print the notes of the release")
    asked = parser.parse_args(words)
    found = faults(ROOT, asked.tag)
    for each in found:
        sys.stderr.write(f"{each}\n")
    if not found and asked.notes:
        sys.stdout.write(notes(ROOT, asked.tag))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
