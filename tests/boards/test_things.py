from __future__ import annotations

import base64
from pathlib import Path

from board_games import game_with
from boardwright.boards.picture import picture_of
from boardwright.loading.load import load
from folders import SMALL_GAMES

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def test_faces_of_hidden_kinds_and_pieces_of_others() -> None:
    picture = picture_of(load("rattus", players=3), "it")
    token, king = picture["pieces"]["rat"]["t21"], picture["pieces"]["class_card"]["king"]
    assert token["number"] == "4" and token["marks"] == [
        {"letters": "M", "times": 1},
        {"symbol": "ring", "times": 1},
    ]
    assert (king["name"], king["symbol"], king["colour"], king["ink"]) == (
        "Re",
        "crown",
        "#7b3f98",
        "#ffffff",
    )
    assert king["text"] and king["attributes"] == [["class", "Reali"]]
    assert king["path"].endswith("king.yaml") and king["line"] > 0
    assert picture["kinds"]["rat"]["hidden"] and picture["kinds"]["pawn"]["shape"] == "pawn"


def test_pieces_of_players_have_the_colour_of_their_seat() -> None:
    picture = picture_of(load("notre_dame", players=2))
    carriage = picture["pieces"]["carriage"]["carriage_violet"]
    assert carriage["owner"] == "violet" and carriage["colour"] == picture["seats"][1]["colour"]


def test_stocks_members_and_notes() -> None:
    picture = picture_of(load("rattus", players=2, expansions="mercatus"))
    assert picture["stocks"]["cube"]["each"] == "player"
    fish = picture["members"]["good"]["fish"]
    assert (fish["name"], fish["symbol"], fish["colour"]) == ("fish", "fish", "#3f6ea5")
    notes = picture_of(load("notre_dame", players=2))["notes"]
    assert notes["prestige"] == {"name": "prestige", "per": "player", "named": True}


def test_an_expansion_may_change_the_colours_of_seats(tmp_path: Path) -> None:
    (tmp_path / "expansion.yaml").write_text(
        "expansion: winter\nof: rattus\nlanguage: 2\nname: Winter\ntext: Cold.\nlook: {ground: land, seats: {red: teal}}\n",
        "utf-8",
    )
    picture = picture_of(load("rattus", expansions=tmp_path))
    assert picture["ground"] == "land" and picture["seats"][0]["colour"] == "#2f7f78"


def test_a_board_with_a_picture_is_as_large_as_that(tmp_path: Path) -> None:
    (tmp_path / "board.png").write_bytes(PIXEL)
    text = (
        "look: {picture: board.png}\nspaces: {town: {holds: [cube], look: {symbol: missing.png}}}\n"
        "board: {town: {a: {look: {at: [50, 50]}}}}\n"
    )
    picture = picture_of(game_with(tmp_path, text))
    assert picture["picture"].startswith("data:image/png;base64,")
    assert (picture["width"], picture["height"]) == (1000, 1000)
    assert (picture["spaces"][0]["x"], picture["spaces"][0]["y"]) == (500, 500)
    assert "symbol" not in picture["spaces"][0]


def test_a_game_without_a_look_has_colours_and_first_names_all_the_same() -> None:
    picture = picture_of(load(SMALL_GAMES / "old_crow"))
    faces = [face for faces in picture["pieces"].values() for face in faces.values()]
    assert all(face["colour"].startswith("#") and face["name"] for face in faces)
    assert len({seat["colour"] for seat in picture["seats"]}) == len(picture["seats"])
