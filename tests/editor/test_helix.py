"""The configuration of docs/editors.md in a real Helix, which is fetched from Debian's packages if it is not installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from debian_programs import unpacked
from folders import ROOT
from snippets import blocks

PAGE = ROOT / "docs" / "editors.md"


@pytest.fixture(scope="module")
def helix() -> tuple[str, ...]:
    """The command of the Helix of this machine, or that of the stable Debian."""
    if found := shutil.which("hx"):
        return (found,)
    home, start = unpacked("hx", "stable")
    return (*start, str(home / "usr" / "lib" / "hx" / "hx"))


def test_the_page_configures_helix(helix: tuple[str, ...], tmp_path: Path) -> None:
    every = blocks(PAGE.read_text("utf-8"), PAGE.name)
    (configuration,) = (each.text for each in every if each.language == "toml")
    (tmp_path / "helix").mkdir()
    (tmp_path / "helix" / "languages.toml").write_text(configuration)
    programs = Path(sys.executable).parent
    done = subprocess.run(
        [*helix, "--health", "yaml"],
        env={
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "XDG_CONFIG_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path),
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    told = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    assert f"✓ boardwright: {programs / 'boardwright'}" in told, done.stdout + done.stderr
