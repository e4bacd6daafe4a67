"""A `ref` that is no number of a rule: nobody finds the rule by it, and no scenario names it in the same words."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.references import is_number, references
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E709",)
PROFILE = Profile.PUBLISHED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each."""
    for _, root in (*subject.documents, *subject.scenarios):
        for scalar in references(root):
            if not is_number(scalar.text):
                yield finding(
                    "E709",
                    f"`{scalar.text}` is not the number of a rule",
                    scalar.span,
                    help="write a number that the rules are known by, such as `ABC-31`",
                )
