"""Computes a short text that is equal for equal rules, wherever their files are.

It covers everything written that can change how a game goes, in canonical order. It ignores positions, comments,
references and all texts for people. It also ignores fields with their default value, so that new fields of the language do
not change the hash of an old game.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.language.hashed_names import NAME, class_name


def rules_hash(ruleset: Ruleset) -> str:
    """Returns the hash of a composed ruleset."""
    text = json.dumps(_plain(ruleset), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@functools.cache
def hashed_fields(kind: Any) -> tuple[tuple[str, str, Any], ...]:
    """Returns the hashed fields: name, name in the hash, and default."""
    found: list[tuple[str, str, Any]] = []
    for part in fields(kind):
        written = part.metadata.get(NAME, part.name)
        if isinstance(written, Mapping):
            found += [(name, name, default) for name, default in written.items()]
        elif written:
            found.append((part.name, written, _default(part)))
    return tuple(found)


def _default(part: Field[Any]) -> Any:
    if part.default_factory is not MISSING:
        return part.default_factory()
    return part.default


def _plain(value: object) -> object:
    """Converts a value to JSON values; a node becomes a list of its kind and its fields."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        # The order of declaration is the order of sets, so it is hashed.
        return ["map", *([_plain(key), _plain(each)] for key, each in value.items())]
    if is_dataclass(value):
        kind: Any = type(value)
        found: dict[str, object] = {}
        for name, written, default in hashed_fields(kind):
            part = getattr(value, name)
            if default is MISSING or part != default:
                found[written] = _plain(part)
        return [class_name(kind), found]
    raise TypeError(type(value))
