"""Draws boards for the docs: what `boardwright.boards` makes of the shipped games and of small ones, with their names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import boardwright
from boardwright.boards.board_svg import board_svg, places_of
from boardwright.boards.colours import ink_on
from boardwright.boards.picture import picture_of

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests" / "games"
BOARDS_PAGE = ROOT / "docs" / "pictures" / "boards.svg"
_FONT = "Georgia, 'Libertinus Serif', 'DejaVu Serif', serif"
_CELL, _GAP, _ROW = 480, 20, 380
_SHOWN: tuple[tuple[str | Path, int], ...] = (
    ("rattus", 4),
    ("notre_dame", 5),
    (GAMES / "hex_11", 2),
    (GAMES / "morris", 2),
    (GAMES / "ko_go", 2),
    (GAMES / "hamlets", 2),
)


def boards() -> str:
    """Six boards, two in a row."""
    rows = -(-len(_SHOWN) // 2)
    wide, high = 2 * _CELL + _GAP, rows * (_ROW + _GAP) - _GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
        f'aria-label="Boards that are drawn from rules" font-family="{_FONT}">'
    ]
    for number, (game, players) in enumerate(_SHOWN):
        picture = picture_of(boardwright.load(game, players=players), "en")
        x, y = number % 2 * (_CELL + _GAP), number // 2 * (_ROW + _GAP)
        box = f'x="{x}" y="{y}" width="{_CELL}" height="{_ROW}"'
        view = f'viewBox="0 0 {picture["width"]} {picture["height"]}"'
        drawn = board_svg(picture).partition(">")[2].removesuffix("</svg>")
        lines += [f"<svg {box} {view}>", drawn, *_words(picture), "</svg>"]
    return "\n".join([*lines, "</svg>\n"])


def _words(picture: dict[str, Any]) -> Iterator[str]:
    """The names of spaces and places, and those of rows and columns."""
    for each in picture["spaces"]:
        yield from _label(each["label"], each["ink"], each["colour"])
    for each in places_of(picture):
        colour = each.get("colour", "#f4efe2")
        yield from _label(each["label"], ink_on(colour), colour)
    for each in picture["texts"]:
        label = {**each, "lines": [each["text"]], "leading": 0}
        yield from _label(label, each["colour"], "none")


def _label(label: dict[str, Any] | None, ink: str, halo: str) -> Iterator[str]:
    if label is None:
        return
    for number, line in enumerate(label["lines"]):
        y = label["y"] + number * label["leading"]
        yield (
            f'<text x="{label["x"]}" y="{y}" font-size="{label["size"]}" text-anchor="middle" font-weight="600" fill="{ink}" '
            f'stroke="{halo}" stroke-width="3" paint-order="stroke">{escape(line)}</text>'
        )
