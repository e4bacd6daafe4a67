"""`boardwright export`: the games of a run as a table, for programs that work with data."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from boardwright.commands import many_games
from boardwright.commands.many_games import Attempt, carry_out, plan_in, progress_of
from boardwright.commands.options import backend, caching, expansions, speaking, terminal_of
from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import plural

if TYPE_CHECKING:
    from boardwright.exports.sources import Source
    from boardwright.exports.tables import Row, Rows
    from boardwright.interpreter.backends.names import Backend
    from boardwright.runs.plan import Order, Plan
    from boardwright.runs.pool import Pool

_FORMS = {".parquet": "parquet", ".csv": "csv"}
_RANGE = re.compile("([0-9]{1,9})-([0-9]{1,9})")
_PROGRAMS = "program:", "program+events:"


def _range(ctx: click.Context, param: click.Parameter, value: str | None) -> range | None:
    if value is None:
        return None
    found = _RANGE.fullmatch(value)
    if found is None or int(found[1]) > int(found[2]):
        raise click.BadParameter(f"expected numbers such as 0-999, found `{value}`", ctx, param)
    return range(int(found[1]), int(found[2]) + 1)


@click.command()
@click.argument("run", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--rows",
    type=click.Choice(["games", "seats", "decisions", "cards"]),
    default="games",
    show_default=True,
    help="What a row is: a game; a seat in a game; a decision; a card and a player in a game.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file instead of stdout.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "parquet"]),
    help="Format; by default from the name of `--out`, else CSV.",
)
@click.option(
    "--games",
    "wanted",
    callback=_range,
    metavar="A-B",
    help="Only games with these numbers; of a tournament, in each meeting.",
)
@click.option("--ruleset", metavar="RULESET", help="Id or path of the game, if it is not shipped.")
@expansions
@backend
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1, 512),
    metavar="N",
    help="Number of processes that play games again; by default one per core.",
)
@click.option(
    "--progress",
    "progress",
    type=click.Choice(["auto", "json", "none"]),
    default="auto",
    show_default=True,
    help="How to show progress on stderr.",
)
@caching
@speaking
def command(
    run: Path,
    rows: Rows,
    out: Path | None,
    form: str | None,
    wanted: range | None,
    ruleset: str | None,
    expansions: tuple[str, ...],
    backend: Backend,
    jobs: int | None,
    progress: str,
) -> int:
    """Write the games of a run or tournament in DIR as a table, as Parquet (.parquet) or CSV (.csv).

    A run keeps the result of each game, and no decisions. So for `--rows decisions` and `--rows cards` the games are
    played again, with the same seeds and agents, and each must end as it did; agents that search think again. The
    same run gives the same table, with any number of processes.
    """
    from boardwright.exports.exporting import OtherGamesError, rows_from_lines
    from boardwright.exports.parquet_file import NoPyArrowError, refuse_without_pyarrow
    from boardwright.exports.sources import refuse_different, sources_in
    from boardwright.exports.tables import REPLAYED
    from boardwright.runs.disk import refuse_unwritable

    terminal = terminal_of()
    form = form or ("csv" if out is None else _FORMS.get(out.suffix))
    if form is None:
        raise click.UsageError(
            "the name of `--out` shows no format: let it end in `.parquet` or `.csv`, or add `--format`"
        )
    if out is None and form == "parquet":
        raise click.UsageError("a Parquet file needs a name: add `--out`")

    def write(attempt: Attempt) -> tuple[list[Source], list[Path]]:
        if form == "parquet":
            refuse_without_pyarrow()
        if out is not None:
            refuse_unwritable(out)
        sources, unplayed = sources_in(run, wanted)
        refuse_different(sources)
        if rows in REPLAYED:
            orders = [_order(source.held.plan, ruleset, expansions, backend) for source in sources]
            with _replayed(rows, sources, orders, out, jobs, progress) as found:
                _write(form, rows, sources, found, out)
        else:
            _write(form, rows, sources, rows_from_lines(rows, sources), out)
        return sources, unplayed

    try:
        found = carry_out("export", write)
    except NoPyArrowError as fault:
        terminal.complain(str(fault))
        return 2
    except OtherGamesError as fault:
        help = "were an agent or its version changed since the run, or does it not always choose alike?"
        terminal.complain(f"{run}: {fault}", (help,))
        return 1
    if isinstance(found, int):
        return found
    sources, unplayed = found
    if out is not None:
        terminal.result(f"{plural(sum(source.games for source in sources), 'game')} in {out}")
    for meeting in unplayed:
        terminal.tell(f"{meeting}: this meeting is missing")
    damaged = [_tell_missing(source) for source in sources]
    return 1 if any(damaged) else 0


def _write(
    form: str, rows: Rows, sources: Sequence[Source], found: Iterator[Row], out: Path | None
) -> None:
    """Writes the table, whole or not at all; to stdout as it comes."""
    from boardwright.exports.csv_text import csv_bytes
    from boardwright.exports.parquet_file import parquet_bytes
    from boardwright.exports.tables import Shape, columns_of, facts_of
    from boardwright.runs.disk import write_whole

    columns = columns_of(rows, Shape.of(sources))
    if form == "parquet":
        data = parquet_bytes(columns, found, facts_of(rows, sources))
    else:
        data = csv_bytes(columns, found)
    if out is not None:
        write_whole(out, data)
        return
    for part in data:
        sys.stdout.write(part.decode())


def _order(plan: Plan, ruleset: str | None, expansions: Sequence[str], backend: Backend) -> Order:
    """What to load to play these games again."""
    from boardwright.files.locate_ruleset import expansion_named, find, shipped_game
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.loading.recorded import ELSEWHERE
    from boardwright.runs.folder import FolderError
    from boardwright.runs.plan import AGENT_SECONDS, Order

    for name in plan.agents:
        # The folder may come from anybody, and a program does not always choose alike.
        if name.startswith(_PROGRAMS):
            raise FolderError(
                f"the agent `{name}` is a program, and programs are not asked again",
                ("`--rows games` and `--rows seats` need no games to be played again",),
            )
        find_agent(name)
    base = find(ruleset).path if ruleset else shipped_game(plan.game)
    named = expansions or [f"{expansion_named(id, base, ELSEWHERE)}" for id in plan.expansions]
    return Order(
        ruleset=ruleset or plan.game,
        expansions=tuple(named),
        players=plan.players,
        options=tuple(plan.options.items()),
        agents=plan.agents,
        agent_seconds=AGENT_SECONDS if plan.agent_seconds is None else plan.agent_seconds,
        figures=plan.figures,
        agents_seed=plan.agents_seed,
        backend=backend,
        course=bool(plan.course),
        blank=plan.blank or (),
    )


@contextmanager
def _replayed(
    rows: Rows,
    sources: Sequence[Source],
    orders: Sequence[Order],
    out: Path | None,
    jobs: int | None,
    progress: str,
) -> Iterator[Iterator[Row]]:
    """The rows of games that are played again, in processes that live as long."""
    from boardwright.exports.exporting import rows_replayed
    from boardwright.runs.chunk import game_for
    from boardwright.runs.disk import ASIDE
    from boardwright.runs.pool import Pool

    games = plural(sum(source.games for source in sources), "game")
    terminal_of().tell(f"playing {games} again{_cost(sources)}")
    # Next to the file, where there is room for it.
    beside = out.parent if out is not None and (out.is_file() or not out.exists()) else None
    with (
        TemporaryDirectory(prefix=".export.", suffix=ASIDE, dir=beside) as aside,
        Pool(jobs or many_games.cores(), partial(game_for, orders[0])) as pool,
    ):
        _refuse_other_rules(sources[0].held.plan, orders[0], pool)
        shown_by = progress_of(progress)
        both = list(zip(sources, orders, strict=True))
        yield rows_replayed(rows, both, pool, Path(aside), shown_by)


def _cost(sources: Sequence[Source]) -> str:
    """What to expect if agents of these runs take long to choose."""
    from boardwright.interpreter.agents.installed import SHIPPED

    slow = {agent for source in sources for agent in source.held.plan.agents} - SHIPPED.keys()
    names = ", ".join(f"`{shown(agent)}`" for agent in sorted(slow))
    return f", with {names}: this takes as long as the run did" if slow else ""


def _refuse_other_rules(plan: Plan, order: Order, pool: Pool) -> None:
    """Raises `FolderError` if the rules are not those of the run. Another engine may play the same games."""
    from boardwright.runs.folder import FolderError
    from boardwright.runs.plan import differing

    now = plan_in(pool, order, plan.seed, plan.games, plan.chunk, "none")
    wrong = [name for name, _, _ in differing(plan, now) if name != "engine"]
    if wrong:
        raise FolderError(
            f"these rules cannot play the games of this run again: its {', '.join(wrong)} differ",
            ("`--ruleset` and `--with` say where the rules of the run are",),
        )


def _tell_missing(source: Source) -> bool:
    """Prints what is missing of a run; true if some of it is damaged."""
    terminal, held = terminal_of(), source.held
    for file, why in held.damaged:
        terminal.tell(f"{source.root / file} is damaged: {why}")
    missing = sum(last - first + 1 for first, last in held.missing)
    if missing:
        terminal.tell(f"{source.root}: {missing:,} of {held.expected:,} games are missing")
    return bool(held.damaged)
