"""Declares what may stand in a game, on a card and in a trait alike: notes, values, tables, rules, places,
modifiers, hooks, and the words and entries of pieces.
"""

from __future__ import annotations

import re

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declaration_builder import NOTHING_TOLD, Scope, told
from boardwright.dsl.declare.declarations import (
    HookDecl,
    ModifierDecl,
    NoteDecl,
    PlaceDecl,
    RuleDecl,
    TableDecl,
    ValueDecl,
    WordDecl,
)
from boardwright.dsl.declare.shapes import looks_like_effect
from boardwright.dsl.declare.small_records import Texts
from boardwright.dsl.declare.things import rooms
from boardwright.dsl.declare.values import Fields, Reader
from boardwright.dsl.language.hints import printed_number
from boardwright.dsl.language.parser import parse_expression, parse_head
from boardwright.dsl.language.syntax import Change, Expr, Head, Name
from boardwright.dsl.source.suggest import suggest_help
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
    """`notes:`; a type alone is the short form."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of notes", "write `counted: yes_no`"):
        name = reader.id(entry.key)
        if isinstance(entry.value, Scalar):
            fields, about = None, NOTHING_TOLD
            kind = reader.type_name(entry.value, "set")
        else:
            fields = reader.fields(entry.value, "note", entry.key.span)
            if fields is None:
                continue
            about = told(fields)
            kind = fields.read("is", lambda value: reader.type_name(value, "set"))
        if name is None or kind is None:
            continue
        per, lasts = (fields.name("per"), fields.name("lasts")) if fields else (None, None)
        scope.into.notes.append(
            NoteDecl(
                id=name.id,
                span=name.span,
                origin=scope.whose.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                type=kind[0],
                is_set=kind[1],
                per=per,
                lasts=lasts,
                range=fields.read("range", reader.range) if fields else None,
                start=fields.expression("start") if fields else None,
                only_through=fields.names("only_through") if fields else (),
                visible_to=_seen_by(reader, fields),
                definition=scope.whose.definition,
                trait=scope.whose.trait,
            )
        )


def _seen_by(reader: Reader, fields: Fields | None) -> str:
    """Who sees a note: `everyone`, `owner` or `nobody`."""
    words = ("everyone", "owner", "nobody")
    found = fields and fields.read("visible_to", lambda node: reader.one_of(node, words))
    return found or "everyone"


def declare_values(scope: Scope, node: Node) -> None:
    """`values:`; an expression alone is the short form."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of values", "write `range: 1`"):
        head = reader.head(entry.key, "a value")
        about = NOTHING_TOLD
        if isinstance(entry.value, Mapping):
            fields = reader.fields(entry.value, "value", entry.key.span)
            assert fields is not None
            about, base = told(fields), fields.expression("is")
        else:
            base = reader.expression(entry.value)
        if head is None or base is None:
            continue
        if not _may_be_named(reader, entry, head.name):
            continue
        scope.into.values.append(
            ValueDecl(
                id=head.name.id,
                span=head.name.span,
                origin=scope.whose.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                head=head,
                base=base,
                definition=scope.whose.definition,
            )
        )


def _may_be_named(reader: Reader, entry: Entry, name: Name) -> bool:
    if len(name.id) <= 64:
        return True
    shape_errors.bad_id(reader.bag, entry.key)
    return False


def declare_tables(scope: Scope, node: Node) -> None:
    """`tables:`; rows alone are the short form."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of tables", "write `price: {1: 1, 2: 3}`"):
        name = reader.id(entry.key)
        rows: Node | None = entry.value
        about = NOTHING_TOLD
        if isinstance(entry.value, Mapping) and isinstance(entry.value.get("rows"), Mapping):
            fields = reader.fields(entry.value, "table", entry.key.span)
            assert fields is not None
            about, rows = told(fields), fields.node("rows")
        if rows is None:
            continue
        found: list[tuple[Name, Name]] = []
        for row in reader.entries(rows, "a mapping of rows", "write `price: {1: 1, 2: 3}`"):
            key, value = _cell(reader, row.key), _cell(reader, row.value)
            if key is not None and value is not None:
                found.append((key, value))
        if name is not None:
            scope.into.tables.append(
                TableDecl(
                    id=name.id,
                    span=name.span,
                    origin=scope.whose.origin,
                    texts=about.texts,
                    about=about.about,
                    refs=about.refs,
                    assumed=about.assumed,
                    rows=tuple(found),
                    definition=scope.whose.definition,
                )
            )


def _cell(reader: Reader, node: Node) -> Name | None:
    if isinstance(node, Scalar) and node.text.lstrip("-")[:1].isdigit():
        number = reader.whole(node, -1_000_000)
        return None if number is None else Name(id=str(number), span=node.span)
    return reader.name(node)


def declare_rules(scope: Scope, node: Node) -> None:
    """`rules:`; an effect alone is the short form, `{}` a place for hooks to stand."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of rules", "write `ride(region): |`"):
        head = reader.head(entry.key, "a rule")
        deep, about = 0, NOTHING_TOLD
        if isinstance(entry.value, Mapping) and not looks_like_effect(entry.value):
            fields = reader.fields(entry.value, "rule", entry.key.span)
            assert fields is not None
            about, effect = told(fields), fields.effect("effect")
            deep = fields.whole("deep", 1, 1000) or 0
        else:
            effect = reader.effect(entry.value)
        if head is None or not _may_be_named(reader, entry, head.name):
            continue
        scope.into.rules.append(
            RuleDecl(
                id=head.name.id,
                span=head.name.span,
                origin=scope.whose.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                head=head,
                effect=effect,
                deep=deep,
                definition=scope.whose.definition,
            )
        )


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
            about = NOTHING_TOLD
            if isinstance(item, Mapping):
                fields = reader.fields(item, "change", entry.key.span)
                if fields is None:
                    continue
                about, found = told(fields), fields.read("change", reader.modifiers) or ()
            else:
                change = reader.modifier(item)
                found = () if change is None else (change,)
            changes += found
            refs += [about.refs] * len(found)
            assumed += [about.assumed] * len(found)
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
    """Keys such as `before hit(token, region) by others`; an effect alone is the short form."""
    for entry in entries:
        head, about = parse_head(entry.key, scope.reader.bag), NOTHING_TOLD
        if isinstance(entry.value, Mapping) and not looks_like_effect(entry.value):
            fields = scope.reader.fields(entry.value, "hook", entry.key.span)
            assert fields is not None
            about, effect = told(fields), fields.effect("effect")
        else:
            effect = scope.reader.effect(entry.value)
        if head is not None and effect is not None:
            scope.into.hooks.append(
                HookDecl(
                    head=head,
                    effect=effect,
                    origin=scope.whose.origin,
                    definition=scope.whose.definition,
                    trait=scope.whose.trait,
                    refs=about.refs,
                    assumed=about.assumed,
                )
            )


def declare_places(scope: Scope, node: Node) -> None:
    """`places:`."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of places", "write `box: {holds: [token]}`"):
        name = reader.id(entry.key)
        fields = reader.fields(entry.value, "place", entry.key.span)
        if name is None or fields is None:
            continue
        about = told(fields)
        seen_by, seen_when = _visibility(reader, fields.node("visible_to"))
        scope.into.places.append(
            PlaceDecl(
                id=name.id,
                span=name.span,
                origin=scope.whose.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                per=fields.name("per"),
                holds=fields.names("holds"),
                ordered=fields.yes_no("ordered", False),
                tracked=fields.read("tracked", reader.yes_no),
                visible_to=seen_by,
                visible_when=seen_when,
                room=rooms(reader, fields.node("room")),
                definition=scope.whose.definition,
                trait=scope.whose.trait,
            )
        )


def _visibility(reader: Reader, node: Node | None) -> tuple[str, Expr | None]:
    if node is None:
        return "everyone", None
    due = "`everyone`, `owner`, `nobody`, or `everyone when` a condition"
    scalar = reader.scalar(node, due)
    if scalar is None:
        return "everyone", None
    word, _, rest = scalar.text.partition(" ")
    if scalar.text in ("everyone", "owner", "nobody"):
        return scalar.text, None
    if word == "everyone" and rest.startswith("when "):
        at = len("everyone when ")
        condition = Scalar(scalar.text[at:], scalar.locate(at, len(scalar.text)), scalar.style)
        return "everyone", parse_expression(condition, reader.bag)
    help = suggest_help(scalar.text, ("everyone", "owner", "nobody"))
    shape_errors.bad_value(reader.bag, scalar, due, help)
    return "everyone", None


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
