"""A `ref` that is not the number of a rule, so that neither readers nor scenarios find the rule by it."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.references import is_number, references
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E709",)
PROFILE = Profile.PUBLISHED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each reference."""
    for _, root in (*subject.documents, *subject.scenarios):
        for scalar in references(root):
            if not is_number(scalar.text):
                yield finding(
                    "E709",
                    f"`{scalar.text}` is not the number of a rule",
                    scalar.span,
                    help="write the number of a rule, such as `ABC-31`",
                )
