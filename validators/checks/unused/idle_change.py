"""Hooks of what never happens, and modifiers of what nobody asks for.

Where the rule or value stands in the same ruleset, that is where it is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.language.words import TURN_RULES
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E606",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each hook and each modifier."""
    game, uses = subject.game, uses_of(subject)
    called = uses.called()
    for hook in game.hooks:
        rule = game.rules.get(hook.rule)
        if rule is not None and rule.id not in called and rule.origin != hook.origin:
            yield finding(
                "E606",
                f"this never happens: nothing calls `{own_name(rule.id)}`",
                hook.span,
                help="hook something that does happen",
                others=[Label(rule.span, "declared here")],
            )
        elif hook.rule in TURN_RULES and not any(phase.turn for phase in phases_in(game.course)):
            yield finding(
                "E606",
                "this never happens: no phase has turns",
                hook.span,
                help="hook a phase or a rule",
            )
    asked = {node.value for node, _ in uses.of(ir.ValueCall)}
    for modifier in game.modifiers:
        value = game.values[modifier.value]
        if value.id not in asked and value.origin != modifier.origin:
            yield finding(
                "E606",
                f"this changes nothing: nothing asks for `{own_name(value.id)}`",
                modifier.span,
                help="modify a value that something asks for",
                others=[Label(value.span, "declared here")],
            )
