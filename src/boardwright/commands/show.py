"""`boardwright show`: a game at a glance."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING

import click

from boardwright.commands.options import (
    a_ruleset,
    at_table,
    caching,
    expansions,
    language,
    remark,
    remark_shadow,
    remark_table,
    speaking,
    terminal_of,
    text_or_json,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.dsl.source.suggest import suggest_help
from boardwright.terminal import Paint, about, plural, width

if TYPE_CHECKING:
    from boardwright.dsl.compose.expansion_changes import RuleChain
    from boardwright.loading.rules import Rules

# If no name is close to a misspelt one, all are listed, up to this many.
_MOST_NAMES = 30


@click.command()
@a_ruleset
@expansions
@click.option(
    "--all", "everything", is_flag=True, help="Show every piece, even those without a text."
)
@click.option(
    "--changes",
    is_flag=True,
    help="Show what the expansions add, replace, modify and hook.",
)
@click.option(
    "--rule",
    "rule_",
    metavar="NAME",
    help="Show everything this rule or entry does.",
)
@click.option(
    "--value", "value_", metavar="NAME", help="Show how this value is computed, step by step."
)
@click.option(
    "--emitted",
    metavar="NAME",
    help="Show this rule or value next to its emitted Python.",
)
@at_table
@text_or_json
@language
@caching
@speaking
def command(
    ruleset: str,
    expansions: tuple[str, ...],
    everything: bool,
    changes: bool,
    rule_: str | None,
    value_: str | None,
    emitted: str | None,
    players: int | None,
    options: Mapping[str, str],
    format: str,
    language: str | None,
) -> int:
    """Show RULESET at a glance: options, course, board, places, pieces, cards and values.

    Use --changes, --rule or --value to see how expansions change the game, and --emitted to see the Python code of a
    rule, value, phase, offer or effect at one table (--players, --option).
    """
    from boardwright.files.locate_ruleset import find
    from boardwright.files.manifests import game_and_expansions
    from boardwright.loading.load import read
    from boardwright.loading.rules import check_language

    narrow = changes or rule_ is not None or value_ is not None
    if emitted is None and (players is not None or options):
        raise click.UsageError("--players and --option need --emitted")
    if emitted is not None and narrow:
        raise click.UsageError("--emitted cannot be used with --changes, --rule or --value")
    if format == "json" and not narrow and emitted is None:
        raise click.UsageError("--format json needs --changes, --rule, --value or --emitted")
    others = [find(name).path for name in expansions]
    found = find(ruleset)
    remark_shadow(found)
    rules = read(*game_and_expansions(found.path, others))
    check_language(rules.bound, language)
    if emitted is not None:
        return _show_emitted(rules, emitted, players, options, format, language)
    remark(rules)
    if narrow:
        return _show_changes(rules, changes, rule_, value_, format, language)
    return _show_sheet(rules, everything, language)


def _show_emitted(
    rules: Rules,
    name: str,
    players: int | None,
    options: Mapping[str, str],
    format: str,
    language: str | None,
) -> int:
    """Shows a rule next to the Python that is emitted for it at one table."""
    from boardwright.interpreter.program.emitted_listing import listing, names
    from boardwright.text.emitted import EmittedText, as_data

    terminal = terminal_of()
    game = rules.at_table(players, options, language=language)
    remark_table(game)
    known = names(game.program)
    if name not in known:
        terminal.complain(f"nothing here is called `{name}`", _close(name, "names", list(known)))
        return 2
    found = listing(game.program, name)
    if format == "json":
        terminal.result(as_data(game.program, name, found))
        return 0
    roots = [each.path for each in rules.found]
    text = EmittedText(roots, width(), Paint(terminal.colored(sys.stdout)))
    where = about(rules.name(language), game.rules.expansions)
    head = f"{name} in {where}, with {plural(game.players, 'player')}"
    terminal.result(text.whole(head, game.program, name, found))
    return 0


def _show_sheet(rules: Rules, everything: bool, language: str | None) -> int:
    from boardwright.interpreter.play.naming import Words
    from boardwright.text.game_summary import Sheet

    terminal = terminal_of()
    written = StringIO()
    console = terminal.console(written)
    Sheet(rules, Words(rules.bound, language), console, everything).show()
    # Cells are padded with spaces, which are not wanted at the ends of lines.
    terminal.result("".join(f"{line.rstrip()}\n" for line in written.getvalue().splitlines()))
    return 0


def _show_changes(
    rules: Rules,
    wants_all: bool,
    rule: str | None,
    value: str | None,
    format: str,
    language: str | None,
) -> int:
    """Shows what expansions change: in the game, in one rule, or in one value."""
    from boardwright.dsl.compose import expansion_changes as found
    from boardwright.text.changes import ChangesText, as_data
    from boardwright.text.offer_chains import meant, offer_names

    terminal = terminal_of()
    declared, (base, *overlays) = rules.declared, rules.layers
    names = {"rule": found.rule_names(declared), "value": found.value_names(declared)}
    # `--rule` finds entries of offers, too: they are written like rules.
    offered = None if rule is None or rule in names["rule"] else meant(declared, rule)
    for sort, name in (("rule", rule), ("value", value)):
        if name is not None and name not in names[sort] and (sort == "value" or offered is None):
            more = offer_names(declared) if sort == "rule" else ()
            terminal.complain(f"there is no {sort} `{name}`", _meant(sort, name, names, more))
            return 2
    told = found.changes(base, overlays, declared) if wants_all else None
    chains: list[tuple[RuleChain, tuple[str, ...]]] = []
    if offered is not None:
        chains += offered.entries
    elif rule is not None:
        chains.append((found.rule_chain(declared, rule), ()))
    values = [] if value is None else [found.value_chain(declared, value)]
    if format == "json":
        data = as_data(rules.id, rules.expansions, told, [chain for chain, _ in chains], values)
        terminal.result(json.dumps(data, indent=2, ensure_ascii=False))
        return 0
    roots = [each.path for each in rules.found]
    text = ChangesText(roots, width(), Paint(terminal.colored(sys.stdout)))
    parts = (
        [] if told is None else [text.changes(about(rules.name(language), rules.expansions), told)]
    )
    parts += [] if offered is None else [shown(offered.told)]
    parts += [text.rule(chain, notes) for chain, notes in chains] + [
        text.value(chain) for chain in values
    ]
    terminal.result("\n\n".join(parts))
    return 0


def _meant(
    sort: str, name: str, names: Mapping[str, Sequence[str]], more: Sequence[str]
) -> tuple[str, ...]:
    """What to write instead: a close name of that sort or of `more`, or the option for the other sort."""
    other = "value" if sort == "rule" else "rule"
    if name in names[other]:
        return (f"`{name}` is a {other}: write --{other} {name}",)
    return _close(name, f"{sort}s", names[sort], more)


def _close(
    name: str, sorts: str, names: Sequence[str], more: Sequence[str] = ()
) -> tuple[str, ...]:
    """Names that may be meant; half a name is enough: the piece, or its part. All names if none is close and they are
    few.
    """
    own = [each for each in names if each.endswith(f".{name}") or each.startswith(f"{name}.")]
    close = tuple(f"did you mean `{each}`?" for each in own[:3]) or suggest_help(
        name, [*names, *more]
    )
    if close or len(names) > _MOST_NAMES:
        return close
    if not names:
        return (f"there are no {sorts} here",)
    return (f"the {sorts} are {', '.join(f'`{each}`' for each in names)}",)
