"""`boardwright validate`: check rule files and say what is wrong with them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright.commands.common import expansions, remark_shadow, speaking, terminal_of
from boardwright.dsl.codes import CODES
from boardwright.dsl.diagnostics import Bag, Diagnostic, RulesetError, Severity, shown
from boardwright.dsl.suggest import suggest_help
from boardwright.terminal import Terminal, plural

if TYPE_CHECKING:
    from boardwright.loading import Library, Rules

FORMATS = ("full", "concise", "json", "github")


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@expansions
@click.option(
    "--output-format",
    "output_format",
    type=click.Choice(FORMATS),
    help="How to write what is found.  [default: full; github where GITHUB_ACTIONS is set]",
)
@click.option(
    "--output-file",
    "-O",
    "output_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to this file instead of stdout.",
)
@click.option(
    "--select", multiple=True, metavar="CODES", help="Only these codes, such as E4 or unknown-name."
)
@click.option("--ignore", multiple=True, metavar="CODES", help="All but these codes.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are errors.")
@speaking
def command(
    paths: tuple[str, ...],
    expansions: tuple[str, ...],
    output_format: str | None,
    output_file: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    exit_zero: bool,
) -> int:
    """Check rule files and say what is wrong with them.

    PATHS are ids of shipped rulesets, folders of rulesets, folders that hold several, or single files,
    each checked as part of the ruleset that it belongs to. Without any, the current folder is checked.
    An expansion is checked together with its game.
    """
    terminal = terminal_of()
    wanted, unwanted = _codes(select, "--select"), _codes(ignore, "--ignore")
    found = check(paths or (".",), expansions)
    kept = [
        item for item in found if (not wanted or item.code in wanted) and item.code not in unwanted
    ]
    _write(terminal, kept, _format(output_format), output_file)
    terminal.tell(_summary(kept))
    if any(item.code == "E127" for item in found):
        return 2
    failed = any(item.severity is Severity.ERROR for item in kept)
    return 1 if failed and not exit_zero else 0


def check(names: Sequence[str], expansions: Sequence[str] = ()) -> tuple[Diagnostic, ...]:
    """All that is wrong with the rulesets of these names, sorted."""
    from boardwright.loading import Library

    bag, library = Bag(), Library()
    roots: list[Path] = []
    for name in names:
        try:
            roots += _roots(name)
        except RulesetError as refused:
            for diagnostic in refused.diagnostics:
                bag.add(diagnostic)
    for root in dict.fromkeys(roots):
        _check(root, roots, expansions, bag, library)
    return bag.sorted()


# ---- what to check --------------------------------------------------------------------------------------


def _roots(name: str) -> list[Path]:
    """The rulesets meant by a name: that at the path, those in it, or the one that it is part of."""
    from boardwright.finding import find, root_of, rulesets_in

    found = find(name)
    remark_shadow(found)
    path = found.path
    return rulesets_in(path) if path.is_dir() else [root_of(path)]


def _check(
    root: Path, roots: Sequence[Path], with_: Sequence[str], bag: Bag, library: Library
) -> None:
    """One ruleset with all that belongs to it; an expansion on its game."""
    from boardwright.dsl.declare import declare, split_scenarios
    from boardwright.dsl.scenario_file import read_scenario
    from boardwright.finding import find, game_and_expansions
    from boardwright.loading import read_into

    others = [find(name).path for name in with_]
    try:
        base, overlays = game_and_expansions(root, others, [*roots, *others])
    except RulesetError as refused:
        for diagnostic in refused.diagnostics:
            bag.add(diagnostic)
        declare(library.documents(root, bag), bag)
        return
    rules = read_into(bag, base, overlays, library)
    for source, node in split_scenarios(library.documents(root, Bag()))[1]:
        read_scenario(source, node, bag, () if rules is None else rules.bound.seat_names)
    if rules is not None and not bag.failed:
        _check_tables(rules, bag)


def _check_tables(rules: Rules, bag: Bag) -> None:
    """Whether the game can be set up for each number of players that it is for."""
    from boardwright.interpreter.conditions import REFUSED

    for players in rules.players:
        try:
            rules.at_table(players)
        except RulesetError as refused:
            if any(each.code == REFUSED for each in refused.diagnostics):
                continue  # nothing is wrong with rules that are for other tables
            for diagnostic in refused.diagnostics:
                note = f"at a table of {plural(players, 'player')}"
                bag.add(replace(diagnostic, notes=(*diagnostic.notes, note)))
            return


# ---- what to tell ---------------------------------------------------------------------------------------


def _codes(given: Sequence[str], option: str) -> frozenset[str]:
    """The codes that are meant: whole ones, beginnings such as `E4`, or names."""
    found: set[str] = set()
    for text in (part.strip() for each in given for part in each.split(",")):
        if not text:
            continue
        meant = {
            code.code
            for code in CODES.values()
            if code.name == text.lower() or code.code.startswith(text.upper())
        }
        if not meant:
            help = suggest_help(text, [*CODES, *(code.name for code in CODES.values())])
            told = f"; {help[0]}" if help else ""
            raise click.BadParameter(
                f"no code is or begins with `{shown(text)}`{told}", param_hint=option
            )
        found |= meant
    return frozenset(found)


def _format(given: str | None) -> str:
    if given is not None:
        return given
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full"


def _write(terminal: Terminal, items: Sequence[Diagnostic], format: str, file: Path | None) -> None:
    import sys

    color = file is None and terminal.colored(sys.stdout)
    text = _rendered(items, format, color=color)
    if file is not None:
        file.write_text(text, "utf-8")
    elif text:
        sys.stdout.write(text)


def _rendered(items: Sequence[Diagnostic], format: str, *, color: bool) -> str:
    from boardwright.validators.render import as_json, concise, full, github

    match format:
        case "json":
            return as_json.render(items)
        case "github":
            return github.render(items)
        case "concise":
            return concise.render(items)
        case _:
            return full.render(items, color=color)


def _summary(items: Sequence[Diagnostic]) -> str:
    if not items:
        return "nothing wrong"
    counts = Counter(item.severity for item in items)
    told = ", ".join(plural(counts[each], each.value) for each in Severity if counts[each])
    files = len({item.label.span.source.name for item in items if item.label is not None})
    return f"{told} in {plural(files, 'file')}" if files else told
