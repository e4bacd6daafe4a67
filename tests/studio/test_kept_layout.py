from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from asking import Asking
from boardwright.studio.settings import Settings

ROADS = """\
game: roads
language: 2
name: Roads
text: Everybody goes from town to town.
players: 2
spaces: {town: {}}
kinds: {pawn: {home: box, lies_in: town}}
places: {box: {holds: [pawn]}}
board:
  # Three towns.
  town: {bari: {name: Bari}, lodi: {}, siena: {}}  # in this order
  links: {road: [[bari, lodi], [lodi, siena]]}
pieces: {pawn: {pawn: {}}}
course:
  - phase: journey
    rounds: 3
    turn: |
      choose t from towns
      move pawn to t
outcome: {score: 0}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "roads").mkdir()
    (tmp_path / "roads" / "game.yaml").write_text(ROADS)
    return tmp_path


def opened(folder: Path) -> tuple[Asking, dict[str, Any]]:
    asking = Asking(Settings(folder))
    return asking, asking.ok("open", ruleset="roads", seed=1, choices=["lodi"])["picture"]


def at(picture: dict[str, Any]) -> dict[str, list[int]]:
    return {each["id"]: each["at"] for each in picture["spaces"]}


def test_a_computed_layout_is_kept_as_it_is(folder: Path) -> None:
    asking, picture = opened(folder)
    assert picture["layout"] == "computed"
    found = asking.ok("layout", game="g1")
    assert found["files"] == ["roads/game.yaml"]
    assert found["picture"]["layout"] == "given"
    assert at(found["picture"]) == at(picture)
    text = (folder / "roads" / "game.yaml").read_text()
    x, y = at(picture)["bari"]
    assert f"town: {{bari: {{name: Bari, look: {{at: [{x}, {y}]}}}}, lodi: " in text
    assert "# Three towns." in text and "# in this order" in text
    assert asking.ok("position", game="g1")["position"]["at"] == 1


def test_a_space_that_was_moved_stays_there(folder: Path) -> None:
    asking, picture = opened(folder)
    moved = asking.ok("layout", game="g1", at={"lodi": [40, 60]})["picture"]
    assert at(moved) == {**at(picture), "lodi": [40, 60]}
    text = (folder / "roads" / "game.yaml").read_text()
    again = asking.ok("layout", game="g1", at={"bari": [1, 2]})
    assert at(again["picture"]) == {**at(moved), "bari": [1, 2]}
    x, y = at(picture)["bari"]
    now = text.replace(
        f"{{name: Bari, look: {{at: [{x}, {y}]}}}}", "{name: Bari, look: {at: [1, 2]}}"
    )
    assert (folder / "roads" / "game.yaml").read_text() == now
    assert asking.ok("layout", game="g1")["files"] == []


def test_a_position_is_no_part_of_the_rules(folder: Path) -> None:
    asking, _ = opened(folder)
    asking.ok("layout", game="g1")
    assert asking.ok("retry", game="g1")["same"]


@pytest.mark.parametrize(
    ("where", "code"),
    [({"rome": [1, 2]}, "not_found"), ({"bari": [1]}, "malformed"), ({"bari": [1, 2000]}, "malformed"), ({"bari": "1, 2"}, "malformed"),
     ({"bari": [1, True]}, "malformed"), ([], "malformed")],
)  # fmt: skip
def test_what_is_no_position_is_refused(folder: Path, where: object, code: str) -> None:
    asking, _ = opened(folder)
    assert asking.error("layout", game="g1", at=where)["code"] == code
    assert (folder / "roads" / "game.yaml").read_text() == ROADS


def test_boards_of_shipped_rulesets_stay(folder: Path) -> None:
    asking = Asking(Settings(folder))
    asking.ok("open", ruleset="notre_dame", seed=1)
    asking.ok("open", ruleset="rattus", seed=1)
    assert asking.error("layout", game="g2", at={"anglia": [1, 2]})["code"] == "refused"


def test_what_is_wrong_in_the_files_is_told(folder: Path) -> None:
    asking, _ = opened(folder)
    (folder / "roads" / "game.yaml").write_text(ROADS.replace("outcome", "outcom"))
    assert asking.error("layout", game="g1")["code"] == "rules"
