"""Conditions that are never true, or always, according to the declarations.

A value that is only a number, `yes` or `no` exists to be modified, so it makes no condition constant. A condition that
others have made superfluous is not reported as always true: testing twice does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.reasoning.conditions import ALWAYS, FOREVER, NEVER
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E620", "E621")
PROFILE = Profile.BASIC

_WAYS_OUT = {
    NEVER: "change it, or remove what depends on it",
    ALWAYS: "change it, or remove it",
    FOREVER: "change it, or leave the loop with `stop`",
}


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for the smallest part that is constant."""
    for sighting in survey(subject).sightings(NEVER, ALWAYS, FOREVER):
        yield finding(
            "E620" if sighting.what == NEVER else "E621",
            sighting.text,
            sighting.span,
            notes=sighting.notes,
            help=_WAYS_OUT[sighting.what],
            others=[Label(span, sighting.why) for span in sighting.because],
        )
