"""JSON Schemas of what has no schema of its own among the shapes: keys that somebody chose, texts by language, links."""

from __future__ import annotations

import re

from boardwright.dsl.declare.shapes import Schema, Shape
from boardwright.dsl.declare.values import NAME, SCALARS, Event, Head, Id, NameOf, Row, Whole

HOOK = r"^(before|after|instead of) +[a-z].*$"


def names(shape: Shape) -> Schema:
    """The schema of a key that somebody chose; a key is a text here, even if it is a number in the file."""
    match shape:
        case Head():
            pattern = rf"{NAME}( *\([a-z0-9_, ]*\))?"
            if shape.clause:
                pattern += rf"( +by +(me|others|anyone)( +as +{NAME})?)?"
        case Event():
            pattern = r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*"
        case Whole():
            pattern = "[1-9][0-9]*"
        case Id(free=True) | NameOf():
            pattern = NAME
        case Row():
            return {}
        case _:
            raise ValueError(f"no key is {shape.in_words()}")
    return {"pattern": f"^{pattern}$", "patternErrorMessage": f"due here: {shape.in_words()}"}


def text() -> Schema:
    """Words to be shown, or words by language."""
    return {
        "type": [*SCALARS, "object"],
        "propertyNames": {"pattern": f"^{NAME}$"},
        "additionalProperties": {"type": list(SCALARS)},
    }


def link() -> Schema:
    """A pair of spaces."""
    pattern = f"^(next +)?{NAME}$"
    return {
        "type": "array",
        "items": [
            {"type": "string", "pattern": f"^{NAME}$"},
            {"type": "string", "pattern": pattern},
        ],
        "minItems": 2,
        "additionalItems": False,
    }


def plain(words: str) -> str:
    """Without the marks of Markdown."""
    return re.sub("`([^`]*)`", r"\1", words)
