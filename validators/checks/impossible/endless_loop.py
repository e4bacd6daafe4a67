"""Loops that cannot change their own condition."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.touches import ENDS
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.flow import leaves
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import error
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E624",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each loop; one in a trait must be endless for all pieces with the trait."""
    seen = survey(subject)
    found: dict[Span, bool] = {}
    loops: dict[Span, ir.While] = {}
    for key, routine in seen.effects.routines.items():
        for node in nodes(routine.body):
            if isinstance(node, ir.While):
                endless = _is_endless(seen, node, seen.effects.rule_of(key))
                found[node.span] = found.get(node.span, True) and endless
                loops[node.span] = node
    for span, node in loops.items():
        if found[span]:
            yield error(
                "E624",
                "this loop never ends: nothing in it changes its condition",
                node.condition.span,
                help="change what the condition reads, or leave the loop with `stop`",
            )


def _is_endless(seen: Survey, node: ir.While, original: str | None) -> bool:
    effects = seen.effects
    if leaves(node.body) or seen.reasoner.holds(node.condition, seen.reasoner.start) is False:
        return False
    changed = effects.changed_by(node.body, original)
    return ENDS not in changed and not changed & effects.read_by(node.condition)
