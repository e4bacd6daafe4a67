"""Draws the static board: its ground, its links, and the land that they make, as shapes with whole numbers.

A shape is a tag of SVG with its numbers and a `style`, which is a key of `STYLES`. So a page and a printer draw the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice
from typing import Any

from boardwright.boards.colours import hex_of, ink_on
from boardwright.boards.geometry import (
    Box,
    Point,
    bounds,
    bow,
    circle,
    distance,
    line,
    polygon,
    rectangle,
    share,
)
from boardwright.boards.placing import Spot
from boardwright.boards.sites import Sites
from boardwright.boards.things import Things

Shape = dict[str, int | str]

STYLES: Mapping[str, Mapping[str, int | str]] = {
    "sea": {"fill": "#bcd4dc"},
    "land": {"fill": "#dfd9b4"},
    "paper": {"fill": "#fbf7ec"},
    "stone": {"fill": "#e8e0d1"},
    "wood": {"fill": "#d9b98a"},
    "coast": {"fill": "#e8f1f0", "stroke": "#e8f1f0"},
    "shore": {"fill": "#d8c79c", "stroke": "#d8c79c"},
    "border": {"fill": "none", "stroke": "#8d7a4e", "width": 3},
    "frame": {"fill": "#7a5c3e"},
    "line": {"fill": "none", "stroke": "#857b69", "width": 4},
    "arrow": {"fill": "#857b69", "stroke": "#857b69", "width": 2},
    "crossing": {"fill": "none", "stroke": "#ffffff", "width": 5, "dashes": "1 11"},
    "dots": {"fill": "none", "stroke": "#857b69", "width": 5, "dashes": "1 10"},
}
"""How each style is drawn: colours, the width of lines, and dashes. Ends and corners of lines are round. A shape may have a
`width` of its own.
"""

_COAST = 9  # how much the coast is wider than the land, on each side
_MOST_FIELDS, _MOST_BENT = 2_000, 1_000
_CLEAR = 8  # between a link and a space that it does not join


class Drawing:
    """The static part of a board."""

    def __init__(self, things: Things, sites: Sites) -> None:
        self.things, self.sites, self.layout = things, sites, sites.layout
        self.table, self.spots = things.table, sites.layout.spots
        self.many_links = len(things.bound.links) > _MOST_BENT
        self.circles = [(n, spot) for n, spot in self.spots.items() if spot.radius]
        looks = [*things.looks.looks.values()]
        said = [look.ground for look in looks if look.ground is not None]
        word = said[-1].text if said else "paper"
        self.ground = word if word in STYLES else hex_of(said[-1]) or "paper"
        self.how = {name.id: how for look in looks for name, how in look.links}
        sign = things.board_picture()
        self.picture = None if sign is None else things.files.url(sign)

    # ---- links

    def pairs(self) -> Iterator[tuple[str, int, int, bool]]:
        """Each link on the board: its kind, its two spaces, and whether it leads one way."""
        for kind in dict.fromkeys(link.kind for link in self.table.game.links):
            rows = self.table.neighbours(kind)
            for a, row in enumerate(rows):
                for b in row:
                    both = a in rows[b]
                    if a in self.spots and b in self.spots and (a < b or not both):
                        yield kind, a, b, not both

    def drawn(self) -> list[tuple[str, int, int, bool]]:
        """How each link is drawn, its two spaces, and whether it leads one way; links of cells only if a look says how."""
        found = []
        for kind, a, b, one_way in self.pairs():
            how = self.how.get(kind)
            if how is None:
                how = "hidden" if self.in_grid(a, b) else "arrow" if one_way else "line"
            if how != "hidden":
                found.append((how, a, b, one_way))
        return found

    def in_grid(self, a: int, b: int) -> bool:
        """Whether one of two spaces is a cell: then everybody sees that they touch."""
        return any(self.spots[n].in_grid for n in (a, b))

    def links(self) -> list[dict[str, Any]]:
        """What joins what, as data; without what cells of a grid have by themselves."""
        ids = [place.id for place in self.table.places]
        return [
            {"kind": kind, "from": ids[a], "to": ids[b], "one_way": one_way}
            for kind, a, b, one_way in self.pairs()
            if not (self.spots[a].in_grid and self.spots[b].in_grid)
        ]

    # ---- shapes

    def shapes(self) -> list[Shape]:
        """All that lies below the spaces, from the ground up."""
        drawn = self.drawn()
        bands = [(a, b) for how, a, b, _ in drawn if how == "band"]
        found = [*self.frames(), *(self.country(bands) if bands else [])]
        for how, a, b, one_way in drawn:
            if not self.above(a, b):
                found += self.link(how, a, b, one_way)
        return found

    def over(self) -> list[Shape]:
        """What lies above the spaces, but below their names: links between parts of spaces."""
        return [
            shape
            for how, a, b, one_way in self.drawn()
            if self.above(a, b)
            for shape in self.link(how, a, b, one_way)
        ]

    def above(self, a: int, b: int) -> bool:
        """Whether a link crosses spaces, since it joins parts of them."""
        return any(self.table.spaces[n].parent >= 0 for n in (a, b))

    def frames(self) -> Iterator[Shape]:
        """A frame around each grid of squares that touch."""
        for kind in self.table.game.spaces:
            cells = [
                spot.extent
                for n, spot in self.spots.items()
                if spot.in_grid and spot.shape == "rect" and self.table.spaces[n].kind == kind
            ]
            if cells:
                box = bounds(cells)
                outer = Box(box.x - 7, box.y - 7, box.w + 14, box.h + 14)
                yield _path(rectangle(outer, 6), "frame")

    def country(self, bands: list[tuple[int, int]]) -> list[Shape]:
        """Land around the spaces and along these links, with a coast; what three or four of them enclose is filled."""
        joined = {n for pair in bands for n in pair}
        islands = self.ground == "sea"
        everywhere = [
            n for n, spot in self.spots.items() if spot.radius and (islands or n in joined)
        ]
        fields = list(islice(self.fields(bands), _MOST_FIELDS))
        found: list[Shape] = []
        for style, more in (("coast", _COAST), ("shore", 0)):
            for a, b in bands:
                band = self.band(a, b) + 2 * more
                ends = self.spots[a].centre, self.spots[b].centre
                found.append(_path(line(ends), style, band))
            for corners in fields:
                points = [self.spots[n].centre for n in corners]
                found.append(_path(polygon(points), style, 2 * more + 20))
            for n in everywhere:
                spot = self.spots[n]
                found.append(_path(circle(spot.centre, self.around(spot) + more), style, 0))
        return found

    def around(self, spot: Spot) -> int:
        """The radius of the land around a space."""
        return spot.radius + max(5, spot.radius // 8)

    def band(self, a: int, b: int) -> int:
        """How wide the land is along a link."""
        return share(min(self.spots[a].radius, self.spots[b].radius), 136, 100)

    def fields(self, bands: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
        """Each three or four spaces that links lead around."""
        near: dict[int, set[int]] = {}
        for a, b in bands:
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
        for a in sorted(near):
            for b, c in combinations(sorted(each for each in near[a] if each > a), 2):
                if c in near[b]:
                    yield a, b, c
                for d in sorted(near[b] & near[c]):
                    if d > a:
                        yield a, b, d, c

    def link(self, how: str, a: int, b: int, one_way: bool) -> list[Shape]:
        """A link between the edges of two spaces. It bends if a third space lies in between."""
        one, other = self.spots[a], self.spots[b]
        reach, back = _reach(one, other.centre), _reach(other, one.centre)
        dots = "crossing" if self.ground == "sea" else "dots"
        style = {"band": "border", "dots": dots}.get(how, "line")
        if how == "line" and not self.above(a, b):
            reach = back = 0  # it goes on below the spaces
        elif distance(one.centre, other.centre) - reach - back < 12:
            return []
        bulge = 0 if self.above(a, b) else self.bulge(a, b)
        start = _towards(one.centre, other.centre, reach)
        end = _towards(other.centre, one.centre, back)
        path = bow(start, end, bulge) if bulge else line((start, end))
        if self.above(a, b):
            path = self.around_ring(a, b, start, end) or path
        found = [_path(path, style)]
        if how == "arrow":
            pairs = [(start, end)] if one_way else [(start, end), (end, start)]
            found += [_head(tail, tip) for tail, tip in pairs]
        return found

    def around_ring(self, a: int, b: int, start: Point, end: Point) -> str | None:
        """A link along the ring, if both spaces are equally far from its middle."""
        ring = self.layout.ring
        if ring is None:
            return None
        one, other = (distance(self.spots[n].centre, ring.centre) for n in (a, b))
        if abs(one - other) > 4:
            return None
        (u, v), (x, y) = (
            (each[0] - ring.centre[0], each[1] - ring.centre[1]) for each in (start, end)
        )
        clockwise = int(u * y - v * x > 0)
        return f"M{start[0]} {start[1]}A{one} {one} 0 0 {clockwise} {end[0]} {end[1]}"

    def bulge(self, a: int, b: int) -> int:
        """How much a link bends, in hundredths of its length: as little as keeps it clear of other spaces."""
        if self.many_links:
            return 0
        start, end = self.spots[a].centre, self.spots[b].centre
        reach = distance(start, end) // 2
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        near = [
            spot
            for n, spot in self.circles
            if n not in (a, b) and distance(spot.centre, middle) < reach + spot.radius
        ]
        best, hidden = 0, _hidden(near, start, end, 0)
        for bulge in (10, -10, 20, -20, 30, -30, 40, -40) if hidden else ():
            if (found := _hidden(near, start, end, bulge)) < hidden:
                best, hidden = bulge, found
        return best

    # ---- words

    def texts(self) -> list[dict[str, Any]]:
        """Words on the board that are no names of spaces: those of rows and columns."""
        ground = self.ground if self.ground.startswith("#") else str(STYLES[self.ground]["fill"])
        colour = ink_on(ground)
        return [
            {
                "x": rim.at[0],
                "y": rim.at[1],
                "size": rim.size,
                "text": rim.text,
                "anchor": "middle",
                "colour": colour,
            }
            for rim in self.layout.rims
        ]


def _hidden(spots: Iterable[Spot], start: Point, end: Point, bulge: int) -> int:
    """How much of a link these spaces would hide."""
    u, v = end[0] - start[0], end[1] - start[1]
    total = 0
    for step in range(1, 16):
        along = 4 * step * (16 - step)  # 0 at the ends, 256 in the middle
        x = start[0] + share(u, step, 16) + share(v * bulge, along, 25_600)
        y = start[1] + share(v, step, 16) - share(u * bulge, along, 25_600)
        for spot in spots:
            total += max(0, spot.radius + _CLEAR - distance((x, y), spot.centre))
    return total


def _path(d: str, style: str, wide: int | None = None) -> Shape:
    shape: Shape = {"tag": "path", "d": d, "style": style}
    return shape if wide is None else {**shape, "width": wide}


def _reach(spot: Spot, to: Point) -> int:
    """How far the edge of a space is from its middle, towards a point."""
    if spot.radius:
        return spot.radius
    return min(spot.box.w, spot.box.h) // 2


def _towards(start: Point, end: Point, far: int) -> Point:
    """The point so far from the start."""
    length = max(1, distance(start, end))
    return (
        start[0] + share(end[0] - start[0], far, length),
        start[1] + share(end[1] - start[1], far, length),
    )


def _head(tail: Point, tip: Point) -> Shape:
    """The head of an arrow."""
    length = max(1, distance(tail, tip))
    u, v = tip[0] - tail[0], tip[1] - tail[1]
    back = _towards(tip, tail, 18)
    across = share(-v, 8, length), share(u, 8, length)
    corners = (
        tip,
        (back[0] + across[0], back[1] + across[1]),
        (back[0] - across[0], back[1] - across[1]),
    )
    return _path(polygon(corners), "arrow")
