"""Declares single pieces and spaces, whether in a file of their own or in a list, and the traits they share."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.clauses import declare_clauses, own_words
from boardwright.dsl.declare.declaration_builder import KindKeys, Scope, told, with_article
from boardwright.dsl.declare.declarations import (
    AttributeValue,
    DefinitionDecl,
    PieceEntryDecl,
    SlotDecl,
    TraitDecl,
)
from boardwright.dsl.declare.things import declare_links
from boardwright.dsl.declare.values import Reader
from boardwright.dsl.language.syntax import Expr, Name, YesNo
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, Sequence


def declare_board(scope: Scope, node: Node) -> None:
    """`board:`, the spaces of each kind and their links."""
    declare_listed(scope, node, "board", scope.spaces)


def declare_pieces(scope: Scope, node: Node) -> None:
    """`pieces:`, the pieces of each kind."""
    declare_listed(scope, node, "pieces", scope.kinds)


def declare_listed(scope: Scope, node: Node, record: str, kinds: KindKeys) -> None:
    """Pieces or spaces by kind and id."""
    reader = scope.reader
    what = "a kind of space" if record == "board" else "a kind of piece"
    for entry in reader.entries(
        node, f"a mapping of {what.removeprefix('a ').replace('kind', 'kinds')}s"
    ):
        key = entry.key
        if record == "board" and key.text == "links":
            declare_links(scope, entry.value)
            continue
        if key.text not in kinds:
            _unknown_kind(scope, key, record, what, kinds)
            continue
        if isinstance(entry.value, Sequence):
            for item in entry.value.items:
                if isinstance(item, Scalar):
                    _declare(scope, key, item, Mapping((), item.span), kinds)
                else:
                    shape_errors.wrong_shape(reader.bag, item, "an id")
            continue
        for each in reader.entries(entry.value, f"a mapping of ids to what each {key.text} is"):
            _declare(scope, key, each.key, each.value, kinds)


def _unknown_kind(scope: Scope, key: Scalar, record: str, what: str, kinds: KindKeys) -> None:
    other = scope.kinds if record == "board" else scope.spaces
    if key.text in other:
        place = "pieces" if record == "board" else "board"
        kind = "a kind of piece" if record == "board" else "a kind of space"
        help = f"`{key.text}` is {kind}: put it under `{place}`"
        scope.reader.bag.error("E201", f"`{key.text}` is not {what}", key.span, help=help)
        return
    shape_errors.unknown_name(
        scope.reader.bag, key, what, (*kinds, "links") if record == "board" else tuple(kinds)
    )


def _declare(scope: Scope, kind: Scalar, id: Scalar, node: Node, kinds: KindKeys) -> None:
    name = scope.reader.id(id)
    if name is not None:
        declare_definition(scope, Name(id=kind.text, span=kind.span), name, node, kinds)


def declare_definition(scope: Scope, kind: Name, name: Name, node: Node, kinds: KindKeys) -> None:
    """One piece or space, with its clauses."""
    reader = scope.reader
    attributes, slots = kinds[kind.id]
    extra = attributes | slots
    called = with_article(kind.id)
    fields = reader.fields(node, "definition", name.span, extra=extra, called=called, slots=slots)
    if fields is None:
        return
    own = scope.of(replace(scope.whose, definition=(kind.id, name.id)))
    about = told(fields)
    values: list[AttributeValue] = []
    effects: list[SlotDecl] = []
    for entry in fields.others:
        if entry.key.text in attributes:
            value = _attribute(reader, entry)
            if value is not None:
                values.append(value)
        else:
            slot = reader.record(SlotDecl, entry.value, entry.key.span, entry.key)
            if slot is not None:
                effects.append(slot)
    written = (*fields.entries.values(), *fields.others)
    scope.into.definitions.append(
        DefinitionDecl(
            id=name.id,
            span=name.span,
            origin=scope.whose.origin,
            texts=about.texts,
            refs=about.refs,
            assumed=about.assumed,
            kind=kind,
            attributes=tuple(values),
            copies=fields.whole("copies", 1, 10_000) or 1,
            slots=tuple(effects),
            entries=fields.read("entries", partial(own.reader.records, PieceEntryDecl)) or (),
            traits=fields.names("traits"),
            in_force=_in_force(reader, fields.node("in_force")),
            after=fields.names("after"),
            rules_text=about.about,
            words=own_words(reader, fields.node("texts"), scope.whose.origin),
            given=tuple(Name(id=entry.key.text, span=entry.key.span) for entry in written),
            sites=((kind, name),),
        )
    )
    declare_clauses(own, fields)


def _attribute(reader: Reader, entry: Entry) -> AttributeValue | None:
    name = Name(id=entry.key.text, span=entry.key.span)
    many = isinstance(entry.value, Sequence)
    nodes = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
    values: list[Name] = []
    for node in nodes:
        scalar = reader.scalar(
            node, "a number, a name, `yes` or `no`" + ("" if many else ", or a list")
        )
        if scalar is None:
            return None
        if scalar.text.lstrip("-")[:1].isdigit():
            if reader.whole(scalar, -1_000_000) is None:
                return None
        elif reader.name(scalar) is None:
            return None
        values.append(Name(id=scalar.text, span=scalar.span))
    return AttributeValue(name=name, values=reader.distinct(values), many=many)


def _in_force(reader: Reader, node: Node | None) -> Expr | None:
    """A condition, or `always`: then the owner alone matters."""
    if node is None:
        return None
    if isinstance(node, Scalar) and node.text == "always":
        return YesNo(value=True, span=node.span)
    return reader.expression(node)


def declare_traits(scope: Scope, node: Node) -> None:
    """`traits:`."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of traits", "write `holder: {places: ...}`"):
        name = reader.id(entry.key)
        fields = reader.fields(entry.value, "trait", entry.key.span)
        if name is None or fields is None:
            continue
        own = scope.of(replace(scope.whose, trait=name.id))
        about = told(fields)
        scope.into.traits.append(
            TraitDecl(
                id=name.id,
                span=name.span,
                origin=scope.whose.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                entries=fields.read("entries", partial(own.reader.records, PieceEntryDecl)) or (),
                words=own_words(reader, fields.node("texts"), scope.whose.origin),
            )
        )
        declare_clauses(own, fields)


def put_together(
    definitions: list[DefinitionDecl], own_files: int, reader: Reader
) -> list[DefinitionDecl]:
    """The declarations of one piece or space as one. Those from number `own_files` on have a file of their own, which
    is the place to point at; the others are facts beside it.
    """
    found: dict[tuple[str, str], DefinitionDecl] = {}
    doubles: list[DefinitionDecl] = []
    for number, definition in enumerate(definitions):
        key = (definition.kind.id, definition.id)
        first = found.get(key)
        if first is None:
            found[key] = definition
        elif not first.given and not definition.given:
            doubles.append(definition)  # nothing is said in either: it is just named twice
        else:
            said = {name.id: name.span for name in first.given}
            for name in definition.given:
                if name.id in said and name.id != "ref":
                    what = (name.id, definition.kind.id, definition.id)
                    shape_errors.said_twice(reader.bag, *what, name.span, said[name.id])
                    break
            found[key] = _joined(first, definition, definition if number >= own_files else first)
    return [*found.values(), *doubles]


def _joined(first: DefinitionDecl, second: DefinitionDecl, place: DefinitionDecl) -> DefinitionDecl:
    given = {name.id for name in second.given}
    return replace(
        first,
        span=place.span,
        kind=place.kind,
        texts=second.texts or first.texts,
        about=second.about or first.about,
        refs=tuple(dict.fromkeys((*first.refs, *second.refs))),
        assumed=second.assumed if "assumed" in given else first.assumed,
        attributes=(*first.attributes, *second.attributes),
        copies=second.copies if "copies" in given else first.copies,
        slots=(*first.slots, *second.slots),
        entries=(*first.entries, *second.entries),
        traits=(*first.traits, *second.traits),
        in_force=second.in_force or first.in_force,
        after=(*first.after, *second.after),
        rules_text=second.rules_text or first.rules_text,
        words={**first.words, **second.words},
        given=(*first.given, *second.given),
        sites=(*first.sites, *second.sites),
    )


def declare_file(scope: Scope, root: Mapping) -> None:
    """A file of its own for one piece or space: its first key is the kind, its value the id."""
    first, *rest = root.entries
    kinds = scope.kinds if first.key.text in scope.kinds else scope.spaces
    name = scope.reader.id(first.value)
    if name is None:
        # What else is wrong in the file is still worth knowing.
        name = Name(id="unnamed", span=first.key.span)
    kind = Name(id=first.key.text, span=first.key.span)
    declare_definition(scope, kind, name, Mapping(tuple(rest), root.span), kinds)
