from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from board_games import game_with
from boardwright.boards.picture import picture_of
from boardwright.boards.sites import CELLS, OWNED, PLAIN, darker
from boardwright.loading.load import load
from folders import SMALL_GAMES


def one(items: list[dict[str, Any]], id: str) -> dict[str, Any]:
    return next(each for each in items if each["id"] == id)


def inside(box: dict[str, int], outer: dict[str, int]) -> bool:
    return (
        outer["x"] <= box["x"]
        and outer["y"] <= box["y"]
        and box["x"] + box["w"] <= outer["x"] + outer["w"]
        and box["y"] + box["h"] <= outer["y"] + outer["h"]
    )


def test_colours_of_spaces(tmp_path: Path) -> None:
    text = (
        "varieties: {soil: {clay: {look: {colour: brown}}, sand: {look: {colour: yellow}}}}\n"
        "spaces:\n"
        "  field: {attributes: {soil: soil}, holds: [cube], look: {colour: by soil}}\n"
        "  town: {holds: [cube]}\n"
        "  gate: {holds: [cube], look: {colour: teal}}\n"
        "board:\n"
        "  field: {f: {soil: clay}, g: {soil: sand}, h: {soil: sand, look: {colour: red}}}\n"
        "  town: {t: {}}\n"
        "  gate: {u: {}}\n"
    )
    picture = picture_of(game_with(tmp_path, text))
    found = {each["id"]: each["colour"] for each in picture["spaces"]}
    assert found == {"f": "#7a5636", "g": "#d8a52a", "h": "#a83a3a", "t": PLAIN, "u": "#2f7f78"}
    assert one(picture["spaces"], "f")["ink"] == "#ffffff"
    assert one(picture["spaces"], "f")["attributes"] == [["soil", "clay"]]
    assert darker("#ffffff", 50) == "#7f7f7f"


def test_cells_have_two_colours_by_turns() -> None:
    spaces = picture_of(load(SMALL_GAMES / "tic_tac_toe"))["spaces"]
    assert {each["colour"] for each in spaces} == {"#fffdf6"}
    spaces = picture_of(load(SMALL_GAMES / "breakthrough"))["spaces"]
    assert one(spaces, "a1")["colour"] == CELLS[1] != one(spaces, "a2")["colour"] == CELLS[0]


def test_spaces_of_a_seat_have_its_rim() -> None:
    picture = picture_of(load("notre_dame", players=3))
    inn, seat = one(picture["spaces"], "inn_2"), picture["seats"][1]
    assert (inn["colour"], inn["rim"], inn["owner"], inn["parent"]) == (
        OWNED,
        seat["colour"],
        "violet",
        "borough_2",
    )
    ids = [each["id"] for each in picture["spaces"]]
    assert ids.index("borough_2") < ids.index("inn_2")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_names_of_all_sectors_fit(players: int) -> None:
    picture = picture_of(load("notre_dame", players=players), "it")
    for space in picture["spaces"]:
        if space["kind"] == "sector":
            assert space["label"]["size"] >= 11 and "…" not in "".join(space["label"]["lines"])
            assert space["area"]["w"] >= 30 and space["area"]["h"] >= 24


def test_where_places_are(tmp_path: Path) -> None:
    text = (
        "spaces: {town: {holds: [cube]}}\n"
        "board: {town: {a: {look: {at: [20, 20]}}, b: {look: {at: [80, 80]}}}}\n"
    )
    game = game_with(tmp_path, text)
    path = tmp_path / "game.yaml"
    old = "places: {bank: {holds: [cube]}}"
    new = (
        "places:\n  bank: {holds: [cube]}\n  tent: {per: player, holds: [cube]}\n  inn: {per: town, holds: [cube]}\n"
        "  mill: {holds: [cube], look: {on: board, at: [50, 50], size: [20, 10]}}\n"
        "  barn: {holds: [cube], look: {on: board}}\n"
        "  pit: {holds: [cube], look: {on: nowhere}}\n"
    )
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    picture = picture_of(load(tmp_path))
    on = {each["id"]: each["on"] for each in picture["places"]}
    assert on == {
        "bank": "aside",
        "tent_p1": "seat",
        "tent_p2": "seat",
        "inn_a": "board",
        "inn_b": "board",
        "mill": "board",
        "barn": "board",
        "pit": "nowhere",
    }
    inn, town = one(picture["places"], "inn_a"), one(picture["spaces"], "a")
    assert inside(inn, town["area"])
    mill, frame = one(picture["places"], "mill"), picture["frame"]
    assert (mill["w"], mill["h"]) == (200, 72)
    assert mill["x"] + 100 - frame["x"] == 500
    assert one(picture["places"], "barn")["y"] > max(each["y"] for each in picture["spaces"])
    assert one(picture["places"], "mill")["label"]["lines"] == ["mill"]
    assert game.players == 2


def test_a_table_without_a_board_has_places_in_the_middle() -> None:
    picture = picture_of(load(SMALL_GAMES / "whist"))
    played = [
        one(picture["places"], f"played_{seat}") for seat in ("north", "east", "south", "west")
    ]
    assert len({(each["x"], each["y"]) for each in played}) == 4
    assert [each["rim"] for each in played] == [each["colour"] for each in picture["seats"]]
    everything = {"x": 0, "y": 0, "w": picture["width"], "h": picture["height"]}
    assert all(inside(each, everything) for each in played)


HOSTILE = "<script>alert(1)</script> & \\\" '"


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    text = (
        f'spaces: {{town: {{holds: [cube]}}}}\nboard: {{town: {{a: {{name: "{HOSTILE}"}}, '
        f'b: {{name: "{"x" * 3_000}"}}}}}}\n'
    )
    picture = picture_of(game_with(tmp_path, text))
    for space in picture["spaces"]:
        assert all(line.isprintable() and len(line) <= 80 for line in space["label"]["lines"])
    shapes = [str(each) for each in (*picture["shapes"], picture["spaces"][0]["d"])]
    assert not any("script" in each for each in shapes)
