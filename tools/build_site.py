"""Builds the pages in docs/ as a site: `python tools/build_site.py` writes it into site/.

What is written from the games is added to a copy of docs/, which zensical then builds without a warning.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import build_playground
from website.games import NavEntry, write_games
from website.search_index import improve

ROOT = Path(__file__).resolve().parents[1]
PLAYGROUND = "play"
"""The folder of the site with the playground."""

# A line of zensical.toml, for which the pages of games stand.
_GAMES = "# games\n"


class BuildError(Exception):
    """zensical refused the pages; says why."""


def build(out: Path, playground: Callable[[Path], None] = build_playground.build) -> None:
    """Writes the site into a folder, in place of what is there. Raises `BuildError`. `playground` writes the folder that
    docs/playground.md leads to.
    """
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        shutil.copytree(ROOT / "docs", work / "docs")
        games = write_games(work / "docs")
        config = (ROOT / "zensical.toml").read_text("utf-8")
        assert _GAMES in config
        config = config.replace(_GAMES, f'{{ "Games" = {_as_toml(games)} }},\n')
        (work / "zensical.toml").write_text(config, "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
            cwd=work,
            env={**os.environ, "PYTHONPATH": str(ROOT / "tools"), "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise BuildError(done.stdout + done.stderr)
        improve(work / "site" / "search.json")
        playground(work / "site" / PLAYGROUND)
        if out.exists():
            shutil.rmtree(out)
        shutil.move(work / "site", out)


def _as_toml(entries: Sequence[NavEntry]) -> str:
    told = (
        f"{{ {json.dumps(each.title)} = "
        f"{json.dumps(each.content) if isinstance(each.content, str) else _as_toml(each.content)} }}"
        for each in entries
    )
    return f"[{', '.join(told)}]"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="the folder to write")
    out = parser.parse_args().out
    try:
        build(out)
    except BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
