"""`boardwright explain`: what a diagnostic code means."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from boardwright import completing
from boardwright.commands.options import speaking, terminal_of
from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import shown
from boardwright.dsl.source.suggest import suggest_help
from boardwright.terminal import Paint, columns, width
from boardwright.text.error_pages import as_text, page_of


@click.command()
@click.argument("codes", nargs=-1, metavar="[CODE]...", shell_complete=completing.codes)
@click.option(
    "--list",
    "listed",
    is_flag=True,
    help="Print one line per code; `E4` selects those that start with it.",
)
@speaking
def command(codes: tuple[str, ...], listed: bool) -> int:
    """Explain diagnostic codes: what they mean, an example, and what to do.

    A CODE is a number such as E401, or a name such as unknown-name. Without one, all codes are listed.
    """
    terminal = terminal_of()
    found: list[str] = []
    for text in codes or ("",):
        meant = _meant(text, listed or not codes)
        if not meant:
            terminal.complain(f"there is no code `{shown(text)}`", _close(text))
            return 2
        found += meant
    found = list(dict.fromkeys(found))
    if listed or not codes:
        terminal.result("\n".join(columns([(c, CODES[c], page_of(c).summary) for c in found])))
    else:
        paint = Paint(terminal.colored(sys.stdout))
        terminal.result("\n".join(as_text(page_of(code).text, width(), paint) for code in found))
    return 0


def _meant(text: str, beginnings: bool) -> Sequence[str]:
    """The code with this number or name, or all codes whose numbers start like this."""
    return [
        code
        for code, name in CODES.items()
        if name == text.lower()
        or code == text.upper()
        or (beginnings and code.startswith(text.upper()))
    ]


def _close(text: str) -> tuple[str, ...]:
    return suggest_help(text, [*CODES, *CODES.values()]) or (
        "`boardwright explain --list` shows all codes",
    )
