"""Draws the symbols that a `look` may name: flat shapes on a square of ten by ten, in two colours.

They are drawings, not characters, so they look the same on paper and on a screen, whatever fonts there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

Shape = tuple[str, int, tuple[float, ...]]
"""`polygon` with its points one after the other, or `circle` with centre and radius; 0 for ink, 1 for a hole in it."""

Points = Sequence[tuple[float, float]]

INK, HOLE = 0, 1


def _poly(*points: tuple[float, float], layer: int = INK) -> Shape:
    return "polygon", layer, tuple(round(each, 2) for point in points for each in point)


def _disc(x: float, y: float, radius: float, layer: int = INK) -> Shape:
    return "circle", layer, (x, y, radius)


def _rect(x: float, y: float, wide: float, high: float, layer: int = INK) -> Shape:
    return _poly((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), layer=layer)


def _bar(
    start: tuple[float, float], end: tuple[float, float], thick: float, layer: int = INK
) -> Shape:
    """A line of this thickness."""
    (x, y), (u, v) = start, end
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    across, down = (y - v) / length * thick / 2, (u - x) / length * thick / 2
    return _poly(
        (x + across, y + down),
        (u + across, v + down),
        (u - across, v - down),
        (x - across, y - down),
        layer=layer,
    )


def _arc(
    x: float, y: float, across: float, down: float, first: float, last: float, steps: int = 16
) -> list[tuple[float, float]]:
    """Points on an ellipse, by angles in degrees: 0 is right, 90 is down."""
    angles = [pi * (first + (last - first) * n / steps) / 180 for n in range(steps + 1)]
    return [(x + across * cos(each), y + down * sin(each)) for each in angles]


def _oval(x: float, y: float, across: float, down: float, layer: int = INK) -> Shape:
    return _poly(*_arc(x, y, across, down, 0, 360, 28), layer=layer)


def _star(x: float, y: float, outer: float, inner: float, points: int, layer: int = INK) -> Shape:
    found = []
    for n in range(2 * points):
        radius, angle = (outer, inner)[n % 2], pi * n / points - pi / 2
        found.append((x + radius * cos(angle), y + radius * sin(angle)))
    return _poly(*found, layer=layer)


def _mirrored(*points: tuple[float, float], layer: int = INK) -> Shape:
    """A shape that is the same left and right; the points of its right half, from the top."""
    return _poly(*points, *((10 - x, y) for x, y in reversed(points)), layer=layer)


def _leaf(x: float, y: float, u: float, v: float, thick: float, layer: int = INK) -> Shape:
    """A leaf from one point to another."""
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    across, down = (y - v) / length * thick, (u - x) / length * thick
    one, other = [], []
    for n in range(13):
        part, bulge = n / 12, sin(pi * n / 12)
        here = (x + (u - x) * part, y + (v - y) * part)
        one.append((here[0] + across * bulge, here[1] + down * bulge))
        other.append((here[0] - across * bulge, here[1] - down * bulge))
    return _poly(*one, *reversed(other), layer=layer)


def _grain() -> tuple[Shape, ...]:
    shapes = [_rect(4.7, 3.4, 0.6, 6.2), _leaf(5, 3.6, 5, 0.3, 0.8)]
    for y in (4.6, 6.4, 8.2):
        shapes += [_leaf(5, y, 7.7, y - 2.3, 0.75), _leaf(5, y, 2.3, y - 2.3, 0.75)]
    return tuple(shapes)


def _wheel() -> tuple[Shape, ...]:
    spokes = [
        _bar((5 - 3.4 * cos(a), 5 - 3.4 * sin(a)), (5 + 3.4 * cos(a), 5 + 3.4 * sin(a)), 0.6)
        for a in (0, pi / 4, pi / 2, 3 * pi / 4)
    ]
    return (_disc(5, 5, 4.5), _disc(5, 5, 3.5, HOLE), *spokes, _disc(5, 5, 1))


def _sun() -> tuple[Shape, ...]:
    rays = []
    for n in range(8):
        angle = pi * n / 4
        x, y, u, v = cos(angle), sin(angle), -sin(angle), cos(angle)
        rays.append(
            _poly(
                (5 + 3 * x + 0.75 * u, 5 + 3 * y + 0.75 * v),
                (5 + 4.8 * x, 5 + 4.8 * y),
                (5 + 3 * x - 0.75 * u, 5 + 3 * y - 0.75 * v),
            )
        )
    return (_disc(5, 5, 2.4), *rays)


_STEM = _mirrored((5, 4), (5.7, 4), (5.9, 7.6), (6.8, 9.5))
_FISH = _poly(*_arc(4.2, 5, 3.6, 2.3, 30, 330, 22), (9.4, 2.6), (8.7, 5), (9.4, 7.4))

DRAWINGS: Mapping[str, tuple[Shape, ...]] = {
    "anchor": (
        _disc(5, 1.7, 1.3),
        _disc(5, 1.7, 0.6, HOLE),
        _rect(4.5, 2.6, 1, 6.2),
        _rect(2.8, 3.6, 4.4, 0.9),
        _poly(*_arc(5, 5.2, 4.1, 4.2, 20, 160), *_arc(5, 4.6, 3.4, 3.6, 150, 30)),
        _poly((0.3, 6.9), (1.3, 4.9), (2.6, 6.6)),
        _poly((9.7, 6.9), (8.7, 4.9), (7.4, 6.6)),
    ),
    "arrow": (
        _poly((0.8, 3.9), (5.4, 3.9), (5.4, 1.4), (9.4, 5), (5.4, 8.6), (5.4, 6.1), (0.8, 6.1)),
    ),
    "axe": (
        _bar((2.2, 9.4), (6.6, 1), 0.9),
        _poly((5.1, 2.2), (7, 0.8), *_arc(6.6, 3.6, 3, 2.8, -60, 60, 10), (6.2, 5.6), (4.3, 4.4)),
    ),
    "bell": (
        _mirrored((5, 0.8), (6.4, 1.4), (7.5, 3), (7.8, 5.8), (9, 7.6), (9, 8.2)),
        _disc(5, 8.6, 1.05),
    ),
    "book": (
        _poly((0.6, 1.9), (3.4, 1.5), (4.8, 2.3), (4.8, 8.8), (3.4, 8), (0.6, 8.4)),
        _poly((9.4, 1.9), (6.6, 1.5), (5.2, 2.3), (5.2, 8.8), (6.6, 8), (9.4, 8.4)),
    ),
    "bottle": (
        _mirrored((5.9, 0.5), (5.9, 3), (7.4, 4.6), (7.4, 9.4)),
        _rect(3.4, 5.6, 3.2, 2.2, HOLE),
    ),
    "bread": (
        _poly(*_arc(5, 5.4, 4.5, 2.9, 180, 360), (9.3, 7.4), (0.7, 7.4)),
        _bar((2.6, 4.2), (3.6, 5.8), 0.5, HOLE),
        _bar((4.7, 3.6), (5.7, 5.2), 0.5, HOLE),
        _bar((6.8, 4.1), (7.7, 5.6), 0.5, HOLE),
    ),
    "candle": (
        _rect(3.6, 4.4, 2.8, 4.4),
        _rect(2, 8.6, 6, 0.9),
        _leaf(5, 4, 5, 0.4, 1.1),
    ),
    "cart": (
        _poly((1, 2.8), (9, 2.8), (8, 6.2), (2, 6.2)),
        _disc(3.2, 7.7, 1.7),
        _disc(3.2, 7.7, 0.8, HOLE),
        _disc(6.8, 7.7, 1.7),
        _disc(6.8, 7.7, 0.8, HOLE),
    ),
    "castle": (
        _poly(
            *((1, 1.4), (2.4, 1.4), (2.4, 2.6), (3.4, 2.6), (3.4, 1.4), (4.5, 1.4), (4.5, 2.6)),
            *((5.5, 2.6), (5.5, 1.4), (6.6, 1.4), (6.6, 2.6), (7.6, 2.6), (7.6, 1.4), (9, 1.4)),
            *((9, 9.2), (1, 9.2)),
        ),
        _poly((3.9, 9.3), (3.9, 6.6), *_arc(5, 6.6, 1.1, 1.3, 180, 360), (6.1, 9.3), layer=HOLE),
    ),
    "chest": (
        _poly((0.9, 4.4), *_arc(5, 4, 4.1, 2.6, 180, 360), (9.1, 4.4)),
        _rect(0.9, 4.9, 8.2, 3.9),
        _rect(4.2, 4.2, 1.6, 2.2, HOLE),
        _rect(4.6, 4.6, 0.8, 1.3),
    ),
    "circle": (_disc(5, 5, 4.2),),
    "clock": (
        _poly(
            (1.8, 0.6),
            (8.2, 0.6),
            (8.2, 1.6),
            (5.7, 5),
            (8.2, 8.4),
            (8.2, 9.4),
            (1.8, 9.4),
            (1.8, 8.4),
            (4.3, 5),
            (1.8, 1.6),
        ),
        _poly((3.2, 1.8), (6.8, 1.8), (5.9, 3), (4.1, 3), layer=HOLE),
        _poly((5, 5.4), (6.4, 7.6), (3.6, 7.6), layer=HOLE),
    ),
    "cloth": (
        _oval(2.4, 2.7, 1.7, 1.7),
        _rect(2.4, 1, 5.6, 3.4),
        _oval(8, 2.7, 1.3, 1.7),
        _poly(
            (2.2, 3.6),
            (8.8, 3.6),
            (8.8, 9.2),
            (7.7, 8.4),
            (6.6, 9.2),
            (5.5, 8.4),
            (4.4, 9.2),
            (3.3, 8.4),
            (2.2, 9.2),
        ),
        _disc(2.4, 2.7, 0.7, HOLE),
    ),
    "club": (
        _disc(5, 2.8, 2.2),
        _disc(2.8, 5.9, 2.2),
        _disc(7.2, 5.9, 2.2),
        _STEM,
    ),
    "coin": (
        _disc(5, 5, 4.5),
        _disc(5, 5, 3.6, HOLE),
        _disc(5, 5, 3.1),
        _star(5, 5, 2, 0.85, 5, HOLE),
    ),
    "cross": (_rect(4.15, 0.7, 1.7, 8.7), _rect(1.9, 2.8, 6.2, 1.7)),
    "crown": (
        _poly((1, 7.6), (0.8, 2.7), (3.3, 5.2), (5, 1.5), (6.7, 5.2), (9.2, 2.7), (9, 7.6)),
        _rect(1, 8, 8, 1),
        _disc(5, 1.4, 0.75),
        _disc(0.9, 2.6, 0.65),
        _disc(9.1, 2.6, 0.65),
    ),
    "cube": (
        _poly((5, 0.6), (9, 2.7), (5, 4.8), (1, 2.7)),
        _poly((0.9, 3.5), (4.7, 5.5), (4.7, 9.5), (0.9, 7.4)),
        _poly((9.1, 3.5), (5.3, 5.5), (5.3, 9.5), (9.1, 7.4)),
    ),
    "cup": (
        _mirrored((8.2, 0.9), (7.9, 3.6), (6.6, 5.4), (5.6, 6), (5.6, 8), (7.4, 8.5), (7.4, 9.3)),
    ),
    "diamond": (_poly((5, 0.5), (8.6, 5), (5, 9.5), (1.4, 5)),),
    "die": (
        _poly(
            *_arc(7.9, 2.1, 1, 1, -90, 0, 5),
            *_arc(7.9, 7.9, 1, 1, 0, 90, 5),
            *_arc(2.1, 7.9, 1, 1, 90, 180, 5),
            *_arc(2.1, 2.1, 1, 1, 180, 270, 5),
        ),
        *(_disc(x, y, 0.8, HOLE) for x, y in ((3, 3), (7, 3), (5, 5), (3, 7), (7, 7))),
    ),
    "drop": (_poly((5, 0.4), *_arc(5, 6.2, 3.2, 3.3, -35, 215, 24)),),
    "eye": (
        _leaf(0.3, 5, 9.7, 5, 3),
        _disc(5, 5, 2.1, HOLE),
        _disc(5, 5, 1.2),
    ),
    "fish": (_FISH, _disc(2.7, 4.5, 0.45, HOLE)),
    "flag": (
        _rect(1.6, 0.6, 0.9, 8.9),
        _poly((2.8, 0.9), (9, 1.1), (7.4, 3.2), (9, 5.4), (2.8, 5.2)),
    ),
    "flame": (
        _poly(
            (5.4, 0.3),
            (6, 2.4),
            (7.9, 4.2),
            (8.4, 6.4),
            *_arc(5, 6.4, 3.4, 3.2, 0, 180, 16),
            (1.8, 4.6),
            (2.9, 3.2),
            (3.5, 4.6),
            (4.7, 3),
        ),
        _poly((5.1, 5), (6.6, 7.2), *_arc(5.1, 7.4, 1.5, 1.7, 0, 180, 12), (3.7, 7), layer=HOLE),
    ),
    "gem": (
        _poly((2.5, 1.4), (7.5, 1.4), (9.6, 4), (5, 9.2), (0.4, 4)),
        _bar((0.6, 4), (9.4, 4), 0.4, HOLE),
        _bar((3.2, 4), (5, 9), 0.35, HOLE),
        _bar((6.8, 4), (5, 9), 0.35, HOLE),
    ),
    "grain": _grain(),
    "hammer": (
        _bar((1.6, 9.2), (5.8, 3.8), 1),
        _poly((3.2, 1.6), (5, 0.4), (9.2, 4), (8.2, 5.6), (6.4, 5), (3.9, 3)),
    ),
    "hand": (
        _rect(2.7, 1.9, 1.1, 5),
        _rect(4.1, 0.8, 1.1, 6),
        _rect(5.5, 1.2, 1.1, 6),
        _rect(6.9, 2.3, 1.1, 5),
        _poly((2.7, 5.6), (8, 5.6), (8, 7.4), (6.8, 9.4), (4, 9.4), (1, 5.8), (1.9, 5.1), (2.8, 6)),
    ),
    "heart": (
        _poly((5, 9.2), *_arc(2.9, 3.5, 2.4, 2.4, 150, 345), *_arc(7.1, 3.5, 2.4, 2.4, 195, 390)),
    ),
    "hexagon": (_poly(*_arc(5, 5, 4.6, 4.6, 30, 390, 6)),),
    "horse": (
        _poly(
            (2.4, 9.3),
            (2.9, 6.6),
            (4.9, 4.8),
            (3, 5.3),
            (1.8, 6.2),
            (0.9, 5),
            (3, 2.3),
            (3.9, 0.7),
            (4.8, 1.5),
            (7.2, 2.5),
            (8.6, 5),
            (8.8, 9.3),
        ),
        _disc(3.9, 2.9, 0.4, HOLE),
    ),
    "house": (
        _poly((5, 0.8), (9.4, 4.6), (0.6, 4.6)),
        _rect(1.6, 4.9, 6.8, 4.2),
        _rect(4.2, 6.4, 1.6, 2.8, HOLE),
    ),
    "key": (
        _disc(2.9, 5, 2.4),
        _disc(2.9, 5, 1.2, HOLE),
        _rect(5, 4.5, 4.6, 1),
        _rect(8.4, 5.2, 1, 1.7),
        _rect(6.8, 5.2, 1, 1.3),
    ),
    "leaf": (_leaf(1.2, 8.8, 9.2, 0.8, 2.6), _bar((0.8, 9.2), (6.6, 3.4), 0.4, HOLE)),
    "letter": (
        _rect(0.7, 2, 8.6, 6.2),
        _bar((0.7, 2.1), (5, 5.6), 0.55, HOLE),
        _bar((9.3, 2.1), (5, 5.6), 0.55, HOLE),
    ),
    "lute": (
        _leaf(1, 9, 6.4, 3.6, 2.6),
        _bar((5.4, 4.6), (8.6, 1.4), 0.9),
        _bar((8.2, 0.5), (9.5, 1.8), 0.8),
        _disc(4.1, 5.9, 0.75, HOLE),
    ),
    "mask": (
        _poly((0.8, 2.2), (5, 3), (9.2, 2.2), (9, 5.8), (7, 8.6), (5, 9.4), (3, 8.6), (1, 5.8)),
        _leaf(2, 5, 4.3, 5, 0.7, HOLE),
        _leaf(5.7, 5, 8, 5, 0.7, HOLE),
        _poly(*_arc(5, 6.8, 1.6, 1, 0, 180, 10), layer=HOLE),
    ),
    "moon": (_poly(*_arc(4.6, 5, 4.3, 4.4, 60, 300, 24), *_arc(6.9, 5, 3.9, 3.8, 265, 95, 20)),),
    "mountain": (
        _poly((0.3, 8.8), (3.8, 2), (5.6, 5.4), (6.8, 3.6), (9.7, 8.8)),
        _poly((3.8, 2), (4.9, 4.1), (3.9, 3.7), (2.8, 4.1), layer=HOLE),
    ),
    "mushroom": (
        _poly((0.8, 5.2), *_arc(5, 5, 4.2, 4, 180, 360), (9.2, 5.2)),
        _mirrored((6.2, 5.5), (6.2, 7.4), (6.9, 9.2)),
        _disc(3.6, 3.2, 0.7, HOLE),
        _disc(6.4, 3.4, 0.6, HOLE),
    ),
    "pawn": (_disc(5, 2.6, 2), _mirrored((5.9, 4), (6.3, 6.2), (7.6, 8), (7.9, 9.3))),
    "pot": (
        _poly((1.4, 3.6), (8.6, 3.6), *_arc(5, 5.4, 3.9, 3.4, 0, 180, 18)),
        _rect(1, 2.5, 8, 0.9),
        _rect(2.6, 8.4, 1, 1.2),
        _rect(6.4, 8.4, 1, 1.2),
    ),
    "quill": (
        _leaf(2.2, 7.4, 9.3, 0.6, 1.5),
        _bar((0.9, 9.3), (6.8, 2.9), 0.5, HOLE),
        _bar((0.8, 9.3), (2.6, 7.2), 0.5),
    ),
    "rat": (
        _oval(5.2, 6.1, 3.2, 2.2),
        _poly((1, 5.9), (2.6, 3.9), (4.6, 4.2), (4.6, 7.6), (2.4, 7.2)),
        _disc(3.4, 3.7, 1.05),
        _poly(
            (7.8, 6.6),
            *_arc(8.1, 5.2, 1.5, 2.6, 70, -30, 10),
            (8.6, 3.3),
            *_arc(8, 5.2, 0.9, 2, -40, 80, 10),
        ),
        _rect(3.4, 7.9, 1.4, 0.7),
        _rect(6, 7.9, 1.4, 0.7),
        _disc(2.5, 5.3, 0.32, HOLE),
    ),
    "ring": (_disc(5, 5, 4.4), _disc(5, 5, 3, HOLE)),
    "salt": (
        _poly((5, 1), (7, 3.4), (8, 6), (9.4, 8.8), (0.6, 8.8), (2, 6), (3, 3.4)),
        *(
            _disc(x, y, 0.3, HOLE)
            for x, y in ((5, 4), (4, 6.2), (6, 6), (3, 7.8), (5, 7.8), (7, 7.6))
        ),
    ),
    "scales": (
        _rect(4.6, 0.8, 0.8, 8),
        _rect(2.8, 8.5, 4.4, 0.8),
        _rect(1.4, 1.7, 7.2, 0.7),
        _poly((1.9, 2.4), (3.7, 5.8), (0.1, 5.8)),
        _poly((8.1, 2.4), (9.9, 5.8), (6.3, 5.8)),
        _poly((1.9, 3.6), (2.9, 5.5), (0.9, 5.5), layer=HOLE),
        _poly((8.1, 3.6), (9.1, 5.5), (7.1, 5.5), layer=HOLE),
        _poly(*_arc(1.9, 5.7, 1.8, 1.3, 0, 180, 10)),
        _poly(*_arc(8.1, 5.7, 1.8, 1.3, 0, 180, 10)),
    ),
    "shield": (
        _poly((1.3, 1), (8.7, 1), (8.7, 4.8), (7.6, 7.2), (5, 9.5), (2.4, 7.2), (1.3, 4.8)),
        _rect(4.6, 2.1, 0.8, 5.6, HOLE),
        _rect(2.9, 3.5, 4.2, 0.8, HOLE),
    ),
    "ship": (
        _poly((0.6, 6.6), (9.4, 6.6), (7.9, 9.2), (2.3, 9.2)),
        _rect(4.7, 0.6, 0.6, 6),
        _poly((5.5, 1), (8.8, 5.6), (5.5, 5.6)),
        _poly((4.5, 1.8), (4.5, 5.6), (1.8, 5.6)),
    ),
    "skull": (
        _disc(5, 4.2, 3.7),
        _rect(3, 6.6, 4, 2.7),
        _disc(3.5, 4.5, 1.05, HOLE),
        _disc(6.5, 4.5, 1.05, HOLE),
        _poly((5, 5.7), (5.6, 6.9), (4.4, 6.9), layer=HOLE),
        _rect(4.1, 7.9, 0.35, 1.5, HOLE),
        _rect(5.55, 7.9, 0.35, 1.5, HOLE),
    ),
    "spade": (
        _poly(
            (5, 0.5), *_arc(2.9, 5.4, 2.4, 2.4, -150, -345), *_arc(7.1, 5.4, 2.4, 2.4, -195, -390)
        ),
        _STEM,
    ),
    "square": (_rect(1.2, 1.2, 7.6, 7.6),),
    "star": (_star(5, 5.3, 4.8, 2, 5),),
    "sun": _sun(),
    "sword": (
        _mirrored((5, 0.3), (5.7, 1.3), (5.7, 6.6)),
        _rect(2.7, 6.4, 4.6, 0.9),
        _rect(4.5, 7.1, 1, 1.9),
        _disc(5, 9.1, 0.7),
    ),
    "tower": (
        _poly(
            (2.2, 1),
            (3.4, 1),
            (3.4, 2),
            (4.4, 2),
            (4.4, 1),
            (5.6, 1),
            (5.6, 2),
            (6.6, 2),
            (6.6, 1),
            (7.8, 1),
            (7.8, 3.4),
            (7, 4),
            (7.4, 9.3),
            (2.6, 9.3),
            (3, 4),
            (2.2, 3.4),
        ),
        _rect(4.5, 5, 1, 1.7, HOLE),
    ),
    "tree": (_disc(5, 3.4, 2.8), _disc(3, 5, 2.1), _disc(7, 5, 2.1), _rect(4.4, 5, 1.2, 4.5)),
    "triangle": (_poly((5, 0.9), (9.4, 8.7), (0.6, 8.7)),),
    "wave": tuple(
        _poly(
            *((x / 4, y + 0.9 * sin(x * pi / 10)) for x in range(1, 40)),
            *((x / 4, y + 1.1 + 0.9 * sin(x * pi / 10)) for x in range(39, 0, -1)),
        )
        for y in (1.6, 4.4, 7.2)
    ),
    "wheel": _wheel(),
    "wood": (
        _oval(2, 6.9, 1.3, 1.7),
        _rect(2, 5.2, 6, 3.4),
        _oval(8, 6.9, 1.3, 1.7),
        _oval(2, 6.9, 0.6, 0.9, HOLE),
        _oval(3, 3.1, 1.3, 1.7),
        _rect(3, 1.4, 4.4, 3.4),
        _oval(7.4, 3.1, 1.3, 1.7),
        _oval(3, 3.1, 0.6, 0.9, HOLE),
    ),
}
"""The drawing of each symbol of the language, by its name."""
