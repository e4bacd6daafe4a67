"""Statements and phases that are never reached."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.flow import UNREACHED
from boardwright.validators.reasoning.phases import never_ends
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E628",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for the first statement, and one for the first phase, that is never reached."""
    seen = survey(subject)
    for sighting in seen.sightings(UNREACHED):
        others = [Label(span, "nothing continues after this") for span in sighting.because]
        yield finding(
            "E628",
            sighting.text,
            sighting.span,
            help="move it up, or remove it",
            others=others,
        )
    yield from _phases(seen, subject.game.course)


def _phases(seen: Survey, course: tuple[ir.Phase, ...]) -> Iterator[Diagnostic]:
    """Checks phases in a row; those inside a phase that is never played are not reported again."""
    before: tuple[ir.Phase, str] | None = None
    for phase in course:
        if before is not None:
            yield finding(
                "E628",
                f"phase `{phase.id}` is never played",
                phase.span,
                help="move it before the other phase, or make the other one end",
                others=[Label(before[0].span, before[1])],
            )
            return
        idle = _idle(seen, phase)
        if idle is not None:
            yield finding(
                "E628",
                f"phase `{phase.id}` is never played",
                idle,
                help="change the number, or remove the phase",
            )
            continue
        yield from _phases(seen, phase.phases)
        why = never_ends(seen, phase)
        if why is not None:
            before = phase, why


def _idle(seen: Survey, phase: ir.Phase) -> Span | None:
    """Returns where the phase says that it is played 0 times, if it does."""
    for times in (phase.repeat, phase.rounds):
        if times is not None:
            if seen.reasoner.single(times, seen.reasoner.start).high <= 0:
                return times.span
    return None
