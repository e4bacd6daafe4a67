"""Hooks on rules that are never called, and modifiers of values that are never used.

If the rule or value is in the same ruleset, the finding is there instead.
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
    """Yields a finding for each hook and each modifier."""
    game, uses = subject.game, uses_of(subject)
    called = uses.called()
    for hook in game.hooks:
        rule = game.rules.get(hook.rule)
        if rule is not None and rule.id not in called and rule.origin != hook.origin:
            yield finding(
                "E606",
                f"this never happens: rule `{own_name(rule.id)}` is never called",
                hook.span,
                help="hook a rule that is called",
                others=[Label(rule.span, "declared here")],
            )
        elif " of " in hook.rule and not any(
            ir.effect_rule(each.kind, slot) == hook.rule
            for each in game.definitions
            for slot in each.slots
        ):
            slot, _, kind = hook.rule.partition(" of ")
            yield finding(
                "E606",
                f"this never happens: no {kind} has `{slot}`",
                hook.span,
                help="hook an effect that some of them have",
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
                f"this changes nothing: value `{own_name(value.id)}` is never used",
                modifier.span,
                help="modify a value that is used",
                others=[Label(value.span, "declared here")],
            )
