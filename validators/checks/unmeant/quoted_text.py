"""Typographic quotes, which YAML takes as part of the text, so that players would see them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject
from boardwright.validators.subject.words import words_in

CODES = ("E708",)
PROFILE = Profile.BASIC

# One pair around the whole text. With more quotes inside, the text quotes something. An apostrophe may be inside.
_QUOTED = re.compile(r"([“”„«»‘’‚‹›])[^“”„«»‘‚‹›]*[“”«»‘’‹›]", re.DOTALL)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each text."""
    for _, root in (*subject.documents, *subject.scenarios):
        for scalar in words_in(root):
            if scalar.style == "plain" and _QUOTED.fullmatch(scalar.text):
                yield finding(
                    "E708",
                    "these quotes are part of the text",
                    scalar.span,
                    help=(
                        "remove them, or use straight ones",
                        "if players should see them, put straight quotes around them",
                    ),
                )
