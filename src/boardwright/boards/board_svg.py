"""The static board as SVG: shapes, spaces and places, without words, which a printer sets in its own fonts.

Nothing of a ruleset gets into the text as it is: numbers are numbers, and paths and colours are refused unless they look as
they must.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from boardwright.dsl.declare.looks import COLOURS

Json = Mapping[str, Any]
Attributes = Mapping[str, int | str]
Slot = tuple[str, int, int, int, int]
"""Where a piece fits: `round` or `square`, its left and upper edge, its width and its height."""

_PATH = re.compile(r"[MLHVCQAZmlhvcqaz0-9 .,-]*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}|none")
_PICTURE = re.compile(r"data:image/(?:png|jpeg|svg\+xml);base64,[A-Za-z0-9+/=]*")
_PLACE, _PLACE_RIM, _SLOT = "#f4efe2", "#9f9a8c", "#5f5748"


def board_svg(picture: Json, slots: Iterable[Slot] = ()) -> str:
    """The board of a picture, as `boardwright.boards.picture` makes it; `slots` are outlines for what fits there."""
    wide, high = int(picture["width"]), int(picture["height"])
    parts = [*_below(picture, wide, high), *_spots(picture)]
    parts += [_shape(each, picture["styles"]) for each in picture["over"]]
    parts += [_slot(each) for each in slots]
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def _below(picture: Json, wide: int, high: int) -> Iterator[str]:
    whole: Attributes = {"width": wide, "height": high}
    yield _tag("rect", {**whole, "fill": _ground(picture)})
    drawn = picture["picture"]
    if drawn is not None and _PICTURE.fullmatch(drawn):
        yield _tag("image", {**whole, "href": drawn, "preserveAspectRatio": "xMidYMid slice"})
    yield from (_shape(each, picture["styles"]) for each in picture["shapes"])


def _ground(picture: Json) -> str:
    """A ground is a style, or a colour by its name or its digits."""
    ground: str = picture["ground"]
    style = picture["styles"].get(ground)
    return _colour(COLOURS.get(ground, ground) if style is None else style["fill"])


def _spots(picture: Json) -> Iterator[str]:
    for space in picture["spaces"]:
        rim: Attributes = {"stroke": _colour(space["rim"]), "stroke-width": int(space["rim_width"])}
        yield _tag("path", {"d": _path(space["d"]), "fill": _colour(space["colour"]), **rim})
    for place in places_of(picture):
        box = {"x": place["x"], "y": place["y"], "width": place["w"], "height": place["h"]}
        fill = _colour(place.get("colour") or _PLACE)
        edge: Attributes = {"fill": fill, "stroke": _PLACE_RIM, "stroke-width": 2}
        yield _tag("rect", {**{key: int(value) for key, value in box.items()}, "rx": 8, **edge})


def places_of(picture: Json) -> Sequence[Json]:
    """The places on the board."""
    return [each for each in picture["places"] if each["on"] == "board" and each.get("w")]


def _shape(shape: Json, styles: Json) -> str:
    style = styles[shape["style"]]
    given = {name: value for name, value in shape.items() if name not in ("tag", "style")}
    found: dict[str, int | str] = {}
    for name, value in given.items():
        found[name.replace("_", "-")] = _path(value) if name in ("d", "points") else int(value)
    found["fill"] = _colour(style.get("fill", "none"))
    if "stroke" in style:
        wide = (
            found.pop("width", style.get("width", 1)) if shape["tag"] == "path" else style["width"]
        )
        found |= {"stroke": _colour(style["stroke"]), "stroke-width": wide}
        found |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
        found |= {"stroke-dasharray": _path(style["dashes"])} if "dashes" in style else {}
    return _tag(shape["tag"], found)


def _slot(slot: Slot) -> str:
    sort, x, y, wide, high = slot
    line: Attributes = {
        "fill": "none",
        "stroke": _SLOT,
        "stroke-width": 1,
        "stroke-dasharray": "3 4",
    }
    corner: Attributes = {"rx": wide // 2} if sort == "round" else {"rx": 3}
    return _tag("rect", {"x": x, "y": y, "width": wide, "height": high, **corner, **line})


def _tag(name: str, attributes: Attributes) -> str:
    if name not in ("path", "circle", "rect", "line", "polygon", "image"):
        raise ValueError(f"`{name}` is not a shape")
    pairs = (f"{key}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{name} {' '.join(pairs)}/>"


def _path(text: str) -> str:
    if not _PATH.fullmatch(text):
        raise ValueError("this is not a path")
    return text


def _colour(text: str) -> str:
    if not _COLOUR.fullmatch(text):
        raise ValueError("this is not a colour")
    return text
