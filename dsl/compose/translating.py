"""Texts of a game in further languages, from an expansion.

An expansion names things of the game again, to say what they are called in a language that the game does not have: pieces
and spaces as they are declared, with a `name` and a `text` alone, and everything else by its id under `texts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.declare.values import Texts

_TEXTS = {"name", "text", "texts"}
_NAMED = (
    "options",
    "varieties",
    "kinds",
    "stocks",
    "spaces",
    "places",
    "notes",
    "memories",
    "offers",
    "course",
)
_WITHIN = ("members", "sorts", "values", "entries", "phases")  # what has names of its own inside


def translate(ruleset: Ruleset, overlay: Ruleset) -> tuple[Ruleset, Ruleset]:
    """Returns the ruleset with the texts that an expansion adds to it, and what else the expansion declares."""
    new = {(each.kind.id, each.id): each for each in overlay.definitions}
    told: list[DefinitionDecl] = []
    definitions: list[DefinitionDecl] = []
    for old in ruleset.definitions:
        more = new.get((old.kind.id, old.id))
        if more is None or not _only_translates(old, more):
            definitions.append(old)
            continue
        told.append(more)
        own = {id: {**texts, **old.words.get(id, {})} for id, texts in more.words.items()}
        definitions.append(
            replace(
                old,
                texts={**more.texts, **old.texts},
                rules_text={**more.rules_text, **old.rules_text},
                words={**old.words, **own},
            )
        )
    rest = tuple(each for each in overlay.definitions if not any(each is one for one in told))
    words = {word.id: word.texts for word in overlay.word_decls}
    lists: dict[str, Any] = {name: _named(getattr(ruleset, name), words) for name in _NAMED}
    definitions = [*_named(definitions, words)]
    ruleset = replace(ruleset, definitions=tuple(definitions), **lists)
    if ruleset.id in words:
        ruleset = replace(ruleset, texts={**words[ruleset.id], **ruleset.texts})
    return ruleset, replace(overlay, definitions=rest)


def named_ids(ruleset: Ruleset) -> frozenset[str]:
    """Returns the ids of everything to which `texts` of an expansion can give a name."""
    found = {ruleset.id, *(each.id for each in ruleset.definitions)}
    waiting: list[Any] = [each for name in _NAMED for each in getattr(ruleset, name)]
    while waiting:
        each = waiting.pop()
        found.add(each.id)
        waiting += [one for name in _WITHIN for one in _inside(each, name)]
    return frozenset(found)


def _only_translates(old: DefinitionDecl, new: DefinitionDecl) -> bool:
    """Whether a declaration only says what the other one does not, in other languages."""
    if not new.given or not {key.id for key in new.given} <= _TEXTS:
        return False
    pairs = [(old.texts, new.texts), (old.rules_text, new.rules_text)]
    pairs += [(old.words.get(id, {}), texts) for id, texts in new.words.items()]
    return all(
        before.get(language, text) == text
        for before, after in pairs
        for language, text in after.items()
    )


def _named(things: Iterable[Any], words: Mapping[str, Texts]) -> tuple[Any, ...]:
    return tuple(_with_names(each, words) for each in things) if words else tuple(things)


def _with_names(thing: Any, words: Mapping[str, Texts]) -> Any:
    """Returns a thing with names in the languages in which it has none, and so what is inside it."""
    changes: dict[str, Any] = {}
    if hasattr(thing, "texts") and (more := words.get(thing.id)):
        changes["texts"] = {**more, **thing.texts}
    for name in _WITHIN:
        if inner := _inside(thing, name):
            changes[name] = _named(inner, words)
    return replace(thing, **changes) if changes else thing


def _inside(thing: Any, name: str) -> tuple[Any, ...]:
    """Returns what a thing declares inside it, under one of its fields."""
    if all(field.name != name for field in fields(thing)):
        return ()
    inner = getattr(thing, name)
    named = isinstance(inner, tuple) and all(hasattr(each, "id") for each in inner)
    return inner if named and is_dataclass(thing) else ()
