"""Records that stand inside others, under names of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from boardwright.dsl.declare.records import above, key, record
from boardwright.dsl.declare.shapes import (
    Id,
    Limit,
    ListOf,
    NameOf,
    ReadAs,
    ShapeOf,
    Text,
    Whole,
    YesNo,
)
from boardwright.dsl.language.syntax import Name

Texts = Mapping[str, str]  # language -> words; a plain text stands under the game's first language

NAME_TOLD = "What players see instead of the id."
TEXT_TOLD = "An explanation for players."
REF_TOLD = "The rules of the rulebook that this follows."
ASSUMED_TOLD = "Why this is so, although no rulebook says it."


def names(what: str) -> ShapeOf[tuple[Name, ...]]:
    """One name or several of what is declared elsewhere, each once."""
    return ReadAs(ListOf(NameOf(what), single=True), lambda reader, node: reader.names(node))


@record(
    "member",
    "a member of a variety",
    "One name of a variety, or one value of an option.",
    stays=True,
)
class MemberDecl(Name):
    """A name that is declared in a list, and how it is shown."""

    hashed: ClassVar[str] = "Name"
    texts: Texts = key(Text(), NAME_TOLD, name="name", default_factory=dict, hashed="")
    about: Texts = key(Text(), TEXT_TOLD, name="text", default_factory=dict, hashed="")


def shown_as(members: Iterable[MemberDecl]) -> dict[str, Texts]:
    """The texts of members, by their ids."""
    return {member.id: member.texts for member in members if member.texts}


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeDecl:
    """`type` is number, yes_no, or the name of a variety; `many` for `list of class`."""

    name: Name
    type: Name
    many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitDecl:
    """`once a turn`, `twice a round`, `3 times a game`, `once an own_turn`."""

    times: int
    lasts: Name


LIMIT_OF_PIECE = (
    "How often it may be used, for instance `once a turn`. The limit belongs to the piece"
    " or space, and is shared by all players."
)
OFFERED_IN = "The offers in which it appears."


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
    offered_in: tuple[Name, ...] = key(names("an offer"), OFFERED_IN, default=())
    limit: LimitDecl | None = key(Limit(), LIMIT_OF_PIECE, default=None)


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
