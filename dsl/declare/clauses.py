"""Declares what may stand in a game, on a card and in a trait alike: notes, values, tables, rules, places,
modifiers, hooks, and the words and entries of pieces.
"""

from __future__ import annotations

import re

from boardwright.dsl.declare.declaration_builder import Scope
from boardwright.dsl.declare.declarations import (
    ChangeDecl,
    HookDecl,
    ModifierDecl,
    NoteDecl,
    PlaceDecl,
    RuleDecl,
    TableDecl,
    ValueDecl,
    WordDecl,
)
from boardwright.dsl.declare.small_records import Texts
from boardwright.dsl.declare.values import Fields, Reader
from boardwright.dsl.language.hints import printed_number
from boardwright.dsl.language.syntax import Change, Head
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar

_PRINTED = re.compile(r"(?!instead )[a-z][a-z0-9_]* +(of) +[a-z]")


def declare_clauses(scope: Scope, fields: Fields) -> None:
    """The sections that this record and others have in common, and its hooks."""
    for key, declare in (
        ("places", declare_places),
        ("notes", declare_notes),
        ("values", declare_values),
        ("tables", declare_tables),
        ("rules", declare_rules),
        ("modify", declare_modifiers),
    ):
        if fields.record.key(key) is not None and (node := fields.node(key)) is not None:
            declare(scope, node)
    declare_hooks(scope, fields.hooks)


def declare_notes(scope: Scope, node: Node) -> None:
    """`notes:`."""
    scope.into.notes.extend(scope.reader.records(NoteDecl, node))


def declare_values(scope: Scope, node: Node) -> None:
    """`values:`."""
    scope.into.values.extend(scope.reader.records(ValueDecl, node))


def declare_tables(scope: Scope, node: Node) -> None:
    """`tables:`."""
    scope.into.tables.extend(scope.reader.records(TableDecl, node))


def declare_rules(scope: Scope, node: Node) -> None:
    """`rules:`."""
    scope.into.rules.extend(scope.reader.records(RuleDecl, node))


def declare_modifiers(scope: Scope, node: Node) -> None:
    """`modify:`."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of values to changes", "write `range: add 1`"):
        head = _modified(reader, entry.key)
        changes: list[Change] = []
        refs: list[tuple[str, ...]] = []
        assumed: list[str | None] = []
        due = "a modifier such as `add 1`, or a list of them"
        alone = isinstance(entry.value, Mapping)
        for item in (entry.value,) if alone else reader.items(entry.value, due, single=True):
            if isinstance(item, Mapping):
                found = reader.record(ChangeDecl, item, entry.key.span)
            else:
                change = reader.modifier(item)
                found = None if change is None else ChangeDecl(changes=(change,))
            if found is not None:
                changes += found.changes
                refs += [found.refs] * len(found.changes)
                assumed += [found.assumed] * len(found.changes)
        if head is not None and changes:
            scope.into.modifiers.append(
                ModifierDecl(
                    head=head,
                    changes=tuple(changes),
                    origin=scope.whose.origin,
                    definition=scope.whose.definition,
                    trait=scope.whose.trait,
                    refs=tuple(refs),
                    assumed=tuple(assumed),
                )
            )


def _modified(reader: Reader, key: Scalar) -> Head | None:
    """The value that changes, with its parameters."""
    printed = _PRINTED.match(key.text)
    if printed is not None:
        of = key.locate(*printed.span(1))
        reader.bag.error("E301", "unexpected `of`", of, help=printed_number())
        return None
    return reader.head(key, "a modified value", by=True)


def declare_hooks(scope: Scope, entries: tuple[Entry, ...]) -> None:
    """Keys such as `before hit(token, region) by others`."""
    for entry in entries:
        hook = scope.reader.record(HookDecl, entry.value, entry.key.span, entry.key)
        scope.into.hooks += [] if hook is None else [hook]


def declare_places(scope: Scope, node: Node) -> None:
    """`places:`."""
    scope.into.places.extend(scope.reader.records(PlaceDecl, node))


def words(reader: Reader, node: Node | None, origin: str) -> tuple[WordDecl, ...]:
    """`texts:`, words for what is only named in effects."""
    found: list[WordDecl] = []
    if node is None:
        return ()
    for entry in reader.entries(
        node, "a mapping of names to texts", "write `pay_now: pay at once`"
    ):
        name = reader.id(entry.key, free=entry.key.text in ("yes", "no"))
        if name is None and isinstance(entry.value, Scalar) and entry.value.style == "empty":
            continue  # half a text that a comma has cut
        texts = reader.texts(entry.value)
        if name is not None:
            found.append(WordDecl(id=name.id, span=name.span, origin=origin, texts=texts))
    return tuple(found)


def own_words(reader: Reader, node: Node | None, origin: str) -> dict[str, Texts]:
    """The `texts:` of a piece or a trait."""
    return {word.id: word.texts for word in words(reader, node, origin)}
