"""Rules of the rulebook that a `ref` names, and that no scenario tries."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.yaml_tree import Mapping
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.references import is_number, listed, references
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E704",)
PROFILE = Profile.PUBLISHED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each rule, where it is named first."""
    tried = {
        scalar.text
        for _, root in subject.scenarios
        if isinstance(root, Mapping)
        for scalar in listed(root.get("ref"))
    }
    seen: set[str] = set()
    for _, root in subject.documents:
        for scalar in references(root):
            if not is_number(scalar.text):
                continue  # E709 reports that
            if scalar.text not in tried and scalar.text not in seen:
                seen.add(scalar.text)
                yield finding(
                    "E704",
                    f"no scenario shows the rule `{scalar.text}`",
                    scalar.span,
                    help=f"write one with `ref: {scalar.text}`",
                )
