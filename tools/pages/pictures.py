"""Makes all pictures of the docs anew: `PYTHONPATH=tools python tools/pages/pictures.py`.

Needs typst for the printed cards, for the page of a report Chromium and `npm ci --prefix tools/browser`, and for the studio
Chromium and the extra `test`. Drawings that need none of these are compared by tests.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from boardwright.cards.symbols import DRAWINGS, HOLE
from boardwright.dsl.declare.looks import SYMBOLS
from pages.board_pictures import BOARDS_PAGE, boards
from pages.studio_pictures import take_studio
from pages.terminal_picture import picture, printed

ROOT = Path(__file__).resolve().parents[2]
SYMBOLS_PAGE = ROOT / "docs" / "pictures" / "symbols.svg"
CARDS_PAGE = ROOT / "docs" / "pictures" / "cards.png"
PLAY_PAGE = ROOT / "docs" / "pictures" / "play.svg"
REPORT_PAGE = ROOT / "docs" / "pictures" / "report.png"
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


def play() -> str:
    """The first question of a game, at the terminal."""
    asked = ["play", "rattus", "--players", "2", "--seed", "4"]
    # What stands before the answer that leaves the game.
    shown = printed(asked, "q\n").partition("you have left")[0].rstrip().removesuffix("q")
    return picture(f"boardwright {' '.join(asked)}", shown, "A game at the terminal")


def report(out: Path) -> None:
    """The beginning of a report, as a page in the browser."""
    with tempfile.TemporaryDirectory() as folder:
        games = ["rattus", "--with", "mercatus", "--players", "4", "--games", "300"]
        run = str(Path(folder, "run"))
        printed(["simulate", *games, "--out", run, "--quiet"])
        printed(["report", run, "--out", str(Path(folder, "report.html"))])
        asked = {
            "site": folder,
            "chromium": shutil.which("chromium"),
            "page": "/report.html",
            "width": 900,
            "height": 760,
            "out": str(out),
        }
        subprocess.run(
            ["node", "shoot.mjs", json.dumps(asked)], cwd=ROOT / "tools" / "browser", check=True
        )


if __name__ == "__main__":
    SYMBOLS_PAGE.write_text(symbols(), "utf-8")
    BOARDS_PAGE.write_text(boards(), "utf-8")
    PLAY_PAGE.write_text(play(), "utf-8")
    CARDS_PAGE.write_bytes(cards())
    report(REPORT_PAGE)
    take_studio()
    print(f"wrote {', '.join(each.name for each in sorted(SYMBOLS_PAGE.parent.iterdir()))}")
