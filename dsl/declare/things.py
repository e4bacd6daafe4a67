"""Declares what a game is made of: options, varieties, kinds, stocks, spaces and links."""

from __future__ import annotations

import re

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declaration_builder import Scope, told
from boardwright.dsl.declare.declarations import (
    KindDecl,
    LinkDecl,
    OptionDecl,
    SpaceDecl,
    StockDecl,
    VarietyDecl,
)
from boardwright.dsl.declare.record_checks import usual_plural
from boardwright.dsl.declare.several_forms import MEMBERS
from boardwright.dsl.declare.values import Fields, Reader
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence

_NEXT = re.compile(r"next +(\S+)")


def declare_options(scope: Scope, node: Node) -> None:
    """`options:`."""
    scope.into.options.extend(scope.reader.records(OptionDecl, node))


def declare_varieties(scope: Scope, node: Node) -> None:
    """`varieties:`."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of varieties", "write `colour: [red, blue]`"):
        name, listed = reader.id(entry.key), entry.value
        addition = isinstance(listed, Mapping) and listed.get("add") is not None
        if addition:
            fields = reader.fields(listed, "more_members", entry.key.span)
            added = None if fields is None else fields.node("add")
            if added is None or fields is None or not _may_add(scope, fields):
                continue
            listed = added
        members = MEMBERS.read(reader, listed)
        if name is not None:
            usual_plural(reader, name, has_key=False)
            scope.into.varieties.append(
                VarietyDecl(
                    id=name.id,
                    span=name.span,
                    origin=scope.whose.origin,
                    members=members or (),
                    addition=addition,
                )
            )


def _may_add(scope: Scope, fields: Fields) -> bool:
    if not scope.whose.is_game and not scope.whose.replacing:
        return True
    message = "a game does not add to its own varieties"
    help = "list all members together: only expansions add to what is there"
    if scope.whose.replacing:
        message = "what replaces a variety does not add to it"
        help = "list all members, or put the variety outside of `replace`"
    span = fields.entries["add"].key.span
    shape_errors.conflicting_keys(scope.reader.bag, span, message, None, help)
    return False


def declare_kinds(scope: Scope, node: Node) -> None:
    """`kinds:`."""
    scope.into.kinds.extend(scope.reader.records(KindDecl, node))


def declare_stocks(scope: Scope, node: Node) -> None:
    """`stocks:`."""
    scope.into.stocks.extend(scope.reader.records(StockDecl, node))


def declare_spaces(scope: Scope, node: Node) -> None:
    """`spaces:`."""
    scope.into.spaces.extend(scope.reader.records(SpaceDecl, node))


def declare_links(scope: Scope, node: Node) -> None:
    """`links:` under `board`: pairs, or groups of pairs with a word about them, or both in a list."""
    reader = scope.reader
    for entry in reader.entries(
        node, "a mapping of kinds of links", "write `road: [[a, b], [b, c]]`"
    ):
        kind = reader.id(entry.key)
        if kind is None:
            continue
        if isinstance(entry.value, Mapping):
            _group(scope, kind, entry.value, entry.key.span)
            continue
        for item in reader.items(entry.value, "a list of pairs"):
            if isinstance(item, Mapping):
                _group(scope, kind, item, shape_errors.first_line(item))
            else:
                _link(scope, kind, item)


def _group(scope: Scope, kind: Name, node: Mapping, owner: Span) -> None:
    reader = scope.reader
    fields = reader.fields(node, "links", owner)
    if fields is None:
        return
    one_way, about = fields.yes_no("one_way", False), told(fields)
    pairs = fields.node("pairs")
    for item in reader.items(pairs, "a list of pairs") if pairs is not None else ():
        _link(scope, kind, item, one_way, about.assumed)


def _link(
    scope: Scope, kind: Name, node: Node, one_way: bool = False, assumed: str | None = None
) -> None:
    link = _pair(scope.reader, node)
    if link is None:
        return
    first, second, next_copy = link
    scope.into.links.append(
        LinkDecl(
            kind=kind,
            first=first,
            second=second,
            one_way=one_way,
            next_copy=next_copy,
            origin=scope.whose.origin,
            assumed=assumed,
        )
    )


def _pair(reader: Reader, node: Node) -> tuple[Name, Name, bool] | None:
    due = "a pair of spaces such as `[a, b]`"
    if not isinstance(node, Sequence) or len(node.items) != 2:
        shape_errors.wrong_shape(reader.bag, node, due)
        return None
    first, second = reader.name(node.items[0]), node.items[1]
    found = _NEXT.fullmatch(second.text) if isinstance(second, Scalar) else None
    if found and isinstance(second, Scalar):
        target = Name(id=found[1], span=second.locate(*found.span(1)))
        return None if first is None else (first, target, True)
    name = reader.name(second)
    return None if first is None or name is None else (first, name, False)
