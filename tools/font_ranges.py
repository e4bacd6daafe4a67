"""Writes which characters the fonts in typst's wheel have: `python tools/font_ranges.py`, after a new release of typst.

The fonts stand as they are in its library, so they are found by how fonts begin.
"""

from __future__ import annotations

import re
import struct
import textwrap
from collections.abc import Iterator
from pathlib import Path

from boardwright.cards.fonts import Ranges, ranges_of

FAMILIES = ("Libertinus Serif", "New Computer Modern", "DejaVu Sans Mono")
OUT = Path(__file__).resolve().parents[1] / "src" / "boardwright" / "cards" / "font_ranges.py"
_BEGINNING = re.compile(rb"(?:OTTO|\x00\x01\x00\x00)\x00[\x05-\x20]")
_FULL_NAMES = {
    "Libertinus Serif Regular": "Libertinus Serif",
    "NewComputerModern10-Regular": "New Computer Modern",
    "DejaVu Sans Mono": "DejaVu Sans Mono",
}


def fonts_in(library: bytes) -> Iterator[bytes]:
    """The fonts in the bytes of a library."""
    for found in _BEGINNING.finditer(library):
        at = found.start()
        (count,) = struct.unpack_from(">H", library, at + 4)
        try:
            tables = [struct.unpack_from(">4sIII", library, at + 12 + 16 * n) for n in range(count)]
        except struct.error:
            continue
        if any(tag == b"cmap" for tag, *_ in tables):
            end = max(offset + length for _, _, offset, length in tables)
            yield library[at : at + end]


def name_of(font: bytes) -> str:
    """The full name of a font, by its table `name`."""
    (count,) = struct.unpack_from(">H", font, 4)
    tables = [struct.unpack_from(">4sIII", font, 12 + 16 * n) for n in range(count)]
    start = next((offset for tag, _, offset, _ in tables if tag == b"name"), None)
    if start is None:
        return ""
    _, count, strings = struct.unpack_from(">HHH", font, start)
    for n in range(count):
        platform, _, _, id, length, offset = struct.unpack_from(">6H", font, start + 6 + 12 * n)
        if platform == 3 and id == 4:
            at = start + strings + offset
            return font[at : at + length].decode("utf-16-be", "replace")
    return ""


def embedded() -> dict[str, Ranges]:
    """The characters of the upright, regular font of each family."""
    import typst

    (library,) = Path(typst.__file__).parent.glob("_typst*")
    found: dict[str, Ranges] = {}
    for font in fonts_in(library.read_bytes()):
        family = _FULL_NAMES.get(name_of(font))
        if family is not None:
            found.setdefault(family, ranges_of(font))
    return {family: found[family] for family in FAMILIES}


def written(ranges: dict[str, Ranges]) -> str:
    """The module."""
    lines = [
        '"""Which characters the fonts in typst\'s wheel have. Written by `tools/font_ranges.py`."""\n\n',
        "# fmt: off\nEMBEDDED: dict[str, tuple[tuple[int, int], ...]] = {\n",
    ]
    for family, each in ranges.items():
        pairs = " ".join(f"({first},{last})," for first, last in each)
        lines.append(
            f'    "{family}": (\n{textwrap.indent(textwrap.fill(pairs, 92), 8 * " ")}\n    ),\n'
        )
    lines.append("}\n# fmt: on\n")
    return "".join(lines)


if __name__ == "__main__":
    OUT.write_text(written(embedded()), "utf-8")
    print(f"wrote {OUT}")
