"""`assumed` without a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.yaml_tree import Scalar, entries_in
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E706",)
PROFILE = Profile.SHARED

_NO_REASON = re.compile(r"(yes|no|true|false|todo|tbd|unknown|assumed|\W*)", re.IGNORECASE)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each assumption."""
    for _, root in subject.documents:
        for _, entry in entries_in(root):
            scalar = entry.value
            if entry.key.text != "assumed" or not isinstance(scalar, Scalar):
                continue
            if _NO_REASON.fullmatch(scalar.text.strip()):
                yield finding(
                    "E706",
                    "this assumption gives no reason",
                    scalar.span,
                    help="write why it is so, as in `assumed: read from a photograph`",
                )
