"""Draws what a command prints at a terminal, with its colours, as an SVG that looks the same everywhere."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from html import escape

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import MONOKAI
from rich.text import Text

WIDTH, _HEIGHT = 80, 44
_CELL, _LINE, _EDGE = 7.8, 18, 14
_PAPER, _INK = "#16181f", "#d6dae3"


def printed(arguments: Sequence[str], typed: str = "") -> str:
    """What `boardwright` prints with these arguments, with its codes for colours."""
    done = subprocess.run(
        [sys.executable, "-m", "boardwright", *arguments, "--color", "always"],
        input=typed,
        env={**os.environ, "COLUMNS": str(WIDTH), "LINES": str(_HEIGHT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def picture(command: str, text: str, label: str) -> str:
    """The SVG: the command, and what it printed."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system="truecolor")
    lines = [
        [Segment("$ ", Style(dim=True)), Segment(command)],
        *(list(line.render(console)) for line in Text.from_ansi(text.rstrip()).split("\n")),
    ]
    wide, high = WIDTH * _CELL + 2 * _EDGE, len(lines) * _LINE + 2 * _EDGE
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high}" role="img" aria-label="{escape(label)}">',
        f'<rect width="{wide:g}" height="{high}" rx="8" fill="{_PAPER}"/>',
        f'<g font-family="ui-monospace, DejaVu Sans Mono, monospace" font-size="13" fill="{_INK}">',
    ]
    for number, line in enumerate(lines):
        drawn += _line(line, _EDGE + number * _LINE + 13)
    return "\n".join([*drawn, "</g>", "</svg>\n"])


def _line(segments: Sequence[Segment], y: int) -> Iterator[str]:
    column = 0
    for text, style, _ in segments:
        shown = text.rstrip("\n")
        if shown.strip():
            # Each part has its place and its length, whatever the font.
            start = column + len(shown) - len(shown.lstrip())
            length = len(shown.strip()) * _CELL
            yield (
                f'<text x="{_EDGE + start * _CELL:g}" y="{y}" textLength="{length:g}" xml:space="preserve"'
                f"{_look(style)}>{escape(shown.strip())}</text>"
            )
        column += len(shown)


def _look(style: Style | None) -> str:
    if style is None:
        return ""
    found = ' font-weight="bold"' if style.bold else ""
    if style.dim:
        found += ' opacity="0.7"'
    if style.color is not None and not style.color.is_default:
        found += f' fill="{style.color.get_truecolor(MONOKAI).hex}"'
    return found
