"""What a shell may complete: games, expansions, cards, pieces, options of the table, agents, codes, languages.

A shell asks at each press of its key, so everything comes from the cache, and mistakes in rules complete nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any

from click import Context, Parameter
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from boardwright.loading.rules import Rules

Complete = Callable[[Context, Parameter, str], list[CompletionItem]]

_MOST = 50
"""Options of the table with more values are left to the typist."""


def _silent(found: Callable[[Context, str], Iterable[CompletionItem]]) -> Complete:
    """A completion that offers nothing where something is wrong, and only what begins as the text does."""

    @wraps(found)
    def complete(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            offered = list(found(ctx, incomplete))
        except Exception:  # a shell has no place for a message
            return []
        # For "file" the shell itself completes paths.
        return [
            each for each in offered if each.type != "plain" or each.value.startswith(incomplete)
        ]

    return complete


def _each(values: Iterable[str], help: str | None = None) -> list[CompletionItem]:
    return [CompletionItem(value, help=help) for value in values]


@_silent
def rulesets(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """The games and expansions that come with the package, and paths."""
    from boardwright.files.locate_ruleset import shipped

    yield CompletionItem(incomplete, type="file")  # first: bash forgets what came before it
    yield from _each(shipped())


@_silent
def expansions(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """The expansions that come with the package: of a shipped game, if one is named, only its own; and paths."""
    from boardwright.files.locate_ruleset import shipped
    from boardwright.files.manifests import glance

    there, game = shipped(), _game(ctx)
    yield CompletionItem(incomplete, type="file")
    for id, path in there.items():
        about = glance(path)
        if about is not None and about.of and (about.of == game or game not in there):
            yield CompletionItem(id, help=about.name)


@_silent
def cards(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """The cards to play with, after a comma one more."""
    return _one_more(incomplete, _rules(ctx).options["cards"].values)


@_silent
def pieces(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """The pieces by their ids, after a comma one more."""
    kinds = _rules(ctx).bound.kinds.values()
    return _one_more(incomplete, [each.id for kind in kinds for each in kind.definitions])


@_silent
def kinds_and_pieces(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """The kinds, stocks and pieces by their ids, after a comma one more."""
    bound = _rules(ctx).bound
    pieces = [each.id for kind in bound.kinds.values() for each in kind.definitions]
    return _one_more(incomplete, [*bound.kinds, *bound.stocks, *pieces])


def _one_more(incomplete: str, values: Iterable[object]) -> list[CompletionItem]:
    """Each of these values after those that are there already."""
    before, comma, _ = incomplete.rpartition(",")
    there = set(before.split(","))
    new = (value for value in dict.fromkeys(map(str, values)) if value not in there)
    return _each(f"{before}{comma}{value}" for value in new)


@_silent
def table_options(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """Each option of the game with each of its values: shells cut words at `=`, so both are one word."""
    for name, facts in _rules(ctx).options.items():
        if facts.is_set or len(facts.values) > _MOST:
            yield CompletionItem(f"{name}=")
            continue
        for value in map(str, facts.values):
            yield CompletionItem(
                f"{name}={value}", help="the default" if value == facts.default else None
            )


@_silent
def agents(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """Installed agents, after a comma one more, which may be the same."""
    from boardwright.interpreter.agents.installed import agent_names

    before, comma, _ = incomplete.rpartition(",")
    return _each(f"{before}{comma}{name}" for name in (*agent_names(), "program:"))


@_silent
def codes(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """The codes of diagnostics, each with its name, or names if one is begun."""
    from boardwright.dsl.source.codes import CODES

    if incomplete[:1].islower():
        return [CompletionItem(name, help=code) for code, name in CODES.items()]
    return [CompletionItem(code, help=name) for code, name in CODES.items()]


@_silent
def languages(ctx: Context, incomplete: str) -> Iterable[CompletionItem]:
    """The languages of the game."""
    return _each(_rules(ctx).languages)


def _rules(ctx: Context) -> Rules:
    """The rules of the game, or of the expansion with its game."""
    from boardwright.files.locate_ruleset import find
    from boardwright.files.manifests import game_and_expansions
    from boardwright.loading.load import read

    params: dict[str, Any] = ctx.params
    others = [find(each).path for each in params.get("expansions") or ()]
    return read(*game_and_expansions(find(_game(ctx) or "").path, others))


def _game(ctx: Context) -> str | None:
    """The game that is named: while an option lacks its value, click has not told arguments apart yet."""
    named: str | None = ctx.params.get("ruleset")
    return named or next(iter(ctx.args), None)
