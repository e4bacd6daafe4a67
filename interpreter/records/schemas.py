"""JSON Schemas of all JSON that is read or written, and reading with them.

The schemas are in `formats/`. Each describes the form of a document. Everything beyond that, such as that a piece is in
only one place, is checked by the reader of the document, which never relies on the schema.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

Json = dict[str, Any]

FORMATS = {
    "save": "a saved game, as `State.save` writes it",
    "record": "a line of the record of a game",
    "seen_record": "a line of the record that one player may have",
    "run": "`run.json` in the folder of a run",
    "plan": "the plan of a run: a part of `run`, `games` and `report`",
    "games": "a line of `games.jsonl`, or of a part of a run",
    "aside": "`aside.json` in the folder of a run",
    "report": "the report of a run",
    "comparison": "the comparison of two runs",
    "message": "a line that a program as agent reads",
    "answer": "a line that a program as agent writes",
    "view": "the position as one player may see it",
    "decision": "what a player is asked, and what the options are made of",
    "position": "the whole position by names",
    "event": "something that happened in a game that is watched",
    "seen_event": "the same as one player is told it",
    "states": "a line of `run --states`",
    "outcome": "how a game ended, of `run --format json`",
    "diagnostics": "the findings about rules",
    "progress": "a line of `simulate --progress json`",
    "coverage": "the output of `coverage --format json`",
    "bench": "the output of `bench --format json`",
    "rulesets": "the output of `rulesets --format json`",
    "changes": "the output of `show --format json` for changes, rules and values",
    "emitted": "the output of `show --emitted NAME --format json`",
    "replayed": "the output of `replay --check --format json`",
    "why": "the output of `why --format json`",
}
"""The formats by name, with a description of each."""


class FormatError(ValueError):
    """The document does not have the format; the text says why."""

    __module__ = "boardwright"


@functools.cache
def schema(name: str) -> Json:
    """The JSON Schema of one of `FORMATS`. It needs no other file: it includes what it uses of others."""
    from importlib.resources import files

    text = (files("boardwright.interpreter") / "formats" / f"{name}.json").read_text("utf-8")
    return completed(json.loads(text))


def completed(found: Json) -> Json:
    """A schema with what it uses of `FORMATS` in it."""
    for part, of in found.get("$defs", {}).items():
        other = of.get("$ref", "").removesuffix(".json")
        if other in FORMATS:
            taken = {key: value for key, value in schema(other).items() if key != "$schema"}
            found["$defs"][part] = {"$id": f"urn:boardwright:{other}", **taken}
    return found


def written(name: str) -> str:
    """The schema of one of `FORMATS` as the text of a file."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


@functools.cache
def _validator(name: str, part: str | None) -> Validator:
    return validator_of(schema(name), part)


def validator_of(whole: Json, part: str | None) -> Validator:
    """What checks values by a schema, or by a part of it."""
    # Imported when needed: otherwise, starting would take half as long again.
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    # 1.0 and 1e300 are whole numbers to JSON Schema, but not in our formats.
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole)
    strict = extend(Draft202012Validator, type_checker=types)  # type: ignore[no-untyped-call]
    of = whole if part is None else {"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]}
    found: Validator = strict(of)
    return found


def _is_whole(checker: object, value: object) -> bool:
    return type(value) is int


Check = Callable[[Any, str, str | None], str | None]
"""As `misfit`."""

_checks: list[Check] = []


def check_with(check: Check) -> None:
    """Replaces jsonschema, which has a part in Rust, where that cannot be installed."""
    _checks[:] = [check]


def misfit(value: Any, name: str, part: str | None = None) -> str | None:
    """Why a value does not have this form, or that of a part; None if it has."""
    for check in _checks:
        return check(value, name, part)
    return misfit_by(_validator(name, part), value)


def misfit_by(validator: Validator, value: Any) -> str | None:
    """Why a value does not have the form that a validator checks; None if it has."""
    fault = next(validator.iter_errors(value), None)
    if fault is None:
        return None
    where = _path(fault.absolute_path)
    rule: Any = fault.validator_value
    instance: Any = fault.instance
    match fault.validator:
        case "required":
            missing = [key for key in rule if key not in instance]
            return f"`{_path([*fault.absolute_path, missing[0]])}` is missing"
        case "additionalProperties" | "unevaluatedProperties":
            return f"{where or 'it'} has an unknown key"
        case "const" | "enum" | "oneOf" | "anyOf":
            return f"{where or 'it'} has none of the allowed values"
        case "type":
            kinds = [rule] if isinstance(rule, str) else rule
            return f"{where or 'it'} is not {' or '.join(_KINDS[kind] for kind in kinds)}"
        case _:
            return f"{where or 'it'} is out of range"


_KINDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "a mapping",
    "string": "a text",
}


def _path(keys: Iterable[str | int]) -> str:
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) else f".{key[:40]}" if text else key[:40]
    return text


def parsed(text: str | bytes, *, fractions: bool = False) -> Any:
    """The value of a JSON text, with whole numbers only unless `fractions`. Raises `FormatError` for anything else, and for
    numbers that JSON does not have.
    """
    try:
        return json.loads(
            text,
            parse_float=_finite if fractions else _no_fraction,
            parse_constant=_no_number,
        )
    except FormatError:
        raise
    except json.JSONDecodeError as fault:
        raise FormatError(f"it is not JSON at character {fault.pos + 1:,}") from None
    except (
        ValueError,
        RecursionError,
    ):  # not UTF-8, a number of thousands of digits, or very deeply nested lists
        raise FormatError("it is not JSON that boardwright has written") from None


def _no_fraction(text: str) -> NoReturn:
    raise FormatError(f"{text[:20]} is not a whole number")


def _no_number(text: str) -> NoReturn:
    raise FormatError(f"{text} is not a number")


def _finite(text: str) -> float:
    found = float(text)
    if found in (float("inf"), float("-inf")):
        raise FormatError(f"{text[:20]} is too large")
    return found
