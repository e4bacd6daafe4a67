"""`boardwright explain`: what a diagnostic code means."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import click

from boardwright.commands.common import speaking, terminal_of
from boardwright.dsl.codes import CODES, Code
from boardwright.dsl.diagnostics import shown
from boardwright.dsl.suggest import suggest_help
from boardwright.terminal import columns, width

STAGES = {
    "1": "files and YAML",
    "2": "the shape of files",
    "3": "effects as text",
    "4": "names",
    "5": "types and values",
    "6": "the game, at the table and in play",
    "7": "style",
    "8": "limits and safety",
    "9": "boardwright itself",
}


@click.command()
@click.argument("code", required=False)
@speaking
def command(code: str | None) -> int:
    """Explain a diagnostic code, such as E401 or unknown-name; without one, list them all."""
    terminal = terminal_of()
    if code is None:
        terminal.result("\n".join(columns([(c.code, c.name, c.summary) for c in CODES.values()])))
        return 0
    found = _find(code)
    if found is None:
        names = [*CODES, *(each.name for each in CODES.values())]
        terminal.complain(f"there is no code `{code}`", suggest_help(code, names))
        return 2
    page = _page(found)
    if page is not None:
        terminal.result(page)
    else:
        terminal.result(f"{found.code} {found.name}: {found.summary}")
        terminal.result("\n".join(wrap(found.advice, width())))
        terminal.result(f"It is about {STAGES[found.code[1]]}.")
    return 0


def _find(code: str) -> Code | None:
    by_name = {each.name: each for each in CODES.values()}
    return CODES.get(code.upper()) or by_name.get(code.lower())


def _page(code: Code) -> str | None:
    """Its page of the documentation, where that is at hand: in a checkout."""
    page = Path(__file__).parents[3] / "docs" / "errors" / f"{code.code}.md"
    try:
        text = page.read_text("utf-8")
    except OSError:
        return None
    return "\n".join(shown(line) for line in text.splitlines())
