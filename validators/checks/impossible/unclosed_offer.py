"""Offers that are never closed: players have to continue until no entry is left."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E640",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each offer."""
    for offer in subject.game.offers.values():
        if not any(entry.closes for entry in offer.entries):
            yield finding(
                "E640",
                f"offer `{offer.id}` is never closed",
                offer.span,
                notes="players have to continue until no entry is left",
                help="write `until: ...` with the name of an entry that closes it, such as `done`; "
                "or, if this is intended, say why: `# allow E640: ...`",
            )
