"""Outcomes that read nothing of a player, so that all players are always equal."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E629",)
PROFILE = Profile.SHARED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields at most one finding. A condition for winning may well be the same for all."""
    outcome, effects = subject.game.outcome, survey(subject).effects
    asked = (outcome.score, *(expr for _, expr in outcome.ties))
    if outcome.wins is None and ("name", outcome.me.id) not in effects.read_by(asked):
        yield finding(
            "E629",
            "all players have the same score",
            outcome.score.span,
            help="use something of `me` in it, or say with `wins` who has won",
        )
