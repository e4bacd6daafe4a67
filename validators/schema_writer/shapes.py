"""JSON Schemas that no shape has itself: names chosen by the author, texts by language, links."""

from __future__ import annotations

import re

from boardwright.dsl.declare.shapes import Schema, Shape
from boardwright.dsl.declare.values import (
    NAME,
    SCALARS,
    Dotted,
    Event,
    Head,
    Id,
    NameOf,
    Row,
    Whole,
)

HOOK = r"^(before|after|instead of) +[a-z].*$"


def names(shape: Shape) -> Schema:
    """Returns the schema of a key that the author chose; it is a text here, even if it is a number in the file."""
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
        case Dotted():
            pattern = rf"{NAME}(\.{NAME})?"
        case Row():
            return {}
        case _:
            raise ValueError(f"a key cannot be {shape.in_words()}")
    return {"pattern": f"^{pattern}$", "patternErrorMessage": f"expected {shape.in_words()}"}


def text() -> Schema:
    """Returns the schema of a text, plain or by language."""
    return {
        "type": [*SCALARS, "object"],
        "propertyNames": {"pattern": f"^{NAME}$"},
        "additionalProperties": {"type": list(SCALARS)},
    }


def link() -> Schema:
    """Returns the schema of a pair of spaces."""
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
    """Removes the marks of Markdown."""
    return re.sub("`([^`]*)`", r"\1", words)
