"""`boardwright print`: what lies on the table. `cards` and `rulebook` print the rest."""

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
from boardwright.dsl.source.suggest import suggest_help
from boardwright.terminal import plural

_ELSEWHERE = ("cards", "rulebook")


class Things(click.Group):
    """What can be printed. Those that have a command of their own are found, too."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            if args[0] in _ELSEWHERE:
                raise click.UsageError(f"`boardwright {args[0]}` prints that", ctx)
            meant = "".join(f"; {each}" for each in suggest_help(args[0], self.commands))
            raise click.UsageError(f"`{args[0]}` cannot be printed{meant}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=Things, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """Print the board of a game.

    `boardwright cards` prints its cards and tokens, and `boardwright rulebook` its rules.
    """


@command.command(short_help="print the board, on tiles to glue together or on one large page")
@a_ruleset
@expansions
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="The PDF to write.",
)
@click.option(
    "--players",
    "-p",
    type=click.IntRange(1),
    metavar="N",
    help="Number of players; by default, as many as can play.",
)
@language
@click.option(
    "--paper",
    type=click.Choice(("a4", "letter")),
    default="a4",
    show_default=True,
    help="Size of the paper of the tiles.",
)
@click.option(
    "--one-page",
    metavar="SIZE",
    help="One page instead: a3, a2, a1, a0, or width x height in millimetres.",
)
@caching
@speaking
def board(
    ruleset: str,
    expansions: tuple[str, ...],
    out: Path,
    players: int | None,
    language: str | None,
    paper: str,
    one_page: str | None,
) -> int:
    """Print the board of RULESET, so large that the printed cards and tokens fit on it.

    The tiles overlap: cut each at its left and upper edge, and glue it over the one before. `boardwright cards` prints cards
    and tokens, `boardwright rulebook` the rules.
    """
    from boardwright.cards.board_printing import (
        BoardPaper,
        NoBoardError,
        notes_of,
        page_size,
        print_board,
    )
    from boardwright.cards.press import PressError
    from boardwright.loading.rules import check_language

    refuse_other_name(out)
    page = None
    if one_page is not None:
        page = page_size(one_page)
        if page is None:
            raise click.BadParameter(
                f"`{one_page}` is not a size such as a2, or 600x420 (from 100 to 3000 mm)",
                param_hint="--one-page",
            )
    terminal = terminal_of()
    rules, _ = reading(ruleset, expansions)
    check_language(rules.bound, language)
    remark(rules)
    if players is not None and players not in rules.players:
        raise click.UsageError(f"the game is for {rules.players[0]} to {rules.players[-1]} players")
    try:
        with telling_what_is_needed():
            done = print_board(
                rules, players, language or rules.languages[0], BoardPaper(paper, page)
            )
    except NoBoardError as fault:
        terminal.complain(str(fault), ("`boardwright cards` prints cards and tokens",))
        return 2
    except PressError as fault:
        terminal.complain(f"the template: {fault}", fault.help)
        return 2
    write_pages(out, "pdf", done.prints.pages, ())
    terminal.diagnostics(done.prints.findings)
    for note in notes_of(done):
        terminal.tell(note)
    wide, high = (-(-each // 10) for each in done.size)
    terminal.result(f"{out}: {wide} x {high} mm, {plural(done.prints.sheets, 'page')}")
    return 1 if done.prints.findings else 0
