"""Finds out what each thing looks like: what its own look says, then that of its kind, then what is usual."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from boardwright.boards import colours
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.looks import COLOURS, SYMBOLS, GameLook, Look, LookValue, PieceLook
from boardwright.dsl.declare.things import KindDecl, MemberDecl
from boardwright.dsl.language.types import MemberType, NumberType, YesNoType
from boardwright.dsl.rules import ir
from boardwright.loading.rules import Rules


@dataclass(frozen=True, slots=True)
class Sign:
    """A small drawing: the name of a symbol, a picture in the folder of the ruleset `origin`, or letters."""

    sort: str  # symbol, picture or letters
    text: str
    origin: str = ""
    value: LookValue | None = None
    colour: str = "#000000"
    times: int = 1


def folded(text: str) -> str:
    """A text without the line breaks of its file; paragraphs, which have an empty line between them, stay apart."""
    parts = re.split(r"\n[ \t]*\n", text.strip())
    return "\n".join(" ".join(part.split()) for part in parts)


class Looks:
    """The looks of a game with its expansions, with texts in one language, for this many players."""

    def __init__(self, rules: Rules, language: str, players: int) -> None:
        self.rules, self.language, self.bound = rules, language, rules.bound
        self.declared: Ruleset = rules.declared
        self.looks: Mapping[str, GameLook] = dict(self.declared.looks)
        self.layers = {layer.id: layer for layer in rules.layers}
        self.pieces = {(each.kind.id, each.id): each for each in self.declared.definitions}
        self.kinds = {each.id: each for each in self.declared.kinds}
        self.members: dict[str, tuple[MemberDecl, ...]] = {
            each.id: each.members for each in self.declared.varieties
        } | {each.id: each.members for each in self.declared.stocks if each.members}
        said = {
            name.id: colour
            for look in self.looks.values()
            for name, each in look.seats
            if (colour := colours.hex_of(each)) is not None
        }
        names = self.bound.seat_names or tuple(f"p{n + 1}" for n in range(players))
        self.seats = tuple(
            zip(names, colours.seat_colours(names, [*said.items()], players), strict=False)
        )

    def pick(self, texts: Mapping[str, str], otherwise: str) -> str:
        """The text in the wanted language, else in the first one that there is."""
        for language in (self.language, *self.bound.languages):
            if language in texts:
                return folded(texts[language])
        return otherwise

    @staticmethod
    def spoken(id: str) -> str:
        """An id as words."""
        return id.replace("_", " ")

    def usual_shape(self, kind: ir.Kind) -> str:
        """The shape of a kind that says none. Cards have texts or effects, or lie in a hand or a deck; what has nothing printed
        on it is a pawn.
        """
        for each in kind.definitions:
            declared = self.pieces.get((kind.id, each.id))
            if declared is not None and (declared.rules_text or declared.slots or declared.entries):
                return "card"
        held = [each for each in self.bound.places.values() if kind.id in each.holds]
        if kind.attributes and any(each.ordered or each.visible_to == "owner" for each in held):
            return "card"
        return "tile" if kind.attributes or kind.hidden else "pawn"

    @staticmethod
    def large(kind: ir.Kind, look: PieceLook) -> str | None:
        """The attribute that is printed large: as said, else the only number."""
        if look.number is not None:
            return look.number.id
        marked = {name.id for name, _ in look.marks}
        numbers = [
            id
            for id, each in kind.attributes.items()
            if isinstance(each.type, NumberType) and not each.many and id not in kind.back
        ]
        return numbers[0] if len(numbers) == 1 and numbers[0] not in marked else None

    def number(self, kind: ir.Kind, piece: ir.Definition, look: PieceLook) -> str | None:
        id = self.large(kind, look)
        value = None if id is None else piece.attributes.get(id)
        declared = self.pieces.get((kind.id, piece.id))
        given = () if declared is None else [each.name.id for each in declared.attributes]
        return None if value is None or id not in given else str(value)

    def marks(
        self, kind: ir.Kind, piece: ir.Definition, look: PieceLook, origin: str
    ) -> tuple[Sign, ...]:
        """The marks of a piece, each as often as its number says."""
        found = []
        for name, mark in look.marks:
            value = piece.attributes.get(name.id)
            times = value if isinstance(value, int) else len(value or ())
            if not isinstance(kind.attributes[name.id].type, YesNoType) and value is not None:
                times = 1 if isinstance(kind.attributes[name.id].type, MemberType) else times
            sign = self.sign(mark, origin)
            if sign is not None and times > 0:
                found.append(replace(sign, times=times))
        return tuple(found)

    def member_of(
        self, kind: ir.Kind, piece: ir.Definition, id: str
    ) -> tuple[str, MemberDecl] | None:
        """The member of a variety that an attribute of a piece is."""
        attribute = kind.attributes.get(id)
        value = piece.attributes.get(id)
        if (
            attribute is None
            or not isinstance(attribute.type, MemberType)
            or not isinstance(value, int)
        ):
            return None
        variety = attribute.type.variety
        return (variety, self.members[variety][value]) if variety in self.members else None

    def member_for(
        self, kind: ir.Kind, piece: ir.Definition, said: LookValue | None
    ) -> tuple[str, MemberDecl] | None:
        """The member whose look a piece has: by the attribute that is said, else by the first that is one on the front."""
        if said is not None:
            return self.member_of(kind, piece, said.text) if said.by else None
        ids = [id for id in kind.attributes if id not in kind.back]
        return next((found for id in ids if (found := self.member_of(kind, piece, id))), None)

    def colour_of(self, variety: str, member: str) -> str | None:
        """The colour of a member; if nobody has said one for any of the variety, one of the palette."""
        members = self.members[variety]
        number = next(n for n, each in enumerate(members) if each.id == member)
        look = members[number].look
        said = None if look is None else colours.hex_of(look.colour)
        none = all(each.look is None or each.look.colour is None for each in members)
        return said or (COLOURS.get(member) or colours.nth(number) if none else None)

    def colour_by(self, kind: ir.Kind, piece: ir.Definition, said: LookValue | None) -> str | None:
        if said is not None and not said.by:
            return colours.hex_of(said)
        found = self.member_for(kind, piece, said)
        return None if found is None else self.colour_of(found[0], found[1].id)

    def sign_by(
        self, kind: ir.Kind, piece: ir.Definition, said: LookValue | None, decl: KindDecl
    ) -> Sign | None:
        if said is not None and not said.by:
            return self.sign(said, decl.origin)
        found = self.member_for(kind, piece, said)
        return None if found is None else self.member_sign(*found)

    def member_sign(self, variety: str, member: MemberDecl) -> Sign | None:
        look = member.look or Look()
        sign = self.sign(look.symbol or look.picture, self.origin_of(variety, member))
        colour = self.colour_of(variety, member.id)
        return sign if sign is None or colour is None else replace(sign, colour=colour)

    def member_name(self, member: MemberDecl) -> str:
        return self.pick(member.texts, self.spoken(member.id))

    def origin_of(self, variety: str, member: MemberDecl) -> str:
        """The layer that declares a member: pictures are files in its folder."""
        for layer in self.rules.layers:
            parts = [layer] if layer.replacing is None else [layer.replacing, layer]
            for part in parts:
                for each in part.varieties:
                    if each.id == variety and any(one.span == member.span for one in each.members):
                        return layer.id
        return self.bound.id

    def sign(self, value: LookValue | None, origin: str) -> Sign | None:
        if value is None or value.by:
            return None
        sort = "picture" if value.is_file else "symbol" if value.text in SYMBOLS else "letters"
        return Sign(sort, value.text, origin if sort == "picture" else "", value)
