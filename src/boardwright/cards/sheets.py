"""Lays faces out on paper: cards edge to edge in a grid with marks for cutting, tokens in rows. Backs are mirrored.

Everything is in tenths of a millimetre while it is computed, so that no rounding depends on a platform.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

PAPERS = {"a4": (2100, 2970), "letter": (2159, 2794)}

# No printer reaches the edge of the paper.
_MARGIN = 45
_LONG, _AWAY = 45, 15  # of a mark, and how far it is from the card
_BETWEEN = 20  # tokens, which are cut one by one


@dataclass(frozen=True, slots=True)
class Item:
    """One copy of a face: its number, its size in tenths, whether it is a card, and the colour of its back."""

    face: int
    wide: int
    high: int
    card: bool
    colour: str


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a face lies on a sheet; `turn` is 90 or 270 if it lies on its side, 180 if it stands on its head."""

    item: Item
    x: int
    y: int
    turn: int

    @property
    def width(self) -> int:
        return self.item.high if self.turn % 180 else self.item.wide

    @property
    def height(self) -> int:
        return self.item.wide if self.turn % 180 else self.item.high


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper."""

    back: bool
    cells: tuple[Cell, ...]
    marks: tuple[tuple[int, int, int, int], ...]
    bleed: int = 0


class TooLargeError(Exception):
    """A face that is larger than the paper."""


def laid_out(
    items: Sequence[Item],
    paper: tuple[int, int],
    *,
    backs: bool,
    bleed: int = 0,
    short_edge: bool = False,
) -> tuple[Sheet, ...]:
    """The sheets for these items, each back right after its front."""
    sheets: list[Sheet] = []
    for size in dict.fromkeys((each.wide, each.high) for each in items if each.card):
        alike = [each for each in items if each.card and (each.wide, each.high) == size]
        sheets += _grid(alike, paper, bleed)
    sheets += _rows([each for each in items if not each.card], paper)
    if not backs:
        return tuple(sheets)
    return tuple(side for front in sheets for side in (front, _back_of(front, paper, short_edge)))


def _grid(items: Sequence[Item], paper: tuple[int, int], bleed: int) -> Iterator[Sheet]:
    """Cards of one size, as many on a sheet as fit, upright or on their side."""
    wide, high = items[0].wide, items[0].high
    columns, rows, turn = max(
        (
            (*_fit(paper, wide + 2 * bleed, high + 2 * bleed), 0),
            (*_fit(paper, high + 2 * bleed, wide + 2 * bleed), 90),
        ),
        key=lambda found: (found[0] * found[1], -found[2]),
    )
    if not columns * rows:
        raise TooLargeError(f"{wide / 10:g} by {high / 10:g} mm is larger than the paper")
    across, down = (high, wide) if turn else (wide, high)
    step_x, step_y = across + 2 * bleed, down + 2 * bleed
    left, top = (paper[0] - columns * step_x) // 2 + bleed, (paper[1] - rows * step_y) // 2 + bleed
    xs = [left + n * step_x for n in range(columns)]
    ys = [top + n * step_y for n in range(rows)]
    marks = tuple(_marks(xs, ys, across, down, bleed))
    for start in range(0, len(items), columns * rows):
        part = items[start : start + columns * rows]
        cells = (Cell(each, xs[n % columns], ys[n // columns], turn) for n, each in enumerate(part))
        yield Sheet(False, tuple(cells), marks, bleed)


def _fit(paper: tuple[int, int], across: int, down: int) -> tuple[int, int]:
    return (paper[0] - 2 * _MARGIN) // across, (paper[1] - 2 * _MARGIN) // down


def _marks(
    xs: Sequence[int], ys: Sequence[int], across: int, down: int, bleed: int
) -> Iterator[tuple[int, int, int, int]]:
    """Lines outside of the cards at which to cut."""
    away = max(_AWAY, bleed)
    top, bottom = ys[0] - away, ys[-1] + down + away
    left, right = xs[0] - away, xs[-1] + across + away
    for x in sorted({each for start in xs for each in (start, start + across)}):
        yield (x, top - _LONG, x, top)
        yield (x, bottom, x, bottom + _LONG)
    for y in sorted({each for start in ys for each in (start, start + down)}):
        yield (left - _LONG, y, left, y)
        yield (right, y, right + _LONG, y)


def _rows(items: Sequence[Item], paper: tuple[int, int]) -> Iterator[Sheet]:
    """Tokens of any size, the same sizes beside each other; every row is centred, so that it can be mirrored."""
    room = paper[0] - 4 * _MARGIN, paper[1] - 4 * _MARGIN
    rows: list[list[Item]] = []
    for size in sorted({(each.high, each.wide) for each in items}, reverse=True):
        alike = [each for each in items if (each.high, each.wide) == size]
        per_row = (room[0] + _BETWEEN) // (size[1] + _BETWEEN)
        if not per_row or size[0] > room[1]:
            raise TooLargeError(f"{size[1] / 10:g} by {size[0] / 10:g} mm is larger than the paper")
        rows += [alike[n : n + per_row] for n in range(0, len(alike), per_row)]
    page: list[Cell] = []
    y = 2 * _MARGIN
    for row in rows:
        high = row[0].high
        if y + high > paper[1] - 2 * _MARGIN:
            yield Sheet(False, tuple(page), ())
            page, y = [], 2 * _MARGIN
        wide = sum(each.wide for each in row) + _BETWEEN * (len(row) - 1)
        x = (paper[0] - wide) // 2
        for each in row:
            page.append(Cell(each, x, y, 0))
            x += each.wide + _BETWEEN
        y += high + _BETWEEN
    if page:
        yield Sheet(False, tuple(page), ())


def _back_of(front: Sheet, paper: tuple[int, int], short_edge: bool) -> Sheet:
    """The other side, as it must be printed when the paper is turned over its long edge, or its short one."""
    cells = []
    for cell in front.cells:
        x, y = paper[0] - cell.x - cell.width, cell.y
        turn = (360 - cell.turn) % 360
        if short_edge:
            x, y = cell.x, paper[1] - cell.y - cell.height
            turn = (180 - cell.turn) % 360
        cells.append(Cell(cell.item, x, y, turn))
    marks = tuple(
        (x, paper[1] - y, u, paper[1] - v) if short_edge else (paper[0] - x, y, paper[0] - u, v)
        for x, y, u, v in front.marks
    )
    return Sheet(True, tuple(cells), marks, front.bleed)


def as_data(sheets: Iterable[Sheet], label: str) -> list[dict[str, Any]]:
    """The sheets as the template wants them, in millimetres."""
    found = []
    sheets = tuple(sheets)
    for number, sheet in enumerate(sheets, 1):
        bleeds = []
        if sheet.bleed:
            more = sheet.bleed
            bleeds = [
                {
                    "x": (cell.x - more) / 10,
                    "y": (cell.y - more) / 10,
                    "w": (cell.width + 2 * more) / 10,
                    "h": (cell.height + 2 * more) / 10,
                    "colour": cell.item.colour if sheet.back else None,
                }
                for cell in sheet.cells
            ]
        found.append(
            {
                "back": sheet.back,
                "label": f"{label} · {number}/{len(sheets)}",
                "marks": [[each / 10 for each in mark] for mark in sheet.marks],
                "bleeds": bleeds,
                "cells": [
                    {"card": cell.item.face, "x": cell.x / 10, "y": cell.y / 10, "turn": cell.turn}
                    for cell in sheet.cells
                ],
            }
        )
    return found
