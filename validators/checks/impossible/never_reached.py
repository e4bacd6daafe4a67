"""Statements and phases that play never comes to."""

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
    """One finding for the first statement behind what never goes on, and one for the first phase."""
    seen = survey(subject)
    for sighting in seen.sightings(UNREACHED):
        others = [Label(span, "behind this nothing goes on") for span in sighting.because]
        yield finding(
            "E628",
            sighting.text,
            sighting.span,
            help="move it forward, or remove it",
            others=others,
        )
    yield from _phases(seen, subject.game.course)


def _phases(seen: Survey, course: tuple[ir.Phase, ...]) -> Iterator[Diagnostic]:
    """Of phases in a row; those inside a phase that is not played are not told by themselves."""
    before: tuple[ir.Phase, str] | None = None
    for phase in course:
        if before is not None:
            yield finding(
                "E628",
                f"the phase `{phase.id}` is never played",
                phase.span,
                help="put it before the other, or let the other end",
                others=[Label(before[0].span, before[1])],
            )
            return
        idle = _idle(seen, phase)
        if idle is not None:
            yield finding(
                "E628",
                f"the phase `{phase.id}` is never played",
                idle,
                help="correct the number, or remove the phase",
            )
            continue
        yield from _phases(seen, phase.phases)
        why = never_ends(seen, phase)
        if why is not None:
            before = phase, why


def _idle(seen: Survey, phase: ir.Phase) -> Span | None:
    """The number of times that it is played, if that is 0."""
    for times in (phase.repeat, phase.rounds):
        if times is not None:
            if seen.reasoner.single(times, seen.reasoner.start).high <= 0:
                return times.span
    return None
