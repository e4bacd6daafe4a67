from __future__ import annotations

from pathlib import Path

import pytest

from asking import WARES, Asking
from boardwright.studio.rulesets import offered
from boardwright.studio.settings import Settings

BREAD = """\
expansion: bread
of: wares
language: 2
name: Bread
text: There is bread, too.
varieties: {ware: {add: [bread]}}
"""


def written(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def names(folder: Path | None) -> dict[str, str | None]:
    return {each.id: each.path for each in offered(folder)}


def test_shipped_rulesets_are_offered_without_a_folder() -> None:
    assert names(None) == {"mercatus": None, "notre_dame": None, "rattus": None}


def test_a_folder_of_rulesets(tmp_path: Path) -> None:
    written(tmp_path, "our_wares/game.yaml", WARES)
    written(tmp_path, "bread/expansion.yaml", BREAD)
    written(tmp_path, "notes/readme.md", "# Notes")
    found = names(tmp_path)
    assert found["wares"] == "our_wares" and found["bread"] == "bread"
    assert found["rattus"] is None


def test_a_folder_that_is_a_ruleset(tmp_path: Path) -> None:
    written(tmp_path, "game.yaml", WARES)
    assert names(tmp_path)["wares"] == "."
    assert Asking(Settings(tmp_path)).ok("open", ruleset="wares")["game"] == "g1"


def test_a_ruleset_of_the_folder_comes_before_a_shipped_one_of_its_id(tmp_path: Path) -> None:
    written(tmp_path, "rattus/game.yaml", WARES.replace("wares", "rattus", 1))
    assert names(tmp_path)["rattus"] == "rattus"
    table = Asking(Settings(tmp_path)).ok("open", ruleset="rattus")["table"]
    assert table["players"] == 2 and "phase_order" not in table["options"]


def test_an_expansion_of_the_folder_is_played_with_its_game(tmp_path: Path) -> None:
    written(tmp_path, "wares/game.yaml", WARES)
    written(tmp_path, "bread/expansion.yaml", BREAD)
    asking = Asking(Settings(tmp_path))
    position = asking.ok("open", ruleset="wares", with_=["bread"], seed=1)["position"]
    assert "bread" in [each["id"] for each in position["ask"]["options"]]


@pytest.mark.parametrize(
    "text", ["", "game: [", "game: wares\ngame: wares\n", "\0", "game: " + "x" * 10_000]
)
def test_files_with_mistakes_are_not_in_the_way(tmp_path: Path, text: str) -> None:
    written(tmp_path, "broken/game.yaml", text)
    assert names(tmp_path)["rattus"] is None
    Asking(Settings(tmp_path)).ok("hello", protocol=1)


@pytest.mark.parametrize(
    "id", ["..", "/etc", "./rattus", "rattus/../rattus", "RATTUS", "", "x" * 5000, "rattus\0"]
)
def test_ids_are_not_paths(tmp_path: Path, id: str) -> None:
    written(tmp_path, "rattus/game.yaml", WARES.replace("wares", "other", 1))
    error = Asking(Settings(tmp_path)).error("setup", ruleset=id)
    assert error["code"] == "not_found"
