"""Phases that end when something holds that nothing in them can change."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.reasoning.phases import (
    may_come_to_an_end,
    never_holds,
    until_can_change,
)
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E625",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each phase."""
    seen = survey(subject)
    for phase in phases_in(subject.game.course):
        if may_come_to_an_end(seen, phase):
            continue
        if not phase.ends:
            yield finding(
                "E625",
                f"nothing ends the phase `{phase.id}`",
                phase.span,
                help="say how many `rounds` it has, or `until` what holds",
                notes="the game is ended, and players drop out, only where this phase never comes",
            )
        elif never_holds(seen, phase):
            yield finding(
                "E625",
                f"this never holds, so the phase `{phase.id}` never ends",
                phase.ends[0].span,
                help="correct the condition, or say how many `rounds` or how often to `repeat`",
            )
        elif not until_can_change(seen, phase):
            yield finding(
                "E625",
                f"nothing in the phase `{phase.id}` changes what this asks for",
                phase.ends[0].span,
                help="change it in the phase, or say how many `rounds` or how often to `repeat`",
                notes="the phase ends the first time or never",
            )
