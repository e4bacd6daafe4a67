"""Phases that `until` can end in the middle of their inner phases.

`until` is checked after the steps, after each turn and after each inner phase, at any depth. An author who wants a hand or
a round to be finished first writes `repeat: until`.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E650",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each phase."""
    for phase in phases_in(subject.game.course):
        if phase.until is not None and _has_a_middle(phase):
            yield finding(
                "E650",
                f"`{phase.id}` can end in the middle of its inner phases",
                phase.until.span,
                notes="`until` is checked after the steps, each turn and each inner phase, at any depth",
                help=f"write `repeat: until {phase.until.span.text}` to finish each time through; "
                "or, if this is intended, say why: `# allow E650: ...`",
            )


def _has_a_middle(phase: ir.Phase) -> bool:
    """Whether a phase with inner phases has a point before its end at which it can be left."""
    if len(phase.phases) != 1:
        return len(phase.phases) > 1
    inner = phase.phases[0]
    return inner.turn is not None or inner.repeats or _has_a_middle(inner)
