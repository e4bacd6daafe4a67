"""Expressions and amounts that always stop the game with an error.

They are numbers out of range, amounts that are never there, rows that a table lacks, divisions by zero, and what needs a
player where nobody acts.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.reasoning.conditions import FAILS
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import error
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E630",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each expression or amount."""
    for sighting in survey(subject).sightings(FAILS):
        yield error(
            "E630",
            sighting.text,
            sighting.span,
            notes=sighting.notes,
            help="change it, or the declaration",
            others=[Label(span, sighting.why) for span in sighting.because],
        )
