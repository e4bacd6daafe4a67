"""Clauses that never run, because another clause always replaces the whole rule.

The `instead` of an expansion wraps all hooks inside it, those of other expansions included. If it has no condition and no
`original`, none of them is ever reached. A card replaces a rule for its owner only, or while it is in force, so it never
swallows a clause for good.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E643",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding at each swallowed clause, and one at a clause that swallows those of other rulesets."""
    by_rule: dict[str, list[ir.Hook]] = {}
    for hook in subject.game.hooks:
        by_rule.setdefault(hook.rule, []).append(hook)
    for rule, hooks in by_rule.items():
        for at, outer in enumerate(hooks):
            if _swallows(outer):
                inner = [each for each in hooks if _is_inside(each, hooks[:at], outer)]
                yield from _told(subject, rule, outer, inner)


def _told(
    subject: Subject, rule: str, outer: ir.Hook, inner: list[ir.Hook]
) -> Iterator[Diagnostic]:
    name = own_name(rule)
    for each in inner:
        yield finding(
            "E643",
            f"this never runs: `{outer.origin}` always replaces `{name}`",
            each.span,
            "inside it",
            others=[Label(outer.span, "without `original`")],
            help=_way_out(subject, outer, rule),
        )
    others = [each for each in inner if each.origin != outer.origin]
    if others:
        yield finding(
            "E643",
            f"clauses of others on `{name}` never run: this always replaces it",
            outer.span,
            "without `original`",
            others=[Label(each.span, f"of `{_whose(each)}`") for each in others],
            help=_way_out(subject, outer, rule),
        )


def _swallows(hook: ir.Hook) -> bool:
    """Whether nothing inside this hook is ever reached."""
    if hook.moment != "instead" or hook.definition is not None:
        return False
    if hook.conditional or hook.only or hook.by != "anyone":
        return False
    return not any(isinstance(node, ir.Original) for node in nodes(hook.body))


def _is_inside(hook: ir.Hook, before: list[ir.Hook], outer: ir.Hook) -> bool:
    """Whether a hook on the same rule runs only inside the `instead` hook `outer`."""
    return hook is not outer and (hook.moment != "instead" or hook in before)


def _way_out(subject: Subject, outer: ir.Hook, rule: str) -> str:
    declared = rule in subject.game.rules and subject.game.rules[rule].origin != outer.origin
    if declared and "." not in rule:
        return f"put `{rule}` under `replace: rules` of `{outer.origin}`, or call `original`"
    return "call `original`, or add a `when`"


def _whose(hook: ir.Hook) -> str:
    return hook.origin if hook.definition is None else hook.definition[1]
