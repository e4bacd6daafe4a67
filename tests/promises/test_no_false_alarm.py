"""Good files, and nothing is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.commands.validate import check
from boardwright.files.locate_ruleset import MANIFESTS
from boardwright.validators.render import concise
from folders import CORPUS, SMALL_GAMES

FOLDERS = sorted(
    manifest.parent
    for home in (SMALL_GAMES, CORPUS)
    for name in MANIFESTS
    for manifest in home.glob(f"*/{name}")
)
EDGES = sorted((SMALL_GAMES / "edges").glob("*.yaml"))


@pytest.mark.parametrize("path", [*FOLDERS, *EDGES], ids=lambda path: path.stem)
def test_nothing_is_found_in_good_games(path: Path) -> None:
    assert concise.render(check([str(path)])) == ""


def test_there_are_games_to_look_at() -> None:
    assert len(FOLDERS) >= 12 and len(EDGES) >= 7
