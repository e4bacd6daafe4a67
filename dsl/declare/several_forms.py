"""Values that are read in a way of their own: those of several forms, and those with words of their own for what is due."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.shapes import (
    TABLE,
    EffectText,
    Either,
    Head,
    Id,
    Link,
    ListOf,
    MapOf,
    Modifier,
    NameOf,
    OneOf,
    Part,
    ReadAs,
    Reference,
    Repetition,
    Row,
    ShapeOf,
    TypeName,
    Visibility,
    Whole,
    WholeOr,
    written,
)
from boardwright.dsl.declare.small_records import (
    AttributeDecl,
    LyingDecl,
    MemberDecl,
)
from boardwright.dsl.language import syntax
from boardwright.dsl.language.parser import parse_expression, parse_head
from boardwright.dsl.language.syntax import Expr, Name
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence

K = TypeVar("K")
V = TypeVar("V")

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.values import Reader


def _members(reader: Reader, node: Node) -> tuple[MemberDecl, ...]:
    found: list[MemberDecl] = []
    if isinstance(node, Mapping):
        for entry in node.entries:
            member = reader.record(MemberDecl, entry.value, entry.key.span, entry.key)
            found += [] if member is None else [member]
    else:
        names = [reader.id(item) for item in reader.items(node, "a list of names")]
        found += [MemberDecl(id=name.id, span=name.span) for name in names if name is not None]
    if isinstance(node, Mapping | Sequence) and not (
        node.entries if isinstance(node, Mapping) else node.items
    ):
        shape_errors.wrong_shape(reader.bag, node, "a list with at least one name")
    first: dict[str, MemberDecl] = {}
    for each in found:
        if first.setdefault(each.id, each) is not each:
            again, before = each.span, first[each.id].span
            shape_errors.declared_twice(reader.bag, "a member", each.id, again, before)
    return tuple(found)


_MEMBER = MapOf(Id(), Part("member"))
MEMBERS = ReadAs(Either((ListOf(Id()), _MEMBER)), _members)


def _sorts(reader: Reader, node: Node) -> Name | tuple[MemberDecl, ...] | None:
    return reader.name(node) if isinstance(node, Scalar) else _members(reader, node)


SORTS: ShapeOf[Name | tuple[MemberDecl, ...]] = ReadAs(
    Either((NameOf("`player` or a variety"), ListOf(Id()), _MEMBER)), _sorts
)


def _closing(reader: Reader, node: Node) -> MemberDecl | None:
    if not isinstance(node, Mapping):
        name = reader.id(node)
        return None if name is None else MemberDecl(id=name.id, span=name.span)
    if len(node.entries) != 1:
        shape_errors.wrong_shape(reader.bag, node, "the name of one closing entry")
        return None
    entry = node.entries[0]
    return reader.record(MemberDecl, entry.value, entry.key.span, entry.key)


CLOSING = ReadAs(Either((NameOf("the closing entry"), _MEMBER)), _closing)


def _lies_in(reader: Reader, node: Node) -> tuple[LyingDecl, ...]:
    if not isinstance(node, Mapping):
        return tuple(LyingDecl(place=name) for name in reader.names(node))
    found = [
        reader.record(LyingDecl, entry.value, entry.key.span, entry.key) for entry in node.entries
    ]
    return tuple(lying for lying in found if lying is not None)


_PLACE = "a place or a kind of space"
LIES_IN = ReadAs(
    Either((ListOf(NameOf(_PLACE), single=True), MapOf(NameOf(_PLACE), Part("lying")))), _lies_in
)


def _attributes(reader: Reader, node: Node) -> tuple[AttributeDecl, ...]:
    found: list[AttributeDecl] = []
    for entry in reader.entries(
        node, "a mapping of attributes to their types", "write `limit: number`"
    ):
        name = reader.id(entry.key)
        kind = reader.type_name(entry.value, "list")
        if name is None or kind is None:
            continue
        if TABLE["definition"].key(name.id) is not None:
            why = f"a key of every {TABLE['definition'].called.removeprefix('a ')}"
            shape_errors.reserved_name(reader.bag, entry.key, why)
            continue
        found.append(AttributeDecl(name=name, type=kind[0], many=kind[1]))
    return tuple(found)


ATTRIBUTES = ReadAs(MapOf(Id(), TypeName("list", "a variety")), _attributes)


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


AMOUNT = ReadAs(WholeOr(("one", "one per player")), _amount)


def _total(reader: Reader, node: Node) -> int | None:
    if isinstance(node, Scalar) and node.text == "unlimited":
        return None
    if isinstance(node, Scalar) and not node.text.lstrip("-").isdigit():
        shape_errors.bad_value(reader.bag, node, "a whole number or `unlimited`")
        return None
    return reader.whole(node, 1)


TOTAL = ReadAs(WholeOr(("unlimited",)), _total)


def _kind_name(reader: Reader, node: Node) -> Name | None:
    if isinstance(node, Scalar) and node.text in ("game", "expansion", "part", "scenario"):
        shape_errors.reserved_name(reader.bag, node, "the first key of other files")
        return None
    return reader.id(node)


KIND_NAME = ReadAs(Id(), _kind_name)
REFERENCES = ReadAs(ListOf(Reference(), single=True), lambda reader, node: reader.refs(node))


def _plural(reader: Reader, node: Node) -> str | None:
    name = reader.id(node)
    return None if name is None else name.id


PLURAL = ReadAs(Id(), _plural)


def pairs_of(
    key: ShapeOf[K], value: ShapeOf[V], due: str, help: str = ""
) -> ShapeOf[tuple[tuple[K, V], ...]]:
    """A mapping as pairs; those that cannot be read are left out."""

    def read(reader: Reader, node: Node) -> tuple[tuple[K, V], ...]:
        entries = reader.entries(node, due, help)
        found = [(key.read(reader, each.key), value.read(reader, each.value)) for each in entries]
        return tuple((of, said) for of, said in found if of is not None and said is not None)

    return ReadAs(MapOf(written(key), written(value)), read)


ROOM = pairs_of(
    NameOf("a kind or stock"), Whole(1), "a mapping of kinds to numbers", "write `room: {cube: 3}`"
)

_PLAYERS, _COPIES = Whole(1, MOST_PLAYERS), Whole(1, 1000)
ALL = (0,)  # as many copies as there are


_RING = pairs_of(_PLAYERS, _COPIES, "a mapping of players to spaces", "write `ring: {2: 4, 3: 3}`")


def _ring(reader: Reader, node: Node) -> dict[int, int]:
    return dict(_RING.read(reader, node) or ())


RING = ReadAs(MapOf(_PLAYERS, _COPIES), _ring)


def _owned(reader: Reader, node: Node) -> dict[int, tuple[int, ...]]:
    """By number of players, `ALL` where it says so; for 0 what holds for every number."""
    if _is_all(node):
        return {0: ALL}
    found: dict[int, tuple[int, ...]] = {}
    for entry in reader.entries(
        node, "`all` or a mapping of players to lists", "write `seats: all` or `seats: {2: [1, 3]}`"
    ):
        players = _PLAYERS.read(reader, entry.key)
        if players is None:
            continue
        if _is_all(entry.value):
            found[players] = ALL
            continue
        items = reader.items(entry.value, "a list or `all`")
        copies = [_COPIES.read(reader, item) for item in items]
        if None not in copies:
            found[players] = tuple(copy for copy in copies if copy is not None)
    return found


def _is_all(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text == "all"


_ALL = OneOf(("all",))
OWNED = ReadAs(Either((_ALL, MapOf(_PLAYERS, Either((_ALL, ListOf(_COPIES)))))), _owned)


def _visibility(reader: Reader, node: Node) -> tuple[str, Expr | None]:
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


VISIBLE_TO = ReadAs(Visibility(), _visibility)


def _cell(reader: Reader, node: Node) -> Name | None:
    if isinstance(node, Scalar) and node.text.lstrip("-")[:1].isdigit():
        number = reader.whole(node, -1_000_000)
        return None if number is None else Name(id=str(number), span=node.span)
    return reader.name(node)


_CELL = ReadAs(Row(), _cell)
ROWS = pairs_of(_CELL, _CELL, "a mapping of rows", "write `price: {1: 1, 2: 3}`")


def _head_of(what: str) -> ShapeOf[syntax.Head]:
    def read(reader: Reader, node: Node) -> syntax.Head | None:
        assert isinstance(node, Scalar)
        found = reader.head(node, what)
        if found is not None and len(found.name.id) > MOST_LETTERS:
            shape_errors.bad_id(reader.bag, node)
            return None
        return found

    return ReadAs(Head(), read)


MOST_LETTERS = 64
VALUE_HEAD, RULE_HEAD = _head_of("a value"), _head_of("a rule")


def _hook(reader: Reader, node: Node) -> syntax.Head | None:
    assert isinstance(node, Scalar)
    return parse_head(node, reader.bag)


HOOK_HEAD = ReadAs(Head(), _hook)


STEPS: ShapeOf[syntax.Effect] = ReadAs(
    Either((ListOf(EffectText()), EffectText())), lambda reader, node: reader.steps(node)
)
_UNTIL = "until "


def _repetition(reader: Reader, node: Node) -> tuple[Expr | None, Expr | None]:
    """How many times, or until when."""
    if not isinstance(node, Scalar) or not node.text.startswith(_UNTIL):
        return reader.expression(node), None
    at = len(_UNTIL)
    condition = Scalar(node.text[at:], node.locate(at, len(node.text)), node.style)
    return None, parse_expression(condition, reader.bag)


REPETITION = ReadAs(Repetition(), _repetition)
_WAYS = OneOf(("clockwise", "counter_clockwise"))


def _clockwise(reader: Reader, node: Node) -> bool:
    return _WAYS.read(reader, node) != "counter_clockwise"


CLOCKWISE = ReadAs(_WAYS, _clockwise)


_NEXT = re.compile(r"next +(\S+)")


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


PAIR = ReadAs(Link(), _pair)


def _pairs(reader: Reader, node: Node) -> tuple[tuple[Name, Name, bool], ...]:
    pairs = [PAIR.read(reader, item) for item in reader.items(node, "a list of pairs")]
    return tuple(pair for pair in pairs if pair is not None)


PAIRS = ReadAs(ListOf(Link()), _pairs)
CHANGES = ReadAs(ListOf(Modifier(), single=True), lambda reader, node: reader.modifiers(node))
