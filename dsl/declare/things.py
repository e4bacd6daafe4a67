"""Declares what a game is made of: options, varieties, kinds, stocks, spaces and links."""

from __future__ import annotations

import re
from collections.abc import Mapping as Mapping_

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declaration_builder import Scope, told
from boardwright.dsl.declare.declarations import (
    KindDecl,
    LinkDecl,
    LyingDecl,
    OptionDecl,
    SlotKindDecl,
    SpaceDecl,
    StockDecl,
    Texts,
    VarietyDecl,
)
from boardwright.dsl.declare.reserved_words import own_plural
from boardwright.dsl.declare.values import Fields, Reader
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import listed
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, Sequence

_NEXT = re.compile(r"next +(\S+)")


def declare_options(scope: Scope, node: Node) -> None:
    """`options:`."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of options", "write `name: {default: no}`"):
        name = reader.id(entry.key)
        fields = reader.fields(entry.value, "option", entry.key.span)
        if name is None or fields is None:
            continue
        values, texts = members(reader, fields.node("values"))
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
                origin=scope.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                values=values,
                value_texts=texts,
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
    values: tuple[Name, ...],
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


def members(reader: Reader, node: Node | None) -> tuple[tuple[Name, ...], dict[str, Texts]]:
    """Names as a list, or as a mapping that says more about each."""
    names: list[Name] = []
    texts: dict[str, Texts] = {}
    if node is None:
        return (), {}
    if isinstance(node, Mapping):
        for entry in node.entries:
            name = reader.id(entry.key)
            fields = reader.fields(entry.value, "member", entry.key.span)
            if name is not None:
                names.append(name)
                if fields is not None and (words := told(fields).texts):
                    texts[name.id] = words
    else:
        for item in reader.items(node, "a list of names"):
            name = reader.id(item)
            if name is not None:
                names.append(name)
    if not names and isinstance(node, Mapping | Sequence) and not _size(node):
        shape_errors.wrong_shape(reader.bag, node, "a list with at least one name")
    _refuse_repeated(reader, names)
    return tuple(names), texts


def _size(node: Mapping | Sequence) -> int:
    return len(node.entries) if isinstance(node, Mapping) else len(node.items)


def _refuse_repeated(reader: Reader, names: list[Name]) -> None:
    first: dict[str, Span] = {}
    for name in names:
        if name.id in first:
            shape_errors.declared_twice(reader.bag, "a member", name.id, name.span, first[name.id])
        first.setdefault(name.id, name.span)


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
        names, texts = members(reader, listed)
        if name is not None:
            own_plural(reader, name, None, has_key=False)
            scope.into.varieties.append(
                VarietyDecl(
                    id=name.id,
                    span=name.span,
                    origin=scope.origin,
                    members=names,
                    member_texts=texts,
                    addition=addition,
                )
            )


def _may_add(scope: Scope, fields: Fields) -> bool:
    if not scope.is_game and not scope.replacing:
        return True
    message = "a game does not add to its own varieties"
    help = "list all members together: only expansions add to what is there"
    if scope.replacing:
        message = "what replaces a variety does not add to it"
        help = "list all members, or put the variety outside of `replace`"
    span = fields.entries["add"].key.span
    shape_errors.conflicting_keys(scope.reader.bag, span, message, None, help)
    return False


def declare_kinds(scope: Scope, node: Node) -> None:
    """`kinds:`."""
    reader = scope.reader
    for entry in reader.entries(
        node, "a mapping of kinds of pieces", "write `pawn: {pieces: one}`"
    ):
        name = _kind_name(reader, entry)
        fields = reader.fields(entry.value, "kind", entry.key.span)
        if name is None or fields is None:
            continue
        about = told(fields)
        plural = own_plural(reader, name, fields.id("plural"))
        scope.into.kinds.append(
            KindDecl(
                id=name.id,
                span=name.span,
                origin=scope.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                plural=plural,
                attributes=fields.read("attributes", reader.attributes) or (),
                home=fields.name("home"),
                lies_in=lies_in(reader, fields.node("lies_in")),
                hidden=fields.yes_no("hidden", False),
                back=fields.names("back"),
                pieces=fields.read("pieces", lambda value: _amount(reader, value)),
                count=fields.whole("count", 1),
                sides=fields.whole("sides", 2) or 0,
                owner=fields.name("owner"),
                in_force=fields.expression("in_force"),
                effects=slot_kinds(reader, fields.node("effects")),
            )
        )


def _kind_name(reader: Reader, entry: Entry) -> Name | None:
    if entry.key.text in ("game", "expansion", "part", "scenario"):
        shape_errors.reserved_name(reader.bag, entry.key, "the first key of other files")
        return None
    return reader.id(entry.key)


def _amount(reader: Reader, node: Node) -> str | None:
    due = "`one`, `one per player` or a number of pieces"
    scalar = reader.scalar(node, due)
    if scalar is None:
        return None
    text = " ".join(scalar.text.split())
    if text in ("one", "one per player") or re.fullmatch("[1-9][0-9]{0,5}", text):
        return text
    help = suggest_help(text, ("one", "one per player"))
    shape_errors.bad_value(reader.bag, scalar, due, help)
    return None


def slot_kinds(reader: Reader, node: Node | None) -> tuple[SlotKindDecl, ...]:
    """`effects:` of a kind: which effects its pieces may have."""
    found: list[SlotKindDecl] = []
    if node is None:
        return ()
    for entry in reader.entries(node, "a mapping of effects", "write `ability: {}`"):
        name = reader.id(entry.key)
        fields = reader.fields(entry.value, "slot_kind", entry.key.span)
        if name is None or fields is None:
            continue
        found.append(
            SlotKindDecl(
                name=name, offered_in=fields.names("offered_in"), limit=fields.limit("limit")
            )
        )
    return tuple(found)


def declare_stocks(scope: Scope, node: Node) -> None:
    """`stocks:`."""
    reader = scope.reader
    for entry in reader.entries(node, "a mapping of stocks", "write `coin: {total: 50}`"):
        name = reader.id(entry.key)
        fields = reader.fields(entry.value, "stock", entry.key.span)
        if name is None or fields is None:
            continue
        each = fields.node("each")
        is_name = isinstance(each, Scalar)
        sorts, texts = ((), {}) if is_name else members(reader, each)
        about = told(fields)
        plural = own_plural(reader, name, fields.id("plural"))
        scope.into.stocks.append(
            StockDecl(
                id=name.id,
                span=name.span,
                origin=scope.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                plural=plural,
                total=fields.read("total", lambda value: _total(reader, value)),
                each=fields.name("each") if is_name else None,
                members=sorts,
                member_texts=texts,
                home=fields.name("home"),
                lies_in=lies_in(reader, fields.node("lies_in")),
                kept=fields.name("kept"),
            )
        )


def _total(reader: Reader, node: Node) -> int | None:
    if isinstance(node, Scalar) and node.text == "unlimited":
        return None
    if isinstance(node, Scalar) and not node.text.lstrip("-").isdigit():
        shape_errors.bad_value(reader.bag, node, "a whole number or `unlimited`")
        return None
    return reader.whole(node, 1)


def declare_spaces(scope: Scope, node: Node) -> None:
    """`spaces:`."""
    reader = scope.reader
    for entry in reader.entries(
        node, "a mapping of kinds of spaces", "write `field: {holds: [pawn]}`"
    ):
        name = _kind_name(reader, entry)
        fields = reader.fields(entry.value, "space", entry.key.span)
        if name is None or fields is None:
            continue
        _check_repetition(reader, fields)
        about = told(fields)
        plural = own_plural(reader, name, fields.id("plural"))
        ring = fields.read("ring", lambda value: _numbers(reader, value))
        scope.into.spaces.append(
            SpaceDecl(
                id=name.id,
                span=name.span,
                origin=scope.origin,
                texts=about.texts,
                about=about.about,
                refs=about.refs,
                assumed=about.assumed,
                plural=plural,
                attributes=fields.read("attributes", reader.attributes) or (),
                holds=fields.names("holds"),
                room=rooms(reader, fields.node("room")),
                hides=fields.names("hides"),
                per=fields.name("per"),
                ring=ring,
                seats=_owned(reader, fields.node("seats"), ring or {}),
                grid=fields.read("grid", reader.grid),
                in_play=fields.expression("in_play"),
                in_force=fields.expression("in_force"),
                effects=slot_kinds(reader, fields.node("effects")),
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


def lies_in(reader: Reader, node: Node | None) -> tuple[LyingDecl, ...]:
    """`lies_in:`, names alone or with more about each."""
    if node is None:
        return ()
    if not isinstance(node, Mapping):
        return tuple(LyingDecl(place=name) for name in reader.names(node))
    found: list[LyingDecl] = []
    for entry in node.entries:
        name = reader.name(entry.key)
        fields = reader.fields(entry.value, "lying", entry.key.span)
        if name is not None and fields is not None:
            room, face_down = fields.whole("room", 1), fields.yes_no("face_down", False)
            found.append(LyingDecl(place=name, room=room, face_down=face_down))
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
            origin=scope.origin,
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
