"""Grids: their spaces, and where their ways lead."""

from __future__ import annotations

import pytest

from boardwright.dsl.rules.grids import GROUPS, WAYS, Pattern, Shape, name_cell, opposite, ways_in

PATTERNS = (
    Pattern("square", 4, 3),
    Pattern("square", 1, 1),
    Pattern("hexagonal", 4, 3),
    Pattern("hexagonal", 1, None),
    Pattern("hexagonal", 4, None),
    Pattern("triangular", 1, None),
    Pattern("triangular", 5, None),
)


def test_columns_have_letters_and_then_pairs_of_letters() -> None:
    assert [name_cell(column, 1) for column in (1, 26, 27, 28, 52, 53, 64, 99)] == [
        *("a1", "z1", "aa1", "ab1", "az1", "ba1", "bl1", "cu1")
    ]
    assert (
        len({name_cell(column, row) for column in range(1, 100) for row in range(1, 100)})
        == 99 * 99
    )


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_grid_has_as_many_spaces_as_it_says_row_by_row(pattern: Pattern) -> None:
    cells = list(pattern.cells)
    assert len(set(cells)) == len(cells) == pattern.size
    assert cells == sorted(cells, key=lambda cell: cell[::-1])
    assert {column for column, _ in cells} == set(range(1, pattern.width + 1))
    assert {row for _, row in cells} == set(range(1, pattern.height + 1))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_step_can_be_taken_back(pattern: Pattern) -> None:
    for cell in pattern.cells:
        for way in pattern.ways:
            there = pattern.step(cell, way)
            if there is not None:
                assert there in set(pattern.cells)
                assert pattern.step(there, opposite(way)) == cell


@pytest.mark.parametrize(
    ("pattern", "neighbours"),
    [
        (Pattern("square", 8, 8), {3: 4, 5: 24, 8: 36}),
        (Pattern("hexagonal", 11, 11), {2: 2, 3: 2, 4: 36, 6: 81}),
        (Pattern("hexagonal", 5, None), {3: 6, 4: 18, 6: 37}),
        (Pattern("triangular", 6, None), {1: 3, 2: 12, 3: 21}),
    ],
)
def test_how_many_spaces_lie_beside_a_space(pattern: Pattern, neighbours: dict[int, int]) -> None:
    found: dict[int, int] = {}
    for cell in pattern.cells:
        many = sum(pattern.step(cell, way) is not None for way in pattern.ways)
        found[many] = found.get(many, 0) + 1
    assert dict(sorted(found.items())) == neighbours


@pytest.mark.parametrize("shape", [*WAYS])
def test_groups_name_each_way_once(shape: Shape) -> None:
    named = [way for group in GROUPS[shape] for way in ways_in(shape, group)]
    assert sorted(named) == sorted(WAYS[shape])
    assert ways_in(shape, "road") == ()


def test_one_triangle_of_two_stands_on_a_corner() -> None:
    large = Pattern("triangular", 3, None)
    assert [name_cell(*cell) for cell in large.cells] == [
        *("a1", "b1", "c1", "d1", "e1", "b2", "c2", "d2", "c3")
    ]
    assert large.step((1, 1), "north") is None  # on a side
    assert large.step((2, 1), "north") == (2, 2)
    assert large.step((2, 1), "south") is None
    assert large.step((2, 2), "south") == (2, 1)
