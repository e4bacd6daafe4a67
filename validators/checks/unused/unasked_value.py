"""Values that are never used, whether or not they are modified."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import unused
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E604",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each value."""
    uses = uses_of(subject)
    asked = {
        node.value
        for node, text in uses.of(ir.ValueCall)
        if (text.sort, text.id) not in (("value", node.value), ("modifier", node.value))
    }
    for value in subject.game.values.values():
        if value.id not in asked and not uses.is_tried(value.id):
            changed = [each.span for each in subject.game.modifiers if each.value == value.id]
            yield unused("E604", "value", "used", "use it", value, changed, "modified here")
