"""The shapes of values as JSON Schema, and in words: what may stand under a key, apart from its own keys."""

from __future__ import annotations

import re
from typing import Any

from boardwright.dsl.declare.errors import listed
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.declare.shapes import (
    Code,
    Default,
    EffectText,
    Either,
    Event,
    Expression,
    Grid,
    Head,
    Id,
    InForce,
    Limit,
    Link,
    ListOf,
    MapOf,
    Modifier,
    NameOf,
    OneOf,
    Part,
    Range,
    Reason,
    Reference,
    Repetition,
    Row,
    Shape,
    Text,
    TypeName,
    Visibility,
    Whole,
    WholeOr,
    YesNo,
)
from boardwright.dsl.language.parser import the_parser

Schema = dict[str, Any]

NAME = "[a-z][a-z0-9_]{0,63}"
HOOK = r"^(before|after|instead of) +[a-z].*$"

_NUMBER = "-?[0-9]{1,8}"
_PERIOD = "(once|twice|[1-9][0-9]{0,3} times) +an? +"
_SCALARS = ["string", "number", "boolean"]  # whatever YAML tools make of plain words


def scalar(shape: Shape) -> Schema | None:
    """The schema of a value that is a single text or number; None for lists and mappings."""
    match shape:
        case Id(free=True) | NameOf():
            return _text(NAME)
        case Id():
            return id()
        case OneOf(words=choice):
            return {"enum": list(choice)}
        case YesNo():
            return {"enum": ["yes", "no"]}
        case Reason():
            return {"type": list(_SCALARS)}
        case Reference():
            return {"type": ["string", "number"]}
        case Code():
            return _text("E[1-9][0-9]{2}")
        case Whole(least=least, most=most):
            if least == most:
                return {"enum": [least]}
            return {"type": "integer", "minimum": least, "maximum": most}
        case WholeOr(words=choice, least=least):
            written = _text(f"({'|'.join(choice)})", *choice)
            return {**written, "type": ["integer", "string"], "minimum": least}
        case Range(single=single, least=least):
            written = _text(f"{_NUMBER} +to +{_NUMBER}")
            return (
                {**written, "type": ["string", "integer"], "minimum": least} if single else written
            )
        case Grid():
            return _text("[0-9]{1,2} +by +[0-9]{1,2}")
        case TypeName(many=many):
            return _text(f"({many} +of +)?[a-z][a-z0-9_]*", "number", "yes_no")
        case Limit():
            return _text(f"{_PERIOD}[a-z][a-z0-9_]*", "once a turn", "once a round", "once a game")
        case Default() | Row() | Expression() | Repetition() | InForce():
            return {"type": ["string", "integer"]}
        case Visibility():
            return _text("(owner|nobody|everyone( when .+)?)", "everyone", "owner", "nobody")
        case EffectText() | Modifier():
            return {"type": "string"}
        case (
            WholeOr() | Link() | Text() | Event() | Head() | ListOf() | MapOf() | Part() | Either()
        ):
            return None


def _text(pattern: str, *examples: str) -> Schema:
    written: Schema = {"type": "string", "pattern": f"^{pattern}$"}
    return {**written, "examples": list(examples)} if examples else written


def id() -> Schema:
    """A name that is declared."""
    words = "|".join(sorted(the_parser().words))
    return {**_text(f"(?!(?:{words})$){NAME}"), "errorMessage": f"due here: {in_words(Id())}"}


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
            raise ValueError(f"no key is {in_words(shape)}")
    return {"pattern": f"^{pattern}$", "patternErrorMessage": f"due here: {in_words(shape)}"}


def text() -> Schema:
    """Words to be shown, or words by language."""
    return {
        "type": [*_SCALARS, "object"],
        "propertyNames": {"pattern": f"^{NAME}$"},
        "additionalProperties": {"type": list(_SCALARS)},
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


def in_words(shape: Shape) -> str:
    """What is due, with its article: `a whole number of at least 1`."""
    match shape:
        case Id(free=True):
            return "a name of small letters, digits and `_`"
        case Id():
            return "a name of small letters, digits and `_`, no word of the language"
        case NameOf(what=what):
            return f"the name of {what}"
        case OneOf(words=words):
            return listed(words)
        case Text():
            return "a text, or texts by language as in `{en: tower, it: torre}`"
        case Reason():
            return "plain words"
        case Reference():
            return "the number of a rule such as `ABC-31`"
        case Code():
            return "the code of an error such as `E651`"
        case YesNo():
            return "`yes` or `no`"
        case Whole(least=least, most=most):
            return f"`{least}`" if least == most else f"a whole number of at least {least}"
        case WholeOr(words=words):
            return f"a whole number, or {listed(words)}"
        case Range(single=single):
            return "a range such as `2 to 4`" + (", or one number" if single else "")
        case Grid():
            return "columns by rows, as in `3 by 4`"
        case TypeName(many=many, what=what):
            return f"`number`, `yes_no`, the name of {what}, or `{many} of` such a name"
        case Limit():
            return "a limit such as `once a turn` or `3 times a game`"
        case Default():
            return "one of its values, a number, `yes` or `no`"
        case Visibility():
            return "`everyone`, `owner`, `nobody`, or `everyone when` a condition"
        case Expression():
            return "an expression"
        case InForce():
            return "an expression, or `always`"
        case Repetition():
            return "an expression, or `until` and a condition"
        case EffectText():
            return "an effect, on the lines below a `|`"
        case Modifier():
            return "a change such as `add 1` or `at least 2`"
        case Link():
            return "a pair of spaces such as `[a, b]`"
        case Row():
            return "a number or a name"
        case Event():
            return "an event such as `deal.card`"
        case Head():
            return "a name, with its parameters if it has any"
        case ListOf(item=item, single=single):
            each = in_words(item)
            return (
                f"{each}, or a list of these" if single else f"a list, each item of which is {each}"
            )
        case MapOf(key=key, value=value):
            return f"a mapping; under each {_key_in_words(key)} stands {in_words(value)}"
        case Part(record=record):
            return RECORDS[record].called
        case Either(forms=forms):
            return "; or ".join(in_words(form) for form in forms)


def _key_in_words(shape: Shape) -> str:
    match shape:
        case NameOf(what=what):
            return f"name of {what}"
        case Id():
            return "name"
        case Whole():
            return "number"
        case _:
            return in_words(shape).removeprefix("a ").removeprefix("an ")


def plain(words: str) -> str:
    """Without the marks of Markdown."""
    return re.sub("`([^`]*)`", r"\1", words)
