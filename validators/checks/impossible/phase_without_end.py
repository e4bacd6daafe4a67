"""Phases that cannot change the condition that would end them."""

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
                f"phase `{phase.id}` never ends",
                phase.span,
                help="add `rounds: ...` or `until: ...`",
                notes="the game ends and players drop out only in parts that this phase never reaches",
            )
        elif never_holds(seen, phase):
            yield finding(
                "E625",
                f"this is never true, so phase `{phase.id}` never ends",
                phase.ends[0].span,
                help="change the condition, or limit the phase with `rounds` or `repeat`",
            )
        elif not until_can_change(seen, phase):
            yield finding(
                "E625",
                f"nothing in phase `{phase.id}` changes this condition",
                phase.ends[0].span,
                help="change what it reads in the phase, or limit the phase with `rounds` or `repeat`",
                notes="the phase ends after its first time, or never",
            )
