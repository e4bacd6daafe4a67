"""`boardwright rulebook`: the rules of a game or an expansion, to print and read."""

from __future__ import annotations

from pathlib import Path

import click

from boardwright.commands.cards import (
    reading,
    refuse_other_name,
    telling_what_is_needed,
    write_pages,
)
from boardwright.commands.options import (
    a_ruleset,
    caching,
    expansions,
    language,
    remark,
    speaking,
    terminal_of,
)
from boardwright.terminal import plural


@click.command()
@a_ruleset
@expansions
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="The PDF to write.",
)
@language
@click.option(
    "--paper",
    type=click.Choice(("a4", "a5", "letter")),
    default="a4",
    show_default=True,
    help="Size of the paper.",
)
@caching
@speaking
def command(
    ruleset: str, expansions: tuple[str, ...], out: Path, language: str | None, paper: str
) -> int:
    """Print the rules of RULESET as a book: phases in order, cards, options, with contents and an index.

    Of an expansion it has what the expansion adds and changes; --with adds a part for each further one. The texts of the
    author come first; what has no text is shown as it is written.
    """
    from boardwright.cards.press import PressError
    from boardwright.cards.rulebook_printing import print_book
    from boardwright.loading.rules import check_language

    refuse_other_name(out)
    terminal = terminal_of()
    rules, origins = reading(ruleset, expansions)
    check_language(rules.bound, language)
    remark(rules)
    try:
        with telling_what_is_needed():
            done = print_book(rules, origins, language or rules.languages[0], paper)
    except PressError as fault:
        terminal.complain(f"the template: {fault}", fault.help)
        return 2
    write_pages(out, "pdf", done.pages, ())
    terminal.diagnostics(done.findings)
    terminal.result(f"{out}: {plural(done.sheets, 'page')}")
    return 1 if done.findings else 0
