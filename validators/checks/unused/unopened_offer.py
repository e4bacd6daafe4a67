"""Offers that are never opened."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E607",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each offer."""
    uses = uses_of(subject)
    opened = uses.opened()
    for offer in subject.game.offers.values():
        if offer.id not in opened and not uses.is_tried(offer.id):
            yield finding(
                "E607",
                f"offer `{offer.id}` is never opened",
                offer.span,
                help=f"write `open {offer.id}` where players choose from it",
            )
