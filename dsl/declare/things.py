"""Declares what a game is made of: options, varieties, kinds, stocks, spaces and links."""

from __future__ import annotations

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declaration_builder import Scope
from boardwright.dsl.declare.declarations import (
    KindDecl,
    LinkDecl,
    LinksDecl,
    MoreMembersDecl,
    OptionDecl,
    SpaceDecl,
    StockDecl,
    VarietyDecl,
)
from boardwright.dsl.declare.record_checks import usual_plural
from boardwright.dsl.declare.several_forms import MEMBERS, PAIR
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Mapping, Node


def declare_options(scope: Scope, node: Node) -> None:
    """`options:`."""
    scope.into.options.extend(scope.reader.records(OptionDecl, node))


def declare_varieties(scope: Scope, node: Node) -> None:
    """`varieties:`."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of varieties", "write `colour: [red, blue]`"):
        name, listed = reader.id(entry.key), entry.value
        add = listed.entry("add") if isinstance(listed, Mapping) else None
        if add is None:
            members = MEMBERS.read(reader, listed) or ()
        else:
            more = reader.record(MoreMembersDecl, listed, entry.key.span)
            if more is None or not _may_add(scope, add.key.span):
                continue
            members = more.added
        if name is not None:
            usual_plural(reader, name, has_key=False)
            scope.into.varieties.append(
                VarietyDecl(
                    id=name.id,
                    span=name.span,
                    origin=scope.whose.origin,
                    members=members,
                    addition=add is not None,
                )
            )


def _may_add(scope: Scope, span: Span) -> bool:
    if not scope.whose.is_game and not scope.whose.replacing:
        return True
    message = "a game does not add to its own varieties"
    help = "list all members together: only expansions add to what is there"
    if scope.whose.replacing:
        message = "what replaces a variety does not add to it"
        help = "list all members, or put the variety outside of `replace`"
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
            elif (pair := PAIR.read(reader, item)) is not None:
                _declare_link(scope, kind, pair)


def _group(scope: Scope, kind: Name, node: Mapping, owner: Span) -> None:
    group = scope.reader.record(LinksDecl, node, owner)
    for pair in group.pairs if group is not None else ():
        _declare_link(scope, kind, pair, group)


def _declare_link(
    scope: Scope, kind: Name, pair: tuple[Name, Name, bool], group: LinksDecl | None = None
) -> None:
    first, second, next_copy = pair
    scope.into.links.append(
        LinkDecl(
            kind=kind,
            first=first,
            second=second,
            one_way=group is not None and group.one_way,
            next_copy=next_copy,
            origin=scope.whose.origin,
            assumed=None if group is None else group.assumed,
        )
    )
