from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from asking import WARES, Asking
from boardwright.studio.settings import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "wares").mkdir()
    (tmp_path / "wares" / "game.yaml").write_text(WARES)
    return tmp_path


@pytest.fixture
def asking(folder: Path) -> Asking:
    asking = Asking(Settings(folder))
    asking.ok("open", ruleset="wares", seed=1, choices=["salt", "wine", "cloth"])
    return asking


def change(folder: Path, old: str, new: str) -> None:
    assert old in WARES
    (folder / "wares" / "game.yaml").write_text(WARES.replace(old, new))


def test_the_same_rules_are_the_same_game(asking: Asking) -> None:
    before = asking.ok("position", game="g1")
    found = asking.ok("retry", game="g1")
    assert (found["same"], found["at"]) == (True, None)
    assert "was" not in found and found["position"]["at"] == 3
    found["position"].update(said=[], changed=[])
    before["position"].update(said=[], changed=[])
    assert found["position"] == before["position"]


def test_a_text_is_changed_and_the_position_stays(asking: Asking, folder: Path) -> None:
    change(folder, "name: riches", "name: wealth")
    assert asking.ok("retry", game="g1")["same"]


def test_a_rule_is_changed_that_was_not_reached(asking: Asking, folder: Path) -> None:
    change(folder, "rounds: 2", "rounds: 3")
    assert asking.ok("retry", game="g1")["same"]


def test_the_position_is_another_from_a_decision_on(asking: Asking, folder: Path) -> None:
    change(folder, "to 1", "to 5")
    found = asking.ok("retry", game="g1")
    assert (found["same"], found["at"], found["position"]["at"]) == (False, 1, 3)
    assert "was" not in found
    assert found["position"]["view"]["notes"]["rich"] == {"p1": 5}


def test_a_choice_cannot_be_made_any_more(asking: Asking, folder: Path) -> None:
    change(folder, "[cloth, salt, wine]", "[cloth, salt, wool]")
    found = asking.ok("retry", game="g1", seat="all")
    assert (found["same"], found["at"]) == (False, 1)
    assert (found["was"], found["offered"]) == ("wine", ["cloth", "wool"])
    assert (found["position"]["at"], found["position"]["of"]) == (1, 1)
    # While nothing else is chosen, the choices come back with the rules.
    (folder / "wares" / "game.yaml").write_text(WARES)
    found = asking.ok("retry", game="g1")
    assert found["same"] and found["position"]["at"] == 3


def test_a_seat_is_not_told_what_others_may_choose(asking: Asking, folder: Path) -> None:
    change(folder, "[cloth, salt, wine]", "[cloth, salt, wool]")
    found = asking.ok("retry", game="g1", seat="p2")
    assert found["at"] == 1 and "was" not in found and "offered" not in found


def test_with_wrong_rules_the_game_stays(asking: Asking, folder: Path) -> None:
    before = asking.ok("position", game="g1")
    change(folder, "set rich", "sett rich")
    error = asking.error("retry", game="g1")
    assert error["code"] == "rules"
    assert error["findings"][0]["filename"] == "wares/game.yaml"
    assert asking.ok("position", game="g1") == before
    shutil.rmtree(folder / "wares")
    assert asking.error("retry", game="g1")["code"] == "not_found"
    asking.ok("choose", game="g1", option="wine")


def test_a_rule_that_fails_in_play_is_told(asking: Asking, folder: Path) -> None:
    change(
        folder, "set rich of me to 1", "set rich of me to 1 / count(w is salt for each w in none)"
    )
    error = asking.error("retry", game="g1")
    assert error["code"] == "rules" and error["findings"]
    assert asking.ok("position", game="g1")["position"]["at"] == 3
