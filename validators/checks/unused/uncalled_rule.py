"""Rules that nothing calls: they never happen, and nor do their hooks."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E605",)
PROFILE = Profile.BASIC

_MOST_LABELS = 3


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each rule."""
    uses = uses_of(subject)
    called = uses.called()
    for rule in subject.game.rules.values():
        if rule.id in called or uses.is_tried(rule.id):
            continue
        hooked = [each.span for each in subject.game.hooks if each.rule == rule.id]
        yield finding(
            "E605",
            f"nothing calls the rule `{own_name(rule.id)}`",
            rule.span,
            help="call it, or remove it; or, if an expansion is to call it, say so: `# allow E605: ...`",
            others=[Label(span, "hooked here") for span in hooked[:_MOST_LABELS]],
        )
