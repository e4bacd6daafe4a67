"""Texts that a `#` cuts short: in YAML, a `#` after a space begins a comment.

A comment has a space after its `#`, or is a mark such as `##`. A number or a word directly after it belongs to a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Scalar
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject
from boardwright.validators.subject.words import words_in

CODES = ("E707",)
PROFILE = Profile.BASIC

_CUT = re.compile(r"[ \t]+(#(?!allow )\w[^\r\n]*)")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each text."""
    for _, root in (*subject.documents, *subject.scenarios):
        for scalar in words_in(root):
            lost = _lost(scalar)
            if lost is not None:
                yield finding(
                    "E707",
                    "this text ends before the `#`, which begins a comment",
                    lost,
                    help="put the text in quotes; if this is a comment, write a space after `#`",
                )


def _lost(scalar: Scalar) -> Span | None:
    if scalar.style != "plain":
        return None
    found = _CUT.match(scalar.span.source.text, scalar.span.end)
    return None if found is None else Span(scalar.span.source, found.start(1), found.end(1))
