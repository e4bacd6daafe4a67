from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from board_games import game_with
from boardwright.boards.drawing import STYLES
from boardwright.boards.geometry import distance
from boardwright.boards.picture import picture_of
from boardwright.dsl.declare.looks import GROUNDS
from golden import Golden
from pages.board_pictures import BOARDS_PAGE, boards

TRIANGLE = (
    "spaces: {town: {holds: [cube]}}\nboard:\n"
    "  town: {a: {look: {at: [10, 10]}}, b: {look: {at: [60, 10]}}, c: {look: {at: [35, 60]}}, d: {look: {at: [90, 90]}}}\n"
    "  links: {road: [[a, b], [b, c], [c, a]], path: {pairs: [[c, d]], one_way: yes}}\n"
)


def picture_with(folder: Path, text: str, look: str = "") -> dict[str, Any]:
    return picture_of(game_with(folder, f"{text}look: {{{look}}}\n"))


def styles(picture: dict[str, Any]) -> list[str]:
    return [shape["style"] for shape in picture["shapes"]]


def test_links_are_lines_and_arrows_by_default(tmp_path: Path) -> None:
    picture = picture_with(tmp_path, TRIANGLE)
    assert styles(picture) == ["line", "line", "line", "line", "arrow"]
    assert {(each["from"], each["to"]) for each in picture["links"]} >= {("a", "b"), ("c", "d")}
    assert [each["to"] for each in picture["links"] if each["one_way"]] == ["d"]


def test_bands_are_land_that_is_filled_where_three_go_around(tmp_path: Path) -> None:
    found = styles(picture_with(tmp_path, TRIANGLE, "ground: sea, links: {road: band, path: dots}"))
    assert found.count("border") == 3 and found.count("crossing") == 1
    # Three bands, one field, and four islands, each with its coast.
    assert found.count("shore") == found.count("coast") == 3 + 1 + 4
    assert found.index("shore") > max(n for n, style in enumerate(found) if style == "coast")


def test_hidden_links_are_not_drawn_but_told(tmp_path: Path) -> None:
    picture = picture_with(tmp_path, TRIANGLE, "links: {road: hidden, path: hidden}")
    assert picture["shapes"] == [] and len(picture["links"]) == 4


def test_links_of_cells_are_drawn_if_a_look_says_how(tmp_path: Path) -> None:
    text = "spaces: {cell: {grid: 3 by 3, holds: [cube], look: {shape: circle, size: 20}}}\n"
    assert styles(picture_with(tmp_path / "plain", text)) == []
    assert (
        styles(picture_with(tmp_path / "lines", text, "links: {orthogonal: line}")) == ["line"] * 12
    )


def test_a_link_bends_around_a_space_in_between(tmp_path: Path) -> None:
    text = (
        "spaces: {town: {holds: [cube]}}\nboard:\n"
        "  town: {a: {look: {at: [10, 50]}}, b: {look: {at: [50, 50]}}, c: {look: {at: [90, 50]}}}\n"
        "  links: {road: [[a, c]]}\n"
    )
    picture = picture_with(tmp_path, text)
    (shape,) = picture["shapes"]
    x, y = map(int, re.findall(r"Q(-?\d+) (-?\d+)", shape["d"])[0])
    middle = next(each for each in picture["spaces"] if each["id"] == "b")
    assert distance((x, y), (middle["x"], middle["y"])) > 60


def test_names_of_rows_and_columns_are_beside_a_grid(tmp_path: Path) -> None:
    picture = picture_with(tmp_path, "spaces: {cell: {grid: 3 by 2, holds: [cube]}}\n")
    assert [each["text"] for each in picture["texts"]] == ["1", "2", "a", "b", "c"]
    assert all(each["label"] is None for each in picture["spaces"])
    assert styles(picture) == ["frame"]


@pytest.mark.parametrize("ground", [*GROUNDS, '"#204060"', "blue"])
def test_a_ground_is_a_style_or_a_colour(tmp_path: Path, ground: str) -> None:
    found = picture_with(tmp_path, TRIANGLE, f"ground: {ground}")["ground"]
    assert found in STYLES or re.fullmatch("#[0-9a-f]{6}", found)


def test_parts_of_a_ring_are_linked_above_the_spaces() -> None:
    from boardwright.loading.load import load

    picture = picture_of(load("notre_dame", players=4))
    assert picture["shapes"] == [] and {each["style"] for each in picture["over"]} == {"dots"}


def test_the_picture_in_the_docs_is_up_to_date(golden: Golden) -> None:
    golden(BOARDS_PAGE, boards())
