"""`boardwright new`: begin a card, an expansion or a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright.commands.options import F, speaking, terminal_of
from boardwright.dsl.source.diagnostics import shown

if TYPE_CHECKING:
    from boardwright.scaffold.new_files import Beginning

_THINGS = ("card", "expansion", "game")


class Things(click.Group):
    """A group that knows what was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _THINGS and not args[0].startswith("-"):
            from boardwright.dsl.source.suggest import suggest_help

            told = "".join(f"; {each}" for each in suggest_help(args[0], _THINGS))
            due = "`card`, `expansion` or `game`"
            raise click.UsageError(f"`{shown(args[0])}` is not {due}{told}", ctx)
        return super().resolve_command(ctx, args)


def _in_folder(help: str) -> Callable[[F], F]:
    return click.option(
        "--in", "folder", type=click.Path(path_type=Path), default=Path(), metavar="DIR", help=help
    )


_where = _in_folder("Where to make its folder.  [default: in the current folder]")


@click.group(
    cls=Things, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """Begin a card, an expansion or a game.

    Makes a few short files that are sound and can be played at once, and says which commands go on
    from there. Files that are there already are never changed.
    """


@command.command(short_help="begin a card, or another piece with a file of its own")
@click.argument("name")
@_in_folder("The folder of the game or expansion, or one in it.  [default: the current folder]")
@click.option("--kind", metavar="KIND", help="The kind of piece, where there are several.")
@speaking
def card(name: str, folder: Path, kind: str | None) -> int:
    """Begin a card, or another piece with a file of its own, in a game or an expansion."""
    from boardwright.scaffold.new_card import new_card

    return _begin(lambda: new_card(name, folder, kind))


@command.command(short_help="begin an expansion of a game")
@click.argument("name")
@click.option("--of", "game", required=True, metavar="GAME", help="The game, by id or path.")
@_where
@speaking
def expansion(name: str, game: str, folder: Path) -> int:
    """Begin an expansion of a game, in a folder NAME that is new or empty."""
    from boardwright.scaffold.new_files import new_expansion

    return _begin(lambda: new_expansion(name, game, folder))


@command.command(short_help="begin a game")
@click.argument("name")
@click.option(
    "--like",
    metavar="GAME",
    help="Begin with a copy of a game to learn from.",
)
@_where
@speaking
def game(name: str, folder: Path, like: str | None) -> int:
    """Begin a game, in a folder NAME that is new or empty.

    The game is a short one of cards and coins. `--like` begins with a copy of a longer one, with its
    scenarios; "Your first game" in the docs says which games there are and what they teach.
    """
    from boardwright.scaffold.new_files import new_game, new_game_like

    return _begin(
        lambda: new_game(name, folder) if like is None else new_game_like(name, like, folder)
    )


def _begin(make: Callable[[], Beginning]) -> int:
    from boardwright.scaffold.new_files import CannotBeginError

    terminal = terminal_of()
    try:
        beginning = make()
    except CannotBeginError as reason:
        terminal.complain(str(reason), reason.help)
        return 2
    for path, text in beginning.files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        if path.suffix != ".json":
            terminal.result(f"made {shown(path.as_posix())}")
    for home in dict.fromkeys(path.parent for path in beginning.files if path.suffix == ".json"):
        terminal.result(
            f"made {shown(home.as_posix())}, by which editors complete and check the files"
        )
    terminal.tell("next:")
    for line in beginning.commands:
        terminal.tell(f"  {shown(line)}")
    return 0
