"""`boardwright train`: an example of learning, ready to use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright.commands.options import (
    at_table,
    caching,
    expansions,
    remark_table,
    seed_of_games,
    speaking,
    terminal_of,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.extras import install
from boardwright.terminal import about, plural

if TYPE_CHECKING:
    from boardwright.training.ppo import Progress

_LINES = 10
"""The number of lines of progress."""
_WIDTHS = 12, 10, 9, 13, 11


@click.command()
@click.argument("ruleset")
@at_table
@expansions
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="File for the policy.",
)
@click.option(
    "--decisions",
    type=click.IntRange(1, 10**12),
    default=2_000_000,
    show_default=True,
    metavar="N",
    help="Number of decisions to learn from.",
)
@click.option(
    "--hidden",
    type=click.IntRange(1, 4096),
    default=128,
    show_default=True,
    metavar="N",
    help="Size of the hidden layer.",
)
@seed_of_games("Seed for the games and the first weights.")
@caching
@speaking
def command(
    ruleset: str,
    players: int | None,
    options: Mapping[str, str],
    expansions: tuple[str, ...],
    out: Path,
    decisions: int,
    hidden: int,
    seed: int,
) -> int:
    """Train a policy for RULESET: a small neural network that learns by playing against itself.

    Then `policy:FILE` is an agent, for instance in `boardwright tournament`. It can play with the same rules, the
    same number of players and the same options only.

    Ten lines show how training goes. The last column is the share of games that the policy wins against random
    players. The file is written with each line, so you can stop at any time.
    """
    if any(find_spec(library) is None for library in ("numpy", "llvmlite")):
        click.echo(f"training needs: {install('native')}", err=True)
        return 2
    # Before NumPy is imported: the threads that share the work are those of `train`.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from boardwright.interpreter.learning.policy import MOST_BYTES
    from boardwright.interpreter.native.choice import BackendError
    from boardwright.loading.load import load
    from boardwright.runs.disk import refuse_unwritable, write_whole
    from boardwright.training.ppo import Settings, train, wins

    terminal = terminal_of()
    refuse_unwritable(out)
    game = load(ruleset, players, options, expansions=expansions, backend="native")
    remark_table(game)
    settings = Settings(decisions=decisions, hidden=hidden, seed=seed)
    terminal.tell(
        f"{about(game.name, game.rules.expansions)}: {plural(game.players, 'player')}, "
        f"{plural(game.observer.size, 'number')} in a row, {plural(game.actions.count, 'action')}"
    )
    bytes_of_weights = 4 * hidden * (game.observer.size + game.actions.count)
    if bytes_of_weights > MOST_BYTES:
        raise click.UsageError(
            f"this policy would take {bytes_of_weights >> 20:,} MB, and no agent reads more than {MOST_BYTES >> 20}: "
            "choose a smaller `--hidden`"
        )
    try:
        game.batch(1, observe=True)
    except BackendError:
        raise
    except ValueError as fault:  # games end before anybody is asked
        raise click.UsageError(f"{fault}") from fault
    lines = 0

    def watch(now: Progress) -> None:
        nonlocal lines
        if now.decisions * _LINES < decisions * (lines + 1) and now.decisions < decisions:
            return
        lines = now.decisions * _LINES // decisions
        write_whole(out, [now.network.policy(game).data])
        terminal.result(
            _line(
                f"{now.decisions:,}",
                f"{now.games:,}",
                f"{now.seconds:,.0f}",
                f"{now.decisions / now.seconds:,.0f}",
                f"{wins(game, now.network):.1%}",
            )
        )

    terminal.result(_line("decisions", "games", "seconds", "decisions/s", "vs random"))
    train(game, settings, watch)
    terminal.tell(f"`policy:{shown(str(out))}` is an agent now")
    return 0


def _line(*figures: str) -> str:
    return "".join(each.rjust(width) for each, width in zip(figures, _WIDTHS, strict=True))
