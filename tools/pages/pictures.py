"""Draws the pictures of the docs: `python tools/pages/pictures.py`. The symbols are compared by a test, since they need no typst."""

from __future__ import annotations

from pathlib import Path

from boardwright.cards.symbols import DRAWINGS, HOLE
from boardwright.dsl.declare.looks import SYMBOLS

ROOT = Path(__file__).resolve().parents[2]
SYMBOLS_PAGE = ROOT / "docs" / "pictures" / "symbols.svg"
CARDS_PAGE = ROOT / "docs" / "pictures" / "cards.png"
_COLUMNS, _WIDE, _HIGH = 10, 14, 15
_INK, _PAPER, _TEXT = "#3f6ea5", "#ffffff", "#444444"


def symbols() -> str:
    """Every symbol with its name."""
    rows = -(-len(SYMBOLS) // _COLUMNS)
    size = f"{_COLUMNS * _WIDE} {rows * _HIGH}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" aria-label="The symbols">',
        f'<rect width="{_COLUMNS * _WIDE}" height="{rows * _HIGH}" fill="{_PAPER}"/>',
    ]
    for number, name in enumerate(SYMBOLS):
        x, y = number % _COLUMNS * _WIDE + 2, number // _COLUMNS * _HIGH + 1
        lines.append(f'<g transform="translate({x} {y})">')
        for sort, layer, numbers in DRAWINGS[name]:
            fill = _PAPER if layer == HOLE else _INK
            values = [f"{each:g}" for each in numbers]
            if sort == "circle":
                lines.append(
                    f'<circle cx="{values[0]}" cy="{values[1]}" r="{values[2]}" fill="{fill}"/>'
                )
            else:
                lines.append(f'<polygon points="{" ".join(values)}" fill="{fill}"/>')
        lines.append(
            f'<text x="5" y="12.6" font-size="2.1" font-family="sans-serif" text-anchor="middle" fill="{_TEXT}">{name}</text></g>'
        )
    return "\n".join([*lines, "</svg>\n"])


def cards() -> bytes:
    """The first sheet of Mercatus."""
    import boardwright
    from boardwright.cards.deck import Wanted, faces_of
    from boardwright.cards.press import Job, printed, template
    from boardwright.cards.printing import Paper, data_of, files_of
    from boardwright.dsl.source.diagnostics import Bag

    rules = boardwright.read("rattus", ["mercatus"])
    names = ("lieutenant", "raider", "grave_robber", "hanseatic_trader")
    faces = faces_of(rules, Wanted("en", ("rattus", "mercatus"), names))
    data = data_of(rules, faces, "en", Paper(copies=False, backs=False), files_of(rules, Bag()))
    row = '#set page(width: auto, height: auto, margin: 3mm, fill: rgb("#ffffff"))\n#grid(columns: 4, gutter: 1mm, ..range(4).map(front))\n'
    source = template("common.typ", "sheet.typ").split("#set document")[0] + row
    return printed(Job(source, data), "png", 96, tell="").pages[0]


if __name__ == "__main__":
    SYMBOLS_PAGE.write_text(symbols(), "utf-8")
    CARDS_PAGE.write_bytes(cards())
    print(f"wrote {SYMBOLS_PAGE} and {CARDS_PAGE}")
