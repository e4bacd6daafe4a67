"""`boardwright coverage`: which clauses of a ruleset never ran, in its scenarios or in random games."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boardwright.commands.options import (
    a_ruleset,
    expansions,
    options,
    remark_shadow,
    seed_of_games,
    speaking,
    terminal_of,
    text_or_json,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.files.names import short_name
from boardwright.loading.play_checks import MOST_GAMES, Progress
from boardwright.terminal import about, columns, plural

if TYPE_CHECKING:
    from boardwright.dsl.source.places import Span
    from boardwright.interpreter.scenarios.run import Staged
    from boardwright.reports.coverage_page import CoveredFile
    from boardwright.validators.play.clauses import Clauses, Key
    from boardwright.validators.play.coverage import FileCoverage, Never, Tally

# At most this many failed scenarios are named; the JSON has all.
_MOST_FAILED = 5


@click.command()
@a_ruleset
@expansions
@options
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    metavar="N",
    help="Measure N random games instead of the scenarios.",
)
@click.option("--scenarios", is_flag=True, help="Measure the scenarios as well.")
@seed_of_games("Seed for the random numbers.")
@click.option(
    "--fail-under",
    "least",
    type=click.IntRange(0, 100),
    default=0,
    metavar="PERCENT",
    help="Exit with 1 if fewer clauses ran.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page for browsers: all files, coloured line by line.",
)
@text_or_json
@speaking
def command(
    ruleset: str,
    expansions: tuple[str, ...],
    options: Mapping[str, str],
    games: int | None,
    scenarios: bool,
    seed: int,
    least: int,
    out: Path | None,
    format: str,
) -> int:
    """Show which clauses of RULESET never ran.

    Clauses are what an author writes: statements, rules, values, hooks, changes of values, effects, entries,
    phases. Without `--games`, the scenarios of RULESET are run. For an expansion, only its own files are measured.
    A value that only the `expect` of a scenario uses has not run.

    Exits with 1 if a scenario fails, since what would run after that is unknown.
    """
    from boardwright.dsl.rules import ir
    from boardwright.dsl.source.diagnostics import RulesetError
    from boardwright.interpreter.reference.scene import play_scenario
    from boardwright.interpreter.scenarios.run import run_scenarios, stage_scenarios
    from boardwright.loading.scenarios import scenarios_of
    from boardwright.loading.steps import table_faults
    from boardwright.reports.coverage_page import CoveredFile, render
    from boardwright.validators.play import games_cover
    from boardwright.validators.play.clauses import Clauses, key_of
    from boardwright.validators.play.coverage import Marks, Tally, by_file, lines_of

    class LastMarks(Marks):
        """Remembers which statement began last: where a scenario broke off, or ended at a decision."""

        last: ir.Node | None = None

        def ran(self, node: ir.Node) -> None:
            super().ran(node)
            if isinstance(node, ir.Stmt):  # values are read at any time, even by the outcome
                self.last = node

    terminal = terminal_of()
    found = scenarios_of(ruleset, expansions, options)
    remark_shadow(found.found)
    rules, tally, looked_at = found.rules, Tally(), []
    for faults in table_faults(rules, options):
        # The marks of rules that cannot be played mean nothing.
        if faults:
            raise RulesetError(faults)
    failed: list[str] = []
    staged: Sequence[Staged] = ()
    open_at: set[Key] = set()
    if scenarios or games is None:
        results = run_scenarios(rules.bound, found.declared, found.compose, options)
        failed = [each.scenario.id for each in results if not each.passed]
        staged = stage_scenarios(rules.bound, found.declared, found.compose, options)
        with Progress(terminal, f"{rules.id}: scenario") as progress:
            for number, each in enumerate(staged, 1):
                marks = LastMarks(tally)
                scene = play_scenario(each.table, each.scene, each.scenario, marks)
                if marks.last is not None and (scene.fault or scene.decision):
                    open_at.add(key_of(marks.last))
                progress.tell(number, len(staged))
        looked_at.append(plural(len(staged), "scenario"))
        if failed:
            named = ", ".join(f"`{shown(id)}`" for id in failed[:_MOST_FAILED])
            more = f" and {len(failed) - _MOST_FAILED} more" if len(failed) > _MOST_FAILED else ""
            terminal.complain(
                f"{len(failed):,} of {plural(len(results), 'scenario')} failed: {named}{more}",
                ("`boardwright test` shows why",),
            )
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
    clauses = Clauses(rules.bound)
    cut_off = _cut_off(clauses, tally, open_at)
    here = [
        _without_reasons(each, cut_off)
        for each in by_file(clauses, tally)
        if each.name in found.files
    ]
    covered = [CoveredFile(_name(each.name), each, lines_of(each, clauses, tally)) for each in here]
    if out is not None:
        title, measured = about(rules.name(), rules.expansions), " and ".join(looked_at)
        out.write_text(render(title, measured, _percent(here), covered), "utf-8")
    if format == "json":
        told = _json(ruleset, covered, games or 0, looked_at, failed)
        terminal.result(json.dumps(told, indent=2))
    else:
        terminal.result("\n".join(_table(here)))
    terminal.tell(f"measured: {' and '.join(looked_at)}")
    silent = {never.what.partition(" of ")[0] for each in here for never in each.never}
    if games is None and staged and "change" in silent:
        terminal.tell(
            "a change of a value runs when play reads the value; an `expect` does not count"
        )
    return 1 if failed or _percent(here) < least else 0


def _cut_off(clauses: Clauses, tally: Tally, open_at: set[Key]) -> set[Span]:
    """The clauses that play could still have reached where it stopped: why they never ran is unknown."""
    above: dict[Key, set[Key]] = {}
    for clause in clauses:
        above.setdefault(clause.key, set()).update(clause.within)
        for called in clause.calls:
            above.setdefault(called, set()).add(clause.key)
    reached: set[Key] = set()
    waiting = list(open_at)
    while waiting:
        key = waiting.pop()
        if key not in reached and tally.ran[key]:
            reached.add(key)
            waiting += above.get(key, ())
    return {each.span for each in clauses if reached & each.within}


def _without_reasons(file: FileCoverage, cut_off: set[Span]) -> FileCoverage:
    never = [replace(each, why="") if each.span in cut_off else each for each in file.never]
    return replace(file, never=tuple(never))


def _percent(files: Sequence[FileCoverage]) -> int:
    clauses, ran = sum(each.clauses for each in files), sum(each.ran for each in files)
    return 100 * ran // clauses if clauses else 100


def _table(files: Sequence[FileCoverage]) -> list[str]:
    """The table of files, then the clauses that never ran."""
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
    """The name of a file, relative to the current folder if it is inside."""
    path = Path(name)
    here = Path.cwd()
    below = path.is_relative_to(here) and "site-packages" not in path.relative_to(here).parts
    return shown(str(path.relative_to(here)) if below else short_name(name))


def _never(never: Never) -> str:
    why = f": {never.why}" if never.why else ""
    what = never.what if never.of.startswith(f"{never.what} ") else f"{never.what} of"
    of = never.of.removeprefix(f"{never.what} ")
    return f"{never.span.row}: {shown(f'{what} {of}{why}')}"


def _json(
    ruleset: str,
    covered: Sequence[CoveredFile],
    games: int,
    looked_at: Sequence[str],
    failed: Sequence[str],
) -> dict[str, Any]:
    files = [each.coverage for each in covered]
    return {
        "ruleset": ruleset,
        "games": games,
        "looked_at": list(looked_at),
        "failed": list(failed),
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
                "one_sided": [
                    {
                        "row": condition.span.row,
                        "column": condition.span.column,
                        "text": condition.span.text,
                        "true": condition.true,
                        "false": condition.false,
                    }
                    for line in file.lines
                    for condition in line.conditions
                    if condition.one_sided
                ],
            }
            for each, file in zip(files, covered, strict=True)
        ],
    }
