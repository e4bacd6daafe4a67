"""Conditions that never hold, or always do, by what is declared.

A value that is only a number or `yes` or `no` is there to be modified: no condition is constant because of it. Nor does a
condition that others have made superfluous count as always true: to test twice does no harm.
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
    NEVER: "correct it, or remove what depends on it",
    ALWAYS: "correct it, or leave it out",
    FOREVER: "correct it, or leave the loop with `stop`",
}


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for the smallest part that is constant."""
    for sighting in survey(subject).sightings(NEVER, ALWAYS, FOREVER):
        yield finding(
            "E620" if sighting.what == NEVER else "E621",
            sighting.text,
            sighting.span,
            notes=sighting.notes,
            help=_WAYS_OUT[sighting.what],
            others=[Label(span, sighting.why) for span in sighting.because],
        )
