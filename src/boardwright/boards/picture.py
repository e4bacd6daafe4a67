"""What a table looks like, as data: its board, its places and seats, and the looks of all that can lie there.

A page draws this once, and each view on it. All numbers are whole, texts are in one language, and ids are those of `view`.

- A label has the foot of its first line at `x` and `y`; each further line is `leading` lower.
- `area` of a space is the room for what lies there. Spaces that others are part of come before these.
- `at` of a space is its position in hundredths of `frame`; spaces without it cannot be put elsewhere.
- A place has a box if it is on the board. One with `space` is a space that is shown at a seat.
- `shapes` are below the spaces; `over` is above them, but below names and pieces.
- `styles` says how each style of a shape is drawn.
"""

from __future__ import annotations

from typing import Any

from boardwright.boards.drawing import STYLES, Drawing
from boardwright.boards.geometry import Box, bounds, share
from boardwright.boards.placing import HIGH, MARGIN, WIDE, at_seats, placed
from boardwright.boards.sites import Sites
from boardwright.boards.things import Things
from boardwright.loading.game import Game

Picture = dict[str, Any]


def picture_of(game: Game, language: str | None = None) -> Picture:
    """The picture of a table, in a language of the game: by default its own, or the first."""
    things = Things(game, language or game.language or game.rules.languages[0])
    sites = _sites(things)
    drawing = Drawing(things, sites)
    layout = sites.layout
    wide, high = _size(sites, drawing)
    return {
        "width": wide,
        "height": high,
        "frame": layout.frame.data(),
        "ground": drawing.ground,
        "picture": drawing.picture,
        "links": drawing.links(),
        "shapes": drawing.shapes(),
        "over": drawing.over(),
        "texts": drawing.texts(),
        "styles": {name: dict(style) for name, style in STYLES.items()},
        "spaces": sites.spaces(),
        "places": list(sites.places()),
        "seats": things.seats(),
        "kinds": things.kinds(),
        "pieces": things.pieces(),
        "stocks": things.stocks(),
        "members": things.members(),
        "notes": things.notes(),
        "ways": {way: things.words.named(way) for way in game.table.ways},
        "layout": "given" if layout.given else "computed",
    }


def _sites(things: Things) -> Sites:
    """The sites of a table. A board with a picture is as large as that; any other is moved so that its upper left corner has no
    more than its margin.
    """
    table, declared = things.table, things.game.rules.declared
    off = at_seats(table)
    sign = things.board_picture()
    if sign is not None:
        wide, high = things.files.size(sign) or (WIDE, HIGH)
        frame = Box(0, 0, WIDE, max(WIDE // 5, min(5 * WIDE, share(high, WIDE, wide))))
        return Sites(things, placed(table, declared, off, frame), off)
    sites = Sites(things, placed(table, declared, off), off)
    extent = sites.extent()
    if extent is None:
        return sites
    has_margin = sites.layout.frame != Box(0, 0, WIDE, HIGH)  # a grid or a ring
    if has_margin and extent.x >= 0 and extent.y >= 0:
        return sites
    moved = Box(MARGIN - extent.x, MARGIN - extent.y, WIDE, HIGH)
    return Sites(things, placed(table, declared, off, moved), off)


def _size(sites: Sites, drawing: Drawing) -> tuple[int, int]:
    """How wide and high all of it is."""
    extent, frame = sites.extent(), sites.layout.frame
    if drawing.picture is not None:
        extent = frame if extent is None else bounds((frame, extent))
        return extent.x + extent.w, extent.y + extent.h
    if extent is None:
        return 0, 0
    return extent.x + extent.w + MARGIN, extent.y + extent.h + MARGIN
