"""Cuts a board that is larger than the paper into tiles, which are glued over each other.

Each tile shows a strip of its neighbours. It is cut at its left and upper edge, and glued over the strip of the tile before.
Everything is in tenths of a millimetre, so that no rounding depends on a platform.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardwright.cards.sheets import PAPERS

OVERLAP = 100
"""How much two tiles have in common."""
MARGIN = 100
"""Paper around a tile: no printer reaches the edge, and the marks and what is written need room."""
LARGE = {
    "a0": (8410, 11890),
    "a1": (5940, 8410),
    "a2": (4200, 5940),
    "a3": (2970, 4200),
    **PAPERS,
}
"""The papers for a board on one page."""

_LONG, _AWAY = 50, 15  # of a mark, and how far it is from what is cut
Line = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet: the part of the board that it shows, where that lies on the paper, and the marks to cut at. `left` and
    `above` are whether it is glued over a neighbour there.
    """

    column: int
    row: int
    x: int
    y: int
    width: int
    height: int
    at: tuple[int, int]
    left: bool
    above: bool
    marks: tuple[Line, ...]

    @property
    def name(self) -> str:
        """`A1` is the upper left one, `B1` the one beside it."""
        return name_of(self.column, self.row)


@dataclass(frozen=True, slots=True)
class Tiling:
    """The tiles of a board, row by row, and the paper as it lies."""

    paper: tuple[int, int]
    columns: int
    rows: int
    tiles: tuple[Tile, ...]


def name_of(column: int, row: int) -> str:
    """The name of a tile: letters for its column, a number for its row."""
    letters = ""
    left = column
    while left >= 0:
        letters = chr(ord("A") + left % 26) + letters
        left = left // 26 - 1
    return f"{letters}{row + 1}"


def tiled(board: tuple[int, int], paper: tuple[int, int]) -> Tiling:
    """The tiles of a board on as few sheets as possible, upright or lying."""
    ways = (paper, (paper[1], paper[0]))
    best = min(ways, key=lambda each: _columns(board[0], each[0]) * _columns(board[1], each[1]))
    columns, rows = (_columns(board[n], best[n]) for n in (0, 1))
    return Tiling(best, columns, rows, tuple(_tiles(board, best, columns, rows)))


def whole(board: tuple[int, int], page: tuple[int, int]) -> Tiling:
    """The board in the middle of one page, without marks."""
    at = ((page[0] - board[0]) // 2, (page[1] - board[1]) // 2)
    return Tiling(page, 1, 1, (Tile(0, 0, 0, 0, *board, at, False, False, ()),))


def _columns(length: int, paper: int) -> int:
    """How many tiles it takes side by side."""
    room = paper - 2 * MARGIN
    return max(1, -(-(length - OVERLAP) // (room - OVERLAP)))


def _tiles(
    board: tuple[int, int], paper: tuple[int, int], columns: int, rows: int
) -> Iterator[Tile]:
    xs, width = _along(board[0], columns)
    ys, height = _along(board[1], rows)
    for row, y in enumerate(ys):
        for column, x in enumerate(xs):
            wide, high = min(width, board[0] - x), min(height, board[1] - y)
            at = ((paper[0] - wide) // 2, (paper[1] - high) // 2)
            yield Tile(
                column, row, x, y, wide, high, at, column > 0, row > 0, tuple(_marks(at, wide, high))
            )  # fmt: skip


def _along(length: int, count: int) -> tuple[list[int], int]:
    """Where the tiles begin along one side of the board, and how long each is: all are alike."""
    long = -(-(length + (count - 1) * OVERLAP) // count)
    return [n * (long - OVERLAP) for n in range(count)], long


def _marks(at: tuple[int, int], width: int, height: int) -> Iterator[Line]:
    """Lines in the margin at the corners of a tile."""
    left, top = at
    for x in (left, left + width):
        yield (x, top - _AWAY - _LONG, x, top - _AWAY)
        yield (x, top + height + _AWAY, x, top + height + _AWAY + _LONG)
    for y in (top, top + height):
        yield (left - _AWAY - _LONG, y, left - _AWAY, y)
        yield (left + width + _AWAY, y, left + width + _AWAY + _LONG, y)
