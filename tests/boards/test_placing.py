from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from board_games import game_with
from boardwright.boards.geometry import distance
from boardwright.boards.picture import picture_of
from boardwright.boards.placing import Layout, at_seats, placed
from boardwright.loading.game import Game
from boardwright.loading.load import load

FIVE = "spaces: {town: {holds: [cube]}}\nboard:\n  town: {a: {}, b: {}, c: {}, d: {}, e: {}}\n"


def layout_of(game: Game) -> Layout:
    return placed(game.table, game.rules.declared, at_seats(game.table))


def spaces(picture: dict[str, Any]) -> dict[str, Any]:
    return {each["id"]: each for each in picture["spaces"]}


def test_positions_are_hundredths_of_the_board(tmp_path: Path) -> None:
    game = game_with(
        tmp_path,
        "spaces: {town: {holds: [cube]}}\nboard:\n  town: {a: {look: {at: [10, 20]}}, b: {look: {at: [60, 70]}}}\n",
    )
    layout = layout_of(game)
    assert [spot.centre for spot in layout.spots.values()] == [(100, 144), (600, 504)]
    assert layout.given and [spot.at for spot in layout.spots.values()] == [(10, 20), (60, 70)]
    picture = picture_of(game)
    frame, town = picture["frame"], spaces(picture)["b"]
    assert (town["x"] - frame["x"]) * 100 // frame["w"] == 60


def test_what_says_no_position_is_placed_near_its_neighbours(tmp_path: Path) -> None:
    text = (
        "spaces: {town: {holds: [cube]}}\nboard:\n"
        "  town: {a: {look: {at: [10, 10]}}, b: {look: {at: [90, 90]}}, c: {}}\n  links: {road: [[a, c]]}\n"
    )
    a, b, c = layout_of(game_with(tmp_path, text)).spots.values()
    assert distance(a.centre, c.centre) < distance(b.centre, c.centre)
    assert distance(a.centre, c.centre) > a.radius + c.radius


@pytest.mark.parametrize(
    "links", ["", "  links: {road: [[a, b], [b, c], [c, d], [d, a], [a, e]]}\n"]
)
def test_circles_do_not_overlap(tmp_path: Path, links: str) -> None:
    layout = layout_of(game_with(tmp_path, FIVE + links))
    assert not layout.given
    for one, other in combinations(layout.spots.values(), 2):
        assert distance(one.centre, other.centre) > one.radius + other.radius


def test_sizes_and_outlines(tmp_path: Path) -> None:
    game = game_with(
        tmp_path,
        "spaces: {town: {holds: [cube]}}\nboard:\n  town:\n"
        "    a: {look: {at: [50, 50], size: [20, 10]}}\n"
        "    b: {look: {at: [10, 10], size: 10}}\n"
        "    c: {look: {outline: [[0, 50], [10, 50], [10, 60]]}}\n",
    )
    cell, dot, shape = layout_of(game).spots.values()
    assert (cell.shape, cell.extent.w, cell.extent.h) == ("rect", 200, 72)
    assert (dot.shape, dot.radius) == ("circle", 36)
    assert (shape.shape, shape.path) == ("polygon", "M0 360L100 360L100 432Z")


@pytest.mark.parametrize(
    ("grid", "shape", "corners"),
    [
        ("3 by 2", "rect", 4),
        ("hexagonal 3 by 2", "hex", 6),
        ("hexagonal 3", "hex", 6),
        ("triangular 3", "polygon", 3),
    ],
)
def test_cells_of_a_grid_touch(tmp_path: Path, grid: str, shape: str, corners: int) -> None:
    game = game_with(tmp_path, f"spaces: {{cell: {{grid: {grid}, holds: [cube]}}}}\n")
    spots = layout_of(game).spots
    assert {spot.shape for spot in spots.values()} == {shape}
    for n, row in enumerate(game.table.neighbours("adjacent" if shape != "rect" else "orthogonal")):
        for other in row:
            shared = set(spots[n].points) & set(spots[other].points)
            assert len(shared) == 2 and len(set(spots[n].points)) == corners


def test_a_ring_bends_what_is_in_it(tmp_path: Path) -> None:
    text = (
        "spaces:\n  ward: {ring: {2: 4, 3: 3, 4: 4}}\n  house: {per: ward, holds: [cube]}\n"
        "board:\n  house: {inn: {look: {at: [25, 50], size: [50, 100]}}, mill: {look: {at: [75, 50], size: [50, 100]}}}\n"
    )
    for players, copies in ((2, 4), (3, 3)):
        layout = layout_of(game_with(tmp_path, text, players=players))
        spots = [*layout.spots.values()]
        assert [spot.shape for spot in spots] == ["arc"] * 3 * copies
        assert layout.given and layout.ring is not None
        far = {distance(spot.centre, layout.ring.centre) for spot in spots[copies:]}
        assert max(far) - min(far) <= 2


def test_spaces_in_a_row(tmp_path: Path) -> None:
    text = FIVE.replace("holds: [cube]", "holds: [cube], look: {arrange: row, shape: cell}")
    spots = [*layout_of(game_with(tmp_path, text)).spots.values()]
    assert len({spot.centre[1] for spot in spots}) == 1
    assert [spot.centre[0] for spot in spots] == sorted(spot.centre[0] for spot in spots)
    assert spots[0].extent.x + spots[0].extent.w == spots[1].extent.x
    text = text.replace("arrange: row", "arrange: grid")
    assert (
        len({spot.centre[1] for spot in layout_of(game_with(tmp_path, text)).spots.values()}) == 2
    )


def test_spaces_that_each_player_has_are_at_the_seats(tmp_path: Path) -> None:
    game = game_with(
        tmp_path,
        "spaces: {field: {per: player, holds: [cube]}}\nboard: {field: {acre: {}}}\n",
    )
    assert at_seats(game.table) == {"field"}
    picture = picture_of(game)
    assert picture["spaces"] == []
    seated = [each for each in picture["places"] if each.get("space")]
    assert [(each["id"], each["on"], each["owner"]) for each in seated] == [
        ("acre_1", "seat", "p1"),
        ("acre_2", "seat", "p2"),
    ]


def test_every_space_of_the_shipped_games_has_its_own_room() -> None:
    for name, players in (("rattus", 4), ("notre_dame", 5), ("notre_dame", 3)):
        layout = layout_of(load(name, players=players))
        circles = [spot for spot in layout.spots.values() if spot.radius]
        for one, other in combinations(circles, 2):
            assert distance(one.centre, other.centre) >= one.radius + other.radius, name
