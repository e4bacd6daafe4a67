"""Rings whose spaces belong to seats with some numbers of players, and to nobody with others."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.diagnostics import Diagnostic
from boardwright.validators.finding import finding
from boardwright.validators.subject import Profile, Subject

CODES = ("E524",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each kind of space."""
    low, high = subject.game.players
    for kind in subject.game.spaces.values():
        if kind.ring is None or not kind.seats:
            continue
        unsaid = [str(n) for n in range(low, high + 1) if n not in kind.seats]
        if unsaid:
            numbers = " or ".join(filter(None, (", ".join(unsaid[:-1]), unsaid[-1])))
            yield finding(
                "E524",
                f"with {numbers} players every `{kind.id}` belongs to nobody",
                kind.span,
                help=f"add `{unsaid[0]}: all`, or a list, to `seats`",
            )
