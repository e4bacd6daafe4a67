"""Grids as text: which spaces are one, the letters for what lies there, and grids that do not fit."""

from __future__ import annotations

import boardwright
from boardwright.text.grid import cells_of, drawn, letters
from folders import SMALL_GAMES

TWO = {"a1": (1, 1), "b1": (2, 1), "a2": (1, 2), "b2": (2, 2)}


def test_the_first_row_is_at_the_bottom() -> None:
    assert drawn(TWO, {"a1": "white man", "b1": "", "a2": "black man", "b2": "white man"}, 80) == [
        ("  2", "b w"),
        ("  1", "w \u00b7"),
        ("", "a b"),
        ("", "b = black man; w = white man"),
    ]


def test_a_grid_that_is_too_wide_is_not_drawn() -> None:
    wide = {f"{chr(97 + n)}1": (n + 1, 1) for n in range(20)}
    assert drawn(wide, {}, 39) == [
        ("  1", " ".join("\u00b7" * 20)),
        ("", " ".join(map(chr, range(97, 117)))),
    ]
    assert drawn(wide, {}, 38) is None


def test_rows_of_hexagons_lean_to_the_right() -> None:
    told = drawn(TWO, {"a1": "stone", "b2": "stone"}, 80, leans=True)
    assert told is not None
    assert [line for _, line in told] == [" \u00b7 s", "s \u00b7", "a b", "s = stone"]


def test_letters_tell_things_apart() -> None:
    assert letters(["pawn white 1", "pawn black 1"]) == {"pawn white 1": "w", "pawn black 1": "b"}
    assert letters(["tower", "tent"]) == {"tower": "to", "tent": "te"}
    assert letters(["tower 1", "tower 2", "tower 1; tent"]).keys() == {
        "tower 1",
        "tower 2",
        "tower 1; tent",
    }
    assert len(set(letters([f"stone {n}" for n in range(30)]).values())) == 30


def test_only_grids_are_grids() -> None:
    board = boardwright.load(SMALL_GAMES / "connect_four").table.game.spaces["hole"]
    cells = cells_of(board)
    assert cells is not None and cells["a1"] == (1, 1) and cells["g6"] == (7, 6)
    (regions,) = boardwright.load("rattus").table.game.spaces.values()
    assert cells_of(regions) is None
