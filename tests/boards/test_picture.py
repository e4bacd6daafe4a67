from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import boardwright
from board_games import game_with
from boardwright.boards.picture import picture_of

GAMES = Path(__file__).parents[1] / "games"
PATH = re.compile(r"[MLHVCQAZmlhvcqaz0-9 .,-]*")


def tables() -> Iterator[tuple[str, int]]:
    """Every game at each number of players."""
    own = sorted(str(each.parent) for each in GAMES.glob("*/game.yaml"))
    for name in ("rattus", "notre_dame", *own):
        for players in boardwright.read(name).players:
            yield name, players


@pytest.fixture(scope="module")
def pictures() -> dict[tuple[str, int], Any]:
    return {at: picture_of(boardwright.load(at[0], players=at[1])) for at in tables()}


def test_every_table_has_a_picture_of_whole_numbers(pictures: dict[tuple[str, int], Any]) -> None:
    for at, picture in pictures.items():
        assert not re.search(r"\d\.\d", json.dumps([picture["spaces"], picture["shapes"]])), at
        for each in (*picture["spaces"], *picture["shapes"]):
            assert PATH.fullmatch(each["d"]), at


def test_ids_are_those_of_views(pictures: dict[tuple[str, int], Any]) -> None:
    for (name, players), picture in pictures.items():
        view = boardwright.view(boardwright.load(name, players=players).new(seed=3), 0)
        ids = {each["id"] for each in (*picture["spaces"], *picture["places"])}
        stocks = {place for rows in view["stocks"].values() for place in rows}
        pieces = {each["place"] for rows in view["pieces"].values() for each in rows.values()}
        assert stocks | pieces | set(view["piles"]) | set(view["order"]) <= ids, name
        faces = {
            (kind, each["face"])
            for kind, rows in view["pieces"].items()
            for each in rows.values()
            if "face" in each
        }
        assert all(face in picture["pieces"][kind] for kind, face in faces), name


def test_looks_change_neither_the_rules_nor_how_a_game_goes(tmp_path: Path) -> None:
    text = "spaces: {{town: {{holds: [cube]{0}}}}}\nboard: {{town: {{a: {{{1}}}, b: {{}}}}}}\n{2}"
    plain = game_with(tmp_path / "plain", text.format("", "", ""))
    drawn = game_with(
        tmp_path / "drawn",
        text.format(
            ", look: {shape: hex, size: 20}",
            "look: {at: [10, 20], size: [30, 30]}",
            "look: {ground: sea}\n",
        ),
    )
    assert plain.rules.bound.rules_hash == drawn.rules.bound.rules_hash
    assert plain.new(seed=4).hash == drawn.new(seed=4).hash
    assert picture_of(plain)["spaces"] != picture_of(drawn)["spaces"]


def test_an_expansion_moves_a_space_and_leaves_the_rest_of_its_look(tmp_path: Path) -> None:
    (tmp_path / "expansion.yaml").write_text(
        "expansion: winter\nof: rattus\nlanguage: 2\nname: Winter\ntext: Cold.\n"
        "replace: {board: {region: {anglia: {look: {colour: white}}, gallia: {look: {at: [30, 58]}}}}}\n",
        "utf-8",
    )
    spaces = picture_of(boardwright.load("rattus", expansions=tmp_path))["spaces"]
    found = {each["id"]: (each["at"], each["colour"]) for each in spaces}
    assert found["anglia"] == ([21, 34], "#f4f0e6")
    assert found["gallia"] == ([30, 58], "#efe0bd")


def test_nothing_lies_beyond_the_edges(
    pictures: dict[tuple[str, int], Any], tmp_path: Path
) -> None:
    ring = (
        "spaces: {ward: {ring: {2: 4, 3: 3, 4: 4}}, bed: {per: ward, holds: [cube]}, tower: {}}\n"
    )
    ring += "board: {bed: {low: {}, high: {}}, tower: {t: {look: {at: [0, 0]}}}}\n"
    grid = "spaces: {cell: {grid: 3 by 3, holds: [cube]}, gate: {}}\nboard: {gate: {g: {look: {at: [0, 0], size: 40}}}}\n"
    own = [
        picture_of(game_with(tmp_path / n, text)) for n, text in (("ring", ring), ("grid", grid))
    ]
    for picture in [*pictures.values(), *own]:
        for place in picture["places"]:
            if "x" in place:
                assert place["x"] >= 0 and place["x"] + place["w"] <= picture["width"]
                assert place["y"] >= 0 and place["y"] + place["h"] <= picture["height"]
        for space in picture["spaces"]:
            assert 0 <= space["x"] <= picture["width"] and 0 <= space["y"] <= picture["height"]
            area = space["area"]
            assert area["x"] >= 0 and area["y"] >= 0, space["id"]
