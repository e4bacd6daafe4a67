"""The files of this checkout, for tests about all of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path

from folders import ROOT

_NOT_OURS = {"__pycache__", "build", "dist", "node_modules", "site"}


def repository() -> str:
    """The address of the repository, as `pyproject.toml` has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["urls"]["Repository"])


@cache
def files_of_the_tree() -> tuple[str, ...]:
    """What git tracks or would track; without git, everything but caches and hidden folders."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    if (ROOT / ".git").exists() and shutil.which("git"):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            listed = set(done.stdout.split("\0")) - {""}
            return tuple(sorted(name for name in listed if os.path.lexists(ROOT / name)))
    found = []
    for folder, below, names in os.walk(ROOT):
        at = Path(folder).relative_to(ROOT)
        links = [name for name in below if (ROOT / at / name).is_symlink()]
        below[:] = [name for name in below if name[0] != "." and name not in _NOT_OURS]
        below[:] = [name for name in below if not name.endswith(".egg-info")]
        found += [(at / name).as_posix() for name in [*names, *links]]
    return tuple(sorted(found))
