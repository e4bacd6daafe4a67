"""Phases that `until` may end in the middle of the phases in them.

It is asked after each turn, the steps and each phase inside, at any depth. Whoever wants a hand or a round to be played to
its end writes `repeat: until`.
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
                f"`{phase.id}` may end in the middle of the phases in it",
                phase.until.span,
                notes="`until` is asked after each turn, and after the steps and each phase in it, at any depth",
                help=f"write `repeat: until {phase.until.span.text}` if each time through is to be finished; "
                "or, if it is meant so, say why: `# allow E650: ...`",
            )


def _has_a_middle(phase: ir.Phase) -> bool:
    """Whether something in a phase with phases can end before all of it has."""
    if len(phase.phases) != 1:
        return len(phase.phases) > 1
    inner = phase.phases[0]
    return inner.turn is not None or inner.repeats or _has_a_middle(inner)
