"""Two choices of one name in a rule or a card. Records add a number to the second one, which changes with the rules."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.dsl.source.places import Span
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E645",)
PROFILE = Profile.SHARED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each choice with a name that is taken."""
    told: set[Span] = set()  # a line of a trait is there for each piece that has it
    for each in subject.game.namesakes:
        if each.span in told or _are_strangers(subject, each.span, each.first):
            continue
        told.add(each.span)
        yield finding(
            "E645",
            f"the name `{each.name}` is already taken",
            each.span,
            others=[Label(each.first, "by this one")],
            notes="records add a number to the name, which changes when the rules do",
            help=f"give it another name, for instance `{each.way_out}`",
        )


def _are_strangers(subject: Subject, one: Span, other: Span) -> bool:
    """Whether they belong to expansions that do not name each other: players choose their order."""
    sight = subject.declared.sight
    owner, first = sight.owner_of(one.source), sight.owner_of(other.source)
    return first not in sight.known.get(owner, ()) and owner not in sight.known.get(first, ())
