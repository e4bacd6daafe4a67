"""`assumed` without a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E706",)
PROFILE = Profile.SHARED

_NO_REASON = re.compile(r"(yes|no|true|false|todo|tbd|unknown|assumed|\W*)", re.IGNORECASE)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each assumption."""
    for _, root in subject.documents:
        for scalar in _assumptions(root):
            if _NO_REASON.fullmatch(scalar.text.strip()):
                yield finding(
                    "E706",
                    "this assumption gives no reason",
                    scalar.span,
                    help="write why it is so, as in `assumed: read from a photograph`",
                )


def _assumptions(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            if entry.key.text == "assumed" and isinstance(entry.value, Scalar):
                yield entry.value
            else:
                yield from _assumptions(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _assumptions(item)
