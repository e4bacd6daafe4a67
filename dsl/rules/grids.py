"""Grids of squares, hexagons and triangles: which spaces they have, and the ways that lead from one to the next.

Columns count to the east, rows to the north, both from 1. Hexagons stand on a corner, and each row lies half a hexagon
further east than the one to the south of it. In a row of triangles every other one stands on a corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Shape = Literal["square", "hexagonal", "triangular"]
Cell = tuple[int, int]

# By the way: how many columns to the east, and how many rows to the north.
WAYS: Mapping[Shape, Mapping[str, Cell]] = {
    "square": {
        "north": (0, 1),
        "north_east": (1, 1),
        "east": (1, 0),
        "south_east": (1, -1),
        "south": (0, -1),
        "south_west": (-1, -1),
        "west": (-1, 0),
        "north_west": (-1, 1),
    },
    "hexagonal": {
        "north_east": (0, 1),
        "east": (1, 0),
        "south_east": (1, -1),
        "south_west": (0, -1),
        "west": (-1, 0),
        "north_west": (-1, 1),
    },
    "triangular": {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)},
}
# What several ways are called together: the kinds of links of a grid, each with one of two opposite ways.
GROUPS: Mapping[Shape, Mapping[str, tuple[str, ...]]] = {
    "square": {"orthogonal": ("east", "north"), "diagonal": ("north_east", "north_west")},
    "hexagonal": {"adjacent": ("east", "north_east", "north_west")},
    "triangular": {"adjacent": ("east", "north")},
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A grid. Hexagons without `rows` make a large hexagon, triangles a large triangle, of which `columns` is
    the length of a side.
    """

    shape: Shape
    columns: int
    rows: int | None

    @property
    def ways(self) -> tuple[str, ...]:
        """Returns the names of its ways, clockwise from the north."""
        return tuple(WAYS[self.shape])

    @property
    def width(self) -> int:
        """Returns the number of columns."""
        return self.columns if self.rows is not None else 2 * self.columns - 1

    @property
    def height(self) -> int:
        """Returns the number of rows."""
        if self.rows is not None:
            return self.rows
        return self.width if self.shape == "hexagonal" else self.columns

    @property
    def size(self) -> int:
        """Returns the number of spaces."""
        side = self.columns
        if self.rows is not None:
            return side * self.rows
        return 3 * side * (side - 1) + 1 if self.shape == "hexagonal" else side * side

    @property
    def cells(self) -> Iterator[Cell]:
        """Returns the column and row of each space, row by row."""
        for row in range(1, self.height + 1):
            for column in range(1, self.width + 1):
                if self._has(column, row):
                    yield column, row

    def step(self, cell: Cell, way: str) -> Cell | None:
        """Returns the next space along a way; None at the edge."""
        (column, row), (east, north) = cell, WAYS[self.shape][way]
        if self.shape == "triangular" and north:
            stands_on_a_corner = (column - row) % 2
            if stands_on_a_corner != (north > 0):
                return None
        found = column + east, row + north
        return found if self._has(*found) else None

    def _has(self, column: int, row: int) -> bool:
        if not (1 <= column <= self.width and 1 <= row <= self.height):
            return False
        if self.rows is not None:
            return True
        if self.shape == "hexagonal":
            return self.columns < column + row < 3 * self.columns
        return row <= column <= 2 * self.columns - row


def name_cell(column: int, row: int) -> str:
    """Returns the id of a space of a grid; both count from 1. After the column z come aa, ab and so on.

    >>> name_cell(3, 12)
    'c12'
    >>> name_cell(28, 5)
    'ab5'
    """
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{row}"


def opposite(way: str) -> str:
    """Returns the way that leads back.

    >>> opposite("north_east"), opposite("west")
    ('south_west', 'east')
    """
    back = {"north": "south", "south": "north", "east": "west", "west": "east"}
    return "_".join(back[part] for part in way.split("_"))


def ways_in(shape: Shape, group: str) -> tuple[str, ...]:
    """Returns the ways that a group has, clockwise from the north."""
    half = GROUPS[shape].get(group, ())
    both = {*half, *map(opposite, half)}
    return tuple(way for way in WAYS[shape] if way in both)
