"""What several commands share: options, and how they are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from boardwright.dsl.diagnostics import shown
from boardwright.terminal import Terminal, plural

if TYPE_CHECKING:
    from boardwright.finding import Found
    from boardwright.loading import Rules

F = TypeVar("F", bound=Callable[..., Any])

LARGEST_SEED = 2**64 - 1

_terminal = Terminal()


def terminal_of() -> Terminal:
    """The terminal of this run of the command line."""
    return _terminal


def _quiet(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    _terminal.quiet = value


def _color(ctx: click.Context, param: click.Parameter, value: str) -> None:
    _terminal.color = value


def speaking(f: F) -> F:
    """The options of every command."""
    f = click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        callback=_color,
        expose_value=False,
        is_eager=True,
        help="Colours in the output.",
    )(f)
    return click.option(
        "-q",
        "--quiet",
        is_flag=True,
        callback=_quiet,
        expose_value=False,
        is_eager=True,
        help="No remarks on stderr.",
    )(f)


def expansions(f: F) -> F:
    """`--with`."""
    return click.option(
        "--with",
        "expansions",
        multiple=True,
        metavar="EXPANSION",
        help="An expansion, by id or path. Repeat it for several.",
    )(f)


def at_table(f: F) -> F:
    """What says for which table a game is linked."""
    f = click.option(
        "--option",
        "-o",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_options,
        help="An option of the game. Repeat it for several.",
    )(f)
    return click.option("--players", "-p", type=int, metavar="N", help="How many play.")(f)


def language(f: F) -> F:
    """`--language`."""
    return click.option("--language", metavar="CODE", help="The language of names, such as `en`.")(
        f
    )


def _options(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> Mapping[str, str]:
    options: dict[str, str] = {}
    for text in value:
        name, equals, chosen = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"`{text}` is not of the form name=value", ctx, param)
        if name.strip() in options:
            raise click.BadParameter(f"`{name.strip()}` is given twice", ctx, param)
        options[name.strip()] = chosen.strip()
    return options


def agents_for(names: str, players: int | None) -> tuple[tuple[str, ...], int | None]:
    """The agents' names, one or one a seat, and how many players that makes."""
    listed = tuple(name.strip() for name in names.split(","))
    if len(listed) == 1:
        return listed, players
    if players is not None and players != len(listed):
        raise click.UsageError(
            f"{len(listed)} agents are named for {players} players; name one for all, or one for each"
        )
    return listed, len(listed)


def about(name: str, expansions: tuple[str, ...]) -> str:
    """`Chess with towers`, fit to be shown."""
    with_ = f" with {', '.join(expansions)}" if expansions else ""
    return shown(f"{name}{with_}")


def remark(rules: Rules) -> None:
    """Tells what somebody who uses these rules would want to know, and nothing about rules that are fine."""
    for found in rules.found:
        remark_shadow(found)
    if rules.warnings:
        count = plural(len(rules.warnings), "warning")
        _terminal.tell(f"{count} about these rules; `boardwright validate` tells them")


def remark_shadow(found: Found) -> None:
    """Tells that an id means a shipped ruleset although something here has the same name."""
    if found.shadows is not None:
        name = shown(str(found.shadows))
        _terminal.tell(f"`{name}` is the shipped ruleset; `./{name}` would be the one here")
