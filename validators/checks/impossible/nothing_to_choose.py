"""Sets that are always empty, and loops that never run."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.reasoning.flow import EMPTY
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E622",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each set."""
    for sighting in survey(subject).sightings(EMPTY):
        yield finding(
            "E622", sighting.text, sighting.span, help="change it, or remove what depends on it"
        )
