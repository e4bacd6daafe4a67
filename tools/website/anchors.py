"""Anchors that the site adds to pages."""

from __future__ import annotations

import re
from html import unescape


def anchor_of(sentence: str) -> str:
    """The anchor of a sentence that a block answers, for links to it."""
    return "say-" + re.sub(r"[^a-z0-9]+", "-", unescape(sentence).casefold()).strip("-")
