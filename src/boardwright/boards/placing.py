"""Where each space of a table is drawn, and what it is: circle, cell, square, hexagon, or a part of a ring.

Positions are those that looks say; where they say none, grids lie in rows and columns, rings go around, and other spaces are
placed by `layout.py`. All are whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt

from boardwright.boards.geometry import (
    FULL,
    Arc,
    Bent,
    Box,
    Point,
    Straight,
    around,
    bounds,
    circle,
    distance,
    middle,
    polygon,
    rectangle,
    share,
    turned,
)
from boardwright.boards.layout import laid_out
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.looks import OwnLook, SpaceLook
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.grids import name_cell
from boardwright.interpreter.table.table import Table

WIDE, HIGH = 1000, 720
"""The board: positions are hundredths of these. A ring has a board that is as high as wide."""

MARGIN = 36
_RIM = 44  # beside a grid, for the names of rows and columns
_GAP = 40  # between boards that lie side by side
_LARGEST_CELL = 130
_BESIDE = 92  # from a grid to the middle of a space beside it
_LEAST_RADIUS, _LARGEST_RADIUS = 16, 82
_RING = 480
_MOST_COMPARED = 1_000
_EDGE = 4  # hundredths that stay free at the edge of what is laid out


@dataclass(frozen=True, slots=True)
class Spot:
    """A space as it is drawn. `box` is what is inside of it for a name and for what lies there; `at` is its position in hundredths
    of the board, if it can be given another one; `radius` that of a circle; `points` the corners of a shape without arcs.
    """

    space: int
    shape: str
    centre: Point
    path: str
    box: Box
    extent: Box
    radius: int = 0
    points: tuple[Point, ...] = ()
    at: Point | None = None
    is_parent: bool = False
    in_grid: bool = False


@dataclass(frozen=True, slots=True)
class GridRim:
    """A row or column of a grid with its name, and where that stands."""

    text: str
    at: Point
    size: int


@dataclass(frozen=True, slots=True)
class Layout:
    """All spaces of a table that are on the board, by number; `frame` is what positions are hundredths of. `given` is whether
    nothing was computed. `spare` is free for what has no position.
    """

    frame: Box
    extent: Box
    spots: Mapping[int, Spot]
    rims: tuple[GridRim, ...]
    given: bool
    ring: Arc | None = None


def at_seats(table: Table) -> frozenset[str]:
    """The kinds of spaces that are not on the board: those that each player has, if no link leads there."""
    game = table.game
    linked = {id for link in game.links for id in (link.first, link.second)}
    return frozenset(
        kind.id
        for kind in game.spaces.values()
        if kind.per == "player" and not any(each.id in linked for each in kind.definitions)
    )


def placed(
    table: Table, declared: Ruleset, off: frozenset[str], frame: Box | None = None
) -> Layout:
    """The layout of a table, without the kinds of spaces that are `off` the board. Positions of spaces
    that lie freely are hundredths of the `frame`.
    """
    return _Placing(table, declared, off, frame or Box(0, 0, WIDE, HIGH)).run()


class _Placing:
    def __init__(self, table: Table, declared: Ruleset, off: frozenset[str], frame: Box) -> None:
        self.frame = frame
        self.table, self.game = table, table.game
        self.kind_looks = {each.id: each.look or SpaceLook() for each in declared.spaces}
        self.own = {
            (each.kind.id, each.id): each.look for each in declared.definitions if each.look
        }
        self.on = [n for n, space in enumerate(table.spaces) if space.kind not in off]
        self.children: dict[int, list[int]] = {}
        for n in self.on:
            self.children.setdefault(table.spaces[n].parent, []).append(n)
        self.spots: dict[int, Spot] = {}
        self.rims: list[GridRim] = []
        self.given = True
        self.ring: Arc | None = None

    def look(self, number: int) -> OwnLook:
        space = self.table.spaces[number]
        return self.own.get((space.kind, space.definition_id)) or OwnLook()

    def run(self) -> Layout:
        tops = self.children.get(-1, [])
        grids = [kind for kind in self.game.spaces.values() if self.is_grid(kind, tops)]
        rings = [kind for kind in self.game.spaces.values() if self.is_ring(kind, tops)]
        frame = Box(self.frame.x, self.frame.y, WIDE, WIDE) if rings else self.frame
        in_grid = {kind.id for kind in grids}
        others = [n for n in tops if self.table.spaces[n].kind not in in_grid]
        if grids:
            frame = self.grids(grids, tops, beside=bool(others) and not rings)
        for kind in rings:
            self.in_ring(kind, [n for n in tops if self.table.spaces[n].kind == kind.id], others)
        for kind in self.game.spaces.values():
            self.in_lines(kind, [n for n in others if n not in self.spots], frame)
        self.free([n for n in others if n not in self.spots], frame)
        every = [spot.extent for spot in self.spots.values()]
        extent = bounds(every) if every else frame
        return Layout(frame, extent, self.spots, tuple(self.rims), self.given, self.ring)

    # ---- grids

    def cells(self, kind: ir.SpaceKind, numbers: Sequence[int]) -> dict[int, Point] | None:
        """The column and row of each space of a kind; None if it is not a grid."""
        if kind.grid is not None:
            named = {name_cell(*cell): cell for cell in kind.grid.cells}
            return {n: named[self.table.spaces[n].definition_id] for n in numbers}
        found: dict[int, Point] = {}
        for n in numbers:
            attributes = self.table.spaces[n].attributes
            column, row = attributes.get("column"), attributes.get("row")
            if not isinstance(column, int) or not isinstance(row, int):
                return None
            found[n] = column, row
        fine = len(set(found.values())) == len(found) > 2
        return found if fine and len({row for _, row in found.values()}) > 1 else None

    def is_grid(self, kind: ir.SpaceKind, tops: Sequence[int]) -> bool:
        of_kind = [n for n in tops if self.table.spaces[n].kind == kind.id]
        if not of_kind or all(self.look(n).at for n in of_kind):
            return False
        return self.cells(kind, of_kind) is not None

    def grids(self, kinds: Sequence[ir.SpaceKind], tops: Sequence[int], beside: bool) -> Box:
        """Lays grids side by side, with room around them if there are other spaces; returns the frame."""
        around_it = _BESIDE + 60 if beside else 0
        left, high = _RIM + around_it, 0
        x, y = self.frame.x, self.frame.y
        most = (WIDE - 2 * left) // len(kinds)
        for kind in kinds:
            cells = self.cells(kind, [n for n in tops if self.table.spaces[n].kind == kind.id])
            assert cells is not None
            right, bottom = self.one_grid(kind, cells, (x + left, y + MARGIN + around_it), most)
            left = right - x + _GAP + (_RIM if len(kinds) > 1 else 0)
            high = max(high, bottom - y)
        return Box(x, y, left - _GAP + MARGIN + around_it, high + _RIM + around_it)

    def one_grid(
        self, kind: ir.SpaceKind, cells: Mapping[int, Point], corner: Point, most: int
    ) -> Point:
        """Places the cells of a grid, the first row at the foot; returns its lower right corner."""
        said = self.kind_looks[kind.id].shape
        shape = kind.grid.shape if kind.grid is not None else "square"
        if kind.grid is None and said == "hex":
            shape = "hexagonal"
        columns = [column for column, _ in cells.values()]
        rows = [row for _, row in cells.values()]
        wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        first = min(columns)
        spots: dict[int, Spot] = {}
        if shape == "hexagonal":
            halves = {n: 2 * column + row for n, (column, row) in cells.items()}
            least, broad = min(halves.values()), max(halves.values()) - min(halves.values()) + 2
            half = min(most // broad, _LARGEST_CELL // 2, 760 * 577 // (500 * (3 * high + 1)))
            side = share(half, 577, 500) // 2 * 2
            for n, (_, row) in cells.items():
                x = corner[0] + (halves[n] - least + 1) * half
                y = corner[1] + side + (max(rows) - row) * (side * 3 // 2)
                spots[n] = self.hexagon(n, (x, y), half, side, said)
            rim_step, edge = side * 3 // 2, side
        elif shape == "triangular":
            half = min(most // (wide + 1), 2 * _LARGEST_CELL // 3)
            tall = share(half, 1732, 1000)
            for n, (column, row) in cells.items():
                x = corner[0] + (column - first + 1) * half
                y = corner[1] + (max(rows) - row) * tall
                spots[n] = self.triangle(n, (x, y), half, tall, bool((column - row) % 2))
            rim_step, edge = tall, tall // 2
        else:
            side = min(most // wide, _LARGEST_CELL, 820 // high) // 2 * 2
            for n, (column, row) in cells.items():
                x = corner[0] + (column - first) * side
                y = corner[1] + (max(rows) - row) * side
                spots[n] = self.square(n, Box(x, y, side, side), said)
            rim_step, edge = side, side // 2
        self.spots.update((n, replace(each, in_grid=True)) for n, each in spots.items())
        extent = bounds(each.extent for each in spots.values())
        named = all(
            name_cell(*cell) == self.table.spaces[n].definition_id for n, cell in cells.items()
        )
        if shape != "triangular" and named:
            size = max(14, min(24, rim_step // 3))
            self.rim(cells, spots, extent, size)
        del edge
        return extent.x + extent.w, extent.y + extent.h

    def rim(
        self, cells: Mapping[int, Point], spots: Mapping[int, Spot], extent: Box, size: int
    ) -> None:
        """The names of rows to the left, and of columns below, each beside its first space."""
        at = {cell: n for n, cell in cells.items()}
        foot = min(row for _, row in at)
        for row in sorted({row for _, row in at}):
            first = spots[at[min(cell for cell in at if cell[1] == row)]]
            x = first.extent.x - size
            self.rims.append(GridRim(str(row), (x, first.centre[1] + size * 35 // 100), size))
        for column in sorted({column for column, row in at if row == foot}):
            first = spots[at[column, foot]]
            y = first.extent.y + first.extent.h + size
            self.rims.append(
                GridRim(
                    name_cell(column, 1).rstrip("1"), (first.centre[0], y + size * 35 // 100), size
                )
            )

    def square(self, n: int, cell: Box, said: str | None) -> Spot:
        if said == "circle":
            size = self.kind_looks[self.table.spaces[n].kind].size
            radius = share(cell.w, 84 if size is None else size[1], 200)
            spot = self.round(n, cell.centre, radius)
            return replace(
                spot, extent=cell, box=around(cell.centre, cell.w * 84 // 100, cell.h * 84 // 100)
            )
        inside = around(cell.centre, cell.w * 84 // 100, cell.h * 84 // 100)
        return Spot(n, "rect", cell.centre, rectangle(cell), inside, cell, points=_corners(cell))

    def hexagon(self, n: int, centre: Point, half: int, side: int, said: str | None = None) -> Spot:
        extent = around(centre, 2 * half, 2 * side)
        if said == "circle":
            return _with_extent(self.round(n, centre, half * 88 // 100), extent)
        x, y = centre
        points = (
            (x, y - side),
            (x + half, y - side // 2),
            (x + half, y + side // 2),
            (x, y + side),
            (x - half, y + side // 2),
            (x - half, y - side // 2),
        )
        inside = around(centre, half * 3 // 2, side * 6 // 5)
        return Spot(n, "hex", centre, polygon(points), inside, extent, points=points)

    def triangle(self, n: int, top: Point, half: int, tall: int, on_corner: bool) -> Spot:
        """A triangle by the middle of its upper edge, or its upper corner."""
        x, y = top
        points: tuple[Point, ...] = ((x, y), (x + half, y + tall), (x - half, y + tall))
        centre = x, y + tall * 2 // 3
        if on_corner:
            points, centre = ((x - half, y), (x + half, y), (x, y + tall)), (x, y + tall // 3)
        inside = around(centre, half * 8 // 10, tall * 45 // 100)
        extent = Box(x - half, y, 2 * half, tall)
        return Spot(n, "polygon", centre, polygon(points), inside, extent, points=points)

    # ---- rings

    def is_ring(self, kind: ir.SpaceKind, tops: Sequence[int]) -> bool:
        arrange = self.kind_looks[kind.id].arrange
        of_kind = [n for n in tops if self.table.spaces[n].kind == kind.id]
        if arrange is not None:
            return arrange == "ring" and len(of_kind) > 1
        return kind.ring is not None and len(of_kind) > 2

    def in_ring(self, kind: ir.SpaceKind, ring: Sequence[int], others: Sequence[int]) -> None:
        """Bends each space of a ring into its part, the first at the top, and what is in it with it."""
        centre, many = (self.frame.x + WIDE // 2, self.frame.y + WIDE // 2), len(ring)
        has_parts = any(self.children.get(n) for n in ring)
        if not has_parts:
            self.beads(ring, centre)
            return
        inside = any(n not in ring and self.table.spaces[n].kind != kind.id for n in others)
        gap = 200
        inner = 108 if inside else 60
        for index, n in enumerate(ring):
            start = (2 * index - 1) * FULL // (2 * many)
            end = (2 * index + 1) * FULL // (2 * many)
            arc = Arc(centre, inner, _RING, start + gap // 2, end - gap // 2)
            extent = around(centre, 2 * _RING, 2 * _RING)
            is_parent = bool(self.children.get(n))
            self.spots[n] = Spot(
                n, "arc", arc.middle, arc.path(), arc.box(), extent, is_parent=is_parent
            )
            self.inside(n, Bent(_inset(arc)))
        self.ring = Arc(centre, inner, _RING, 0, FULL)

    def beads(self, ring: Sequence[int], centre: Point) -> None:
        """A ring of spaces with nothing inside: circles around a middle."""
        radius = min(_RING - 60, max(150, 34 * len(ring)))
        points = [turned(centre, radius, FULL * n // len(ring)) for n in range(len(ring))]
        apart = distance(points[0], points[1])
        size = min(_LARGEST_RADIUS, apart * 42 // 100)
        for n, point in zip(ring, points, strict=True):
            self.spots[n] = self.round(n, point, size)

    # ---- rows

    def in_lines(self, kind: ir.SpaceKind, others: Sequence[int], frame: Box) -> None:
        """Places spaces side by side, in one line or in several, below what is placed already."""
        look = self.kind_looks[kind.id]
        own = [
            n
            for n in others
            if self.table.spaces[n].kind == kind.id
            and self.look(n).at is None
            and not self.look(n).outline
        ]
        if not own or look.arrange not in ("row", "grid"):
            return
        self.given = False
        per_line = len(own) if look.arrange == "row" else isqrt(len(own) * 3 // 2 - 1) + 1
        side = min(2 * _LARGEST_RADIUS, (frame.w - 2 * MARGIN) // per_line)
        if look.size is not None:
            side = Straight(frame).length(look.size[1])
        top = frame.y + MARGIN
        if self.spots:
            done = bounds(spot.extent for spot in self.spots.values())
            top = done.y + done.h + _GAP
        left = frame.centre[0] - per_line * side // 2
        for index, n in enumerate(own):
            box = Box(left + index % per_line * side, top + index // per_line * side, side, side)
            if look.shape in (None, "circle", "hex"):
                self.spots[n] = self.shaped(n, box.centre, side * 45 // 100, look.shape or "circle")
            else:
                self.spots[n] = self.cell(n, box)
            if self.children.get(n):
                self.inside(n, Straight(_lower(self.spots[n].box)))

    # ---- spaces inside of others

    def inside(self, parent: int, frame: Straight | Bent) -> None:
        """Places what is in a space: where it says, else in rows that fill it."""
        parts = self.children.get(parent, [])
        free = [n for n in parts if self.look(n).at is None and not self.look(n).outline]
        for n in parts:
            if n not in free:
                self.part(n, frame)
        if not free:
            return
        self.given = False
        arranged = self.kind_looks[self.table.spaces[free[0]].kind].arrange
        lines = [len(free)] if arranged == "row" else _even(len(free), frame)
        at = 0
        for line, many in enumerate(lines):
            for column in range(many):
                self.part(
                    free[at],
                    frame,
                    ((2 * column + 1) * 50 // many, (2 * line + 1) * 50 // len(lines)),
                    (100 // many, 100 // len(lines)),
                )
                at += 1

    def part(
        self,
        n: int,
        frame: Straight | Bent,
        at: Point | None = None,
        size: Point | None = None,
    ) -> None:
        """Places one space in a frame; `at` and `size` are used if it says none."""
        look, kind = self.look(n), self.kind_looks[self.table.spaces[n].kind]
        shape = kind.shape
        if look.outline:
            spot = self.outlined(n, [frame.point(*each) for each in look.outline])
        else:
            at = look.at or at or (50, 50)
            size = look.size or kind.size or size
            centre = frame.point(*at)
            own = look.size is not None and look.size[0] > 0  # two numbers: a cell in any case
            if (shape in ("circle", "hex", "square") and not own) or size is None or not size[0]:
                across = size[1] if size is not None and not size[0] else None
                if size is not None and across is None:
                    across = min(size)
                length = frame.length(across if across is not None else 12)
                spot = self.shaped(n, centre, max(length // 2, 6), shape)
            elif isinstance(frame, Bent):
                arc = frame.part(*at, *size)
                box = arc.box()
                spot = Spot(n, "arc", centre, arc.path(), box, box)
                if self.children.get(n):
                    self.inside(n, Bent(arc))
            else:
                spot = self.cell(n, frame.part(*at, *size))
        self.spots[n] = spot
        if self.children.get(n) and spot.shape != "arc":
            self.inside(n, Straight(_lower(spot.box)))

    def shaped(self, n: int, centre: Point, radius: int, shape: str | None) -> Spot:
        if shape == "square" or (shape is None and self.children.get(n)):
            return self.cell(n, around(centre, 2 * radius, 2 * radius))
        if shape == "hex":
            half = share(radius, 866, 1000)
            return self.hexagon(n, centre, half, radius // 2 * 2)
        return self.round(n, centre, radius)

    def round(self, n: int, centre: Point, radius: int) -> Spot:
        inside = around(centre, radius * 146 // 100, radius * 136 // 100)
        extent = around(centre, 2 * radius, 2 * radius)
        return Spot(n, "circle", centre, circle(centre, radius), inside, extent, radius)

    def cell(self, n: int, box: Box) -> Spot:
        pad = max(4, min(box.w, box.h) // 14)
        inside = Box(box.x + pad, box.y + pad, box.w - 2 * pad, box.h - 2 * pad)
        return Spot(
            n,
            "rect",
            box.centre,
            rectangle(box, min(10, box.w // 6, box.h // 6)),
            inside,
            box,
            points=_corners(box),
            is_parent=bool(self.children.get(n)),
        )

    def outlined(self, n: int, points: Sequence[Point]) -> Spot:
        extent = bounds(Box(*each, 0, 0) for each in points)
        centre = middle(points)
        inside = around(centre, extent.w * 6 // 10, extent.h * 6 // 10)
        return Spot(n, "polygon", centre, polygon(points), inside, extent, points=tuple(points))

    # ---- spaces that lie freely

    def free(self, numbers: Sequence[int], frame: Box) -> None:
        """Places spaces that are in no grid and no ring: where they say, else by their links."""
        if not numbers:
            return
        board = Straight(frame)
        given = {n: at for n in numbers if (at := self.look(n).at) is not None}
        given |= {n: (0, 0) for n in numbers if self.look(n).outline}
        points = {n: board.point(*at) for n, at in given.items()}
        missing = [n for n in numbers if n not in given]
        if missing and self.spots:
            near, apart = self.by_neighbours(missing)
            points |= self.beside(near)
            if apart and self.ring is not None:
                points |= _around(apart, self.ring.centre, self.ring.inner * 6 // 10)
            elif apart:
                done = bounds(spot.extent for spot in self.spots.values())
                below = Box(frame.x, done.y + done.h + _GAP, frame.w, frame.h)
                points |= self.computed(apart, below)
        elif missing and given:
            points |= self.between(missing, points, frame)
        elif missing:
            points |= self.computed(missing, frame)
        self.given = self.given and not missing
        radius = self.radius([points[n] for n in numbers if not self.look(n).outline])
        if any(spot.in_grid for spot in self.spots.values()):
            radius = min(radius, _BESIDE - _RIM)
        for n in numbers:
            look, kind = self.look(n), self.kind_looks[self.table.spaces[n].kind]
            size = look.size or kind.size
            if look.outline:
                spot = self.outlined(n, [board.point(*each) for each in look.outline])
            elif size is not None and size[0] and kind.shape in (None, "cell"):
                w, h = share(frame.w, size[0], 100), share(frame.h, size[1], 100)
                spot = self.cell(n, around(points[n], w, h))
            else:
                own = (
                    radius
                    if size is None
                    else board.length(size[1] if not size[0] else min(size)) // 2
                )
                parts = bool(self.children.get(n))
                if parts and size is None:
                    own = own * 11 // 10
                spot = self.shaped(
                    n, points[n], max(own, 6), "square" if kind.shape == "cell" else kind.shape
                )
            if 0 < spot.radius < radius and size is not None:  # a dot, on which larger things lie
                spot = replace(spot, box=self.round(n, points[n], radius).box)
            x, y = spot.centre
            at = _clamped((x - frame.x) * 100, frame.w), _clamped((y - frame.y) * 100, frame.h)
            self.spots[n] = _with_at(spot, given.get(n, at) if not look.outline else None)
            if self.children.get(n):
                self.inside(n, Straight(_lower(spot.box)))

    def radius(self, points: Sequence[Point]) -> int:
        """How large circles can be at these points."""
        if len(points) > _MOST_COMPARED:
            return _LEAST_RADIUS
        near = [distance(a, b) for n, a in enumerate(points) for b in points[:n]]
        least = min((each for each in near if each), default=3 * _LARGEST_RADIUS)
        return max(_LEAST_RADIUS, min(_LARGEST_RADIUS, least * 42 // 100))

    def computed(self, numbers: Sequence[int], frame: Box) -> dict[int, Point]:
        """A layout by links, as large as the frame; each position is a whole number of hundredths."""
        index = {n: each for each, n in enumerate(numbers)}
        rows = [set[int]() for _ in numbers]
        for n in numbers:
            for other in self.table.neighbours(None)[n]:
                if other in index and other != n:
                    rows[index[n]].add(index[other])
                    rows[index[other]].add(index[n])
        plane = laid_out([sorted(row) for row in rows])
        wide = max(x for x, _ in plane) or 0.001
        high = max(y for _, y in plane) or 0.001
        scale = min(
            (100 - 2 * _EDGE) * frame.w / 100 / wide, (100 - 2 * _EDGE) * frame.h / 100 / high
        )
        scale = min(scale, float(3 * _LARGEST_RADIUS))
        left, top = (frame.w - wide * scale) / 2, (frame.h - high * scale) / 2
        found = {}
        for n, (x, y) in zip(numbers, plane, strict=True):
            at = (
                int((left + x * scale) * 100 / frame.w + 0.5),
                int((top + y * scale) * 100 / frame.h + 0.5),
            )
            found[n] = Straight(frame).point(*at)
        return found

    def between(
        self, missing: Sequence[int], points: Mapping[int, Point], frame: Box
    ) -> dict[int, Point]:
        """Free points near the neighbours that have a position."""
        found: dict[int, Point] = {}
        for n in missing:
            there = {**points, **found}
            near = [there[other] for other in self.table.neighbours(None)[n] if other in there]
            wanted = middle(near) if near else frame.centre
            tries = (Straight(frame).point(x, y) for x in range(6, 95, 2) for y in range(8, 93, 2))
            apart = self.radius(list(points.values())) * 24 // 10
            found[n] = min(
                (
                    max(0, apart - min(distance(point, each) for each in there.values())) * 4,
                    distance(point, wanted),
                    point,
                )
                for point in tries
            )[2]
        return found

    def by_neighbours(self, missing: Sequence[int]) -> tuple[list[int], list[int]]:
        """The spaces next to what is placed already, and the others."""
        rows = self.table.neighbours(None)
        near = [n for n in missing if any(each in self.spots for each in rows[n])]
        return near, [n for n in missing if n not in near]

    def beside(self, numbers: Sequence[int]) -> dict[int, Point]:
        """Points beside what is placed already: where their neighbours are, seen from the middle of that."""
        done = bounds(spot.extent for spot in self.spots.values())
        found: dict[int, Point] = {}
        for n in numbers:
            near = [
                self.spots[other].centre
                for other in self.table.neighbours(None)[n]
                if other in self.spots
            ]
            x, y = middle(near)
            u, v = x - done.centre[0], y - done.centre[1]
            if abs(u) * done.h > abs(v) * done.w:
                found[n] = (done.x + done.w + _BESIDE if u > 0 else done.x - _BESIDE), y
            else:
                found[n] = x, (done.y + done.h + _BESIDE if v > 0 else done.y - _BESIDE)
        return found


def _inset(arc: Arc) -> Arc:
    """A part of a ring without its rim, which is thick at the outer edge."""
    side = 5 * FULL * 10 // (63 * max(1, (arc.inner + arc.outer) // 2))  # about 5 wide
    return Arc(arc.centre, arc.inner + 7, arc.outer - 10, arc.start + side, arc.end - side)


def _around(numbers: Sequence[int], centre: Point, radius: int) -> dict[int, Point]:
    """A point for one space in the middle of a ring, or points around that for several."""
    if len(numbers) == 1:
        return {numbers[0]: centre}
    many = len(numbers)
    return {n: turned(centre, radius, FULL * index // many) for index, n in enumerate(numbers)}


def _even(many: int, frame: Straight | Bent) -> list[int]:
    """How many of some things lie in each line, so that all have about the same room."""
    if isinstance(frame, Bent):
        lines = max(1, isqrt(many - 1)) if many > 1 else 1
    else:
        wide, high = frame.box.w, max(1, frame.box.h)
        lines = max(1, isqrt(max(1, many * high // max(1, wide))))
    base, more = divmod(many, lines)
    return [base + (line >= lines - more) for line in range(lines)]


def _lower(box: Box) -> Box:
    """The part of a space below its name."""
    return Box(box.x, box.y + box.h // 4, box.w, box.h * 3 // 4)


def _corners(box: Box) -> tuple[Point, ...]:
    right, bottom = box.x + box.w, box.y + box.h
    return (box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)


def _clamped(part: int, whole: int) -> int:
    return max(0, min(100, share(part, 1, whole)))


def _with_extent(spot: Spot, extent: Box) -> Spot:
    return replace(spot, extent=extent)


def _with_at(spot: Spot, at: Point | None) -> Spot:
    return replace(spot, at=at)
