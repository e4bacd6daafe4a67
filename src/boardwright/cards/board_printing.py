"""Prints the board of a game: on one large page, or on tiles to glue together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.boards.board_svg import board_svg, places_of
from boardwright.boards.colours import ink_on
from boardwright.boards.picture import picture_of
from boardwright.cards.board_fit import Need, needs_of, rooms_of, scale_for
from boardwright.cards.fonts import missing, ranges_of
from boardwright.cards.press import Job, printed, template
from boardwright.cards.printing import Prints, files_of
from boardwright.cards.sheets import PAPERS
from boardwright.cards.symbols import DRAWINGS
from boardwright.cards.tiles import LARGE, Tile, Tiling, name_of, tiled, whole
from boardwright.dsl.source.diagnostics import Bag, Severity, diagnose
from boardwright.loading.rules import Rules

Json = dict[str, Any]

_THOUSAND = 1000
_MARGIN = 50  # of one large page
_SIZE = re.compile(r"([0-9]{3,4}) *[x×] *([0-9]{3,4})")
_SMALLEST, _LARGEST = 1_000, 30_000


@dataclass(frozen=True, slots=True)
class BoardPaper:
    """What to print a board on: tiles of a paper, or one page of this size in tenths of a millimetre."""

    paper: str = "a4"
    one_page: tuple[int, int] | None = None


class NoBoardError(Exception):
    """A game without anything on a board."""


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board on paper: its size in tenths of a millimetre, the tiles, and the things that are larger than where they lie."""

    prints: Prints
    size: tuple[int, int]
    tiling: Tiling
    too_large: tuple[Need, ...]


def print_board(
    rules: Rules, players: int | None, language: str, paper: BoardPaper
) -> PrintedBoard:
    """Prints the board for so many players; by default, for as many as can play. Raises `NoBoardError` and `PressError`."""
    game = rules.at_table(players or rules.players[-1], language=language)
    picture = picture_of(game, language)
    if not picture["width"]:
        raise NoBoardError(f"`{rules.id}` has nothing on a board")
    needs = needs_of(picture)
    scale, size = _scaled(picture, needs, paper.one_page)
    if paper.one_page is None:
        tiling = tiled(size, PAPERS[paper.paper])
    else:
        tiling = whole(size, _turned(paper.one_page, size[0] > size[1]))
    fitting = [each for each in rooms_of(picture, needs) if each.scale() <= scale]
    slots = [slot for need in fitting for slot in need.slots(scale)]
    bag = Bag()
    files = files_of(rules, bag)
    name = " + ".join(layer.texts.get(language) or layer.id for layer in rules.layers)
    texts = list(_texts(picture, scale))
    data = {
        "title": name,
        "language": language,
        "paper": _in_mm(tiling.paper),
        "board": _in_mm(size),
        "drawing": "board.svg",
        "tiles": [_tile(each, tiling, name) for each in tiling.tiles],
        "texts": texts,
        "symbols": {each["symbol"]: DRAWINGS[each["symbol"]] for each in _symbols(picture, scale)},
        "symbols-at": list(_symbols(picture, scale)),
    }
    drawing = board_svg(picture, slots).encode()
    done = printed(
        Job(template("common.typ", "board.typ"), data, {"board.svg": drawing}, files.fonts), tell=""
    )
    fonts = [ranges_of(each) for each in files.fonts.values()]
    for each in dict.fromkeys(each for text in texts for each in missing(fonts, text["text"])):
        bag.add(
            diagnose(
                Severity.ERROR,
                "E711",
                f"no font has the character `{each}` (U+{ord(each):04X})",
                None,
                notes="it is on the board, and would be printed as an empty box",
                help="name a font that has it: `look: {fonts: fonts/name.ttf}` in the manifest",
            )
        )
    prints = Prints(done.pages, (), len(tiling.tiles), bag.sorted())
    return PrintedBoard(prints, size, tiling, tuple(each for each in needs if each.scale() > scale))


def page_size(text: str) -> tuple[int, int] | None:
    """`a2` or `600x420` in tenths of a millimetre; None for anything else."""
    if text.lower() in LARGE:
        return LARGE[text.lower()]
    found = _SIZE.fullmatch(text.removesuffix("mm").strip())
    size = (0, 0) if found is None else (10 * int(found[1]), 10 * int(found[2]))
    return size if all(_SMALLEST <= each <= _LARGEST for each in size) else None


def notes_of(done: PrintedBoard) -> list[str]:
    """What somebody should know before printing: which things are larger than where they lie."""
    found: dict[tuple[str, tuple[int, int]], list[str]] = {}
    for each in done.too_large:
        found.setdefault((each.thing, each.size), []).append(each.where)
    return [
        f"{thing} ({size[0] / 10:g} by {size[1] / 10:g} mm) does not fit in {where[0]}"
        + (f", nor in {len(where) - 1} more" if len(where) > 1 else "")
        for (thing, size), where in found.items()
    ]


def _scaled(
    picture: Mapping[str, Any], needs: Sequence[Need], page: tuple[int, int] | None
) -> tuple[int, tuple[int, int]]:
    """The scale of the board, and its size."""
    wide, high = picture["width"], picture["height"]
    if page is None:
        scale = scale_for(picture, needs)
    else:
        room = tuple(each - 2 * _MARGIN for each in _turned(page, wide > high))
        scale = min(room[0] * _THOUSAND // wide, room[1] * _THOUSAND // high)
    return scale, (wide * scale // _THOUSAND, high * scale // _THOUSAND)


def _turned(page: tuple[int, int], lying: bool) -> tuple[int, int]:
    """A page as it lies, or stands."""
    return (max(page), min(page)) if lying else (min(page), max(page))


def _in_mm(size: tuple[int, int]) -> Json:
    return {"w": size[0] / 10, "h": size[1] / 10}


def _tile(tile: Tile, tiling: Tiling, name: str) -> Json:
    label = ""
    if len(tiling.tiles) > 1:
        label = f"{name} · {tile.name} / {name_of(tiling.columns - 1, tiling.rows - 1)}"
        if tile.left:
            label += f" · ← {name_of(tile.column - 1, tile.row)}"
        if tile.above:
            label += f" · ↑ {name_of(tile.column, tile.row - 1)}"
    return {
        "x": tile.x / 10,
        "y": tile.y / 10,
        "w": tile.width / 10,
        "h": tile.height / 10,
        "at": {"x": tile.at[0] / 10, "y": tile.at[1] / 10},
        "marks": [[each / 10 for each in mark] for mark in tile.marks],
        "label": label,
    }


def _texts(picture: Mapping[str, Any], scale: int) -> Iterator[Json]:
    """Every line of text with its foot, in millimetres."""
    for spot in (*picture["spaces"], *places_of(picture)):
        label = spot.get("label")
        if not label:
            continue
        fill = spot.get("colour") or "#f4efe2"
        ink = spot.get("ink") or ink_on(fill)
        first, *more = label["lines"]
        for n, line in enumerate((first[:1].upper() + first[1:], *more)):
            y = label["y"] + n * label["leading"]
            yield _text(line, label["x"], y, label["size"], label["anchor"], ink, fill, scale)
    for rim in picture["texts"]:
        yield _text(
            rim["text"], rim["x"], rim["y"], rim["size"], rim["anchor"], "#3a3126", None, scale
        )


def _text(
    text: str, x: int, y: int, size: int, anchor: str, ink: str, rim: str | None, scale: int
) -> Json:
    place = {"x": _mm(x, scale), "y": _mm(y, scale), "size": _mm(size, scale)}
    return {"text": text, **place, "anchor": anchor, "ink": ink, "rim": rim}


def _symbols(picture: Mapping[str, Any], scale: int) -> Iterator[Json]:
    """The symbols on spaces that have one which can be drawn."""
    for space in picture["spaces"]:
        symbol, area = space.get("symbol"), space["area"]
        side = min(area["w"], area["h"]) * 8 // 10
        if symbol in DRAWINGS and side > 0:
            x, y = area["x"] + (area["w"] - side) // 2, area["y"] + (area["h"] - side) // 2
            place = {"x": _mm(x, scale), "y": _mm(y, scale), "size": _mm(side, scale)}
            yield {"symbol": symbol, **place, "ink": space["ink"], "hole": space["colour"]}


def _mm(length: int, scale: int) -> float:
    return (length * scale // _THOUSAND) / 10
