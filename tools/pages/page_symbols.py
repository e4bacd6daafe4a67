"""Writes the drawings of the symbols for the studio's page, from those that are printed on cards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from boardwright.cards.symbols import DRAWINGS, Shape

FILE = Path(__file__).resolve().parents[2] / "src/boardwright/studio/page/drawings.mjs"
_HEAD = """\
// Written by tools/pages/page_symbols.py from the drawings for cards. Do not edit.
// Each is a list of paths on a square of 10 by 10: ink, holes in it, ink above them, and so on.

/** @type {Readonly<Record<string, readonly string[]>>} */
export const DRAWINGS = {
"""


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _path(shape: Shape) -> str:
    """A closed path. All go round in the same direction, so that two which overlap do not cut each other out."""
    kind, _layer, numbers = shape
    if kind == "circle":
        x, y, radius = numbers
        r, across = _number(radius), _number(2 * radius)
        start = f"{_number(x - radius)} {_number(y)}"
        return f"M{start}a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1 -{across} 0Z"
    points = [(numbers[n], numbers[n + 1]) for n in range(0, len(numbers), 2)]
    following = [*points[1:], points[0]]
    area = sum(x * v - u * y for (x, y), (u, v) in zip(points, following, strict=True))
    if area < 0:
        points.reverse()
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points) + "Z"


def _layers(shapes: Sequence[Shape]) -> list[str]:
    """The paths of ink and of holes by turns, in the order in which they are drawn."""
    found: list[str] = []
    for layer, run in groupby(shapes, key=lambda shape: shape[1]):
        if layer != len(found) % 2:
            found.append("")
        found.append("".join(_path(each) for each in run))
    return found


def drawings() -> str:
    """Returns the text of the module."""
    lines = [f"  {word}: {json.dumps(_layers(shapes))},\n" for word, shapes in DRAWINGS.items()]
    return _HEAD + "".join(lines) + "};\n"


def main() -> None:
    FILE.write_text(drawings(), encoding="utf-8")


if __name__ == "__main__":
    main()
