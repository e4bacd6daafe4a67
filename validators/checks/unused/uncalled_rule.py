"""Rules that are never called; they never happen, and neither do their hooks."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import unused
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E605",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each rule."""
    uses = uses_of(subject)
    called = uses.called()
    for rule in subject.game.rules.values():
        if rule.id not in called and not uses.is_tried(rule.id):
            hooked = [each.span for each in subject.game.hooks if each.rule == rule.id]
            yield unused("E605", "rule", "called", "call it", rule, hooked, "hooked here")
