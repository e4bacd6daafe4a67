"""How large a board must be, so that what is printed fits where it must lie.

Sizes are in tenths of a millimetre, and lengths of a picture in its own units. A scale is tenths of a millimetre for a
thousand units, a whole number, so that no size depends on a platform.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.boards.board_svg import Slot, places_of
from boardwright.cards.deck import ROUND, SIZES, STOCK_SIZES

Json = Mapping[str, Any]

LARGEST = 11_890
"""The longest side of a board that is made as large as its pieces need: that of A0."""
_SMALLEST = 2_700  # as long as a sheet of A4 has room
_THOUSAND = 1000
_SPACE = 10
"""A millimetre around what must fit."""
_FIRST = re.compile(r"M(-?\d+)")


@dataclass(frozen=True, slots=True)
class Need:
    """So many things of one size must fit beside each other in a box of the board."""

    where: str
    thing: str
    count: int
    size: tuple[int, int]
    round: bool
    box: tuple[int, int, int, int]

    def scale(self) -> int:
        """The smallest scale at which they fit, in any number of columns."""
        return min(self._scale(columns) for columns in range(1, self.count + 1))

    def _scale(self, columns: int) -> int:
        rows = -(-self.count // columns)
        wide, high = self.size[0] + _SPACE, self.size[1] + _SPACE
        return max(
            -(-columns * wide * _THOUSAND // max(1, self.box[2])),
            -(-rows * high * _THOUSAND // max(1, self.box[3])),
        )

    def slots(self, scale: int) -> Iterator[Slot]:
        """Outlines for them in the middle of the box, in the units of the picture, at a scale at which they fit."""
        columns = min(range(1, self.count + 1), key=self._scale)
        rows = -(-self.count // columns)
        wide, high = (each * _THOUSAND // scale for each in self.size)
        step_x, step_y = ((each + _SPACE) * _THOUSAND // scale for each in self.size)
        x, y, w, h = self.box
        for n in range(self.count):
            row, column = divmod(n, columns)
            in_row = min(columns, self.count - row * columns)
            left = x + (w - in_row * step_x) // 2 + column * step_x + (step_x - wide) // 2
            top = y + (h - rows * step_y) // 2 + row * step_y + (step_y - high) // 2
            yield "round" if self.round else "square", left, top, wide, high


def needs_of(picture: Json) -> list[Need]:
    """What must fit: as many of each thing as there is room for, or one."""
    found = []
    for spot in (*picture["spaces"], *places_of(picture)):
        rooms = {each["kind"]: each["count"] for each in spot.get("room", ())}
        for id in spot.get("holds", ()):
            of = picture["kinds"].get(id) or picture["stocks"].get(id)
            if of is None or not of.get("shape"):
                continue
            count = rooms.get(id, 1)
            box = _box(spot, alone=count == 1)
            if box[2] > 0 and box[3] > 0:
                size = _size(of, stock=id in picture["stocks"])
                round_ = of["shape"] in ROUND
                found.append(Need(spot["name"], of["name"], count, size, round_, box))
    return found


def rooms_of(picture: Json, needs: Sequence[Need]) -> list[Need]:
    """Those whose number the board says: they get outlines."""
    named = {spot["name"] for spot in (*picture["spaces"], *places_of(picture)) if spot.get("room")}
    return [each for each in needs if each.count > 1 and each.where in named]


def scale_for(picture: Json, needs: Sequence[Need]) -> int:
    """The scale at which everything fits, as far as the board is not too large to print."""
    longest: int = max(picture["width"], picture["height"], 1)
    least, most = (each * _THOUSAND // longest for each in (_SMALLEST, LARGEST))
    return min(most, max(least, *(each.scale() for each in needs), 0))


def _box(spot: Json, *, alone: bool) -> tuple[int, int, int, int]:
    """Where things lie in a space or place. One thing alone may cover its name, and all of a circle."""
    area = spot.get("area") or spot
    box = (area["x"], area["y"], area["w"], area["h"])
    first = _FIRST.match(spot.get("d", ""))
    if not alone or spot.get("shape") != "circle" or first is None:
        return box
    radius = spot["x"] - int(first[1])
    return (spot["x"] - radius, spot["y"] - radius, 2 * radius, 2 * radius)


def _size(of: Json, *, stock: bool) -> tuple[int, int]:
    shape = of["shape"]
    size = of.get("size") or (stock and STOCK_SIZES.get(shape)) or SIZES.get(shape, SIZES["marker"])
    wide, high = (size, size) if isinstance(size, int) else size
    return (10 * wide, 10 * (wide if shape in ROUND else high))
