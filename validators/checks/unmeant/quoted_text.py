"""Texts in quotes that are none to YAML, as word processors write them: players would see them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject
from boardwright.validators.subject.words import words_in

CODES = ("E708",)
PROFILE = Profile.BASIC

# One pair around all of it: what has more quotes inside is about what is quoted. An apostrophe may be inside.
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
                        "leave them out, or use straight ones",
                        "if players are to see them, put straight quotes around them",
                    ),
                )
