"""Outcomes that ask for nothing of a player: then all are equal, whatever happens."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E629",)
PROFILE = Profile.SHARED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """At most one finding. A condition for victory may well be the same for all."""
    outcome, effects = subject.game.outcome, survey(subject).effects
    asked = (outcome.score, *(expr for _, expr in outcome.ties))
    if outcome.wins is None and ("name", outcome.me.id) not in effects.read_by(asked):
        yield finding(
            "E629",
            "the score is the same for all players",
            outcome.score.span,
            help="let it ask for something of `me`, or say with `wins` who has won",
        )
