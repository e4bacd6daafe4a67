"""`boardwright test`: run the scenarios of a ruleset."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright.commands.common import (
    expansions,
    options,
    remark_shadow,
    speaking,
    terminal_of,
)
from boardwright.dsl.diagnostics import Bag, RulesetError, shown
from boardwright.terminal import Paint, plural

if TYPE_CHECKING:
    from boardwright.dsl import ir
    from boardwright.dsl.scenario_file import ScenarioDecl
    from boardwright.interpreter.scenario import Result
    from boardwright.loading import Library, Rules


@click.command()
@click.argument("ruleset")
@expansions
@options
@click.option(
    "-k", "pattern", metavar="TEXT", help="Only scenarios with this in their name or path."
)
@click.option("-v", "--verbose", is_flag=True, help="Name those that pass, too.")
@speaking
def command(
    ruleset: str,
    expansions: tuple[str, ...],
    options: Mapping[str, str],
    pattern: str | None,
    verbose: bool,
) -> int:
    """Run the scenarios of RULESET: examples of play with what must hold then.

    RULESET may also be a folder of scenarios, or a single one, inside a ruleset. Those of an expansion
    are run on its game. Options count for scenarios that do not say theirs.
    """
    terminal = terminal_of()
    began = time.perf_counter()
    results = _results(ruleset, expansions, options, pattern)
    took = time.perf_counter() - began
    paint = Paint(terminal.colored(sys.stdout))
    failed = 0
    for result in results:
        name = shown(f"{result.scenario.id} ({result.scenario.source.name})")
        if result.passed:
            if verbose:
                terminal.result(f"{paint('32', 'passed')} {name}")
        else:
            failed += 1
            terminal.result(f"{paint('1;31', 'failed')} {name}")
        if result.findings and not (result.passed and terminal.quiet):
            from boardwright.validators.render import full

            terminal.result(full.render(result.findings, color=paint.on))
    passed = len(results) - failed
    told = plural(passed, "scenario") + " passed"
    told = f"{plural(failed, 'scenario')} failed, {passed:,} passed" if failed else told
    terminal.tell(f"{told} in {took:.1f} s")
    return 1 if failed else 0


def _results(
    ruleset: str, with_: Sequence[str], options: Mapping[str, str], pattern: str | None
) -> Sequence[Result]:
    from boardwright.dsl.declare import split_scenarios
    from boardwright.dsl.scenario_file import read_scenario
    from boardwright.finding import find, game_and_expansions, root_of
    from boardwright.interpreter.scenario import run_scenarios
    from boardwright.loading import Library, check_options, read_into

    found = find(ruleset)
    remark_shadow(found)
    named = found.path
    root = root_of(named)
    library, bag = Library(), Bag()
    base, overlays = game_and_expansions(root, [find(name).path for name in with_])
    rules = read_into(bag, base, overlays, library)
    scenarios: list[ScenarioDecl] = []
    here = named.resolve()
    for source, node in split_scenarios(library.documents(root, bag))[1]:
        if not Path(source.name).resolve().is_relative_to(here):
            continue
        names = () if rules is None else rules.bound.seat_names
        scenario = read_scenario(source, node, bag, names)
        if scenario is not None and (pattern is None or _matches(scenario, pattern)):
            scenarios.append(scenario)
    bag.raise_if_failed()
    assert rules is not None
    check_options(rules.bound, options)
    terminal_of().diagnostics(bag.sorted())
    if not scenarios:
        told = "it has no scenarios" if pattern is None else "no scenario matches"
        raise click.UsageError(f"`{shown(ruleset)}`: {told}")

    known: dict[tuple[str, ...], Rules | None] = {(): rules}

    def compose(further: tuple[str, ...], without: tuple[str, ...], told: Bag) -> ir.Game | None:
        if further not in known:
            known[further] = _composed(base, overlays, further, told, library)
        full = known[further]
        try:
            return None if full is None else full.without(without).bound
        except RulesetError as refused:
            for diagnostic in refused.diagnostics:
                told.add(diagnostic)
            return None

    return run_scenarios(rules.bound, scenarios, compose, options)


def _matches(scenario: ScenarioDecl, pattern: str) -> bool:
    wanted = pattern.casefold()
    return any(wanted in text.casefold() for text in (scenario.id, scenario.source.name))


def _composed(
    base: Path, overlays: Sequence[Path], further: Sequence[str], bag: Bag, library: Library
) -> Rules | None:
    """The game with expansions that a scenario names: beside the game, or shipped."""
    from boardwright.finding import expansion_named
    from boardwright.loading import read_into

    try:
        more = [expansion_named(id, base) for id in further]
    except RulesetError as refused:
        for diagnostic in refused.diagnostics:
            bag.add(diagnostic)
        return None
    return read_into(bag, base, [*overlays, *more], library)
