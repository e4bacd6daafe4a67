"""From numbers to names and words: ids of options, and labels for people."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl import ir
from boardwright.dsl.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    YesNoType,
    ZoneType,
)
from boardwright.interpreter.layout import Layout
from boardwright.interpreter.table import Table

DIRECTIONS = ("clockwise", "counter_clockwise")


def members_of(table: Table, variety: str) -> tuple[str, ...]:
    """The ids of a variety's members, the built-in ones included."""
    if variety == "phase":
        return table.phases
    if variety == "direction":
        return DIRECTIONS
    return table.game.varieties[variety].members


def face_known(layout: Layout, v: Sequence[int], kind: str, piece: int, player: int) -> bool:
    """Whether a player knows the face of a hidden piece (player -1: an onlooker, who sees what all see)."""
    place = layout.table.places[v[layout.places[kind] + piece]]
    if player < 0:
        known = v[layout.known[kind] + piece] == (1 << layout.table.players) - 1
    else:
        known = bool(v[layout.known[kind] + piece] >> player & 1)
    match place.visible_for(kind):
        case "everyone":
            return True
        case "owner":
            return known or (player >= 0 and place.owner == player)
        case _:
            return known


def element_id(layout: Layout, v: Sequence[int], element: Type, number: int, player: int) -> str:
    """The id of one thing, as the player may know it."""
    table = layout.table
    match element:
        case NumberType():
            return str(number)
        case YesNoType():
            return "yes" if number else "no"
        case PlayerType():
            return table.seats[number] if number >= 0 else "nobody"
        case SpaceType():
            return table.spaces[number].id
        case MemberType(variety=variety):
            return members_of(table, variety)[number]
        case ZoneType():
            return table.places[number].id
        case PieceType(kind=kind):
            piece = table.pieces[kind][number]
            if kind in layout.faces:
                place = table.places[v[layout.places[kind] + number]]
                if not place.tracked and face_known(layout, v, kind, number, player):
                    return table.faces[kind][v[layout.faces[kind] + number]].id
            return piece.id
        case SetType():
            raise AssertionError(element)


class Words:
    """Labels in one language, falling back on the game's first, then on the id."""

    def __init__(self, game: ir.Game, language: str | None = None) -> None:
        self.game = game
        self.languages = tuple(dict.fromkeys((*((language,) if language else ()), *game.languages)))

    def pick(self, texts: ir.Texts, otherwise: str) -> str:
        for language in self.languages:
            if language in texts:
                return texts[language]
        return next(iter(texts.values()), otherwise)

    def named(self, name: str) -> str:
        """The words of a decision, an entry or whatever else has a name."""
        return self.pick(self.game.words.get(name, {}), name.replace("_", " "))

    def element(
        self, layout: Layout, v: Sequence[int], element: Type, number: int, player: int
    ) -> str:
        """One thing in words; what the player does not know is not told."""
        game, table = self.game, layout.table
        match element:
            case SpaceType():
                space = table.spaces[number]
                if space.definition < 0:
                    return space.id.replace("_", " ")
                texts = game.spaces[space.kind].definitions[space.definition].texts
                name = self.pick(texts, space.definition_id.replace("_", " "))
                if space.path:
                    return f"{name} ({space.path[0][1]})"
                return name
            case MemberType(variety=variety):
                id = members_of(table, variety)[number]
                declared = game.varieties.get(variety)
                texts = declared.member_texts.get(id, {}) if declared else {}
                return self.pick(texts, id.replace("_", " "))
            case PieceType(kind=kind):
                return self.piece(layout, v, kind, number, player)
            case _:
                return element_id(layout, v, element, number, player)

    def piece(self, layout: Layout, v: Sequence[int], kind: str, number: int, player: int) -> str:
        game, table = self.game, layout.table
        declared = game.kinds[kind]
        face = table.pieces[kind][number].face
        if kind in layout.faces:
            here = self.place(layout, v[layout.places[kind] + number])
            if not face_known(layout, v, kind, number, player):
                kind_name = self.pick(declared.texts, kind.replace("_", " "))
                return f"{kind_name} {number + 1} ({here})"
            face = v[layout.faces[kind] + number]
        definition = declared.definitions[table.faces[kind][face].definition]
        name = self.pick(definition.texts, "") or self.described(declared, definition)
        if kind in layout.faces and table.places[v[layout.places[kind] + number]].tracked:
            return f"{name} ({self.place(layout, v[layout.places[kind] + number])})"
        return name

    def described(self, kind: ir.Kind, definition: ir.Definition) -> str:
        """A piece without a name of its own is told by what is printed on it."""
        parts: list[str] = []
        for id, attribute in kind.attributes.items():
            value = definition.attributes.get(id, 0)
            if isinstance(value, tuple):
                if isinstance(attribute.type, MemberType):
                    members = self.game.varieties[attribute.type.variety].members
                    parts.extend(members[m].replace("_", " ") for m in value)
            elif isinstance(attribute.type, MemberType):
                parts.append(self.game.varieties[attribute.type.variety].members[value])
            elif isinstance(attribute.type, YesNoType):
                if value:
                    parts.append(id.replace("_", " "))
            elif value:
                parts.append(f"{id.replace('_', ' ')} {value}")
        text = definition.id.replace("_", " ")
        return f"{text}: {', '.join(parts)}" if parts else text

    def place(self, layout: Layout, number: int) -> str:
        """A place in words: a space's name, or a zone's with whose it is."""
        table, game = layout.table, self.game
        place = table.places[number]
        if place.is_space:
            return self.element(layout, (), SpaceType((place.declared,)), number, -1)
        name = self.pick(game.places[place.declared].texts, place.declared.replace("_", " "))
        return f"{name} ({table.seats[place.owner]})" if place.owner >= 0 else name
