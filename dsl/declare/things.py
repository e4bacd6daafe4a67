"""What a game is made of: options, varieties, kinds of pieces and stocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.common_keys import (
    EFFECTS,
    EXPLAINED,
    HOME,
    IN_FORCE,
    KIND_NAME,
    LIES_IN,
    PLURAL,
    PRINTED,
    SHOWN_AS,
    AttributeDecl,
    Declaration,
    LyingDecl,
    NamedDecl,
    SlotKindDecl,
    names,
)
from boardwright.dsl.declare.looks import (
    LOOK,
    LOOK_OF_PIECES,
    LOOK_OF_STOCK,
    Look,
    PieceLook,
    StockLook,
)
from boardwright.dsl.declare.records import key, record
from boardwright.dsl.declare.shapes import Either, ListOf, MapOf, Part, ReadAs, ShapeOf
from boardwright.dsl.declare.values import (
    Default,
    Id,
    NameOf,
    Range,
    Texts,
    Whole,
    WholeOr,
    YesNo,
)
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.syntax import Expr, Name
from boardwright.dsl.language.words import plural
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.dsl.source.yaml_tree import Node, Scalar, Sequence

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import Reader


@record(
    "member",
    "a member of a variety",
    "One name of a variety, or one value of an option.",
    stays=True,
)
class MemberDecl(Name):
    """A name that is declared in a list, and how it is shown."""

    hashed: ClassVar[str] = "Name"
    texts: Texts = key(*SHOWN_AS, name="name", default_factory=dict, hashed="")
    about: Texts = key(*EXPLAINED, name="text", default_factory=dict, hashed="")
    look: Look | None = key(*LOOK, default=None, hashed="")


def shown_as(members: Iterable[MemberDecl]) -> dict[str, Texts]:
    """The texts of members, by their ids."""
    return {member.id: member.texts for member in members if member.texts}


def _members(reader: Reader, node: Node) -> tuple[MemberDecl, ...]:
    found: list[MemberDecl] = []
    if isinstance(node, MappingNode):
        for entry in node.entries:
            member = reader.record(MemberDecl, entry.value, entry.key.span, entry.key)
            found += [] if member is None else [member]
    else:
        names = [reader.id(item) for item in reader.items(node, "a list of names")]
        found += [MemberDecl(id=name.id, span=name.span) for name in names if name is not None]
    if isinstance(node, MappingNode | Sequence) and not (
        node.entries if isinstance(node, MappingNode) else node.items
    ):
        shape_errors.wrong_shape(reader.bag, node, "a list with at least one name")
    first: dict[str, MemberDecl] = {}
    for each in found:
        if first.setdefault(each.id, each) is not each:
            again, before = each.span, first[each.id].span
            shape_errors.declared_twice(reader.bag, "a member", each.id, again, before)
    return tuple(found)


MEMBERS_BY_NAME = MapOf(Id(), Part("member"))
MEMBERS = ReadAs(Either((ListOf(Id()), MEMBERS_BY_NAME)), _members)


def _sorts(reader: Reader, node: Node) -> Name | tuple[MemberDecl, ...] | None:
    return reader.name(node) if isinstance(node, Scalar) else _members(reader, node)


SORTS: ShapeOf[Name | tuple[MemberDecl, ...]] = ReadAs(
    Either((NameOf("`player` or a variety"), ListOf(Id()), MEMBERS_BY_NAME)), _sorts
)


@record(
    "option",
    "an option",
    "Something that players agree on before the game.",
    several="options",
    example="name: {default: no}",
    needs=("default", "set_of"),
)
class OptionDecl(NamedDecl):
    """`values` for a list of names; else `range` for numbers; else `set_of` for pieces of a kind (then there is no
    default: it is empty); else yes/no. The `default` is the text as written: a value, a number, yes or no.
    """

    values: tuple[MemberDecl, ...] = key(MEMBERS, "The names to choose from.", default=())
    range: tuple[int, int] | None = key(Range(), "The numbers to choose from.", default=None)
    set_of: Name | None = key(
        NameOf("a kind of piece"),
        "Players may choose any pieces of this kind; by default, none.",
        default=None,
    )
    default: Name | None = key(
        Default(),
        "The default value; required except for a `set_of`.",
        default=None,
    )

    @property
    def value_texts(self) -> Mapping[str, Texts]:
        """How they are shown, those that say it."""
        return shown_as(self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class VarietyDecl(Declaration):
    """In an expansion `add`ed members arrive as a VarietyDecl with `addition` set. The members of a variety of lines have
    `points`, the spaces that lie on each.
    """

    members: tuple[MemberDecl, ...]
    addition: bool = False
    points: tuple[tuple[Name, ...], ...] = ()

    @property
    def member_texts(self) -> Mapping[str, Texts]:
        """How they are shown, those that say it."""
        return shown_as(self.members)


@record(
    "more_members",
    "an addition to a variety",
    "In an expansion: new members for a variety of the game.",
)
class MoreMembersDecl:
    added: tuple[MemberDecl, ...] = key(
        MEMBERS, "The new members, added after the existing ones.", name="add"
    )


def usual_plural(reader: Reader, name: Name, has_key: bool = True) -> None:
    """Remembers the plural of a name that says no other, if it is a word of the language. `has_key`: it could say one."""
    usual = plural(name.id)
    if usual in the_parser().words and name.id not in reader.refused:
        reader.plurals.setdefault(usual, (name, has_key))


def _varieties(reader: Reader, node: Node) -> tuple[VarietyDecl, ...]:
    found: list[VarietyDecl] = []
    for entry in reader.entries(node, "a mapping of varieties", "write `colour: [red, blue]`"):
        name, listed = reader.id(entry.key), entry.value
        add = listed.entry("add") if isinstance(listed, MappingNode) else None
        if add is None:
            members = MEMBERS.read(reader, listed) or ()
        else:
            more = reader.record(MoreMembersDecl, listed, entry.key.span)
            if more is None or not _may_add(reader, add.key.span):
                continue
            members = more.added
        if name is not None:
            usual_plural(reader, name, has_key=False)
            found.append(
                VarietyDecl(
                    id=name.id,
                    span=name.span,
                    origin=reader.whose.origin,
                    members=members,
                    addition=add is not None,
                )
            )
    return tuple(found)


def _lines(reader: Reader, node: Node) -> tuple[VarietyDecl, ...]:
    """Kinds of lines: the spaces of each by its name, or in a list, by number."""
    found: list[VarietyDecl] = []
    for entry in reader.entries(
        node, "a mapping of kinds of lines", "write `row: {first: [a1, b1, c1]}`"
    ):
        name = reader.id(entry.key)
        if name is None:
            continue
        named: list[tuple[MemberDecl, Node]] = []
        if isinstance(entry.value, Sequence):
            for number, item in enumerate(entry.value.items, 1):
                named.append((MemberDecl(id=f"{name.id}_{number}", span=item.span), item))
        else:
            for each in reader.entries(entry.value, "lines by name, or a list of them"):
                line = reader.id(each.key)
                if line is not None:
                    named.append((MemberDecl(id=line.id, span=line.span), each.value))
        usual_plural(reader, name, has_key=False)
        found.append(
            VarietyDecl(
                id=name.id,
                span=name.span,
                origin=reader.whose.origin,
                members=tuple(member for member, _ in named),
                points=tuple(reader.names(points) for _, points in named),
            )
        )
    return tuple(found)


_POINTS = ListOf(NameOf("a space"), single=True)
LINES = ReadAs(
    MapOf(Id(), Either((MapOf(Id(), _POINTS), ListOf(ListOf(NameOf("a space")))))), _lines
)


VARIETIES = ReadAs(
    MapOf(Id(), Either((ListOf(Id()), MEMBERS_BY_NAME, Part("more_members")))), _varieties
)


def _may_add(reader: Reader, span: Span) -> bool:
    if not reader.whose.is_game and not reader.whose.replacing:
        return True
    message = "a game does not add to its own varieties"
    help = "list all members together: only expansions add to what is there"
    if reader.whose.replacing:
        message = "what replaces a variety does not add to it"
        help = "list all members, or put the variety outside of `replace`"
    shape_errors.conflicting_keys(reader.bag, span, message, None, help)
    return False


def _amount(reader: Reader, node: Node) -> str | None:
    due = "`one`, `one per player` or a number of pieces"
    scalar = reader.scalar(node, due)
    if scalar is None:
        return None
    text = " ".join(scalar.text.split())
    if text in ("one", "one per player") or re.fullmatch("[1-9][0-9]{0,5}", text):
        return text
    help: str | tuple[str, ...] = suggest_help(text, ("one", "one per player"))
    if re.fullmatch(r"\w+ (per|for each) player", text) and not text.startswith("one "):
        help = "write `one per player`, and name those that each player has under `pieces`, as in `pieces: {puppet: [punch, judy]}`"
    shape_errors.bad_value(reader.bag, scalar, due, help)
    return None


AMOUNT = ReadAs(WholeOr(("one", "one per player")), _amount)


@record(
    "kind",
    "a kind of piece",
    "Pieces of one kind: cards, tokens, a pawn, dice.",
    several="kinds of pieces",
    example="pawn: {pieces: one}",
    above=KIND_NAME,
)
class KindDecl(NamedDecl):
    """A kind of piece. `pieces` is one, one per player, a number, or None (declared one by one)."""

    attributes: tuple[AttributeDecl, ...] = key(*PRINTED, default=())
    pieces: str | None = key(
        AMOUNT, "How many there are, if they need no declaration.", default=None
    )
    count: int | None = key(
        Whole(1), "How many must be declared; this only checks the list.", default=None
    )
    hidden: bool = key(
        YesNo(), "Whether a piece has a face that not everybody always sees.", default=False
    )
    back: tuple[Name, ...] = key(
        names("an attribute"), "Attributes that its back always shows to everybody.", default=()
    )
    home: Name | None = key(*HOME, default=None)
    lies_in: tuple[LyingDecl, ...] = key(*LIES_IN, default=())
    sides: int = key(Whole(2), "The number of sides of a die.", default=0)
    owner: Name | None = key(
        NameOf("a place or a kind of space"),
        "A piece belongs to the player in whose place of this name it is.",
        default=None,
    )
    in_force: Expr | None = key(*IN_FORCE, default=None)
    effects: tuple[SlotKindDecl, ...] = key(*EFFECTS, default=())
    plural: str | None = key(*PLURAL, default=None)
    look: PieceLook | None = key(*LOOK_OF_PIECES, default=None, hashed="")


def _total(reader: Reader, node: Node) -> int | None:
    if isinstance(node, Scalar) and node.text == "unlimited":
        return None
    if isinstance(node, Scalar) and not node.text.lstrip("-").isdigit():
        shape_errors.bad_value(reader.bag, node, "a whole number or `unlimited`")
        return None
    return Whole(1).read(reader, node)


TOTAL = ReadAs(WholeOr(("unlimited",)), _total)


@record(
    "stock",
    "a stock",
    "Things that are only counted.",
    several="stocks",
    example="coin: {total: 50}",
)
class StockDecl(NamedDecl):
    """`total` None is unlimited. `sorts` is `player`, a variety, or the members of one that is declared on the spot."""

    total: int | None = key(TOTAL, "How many there are, of each sort.", required=True, default=None)
    sorts: Name | tuple[MemberDecl, ...] | None = key(
        SORTS,
        "There are this many for each of these; a list declares the sorts here.",
        name="each",
        default=None,
        hashed={"each": None, "members": ()},
    )
    home: Name | None = key(*HOME, default=None)
    lies_in: tuple[LyingDecl, ...] = key(*LIES_IN, default=())
    kept: Name | None = key(
        NameOf("a place"),
        "Where players keep them: `take` puts them there, `pay` takes them away.",
        default=None,
    )
    plural: str | None = key(*PLURAL, default=None)
    look: StockLook | None = key(*LOOK_OF_STOCK, default=None, hashed="")

    @property
    def each(self) -> Name | None:
        """What there is a stock for each of, if that is declared elsewhere."""
        return None if isinstance(self.sorts, tuple) else self.sorts

    @property
    def members(self) -> tuple[MemberDecl, ...]:
        """The sorts that are declared on the spot."""
        return self.sorts if isinstance(self.sorts, tuple) else ()

    @property
    def member_texts(self) -> Mapping[str, Texts]:
        """How they are shown, those that say it."""
        return shown_as(self.members)
