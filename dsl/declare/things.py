"""Declares what a game is made of: options, varieties, kinds, stocks, spaces and links."""

from __future__ import annotations

import re
from collections.abc import Mapping as Mapping_
from collections.abc import Sequence as Sequence_
from functools import partial

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
from boardwright.dsl.declare.several_forms import ATTRIBUTES, KIND_NAME, MEMBERS, PLURAL
from boardwright.dsl.declare.small_records import SlotKindDecl
from boardwright.dsl.declare.values import Fields, Reader
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import listed
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence

_NEXT = re.compile(r"next +(\S+)")


def declare_options(scope: Scope, node: Node) -> None:
    """`options:`."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of options", "write `name: {default: no}`"):
        name = reader.id(entry.key)
        fields = reader.fields(entry.value, "option", entry.key.span)
        if name is None or fields is None:
            continue
        values = fields.read("values", partial(MEMBERS.read, reader)) or ()
        span = fields.read("range", reader.range)
        set_of = fields.name("set_of")
        _check_sort(reader, fields)
        default = fields.read("default", reader.word)
        if default is not None and "set_of" not in fields:
            _check_default(reader, fields, default, values, span)
        about = told(fields)
        scope.into.options.append(
            OptionDecl(
                id=name.id,
                span=name.span,
                origin=scope.whose.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                values=values,
                range=span,
                set_of=set_of,
                default=default,
            )
        )


def _check_sort(reader: Reader, fields: Fields) -> None:
    """An option is of one sort, and all but sets say their default."""
    sorts = [key for key in ("values", "range", "set_of") if key in fields]
    for other in sorts[1:]:
        a = "" if sorts[0] == "values" else "a "
        shape_errors.conflicting_keys(
            reader.bag,
            fields.entries[other].key.span,
            f"an option has either {a}`{sorts[0]}` or a `{other}`",
            fields.key_span(sorts[0]),
            "remove one of them",
        )
    if "set_of" not in fields:
        if "default" not in fields and fields.is_complete:
            shape_errors.missing_key(reader.bag, fields.owner, fields.record, "default")
    elif "default" in fields:
        shape_errors.conflicting_keys(
            reader.bag,
            fields.entries["default"].key.span,
            "a `set_of` has no `default`: it is empty unless one says otherwise",
            fields.key_span("set_of"),
            "remove `default`",
        )


def _check_default(
    reader: Reader,
    fields: Fields,
    default: Name,
    values: Sequence_[Name],
    span: tuple[int, int] | None,
) -> None:
    node = fields.node("default")
    assert isinstance(node, Scalar)
    if "values" in fields:
        names = [value.id for value in values]
        if values and default.id not in names:
            help = suggest_help(default.id, names)
            shape_errors.bad_value(reader.bag, node, f"one of {listed(names)}", help)
    elif "range" in fields:
        if span is not None:
            reader.whole(node, *span)
    else:
        reader.yes_no(node)


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
    reader = scope.reader
    for entry in reader.entries(
        node, "a mapping of kinds of spaces", "write `field: {holds: [pawn]}`"
    ):
        name = KIND_NAME.read(reader, entry.key)
        fields = reader.fields(entry.value, "space", entry.key.span)
        if name is None or fields is None:
            continue
        _check_repetition(reader, fields)
        about = told(fields)
        plural = fields.read("plural", partial(PLURAL.read, reader))
        if plural is None:
            usual_plural(reader, name)
        ring = fields.read("ring", lambda value: _numbers(reader, value))
        scope.into.spaces.append(
            SpaceDecl(
                id=name.id,
                span=name.span,
                origin=scope.whose.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                plural=plural,
                attributes=fields.read("attributes", partial(ATTRIBUTES.read, reader)) or (),
                holds=fields.names("holds"),
                room=rooms(reader, fields.node("room")),
                hides=fields.names("hides"),
                per=fields.name("per"),
                ring=ring,
                seats=_owned(reader, fields.node("seats"), ring or {}),
                grid=fields.read("grid", reader.grid),
                in_play=fields.expression("in_play"),
                in_force=fields.expression("in_force"),
                effects=fields.read("effects", partial(reader.records, SlotKindDecl)) or (),
            )
        )


def _check_repetition(reader: Reader, fields: Fields) -> None:
    first = next((key for key in ("per", "ring", "grid") if key in fields), None)
    for key in ("ring", "grid"):
        if first is not None and key in fields and key != first:
            shape_errors.conflicting_keys(
                reader.bag,
                fields.entries[key].key.span,
                f"a kind of space has either `{first}` or `{key}`",
                fields.key_span(first),
                "remove one of them",
            )
    if "seats" in fields and "ring" not in fields:
        shape_errors.missing_key(
            reader.bag, fields.entries["seats"].key.span, fields.record, "ring"
        )


def rooms(reader: Reader, node: Node | None) -> tuple[tuple[Name, int], ...]:
    """`room:`, how many of each kind fit in."""
    found: list[tuple[Name, int]] = []
    if node is None:
        return ()
    for entry in reader.entries(node, "a mapping of kinds to numbers", "write `room: {cube: 3}`"):
        name = reader.name(entry.key)
        number = reader.whole(entry.value, 1)
        if name is not None and number is not None:
            found.append((name, number))
    return tuple(found)


def _numbers(reader: Reader, node: Node) -> dict[int, int]:
    found: dict[int, int] = {}
    for entry in reader.entries(
        node, "a mapping of players to spaces", "write `ring: {2: 4, 3: 3}`"
    ):
        players = reader.whole(entry.key, 1, 64)
        number = reader.whole(entry.value, 1, 1000)
        if players is not None and number is not None:
            found[players] = number
    return found


def _owned(
    reader: Reader, node: Node | None, ring: Mapping_[int, int]
) -> dict[int, tuple[int, ...]]:
    """Which copies of a ring belong to the seats, by number of players; `all`: as many as there are."""
    found: dict[int, tuple[int, ...]] = {}
    if node is None:
        return found
    if _is_all(node):
        return {players: _up_to(copies) for players, copies in ring.items()}
    for entry in reader.entries(
        node, "`all` or a mapping of players to lists", "write `seats: all` or `seats: {2: [1, 3]}`"
    ):
        players = reader.whole(entry.key, 1, 64)
        if players is None:
            continue
        if _is_all(entry.value):
            found[players] = _up_to(ring.get(players, players))
            continue
        copies = [
            reader.whole(item, 1, 1000) for item in reader.items(entry.value, "a list or `all`")
        ]
        if None not in copies:
            found[players] = tuple(copy for copy in copies if copy is not None)
    return found


def _is_all(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text == "all"


def _up_to(copies: int) -> tuple[int, ...]:
    return tuple(range(1, copies + 1))


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
