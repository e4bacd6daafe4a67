"""`boardwright replay`: replay a recorded game and verify it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from boardwright.commands.options import (
    caching,
    expansions,
    language,
    seat_to_tell,
    seat_told,
    speaking,
    terminal_of,
)
from boardwright.dsl.source.diagnostics import Diagnostic, shown
from boardwright.terminal import Paint, Terminal, about, plural
from boardwright.text.tale import Tale


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ruleset", metavar="RULESET", help="Id or path of the game, if it is not shipped.")
@expansions
@click.option("--tell", is_flag=True, help="Tell the game in sentences.")
@seat_told
@language
@caching
@speaking
def command(
    file: Path,
    ruleset: str | None,
    expansions: tuple[str, ...],
    tell: bool,
    seat: str | None,
    language: str | None,
) -> int:
    """Replay the game recorded in FILE and verify every line of it.

    The record names its game and expansions. Use --ruleset and --with for those that do not come with
    boardwright.
    """
    from boardwright.files.read import shown_name
    from boardwright.interpreter.records.game_record import read_header, replay
    from boardwright.loading.recorded import TooLargeError, choices_in, game_of, read_record

    terminal = terminal_of()
    try:
        data = read_record(file)
    except TooLargeError as fault:
        raise click.UsageError(str(fault)) from fault
    name = shown_name(file)
    header, found = read_header(data, name)
    if header is None:
        return _tell(terminal, found)
    if language is not None and not tell:
        raise click.UsageError("`--language` is that of the sentences: add `--tell`")
    game = game_of(header, ruleset, expansions, language)
    told = seat_to_tell(game, tell, seat)
    found = replay(game.program, data, name)
    if found:
        return _tell(terminal, found)
    if tell:
        tale = Tale(game, header.seed, told)
        for choice in choices_in(data):
            tale.apply(choice)
        terminal.result(tale.text(Paint(terminal.colored(sys.stdout))))
        return 0
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
