"""`boardwright test`: run the scenarios of a ruleset."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from boardwright.commands.options import (
    a_ruleset,
    expansions,
    options,
    remark_shadow,
    speaking,
    terminal_of,
)
from boardwright.dsl.source.diagnostics import Diagnostic, shown
from boardwright.files.names import short_name
from boardwright.terminal import Paint, plural
from boardwright.text.finding_formats import format_for, written

if TYPE_CHECKING:
    from boardwright.dsl.declare.scenarios import ScenarioDecl
    from boardwright.interpreter.scenarios.run import Result


@click.command()
@a_ruleset
@expansions
@options
@click.option(
    "-k", "pattern", metavar="TEXT", help="Run only scenarios with this text in name or path."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("full", "github")),
    help="Format of what fails.  [default: full; github if GITHUB_ACTIONS is set]",
)
@click.option("-v", "--verbose", is_flag=True, help="Also list the scenarios that pass.")
@speaking
def command(
    ruleset: str,
    expansions: tuple[str, ...],
    options: Mapping[str, str],
    pattern: str | None,
    form: str | None,
    verbose: bool,
) -> int:
    """Run the scenarios of RULESET: positions, moves and what is expected of them.

    RULESET may also be a folder of scenarios or a single one inside a ruleset. Scenarios of an expansion
    are run with its game. Options apply to scenarios that do not set their own.
    """
    terminal = terminal_of()
    began = time.perf_counter()
    results = _results(ruleset, expansions, options, pattern)
    took = time.perf_counter() - began
    paint = Paint(terminal.colored(sys.stdout))
    failed, form, annotated = 0, form or format_for(None), tuple[Diagnostic, ...]()
    for result in results:
        name = shown(f"{result.scenario.id} ({short_name(result.scenario.source.name)})")
        if result.passed:
            if verbose:
                terminal.result(f"{paint('32', 'passed')} {name}")
        else:
            failed += 1
            terminal.result(f"{paint('1;31', 'failed')} {name}")
        if form == "github":
            annotated += () if result.passed else result.findings
        elif result.findings and not (result.passed and terminal.quiet):
            terminal.result(terminal.in_full(result.findings, sys.stdout))
    if annotated:
        terminal.result(written(annotated, form))
    passed = len(results) - failed
    told = plural(passed, "scenario") + " passed"
    told = f"{plural(failed, 'scenario')} failed, {passed:,} passed" if failed else told
    terminal.tell(f"{told} in {took:.1f} s")
    return 1 if failed else 0


def _results(
    ruleset: str, with_: Sequence[str], options: Mapping[str, str], pattern: str | None
) -> Sequence[Result]:
    from boardwright.interpreter.scenarios.run import run_scenarios
    from boardwright.loading.scenarios import scenarios_of

    all_ = scenarios_of(ruleset, with_, options)
    remark_shadow(all_.found)
    terminal_of().diagnostics(all_.warnings)
    scenarios = [each for each in all_.declared if pattern is None or _matches(each, pattern)]
    if not scenarios:
        told = "it has no scenarios" if pattern is None else "no scenario matches"
        raise click.UsageError(f"`{shown(ruleset)}`: {told}")
    return run_scenarios(all_.rules.bound, scenarios, all_.compose, options)


def _matches(scenario: ScenarioDecl, pattern: str) -> bool:
    wanted = pattern.casefold()
    return any(wanted in text.casefold() for text in (scenario.id, scenario.source.name))
