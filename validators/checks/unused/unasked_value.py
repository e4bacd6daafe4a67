"""Values that nothing asks for, whether or not something modifies them."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E604",)
PROFILE = Profile.BASIC

_MOST_LABELS = 3


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each value."""
    uses = uses_of(subject)
    asked = {
        node.value
        for node, text in uses.of(ir.ValueCall)
        if (text.sort, text.id) not in (("value", node.value), ("modifier", node.value))
    }
    for value in subject.game.values.values():
        if value.id in asked or uses.is_tried(value.id):
            continue
        changed = [each.span for each in subject.game.modifiers if each.value == value.id]
        yield finding(
            "E604",
            f"nothing asks for the value `{own_name(value.id)}`",
            value.span,
            help="ask for it, or remove it; or, if an expansion is to ask for it, say so: `# allow E604: ...`",
            others=[Label(span, "modified here") for span in changed[:_MOST_LABELS]],
        )
