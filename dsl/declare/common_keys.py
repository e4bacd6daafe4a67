"""What many records have in common: their words for people, and small records inside of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.records import above, by_name, key, record
from boardwright.dsl.declare.shapes import (
    TABLE,
    Either,
    ListOf,
    MapOf,
    Part,
    ReadAs,
    ShapeOf,
    list_of,
    pairs_of,
)
from boardwright.dsl.declare.values import (
    AttributeType,
    EffectText,
    Expression,
    Id,
    Limit,
    LimitDecl,
    NameOf,
    Reason,
    Reference,
    Text,
    Texts,
    Whole,
    YesNo,
)
from boardwright.dsl.language.hashed_names import UNHASHED
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.dsl.source.yaml_tree import Node, Scalar, Sequence

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import Reader


PER_TOLD = "There is one for each of these."
PER_TWO_TOLD = "There is one for each of these; with a list of two, for each pair of them."


def names(what: str) -> ShapeOf[tuple[Name, ...]]:
    """One name or several of what is declared elsewhere, each once."""
    return ReadAs(ListOf(NameOf(what), single=True), lambda reader, node: reader.names(node))


def per_of(what: str) -> ShapeOf[Name | tuple[Name, Name]]:
    """One name, or a list of two, which may be the same."""
    due = "one name, or a list of two"

    def read(reader: Reader, node: Node) -> Name | tuple[Name, Name] | None:
        found = list_of(NameOf(what), due, single=True, help="write `per: player`").read(
            reader, node
        )
        match found:
            case (one,):
                return one
            case (first, second):
                return first, second
            case None | ():
                if isinstance(node, Sequence) and not node.items:
                    shape_errors.wrong_shape(reader.bag, node, due, "write `per: player`")
            case _:
                help = "keep two of them, and use a table or a value for the rest"
                shape_errors.wrong_shape(reader.bag, node, due, help)
        return None

    return ReadAs(ListOf(NameOf(what), single=True), read)


# What stands under a key that several records have, and its line in the reference.
SHOWN_AS = (Text(), "What players see instead of the id.")
EXPLAINED = (Text(), "An explanation for players.")
REFERENCES = (
    list_of(Reference(), single=True),
    "The rules of the rulebook that this follows.",
)
ASSUMED = (Reason(), "Why this is so, although no rulebook says it.")
HOLDS = (names("a kind or stock"), "What may lie there.")
ROOM = (
    pairs_of(
        NameOf("a kind or stock"),
        Whole(1),
        "a mapping of kinds to numbers",
        "write `room: {cube: 3}`",
    ),
    "The most of each kind that fit in.",
)
HOME = (NameOf("a place"), "Where they are at the start, and where they return to.")
IN_FORCE = (Expression(), "The clauses of a piece or space apply only while this is true.")
OFFERED_IN = (names("an offer"), "The offers in which it appears.")
WHEN = (Expression(), "It is offered only while this is true.")
LIMIT_OF_PIECE = (
    Limit(),
    "How often it may be used, for instance `once a turn`. The limit belongs to the piece or space, and is "
    "shared by all players.",
)
EFFECT = (EffectText(), "What happens.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """`origin` is the id of the game or expansion whose file it stands in; `span` is its key (of a rule or value, the
    name in it). `texts` is its name as players see it, `about` the sentence of explanation under `text`.
    """

    id: str
    span: Span = field(compare=False, repr=False, metadata=UNHASHED)
    origin: str
    texts: Texts = field(default_factory=dict, metadata=UNHASHED)
    about: Texts = field(default_factory=dict, metadata=UNHASHED)
    refs: tuple[str, ...] = field(default=(), metadata=UNHASHED)
    assumed: str | None = field(default=None, metadata=UNHASHED)


@record()
class NamedDecl(Declaration):
    """What most records may say of themselves."""

    texts: Texts = key(*SHOWN_AS, name="name", default_factory=dict, hashed="")
    about: Texts = key(*EXPLAINED, name="text", default_factory=dict, hashed="")
    refs: tuple[str, ...] = key(*REFERENCES, name="ref", default=(), hashed="")
    assumed: str | None = key(*ASSUMED, default=None, hashed="")


@record()
class Sourced:
    """What a record says of the rulebook if it has no words for players."""

    refs: tuple[str, ...] = key(*REFERENCES, name="ref", default=(), hashed="")
    assumed: str | None = key(*ASSUMED, default=None, hashed="")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeDecl:
    """`type` is number, yes_no, or the name of a variety or kind, and `others` the further ones in `city or port`; `face` for
    `face of card`, `many` for `list of class`, and `optional` if it may be left out and is then nothing.
    """

    name: Name
    type: Name
    many: bool = False
    others: tuple[Name, ...] = ()
    face: bool = False
    optional: bool = False


@record(
    "slot_kind",
    "an effect of a kind",
    "An effect that each piece or space of the kind may have.",
    several="effects",
    example="ability: {}",
)
class SlotKindDecl:
    """An effect that pieces or spaces of a kind may have."""

    name: Name = above(Id())
    offered_in: tuple[Name, ...] = key(*OFFERED_IN, default=())
    limit: LimitDecl | None = key(*LIMIT_OF_PIECE, default=None)


@record(
    "lying", "a place where something lies", "How things lie in a place that is declared elsewhere."
)
class LyingDecl:
    """One item of `lies_in`: a place or kind of space declared elsewhere."""

    place: Name = above(NameOf("a place or a kind of space"))
    room: int | None = key(Whole(1), "The most of them that fit in.", default=None)
    face_down: bool = key(
        YesNo(), "Whether pieces lie face down on spaces of this kind.", default=False
    )


def _attributes(reader: Reader, node: Node) -> tuple[AttributeDecl, ...]:
    found: list[AttributeDecl] = []
    for entry in reader.entries(
        node, "a mapping of attributes to their types", "write `limit: number`"
    ):
        name = reader.id(entry.key)
        kind = AttributeType().read(reader, entry.value)
        if name is None or kind is None:
            continue
        if TABLE["definition"].key(name.id) is not None:
            why = f"a key of every {TABLE['definition'].called.removeprefix('a ')}"
            shape_errors.reserved_name(reader.bag, entry.key, why)
            continue
        first, *others = kind.names
        found.append(
            AttributeDecl(
                name=name,
                type=first,
                many=kind.many,
                others=tuple(others),
                face=kind.face,
                optional=kind.optional,
            )
        )
    return tuple(found)


PRINTED = (
    ReadAs(MapOf(Id(), AttributeType()), _attributes),
    "What is printed on each one, with its type.",
)
EFFECTS = (by_name(SlotKindDecl), "The effects that each one may have; each effect becomes a key.")


def _lies_in(reader: Reader, node: Node) -> tuple[LyingDecl, ...]:
    if not isinstance(node, MappingNode):
        return tuple(LyingDecl(place=name) for name in reader.names(node))
    found = [
        reader.record(LyingDecl, entry.value, entry.key.span, entry.key) for entry in node.entries
    ]
    return tuple(lying for lying in found if lying is not None)


_PLACE = "a place or a kind of space"
LIES_IN = (
    ReadAs(
        Either((ListOf(NameOf(_PLACE), single=True), MapOf(NameOf(_PLACE), Part("lying")))),
        _lies_in,
    ),
    "Where else it may lie: places and kinds of spaces that do not name it under `holds`, such as those of the "
    "game that an expansion changes.",
)


def _kind_name(reader: Reader, node: Node) -> Name | None:
    if isinstance(node, Scalar) and node.text in ("game", "expansion", "part", "scenario"):
        shape_errors.reserved_name(reader.bag, node, "the first key of other files")
        return None
    return reader.id(node)


KIND_NAME = ReadAs(Id(), _kind_name)


def _plural(reader: Reader, node: Node) -> str | None:
    name = reader.id(node)
    return None if name is None else name.id


PLURAL = (ReadAs(Id(), _plural), "The word for several, if adding an `s` is wrong.")
