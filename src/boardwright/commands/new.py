"""`boardwright new`: create a card, an expansion, a game or a repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright.commands.options import F, speaking, terminal_of
from boardwright.dsl.source.diagnostics import shown

if TYPE_CHECKING:
    from boardwright.scaffold.new_files import Beginning

_THINGS = ("card", "expansion", "game", "repository")


class Things(click.Group):
    """A group that suggests what was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _THINGS and not args[0].startswith("-"):
            from boardwright.dsl.source.suggest import suggest_help

            meant = "".join(f"; {each}" for each in suggest_help(args[0], _THINGS))
            expected = "expected `card`, `expansion`, `game` or `repository`"
            raise click.UsageError(f"{expected}, found `{shown(args[0])}`{meant}", ctx)
        return super().resolve_command(ctx, args)


def _in_folder(help: str) -> Callable[[F], F]:
    return click.option(
        "--in", "folder", type=click.Path(path_type=Path), default=Path(), metavar="DIR", help=help
    )


_where = _in_folder("Where to create its folder.  [default: in the current folder]")


@click.group(
    cls=Things, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """Create a card, an expansion, a game or a repository.

    Writes a few short files that are valid and can be played at once, and prints the commands to use
    next. Existing files are never changed.
    """


@command.command(short_help="create a card, or another piece with a file of its own")
@click.argument("name")
@_in_folder("Folder of the game or expansion, or one inside it.  [default: the current folder]")
@click.option("--kind", metavar="KIND", help="Kind of the piece, if the game has several.")
@speaking
def card(name: str, folder: Path, kind: str | None) -> int:
    """Create a card, or another piece with a file of its own, in a game or an expansion."""
    from boardwright.scaffold.new_card import new_card

    return _begin(lambda: new_card(name, folder, kind))


@command.command(short_help="create an expansion of a game")
@click.argument("name")
@click.option("--of", "game", required=True, metavar="GAME", help="Id or path of the game.")
@_where
@speaking
def expansion(name: str, game: str, folder: Path) -> int:
    """Create an expansion of a game, in a folder NAME that is new or empty."""
    from boardwright.scaffold.new_files import new_expansion

    return _begin(lambda: new_expansion(name, game, folder))


@command.command(short_help="create a game")
@click.argument("name")
@click.option(
    "--like",
    metavar="GAME",
    help="Copy a game from the tutorial.",
)
@_where
@speaking
def game(name: str, folder: Path, like: str | None) -> int:
    """Create a game, in a folder NAME that is new or empty.

    The game is a short one of cards and coins. `--like` copies a longer one instead, with its
    scenarios; "Your first game" in the docs lists these games and what they teach.
    """
    from boardwright.scaffold.new_files import new_game, new_game_like

    return _begin(
        lambda: new_game(name, folder) if like is None else new_game_like(name, like, folder)
    )


@command.command(short_help="create a repository with an expansion")
@click.argument("name")
@click.option(
    "--of", "game", required=True, metavar="GAME", help="Id of a game that comes with Boardwright."
)
@_where
@click.option("--kind", metavar="KIND", help="Kind of the first card, if the game has several.")
@speaking
def repository(name: str, game: str, folder: Path, kind: str | None) -> int:
    """Create a repository with an expansion, in a folder NAME that is new or empty.

    It has a card with a scenario, in the languages of the game, a README, and a workflow for GitHub that checks every
    change.
    """
    from boardwright.scaffold.new_repository import new_repository

    return _begin(lambda: new_repository(name, game, folder, kind))


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
            f"made {shown(home.as_posix())}, with which editors complete and check the files"
        )
    terminal.tell("next:")
    for line in beginning.commands:
        terminal.tell(f"  {shown(line)}")
    return 0
