"""`boardwright replay`: replay a recorded game and verify it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from boardwright.commands.options import caching, expansions, speaking, terminal_of
from boardwright.dsl.source.diagnostics import Diagnostic, shown
from boardwright.terminal import Terminal, about, plural

# A game of 10,000 decisions takes about 3 MiB.
_MOST_BYTES = 1 << 28


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
    from boardwright.files.locate_ruleset import expansion_named, find, shipped_game
    from boardwright.files.read import shown_name
    from boardwright.interpreter.records.game_record import read_header, replay
    from boardwright.loading.load import load

    terminal = terminal_of()
    data = _bytes(file)
    name = shown_name(file)
    header, found = read_header(data, name)
    if header is None:
        return _tell(terminal, found)
    # The record has names, never paths: it may come from anybody.
    base = find(ruleset).path if ruleset else shipped_game(header.game)
    others: list[str] | list[Path] = list(expansions)
    elsewhere = "; write `--with PATH` for an expansion elsewhere"
    game = load(
        base,
        len(header.seats),
        header.options,
        expansions=others or [expansion_named(id, base, elsewhere) for id in header.expansions],
        seats=header.seats,
    )
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


def _bytes(file: Path) -> bytes:
    with file.open("rb") as opened:
        data = opened.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise click.UsageError(
            f"`{file}` is too large for a record: more than {_MOST_BYTES >> 20} MiB"
        )
    return data


def _tell(terminal: Terminal, found: Sequence[Diagnostic]) -> int:
    sys.stdout.write(terminal.in_full(found, sys.stdout))
    return 1
