"""Pairs of clauses that set the same value or replace the same rule, with nothing to say which one wins.

Without conditions this is already an error. With conditions it is reported if both can be true and the order makes a
difference: for clauses of different pieces, or of expansions one of which knows the other. If the expansions do not know
each other, the people who play choose which one comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from boardwright.dsl.compose.clause_order import is_decided
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.reasoning.facts import renamed
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E636", "E637")
PROFILE = Profile.SHARED

C = TypeVar("C", ir.Modifier, ir.Hook)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each clause that collides with an earlier one."""
    game, seen = subject.game, survey(subject)
    becoming = [each for each in game.modifiers if each.op == "becomes"]
    for first, second in _pairs(subject, seen, becoming):
        if first.value == second.value and not _alike(first, second):
            yield finding(
                "E636",
                f"two clauses can set `{own_name(first.value)}` at the same time",
                second.span,
                _whose(second),
                others=[Label(first.span, _whose(first))],
                notes="if both conditions are true, the last one wins",
                help=_way_out(first, second, ""),
            )
    replacing = [each for each in game.hooks if each.moment == "instead" and _replaces(each)]
    for one, other in _pairs(subject, seen, replacing):
        if one.rule == other.rule:
            yield finding(
                "E637",
                f"two clauses can replace `{own_name(one.rule)}` at the same time",
                other.span,
                _whose(other),
                others=[Label(one.span, _whose(one))],
                notes="if both conditions are true, the last one wins",
                help=_way_out(one, other, "call `original` in one of them, "),
            )


def _pairs(subject: Subject, seen: Survey, clauses: list[C]) -> Iterator[tuple[C, C]]:
    """Yields each clause with the first one before it that can apply at the same time."""
    for at, second in enumerate(clauses):
        for first in clauses[:at]:
            if _of(first) != _of(second) or first.span == second.span:
                continue
            if first.only == second.only and not first.conditional and not second.conditional:
                continue  # E229 reports that
            decided = is_decided(subject.declared, first, second)
            if not decided and _both_can_hold(seen, first, second):
                yield first, second
                break


def _of(clause: ir.Modifier | ir.Hook) -> str:
    return clause.value if isinstance(clause, ir.Modifier) else clause.rule


def _both_can_hold(
    seen: Survey, first: ir.Modifier | ir.Hook, second: ir.Modifier | ir.Hook
) -> bool:
    """Whether the conditions of both can be true, as far as is known."""
    reasoner, game = seen.reasoner, seen.game
    known = reasoner.of_clause(second, reasoner.of_clause(first, reasoner.start))
    names: dict[int, ir.Expr] = {
        var.id: ir.Local(var=same, type=same.type, span=second.span)
        for var, same in zip(second.params, first.params, strict=True)
    }
    fixed = dict(first.only)
    if any(fixed.get(at, id) != id for at, id in second.only):
        return False
    names[second.actor.id] = ir.Local(var=first.actor, type=first.actor.type, span=second.span)
    if first.by == "me" and second.by == "me":  # the player who acts or asks
        names[second.me.id] = ir.Local(var=first.me, type=first.me.type, span=second.span)
    parts = [game.in_play.get(each.origin) for each in (first, second)]
    when = None if second.when is None else renamed(second.when, names)
    for condition in (*parts, first.when, when):
        if condition is not None:
            assumed = reasoner.assume(condition, True, known)
            if assumed is None:
                return False
            known = assumed
    return True


def _alike(first: ir.Modifier, second: ir.Modifier) -> bool:
    """Whether it makes no difference which one wins."""
    names: dict[int, ir.Expr] = {
        var.id: ir.Local(var=same, type=same.type, span=second.span)
        for var, same in zip(
            (*second.params, second.me, second.actor),
            (*first.params, first.me, first.actor),
            strict=True,
        )
    }
    return renamed(second.operand, names) == first.operand


def _replaces(hook: ir.Hook) -> bool:
    """Whether something else happens, and nothing of the rule."""
    return hook.body != () and not any(isinstance(node, ir.Original) for node in nodes(hook.body))


def _whose(clause: ir.Clause) -> str:
    return f"by `{clause.origin if clause.definition is None else clause.definition[1]}`"


def _way_out(first: ir.Clause, second: ir.Clause, more: str) -> str:
    help = f"make the conditions exclude each other, {more}"
    if first.definition is not None and second.definition is not None:
        return f"{help}or write `after: [{first.definition[1]}]` on `{second.definition[1]}`"
    return f"{help}or write `after: [{first.origin}]` in the manifest of `{second.origin}`"
