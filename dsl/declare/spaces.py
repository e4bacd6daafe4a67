"""Kinds of spaces, and how spaces are linked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.common_keys import (
    EFFECTS,
    HOLDS,
    IN_FORCE,
    KIND_NAME,
    PER_TOLD,
    PLURAL,
    PRINTED,
    ROOM,
    AttributeDecl,
    NamedDecl,
    SlotKindDecl,
    Sourced,
    names,
)
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.declare.looks import LOOK_OF_SPACES, SpaceLook
from boardwright.dsl.declare.records import key, record
from boardwright.dsl.declare.shapes import Either, ListOf, MapOf, Part, ReadAs, list_of, pairs_of
from boardwright.dsl.declare.values import (
    Expression,
    Grid,
    Id,
    Link,
    NameOf,
    OneOf,
    Whole,
    YesNo,
)
from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.language.syntax import Expr, Name
from boardwright.dsl.rules.grids import Pattern
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.dsl.source.yaml_tree import Node, Scalar, Sequence

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import Reader


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


@record(
    "space",
    "a kind of space",
    "Spaces of the board of one kind.",
    several="kinds of spaces",
    example="field: {holds: [pawn]}",
    above=KIND_NAME,
)
class SpaceDecl(NamedDecl):
    """A kind of space."""

    attributes: tuple[AttributeDecl, ...] = key(*PRINTED, default=())
    holds: tuple[Name, ...] = key(*HOLDS, default=())
    room: tuple[tuple[Name, int], ...] = key(*ROOM, default=())
    hides: tuple[Name, ...] = key(names("a kind"), "Pieces that lie face down there.", default=())
    per: Name | None = key(NameOf("`player` or a kind of space"), PER_TOLD, default=None)
    ring: Mapping[int, int] | None = key(
        RING, "Makes a ring of spaces: how many, by number of players.", default=None
    )
    seats: Mapping[int, tuple[int, ...]] = key(
        OWNED,
        "Which spaces of the ring belong to the seats: `all`, or by number of players, a list or `all`. Without "
        "this key they belong to nobody.",
        default_factory=dict,
    )
    pattern: Pattern | None = key(
        Grid(),
        "Makes spaces in rows and columns: squares, or `hexagonal` or `triangular` ones.",
        name="grid",
        default=None,
        hashed={"grid": None},
    )
    in_play: Expr | None = key(
        Expression(), "Only spaces for which this is true take part.", default=None
    )
    in_force: Expr | None = key(*IN_FORCE, default=None)
    effects: tuple[SlotKindDecl, ...] = key(*EFFECTS, default=())
    plural: str | None = key(*PLURAL, default=None)
    look: SpaceLook | None = key(*LOOK_OF_SPACES, default=None, hashed="")

    @property
    def grid(self) -> tuple[str | int | None, ...] | None:
        """Returns the grid as it is hashed."""
        if self.pattern is None:
            return None
        size = self.pattern.columns, self.pattern.rows
        return size if self.pattern.shape == "square" else (self.pattern.shape, *size)


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


PAIRS = list_of(PAIR, "a list of pairs")


@record(
    "links",
    "a group of links",
    "Links of one kind.",
)
class LinksDecl(Sourced):
    """A pair says whether it leads to the next copy in the ring."""

    pairs: tuple[tuple[Name, Name, bool], ...] = key(PAIRS, "The pairs of spaces.")
    one_way: bool = key(
        YesNo(), "Whether a link leads only from the first space to the second.", default=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkDecl:
    """`[north, south]`; with `next` before the second, to the next copy in the ring."""

    kind: Name
    first: Name
    second: Name
    one_way: bool
    next_copy: bool
    origin: str
    assumed: str | None = field(default=None, metadata=UNHASHED)


def _links(reader: Reader, node: Node) -> tuple[LinkDecl, ...]:
    """Pairs, or groups of pairs with a word about them, or both in a list."""
    found: list[LinkDecl] = []
    for entry in reader.entries(
        node, "a mapping of kinds of links", "write `road: [[a, b], [b, c]]`"
    ):
        kind, said = reader.id(entry.key), entry.value
        if kind is None:
            continue
        alone = isinstance(said, MappingNode)
        for item in (said,) if alone else reader.items(said, "a list of pairs"):
            if isinstance(item, MappingNode):
                owner = entry.key.span if alone else shape_errors.first_line(item)
                group = reader.record(LinksDecl, item, owner)
            else:
                pair = PAIR.read(reader, item)
                group = None if pair is None else LinksDecl(pairs=(pair,))
            if group is None:
                continue
            for first, second, next_copy in group.pairs:
                found.append(
                    LinkDecl(
                        kind=kind,
                        first=first,
                        second=second,
                        one_way=group.one_way,
                        next_copy=next_copy,
                        origin=reader.whose.origin,
                        assumed=group.assumed,
                    )
                )
    return tuple(found)


LINKS = ReadAs(
    MapOf(Id(), Either((ListOf(Either((Link(), Part("links")))), Part("links")))), _links
)
