from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.studio.serving.opening import ENGINE, Opening, OpeningError, opening_of
from folders import SMALL_GAMES

WINTER = "expansion: winter\nof: {of}\nlanguage: 2\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SMALL_GAMES / "pig", tmp_path / "pig")
    return tmp_path


def winter(folder: Path, of: str) -> Path:
    (folder / "winter").mkdir()
    (folder / "winter" / "expansion.yaml").write_text(WINTER.format(of=of))
    return folder / "winter"


def test_a_game(folder: Path) -> None:
    pig = folder / "pig"
    assert opening_of(str(pig)) == opening_of(str(pig / "game.yaml")) == Opening(pig, "pig")


def test_an_expansion_of_a_shipped_game(folder: Path) -> None:
    own = winter(folder, "rattus")
    assert opening_of(str(own)) == Opening(own, "rattus", ("winter",))
    assert opening_of(str(own), ("mercatus",)) == Opening(own, "rattus", ("mercatus",))


def test_a_repository_with_several(folder: Path) -> None:
    winter(folder, "pig")
    assert opening_of(str(folder)) == Opening(folder, "pig")
    for each in ("winter", str(folder / "winter")):
        assert opening_of(str(folder), (each,)) == Opening(folder, "pig", ("winter",))


def test_the_game_of_an_expansion_must_be_at_hand(folder: Path) -> None:
    own = winter(folder, "pig")
    with pytest.raises(OpeningError, match="the game `pig` is not in this folder"):
        opening_of(str(own))


def test_a_shipped_game_has_no_folder() -> None:
    assert opening_of("rattus", ("mercatus",)) == Opening(None, "rattus", ("mercatus",))
    assert opening_of("mercatus") == Opening(None, "rattus", ("mercatus",))


def test_the_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert opening_of(None) == Opening(folder, "pig")


def test_a_folder_without_a_game(tmp_path: Path) -> None:
    assert opening_of(str(tmp_path)) == Opening(tmp_path)


def test_a_file_that_is_a_whole_game(tmp_path: Path) -> None:
    text = (SMALL_GAMES / "pig" / "game.yaml").read_text("utf-8")
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    assert opening_of(str(tmp_path / "mine.yaml")) == Opening(tmp_path, "pig")


def test_what_is_missing() -> None:
    with pytest.raises(RulesetError, match="there is no ruleset `nothing`"):
        opening_of("nothing")


def test_the_words_of_an_engine(tmp_path: Path) -> None:
    module, words = Opening(tmp_path, "pig", ("winter",)).engine
    assert module == ENGINE
    start = {"ruleset": "pig", "with": ["winter"]}
    assert json.loads(words) == {"folder": str(tmp_path), "start": start}
    assert json.loads(Opening().engine[1]) == {"folder": None, "start": None}
