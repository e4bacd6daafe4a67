"""`boardwright coverage`: which clauses of a ruleset never ran, in its scenarios or in random games."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boardwright.by_play import MOST_GAMES, Progress
from boardwright.commands.common import (
    LARGEST_SEED,
    expansions,
    options,
    remark_shadow,
    speaking,
    terminal_of,
)
from boardwright.dsl.diagnostics import shown
from boardwright.terminal import columns, plural

if TYPE_CHECKING:
    from boardwright.validators.play.coverage import FileCoverage, Never


@click.command()
@click.argument("ruleset")
@expansions
@options
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    metavar="N",
    help="Look at N random games, instead of the scenarios.",
)
@click.option("--scenarios", is_flag=True, help="Look at the scenarios, too.")
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    default=0,
    show_default=True,
    metavar="N",
    help="The chance of the games.",
)
@click.option(
    "--fail-under",
    "least",
    type=click.IntRange(0, 100),
    default=0,
    metavar="PERCENT",
    help="Exit with 1 if less ran.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@speaking
def command(
    ruleset: str,
    expansions: tuple[str, ...],
    options: Mapping[str, str],
    games: int | None,
    scenarios: bool,
    seed: int,
    least: int,
    as_json: bool,
) -> int:
    """Tell which clauses of RULESET never ran.

    Clauses are what an author writes: statements, rules, values, hooks, changes of values, effects, entries,
    phases. Without `--games` the scenarios of RULESET are looked at. Of an expansion, its own files are.
    """
    from boardwright.interpreter.conditions import REFUSED
    from boardwright.interpreter.reference.scene import play_scenario
    from boardwright.interpreter.scenario import stage_scenarios
    from boardwright.scenarios import scenarios_of
    from boardwright.validators.play import games_cover
    from boardwright.validators.play.clauses import Clauses
    from boardwright.validators.play.coverage import Marks, Tally, by_file

    terminal = terminal_of()
    found = scenarios_of(ruleset, expansions, options)
    remark_shadow(found.found)
    rules, tally, looked_at = found.rules, Tally(), []
    if scenarios or games is None:
        staged = stage_scenarios(rules.bound, found.declared, found.compose, options)
        with Progress(terminal, f"{rules.id}: scenario") as progress:
            for number, each in enumerate(staged, 1):
                play_scenario(each.table, each.scene, each.scenario, Marks(tally))
                progress.tell(number, len(staged))
        looked_at.append(plural(len(staged), "scenario"))
        # A scenario of a table that is refused has nothing to play.
        left = sum(each.error != REFUSED for each in found.declared) - len(staged)
        if left > 0:
            told = plural(left, "scenario")
            terminal.tell(f"{told} cannot be played; `boardwright test` tells why")
    if games is not None:
        with Progress(terminal, f"{rules.id}: game") as progress:
            games_cover(
                rules.bound,
                lambda left_out: rules.without(left_out).bound,
                games,
                seed,
                tally,
                progress.tell,
            )
        looked_at.append(plural(games, "random game"))
    here = [f for f in by_file(Clauses(rules.bound), tally) if f.name in found.files]
    if as_json:
        terminal.result(json.dumps(_json(ruleset, here, games or 0, looked_at), indent=2))
    else:
        terminal.result("\n".join(_table(here)))
    terminal.tell(f"looked at: {' and '.join(looked_at)}")
    return 1 if _percent(here) < least else 0


def _percent(files: Sequence[FileCoverage]) -> int:
    clauses, ran = sum(each.clauses for each in files), sum(each.ran for each in files)
    return 100 * ran // clauses if clauses else 100


def _table(files: Sequence[FileCoverage]) -> list[str]:
    """How much of each file ran, then what never did."""
    rows = [("file", "clauses", "ran", "%")]
    rows += [
        (_name(each.name), f"{each.clauses:,}", f"{each.ran:,}", f"{each.percent}")
        for each in files
    ]
    clauses, ran = sum(each.clauses for each in files), sum(each.ran for each in files)
    rows.append(("total", f"{clauses:,}", f"{ran:,}", f"{_percent(files)}"))
    lines = columns(rows, right=(1, 2, 3))
    silent = [(each, never) for each in files for never in each.never]
    if silent:
        lines += ["", "never ran:"]
        lines += [f"{_name(each.name)}:{_never(never)}" for each, never in silent]
    return lines


def _name(name: str) -> str:
    """A file, from here if it is below."""
    path = Path(name)
    here = Path.cwd()
    return shown(str(path.relative_to(here)) if path.is_relative_to(here) else name)


def _never(never: Never) -> str:
    why = f": {never.why}" if never.why else ""
    what = never.what if never.of.startswith(f"{never.what} ") else f"{never.what} of"
    of = never.of.removeprefix(f"{never.what} ")
    return f"{never.span.row}: {shown(f'{what} {of}{why}')}"


def _json(
    ruleset: str, files: Sequence[FileCoverage], games: int, looked_at: Sequence[str]
) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "games": games,
        "looked_at": list(looked_at),
        "clauses": sum(each.clauses for each in files),
        "ran": sum(each.ran for each in files),
        "percent": _percent(files),
        "files": [
            {
                "filename": each.name,
                "clauses": each.clauses,
                "ran": each.ran,
                "percent": each.percent,
                "never": [
                    {
                        "row": never.span.row,
                        "column": never.span.column,
                        "clause": never.what,
                        "of": never.of,
                        "why": never.why,
                    }
                    for never in each.never
                ],
            }
            for each in files
        ],
    }
