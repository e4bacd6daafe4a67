"""Programs for Node that tests use: `npm ci` in tests/editor installs the versions that its `package.json` names."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from folders import TESTS

EDITOR = TESTS / "editor"


def node_package(name: str) -> Path:
    """The folder of a package; all are installed if it is missing, or there in another version."""
    wanted = json.loads((EDITOR / "package.json").read_text("utf-8"))["dependencies"][name]
    home = EDITOR / "node_modules" / name
    about = home / "package.json"
    if not about.exists() or json.loads(about.read_text("utf-8"))["version"] != wanted:
        npm = shutil.which("npm")
        assert npm is not None, "these tests need Node 18 or later, with npm"
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=EDITOR, check=True)
    return home


def node() -> str:
    """The program that runs them."""
    found = shutil.which("node")
    assert found is not None, "these tests need Node 18 or later"
    return found
