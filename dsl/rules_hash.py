"""What the rules of a game are, as one short text: equal for equal rules, wherever their files lie.

It covers everything that was written and can change how a game goes, in canonical order. Left out are positions,
comments, references, and all texts for people. Fields at their default are left out too, so that a language that
grows does not make another game of an old one.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from boardwright.dsl.declarations import Ruleset

_FOR_PEOPLE = frozenset(
    {
        "span",
        "source",
        "texts",
        "about",
        "refs",
        "assumed",
        "rules_text",
        "words",
        "word_decls",
        "member_texts",
        "value_texts",
        "until_texts",
        "languages",
        "given",  # of a definition: which keys were written
        "sites",  # and where
        "names",  # of a parameter, as written
        "comes_after",
        "knows",
        "sources",
        "follows",
        "piece_follows",
        "sight",
        "conditions",  # for which tables the game is, not how it goes
        "switches",
        "traits",  # written out by then
        "worth",  # what agents go by
    }
)


def rules_hash(ruleset: Ruleset) -> str:
    """The hash of a composed ruleset."""
    text = json.dumps(_plain(ruleset), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@functools.cache
def _parts(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields that count, with their defaults."""
    return tuple(
        (part.name, _default(part)) for part in fields(kind) if part.name not in _FOR_PEOPLE
    )


def _default(part: Field[Any]) -> Any:
    if part.default_factory is not MISSING:
        return part.default_factory()
    return part.default


def _plain(value: object) -> object:
    """The same as JSON has it; a node becomes a list of its kind and its fields."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        # The order of declaration counts: it is the order of sets.
        return ["map", *([_plain(key), _plain(each)] for key, each in value.items())]
    if is_dataclass(value):
        kind: Any = type(value)
        found: dict[str, object] = {}
        for name, default in _parts(kind):
            part = getattr(value, name)
            if default is MISSING or part != default:
                found[name] = _plain(part)
        return [kind.__name__, found]
    raise TypeError(type(value))
