from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.cards.sheets import PAPERS
from boardwright.cards.tiles import MARGIN, OVERLAP, name_of, tiled, whole

SIDES = st.integers(500, 12_000)


@given(SIDES, SIDES, st.sampled_from(sorted(PAPERS)))
def test_tiles_show_all_of_the_board_and_overlap(wide: int, high: int, paper: str) -> None:
    found = tiled((wide, high), PAPERS[paper])
    assert sorted(found.paper) == sorted(PAPERS[paper])
    for tile in found.tiles:
        assert tile.at[0] >= MARGIN and tile.at[1] >= MARGIN
        assert tile.x + tile.width <= wide and tile.y + tile.height <= high
    row = [tile for tile in found.tiles if tile.row == 0]
    assert row[0].x == 0 and row[-1].x + row[-1].width == wide
    assert all(a.x + a.width - b.x == OVERLAP for a, b in pairwise(row))
    column = [tile for tile in found.tiles if tile.column == 0]
    assert column[0].y == 0 and column[-1].y + column[-1].height == high
    assert all(a.y + a.height - b.y == OVERLAP for a, b in pairwise(column))


def test_paper_lies_if_that_takes_fewer_sheets() -> None:
    assert tiled((2700, 1800), PAPERS["a4"]).paper == (2970, 2100)
    assert len(tiled((2700, 1800), PAPERS["a4"]).tiles) == 1
    assert tiled((1800, 2700), PAPERS["a4"]).paper == (2100, 2970)


def test_each_tile_knows_what_it_is_glued_to() -> None:
    found = tiled((5000, 5000), PAPERS["a4"])
    first, second, *_ = found.tiles
    assert (first.name, first.left, first.above) == ("A1", False, False)
    assert (second.name, second.left, second.above) == ("B1", True, False)
    assert len(first.marks) == 8


@pytest.mark.parametrize(("column", "name"), [(0, "A1"), (25, "Z1"), (26, "AA1"), (27, "AB1")])
def test_columns_have_letters(column: int, name: str) -> None:
    assert name_of(column, 0) == name


def test_one_page_has_the_board_in_its_middle() -> None:
    (tile,) = whole((4000, 2000), (4200, 2970)).tiles
    assert tile.at == (100, 485) and tile.marks == ()
