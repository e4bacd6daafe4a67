"""Chooses colours: those that looks say, and others for what has no look."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl.declare.looks import COLOURS, LookValue

PALETTE = (
    *("#7b3f98", "#3f6ea5", "#a83a3a", "#b07b21", "#4f7f3a", "#2f7f78"),
    *("#b9587e", "#7a5636", "#5b6470", "#c66f2b", "#6b7f2a", "#50509c"),
)
"""For things without a look: as different as possible, and dark enough for white letters."""

BACK = "#3f3a4a"
_WHITE, _DARK = "#ffffff", "#2b2622"
# Grounds of a board that are words rather than colours.
_GROUNDS = {
    "sea": "#b9d3dd",
    "land": "#d9d2b0",
    "paper": "#fbf7ec",
    "stone": "#cfcac2",
    "wood": "#b98d5c",
}


def hex_of(value: LookValue | None) -> str | None:
    """The colour of a look as `#3f6ea5`; None if it says none."""
    if value is None or value.by:
        return None
    return (
        value.text
        if value.text.startswith("#")
        else COLOURS.get(value.text) or _GROUNDS[value.text]
    )


def nth(number: int) -> str:
    """A colour for the thing with this number."""
    return PALETTE[number % len(PALETTE)]


def seat_colours(
    names: Sequence[str], said: Sequence[tuple[str, str]], count: int
) -> tuple[str, ...]:
    """The colour of each seat: as said, else that of its name, else a free one."""
    own = dict(said)
    found: list[str] = []
    for number in range(count):
        name = names[number] if number < len(names) else ""
        free = next((each for each in PALETTE if each not in found), PALETTE[number % len(PALETTE)])
        found.append(own.get(name) or COLOURS.get(name) or free)
    return tuple(found)


def ink_on(colour: str) -> str:
    """White or nearly black, whichever is easier to read on this colour."""
    return _WHITE if 1.05 / (_light(colour) + 0.05) >= 3 else _DARK


def _light(colour: str) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
