"""`boardwright replay`: replay a recorded game and verify it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from boardwright.commands.options import caching, expansions, speaking, terminal_of
from boardwright.dsl.source.diagnostics import Diagnostic, shown
from boardwright.terminal import Terminal, about, plural


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ruleset", metavar="RULESET", help="Id or path of the game, if it is not shipped.")
@expansions
@caching
@speaking
def command(file: Path, ruleset: str | None, expansions: tuple[str, ...]) -> int:
    """Replay the game recorded in FILE and verify every line of it.

    The record names its game and expansions. Use --ruleset and --with for those that do not come with
    boardwright.
    """
    from boardwright.files.read import shown_name
    from boardwright.interpreter.records.game_record import read_header, replay
    from boardwright.loading.recorded import TooLargeError, game_of, read_record

    terminal = terminal_of()
    try:
        data = read_record(file)
    except TooLargeError as fault:
        raise click.UsageError(str(fault)) from fault
    name = shown_name(file)
    header, found = read_header(data, name)
    if header is None:
        return _tell(terminal, found)
    game = game_of(header, ruleset, expansions)
    found = replay(game.program, data, name)
    if found:
        return _tell(terminal, found)
    decisions = data.count(b'{"n":')
    terminal.result(
        shown(
            f"verified {name}: {about(game.name, game.rules.expansions)}, "
            f"{plural(game.players, 'player')}, seed {header.seed}, {plural(decisions, 'decision')}"
        )
    )
    return 0


def _tell(terminal: Terminal, found: Sequence[Diagnostic]) -> int:
    sys.stdout.write(terminal.in_full(found, sys.stdout))
    return 1
