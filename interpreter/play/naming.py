"""Names for numbers: ids of options, and labels for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardwright.dsl.language.templates import Blank
from boardwright.dsl.language.types import (
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
from boardwright.dsl.language.words import DIRECTIONS
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.decision_names import names_of_words
from boardwright.dsl.rules.option_values import text_of
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.wording import templates_in

if TYPE_CHECKING:
    from boardwright.interpreter.program.program import Program


def members_of(table: Table, variety: str) -> tuple[str, ...]:
    """The ids of a variety's members, including built-in ones."""
    if variety == "phase":
        return table.phases
    if variety == "direction":
        return DIRECTIONS
    return table.game.varieties[variety].members


def printed_ids(table: Table, of: Type, said: int | tuple[int, ...]) -> list[str]:
    """The ids of the members, spaces or pieces that an attribute names."""
    each = said if isinstance(said, tuple) else (said,)
    if isinstance(of, MemberType):
        members = members_of(table, of.variety)
        return [members[number] for number in each]
    return [table.game.find_printed(of, number).id for number in each]


def face_known(program: Program, v: Sequence[int], kind: str, piece: int, player: int) -> bool:
    """Whether a player knows the face of a hidden piece (player -1: an onlooker, who sees what everybody sees)."""
    return sight(program, kind).knows(v, piece, player)


def face_told(program: Program, v: Sequence[int], kind: str, piece: int, player: int) -> int:
    """The face that a player who knows a hidden piece believes it has: after a secret exchange, the last face seen under
    its name, unless it can be seen now.
    """
    layout = program.layout
    if kind in layout.believed and player >= 0:
        name = v[layout.names[kind] + piece]
        count = len(program.table.pieces[kind])
        believed = v[layout.believed[kind] + player * count + name] if name >= 0 else -1
        if believed >= 0:
            shown = int(program.fast.functions[f"shown_{kind}"](v, piece))
            if not shown >> player & 1:
                return believed
    return v[layout.faces[kind] + piece]


def called(program: Program, v: Sequence[int], kind: str, piece: int) -> str | None:
    """The id by which players point at a piece: its own, or for a hidden piece its current name. None if it cannot be
    followed.
    """
    pieces, names = program.table.pieces[kind], program.layout.names.get(kind)
    if names is None:
        return pieces[piece].id
    name = v[names + piece]
    return pieces[name].id if name >= 0 else None


class _Numbers(dict[int, str]):
    """The text of every number."""

    def __missing__(self, number: int) -> str:
        return str(number)


def _own_ids(table: Table, of: Type) -> dict[int, str]:
    match of:
        case NumberType():
            return _Numbers()
        case YesNoType():
            ids: Sequence[str] = ("no", "yes")
        case PlayerType():
            return {-1: "nobody", **dict(enumerate(table.seats))}
        case SpaceType():
            ids = table.space_ids
        case MemberType(variety=variety):
            ids = members_of(table, variety)
        case ZoneType():
            ids = [place.id for place in table.places]
        case PieceType(kind=kind):
            ids = [piece.id for piece in table.pieces[kind]]
        case SetType():
            raise AssertionError(of)
    return dict(enumerate(ids))


class _Ids(dict[Type, dict[int, str]]):
    """The ids of things by type, computed on first use."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.table = program.table

    def __missing__(self, of: Type) -> dict[int, str]:
        found = self[of] = _own_ids(self.table, of)
        return found


def ids_of(program: Program, of: Type) -> dict[int, str]:
    """The ids of all things of a type, by number, if nothing is hidden."""
    return program.kept("ids", _Ids)[of]


def element_id(program: Program, v: Sequence[int], element: Type, number: int, player: int) -> str:
    """The id of one thing, as the player may know it."""
    if isinstance(element, PieceType) and element.kind in program.layout.faces:
        kind = element.kind
        name = called(program, v, kind, number)
        if name is None and face_known(program, v, kind, number, player):
            return program.table.faces[kind][v[program.layout.faces[kind] + number]].id
        return kind if name is None else name
    return ids_of(program, element)[number]


class Words:
    """Labels in one language; without a text, in the game's first language; else the id."""

    def __init__(self, game: ir.Game, language: str | None = None) -> None:
        self.game = game
        self.languages = tuple(dict.fromkeys((*((language,) if language else ()), *game.languages)))

    @property
    def language(self) -> str:
        """The language of sentences in which these labels stand: the first that the game has; English if it names none."""
        return next((each for each in self.languages if each in self.game.languages), "en")

    def pick(self, texts: ir.Texts, otherwise: str) -> str:
        for language in self.languages:
            if language in texts:
                return texts[language]
        return next(iter(texts.values()), otherwise)

    def named(self, name: str) -> str:
        """The label of a decision, an entry or anything else with a name."""
        names = names_of_words(name)
        for known in names:
            if known in self.game.words:
                return self.pick(self.game.words[known], known)
        last = names[-1]
        return self.own(last) if last in ("yes", "no") else last.replace("_", " ")

    def own(self, name: str, **values: str) -> str:
        """One of the engine's own texts, with these values."""
        parts = templates_in(self.language)[name].parts
        return "".join(
            values[part.name] if isinstance(part, Blank) else f"{part}" for part in parts
        )

    def seat(self, id: str) -> str:
        """The label of a player, or the id in words."""
        return self.pick(self.game.words.get(id, {}), id.replace("_", " "))

    def element(
        self, program: Program, v: Sequence[int], element: Type, number: int, player: int
    ) -> str:
        """The label of a thing, as far as the player knows it."""
        match element:
            case SpaceType() | ZoneType():
                return self.place(program, number, player)
            case MemberType(variety=variety):
                id = members_of(program.table, variety)[number]
                declared = self.game.varieties.get(variety)
                texts = declared.member_texts.get(id, {}) if declared else {}
                return self.pick(texts, id.replace("_", " "))
            case PlayerType() if number >= 0:
                return self.seat(program.table.seats[number])
            case PieceType(kind=kind):
                return self.piece(program, v, kind, number, player)
            case YesNoType():
                return self.named("yes" if number else "no")
            case _:
                return element_id(program, v, element, number, player)

    def piece(
        self,
        program: Program,
        v: Sequence[int],
        kind: str,
        number: int,
        player: int,
        *,
        whose: bool = True,
    ) -> str:
        """The label of a piece as the player knows it, without its place."""
        table = program.table
        face = table.pieces[kind][number].face
        if kind in program.layout.faces:
            if not face_known(program, v, kind, number, player):
                return self.unknown(program, v, kind, number)
            face = face_told(program, v, kind, number, player)
        return self.face(table, kind, face, whose=whose)

    def unknown(self, program: Program, v: Sequence[int], kind: str, number: int) -> str:
        """The label of a piece whose face is unknown, with its number only if it can be followed."""
        here = v[program.layout.places[kind] + number]
        name = self.pick(self.game.kinds[kind].texts, kind.replace("_", " "))
        back = self.back(kind, v[program.layout.faces[kind] + number], program.table)
        if program.table.places[here].tracked:
            number = v[program.layout.names[kind] + number]
            return f"{name} {number + 1}" + (f" ({', '.join(back)})" if back else "")
        return f"{self.one(name)} ({', '.join((*back, self.place(program, here)))})"

    def back(self, kind: str, face: int, table: Table) -> list[str]:
        """The back of a piece, in words."""
        declared = self.game.kinds[kind]
        definition = declared.definitions[table.faces[kind][face].definition]
        found: list[str] = []
        for id in (each for each in declared.back if each in definition.attributes):
            value, type = definition.attributes[id], declared.attributes[id].type
            if isinstance(type, MemberType | SpaceType | PieceType | ZoneType):
                each = value if isinstance(value, tuple) else (value,)
                found += [self.printed(type, number) for number in each]
            elif isinstance(type, YesNoType):
                found += [id.replace("_", " ")] if value else []
            else:
                found.append(f"{id.replace('_', ' ')} {value}")
        return found

    def printed(self, of: Type, number: int) -> str:
        """The label of a member, space or piece that an attribute names."""
        if isinstance(of, MemberType):
            variety = self.game.varieties[of.variety]
            id = variety.members[number]
            return self.pick(variety.member_texts.get(id, {}), id.replace("_", " "))
        found = self.game.find_printed(of, number)
        return self.pick(found.texts, found.id.replace("_", " "))

    def face(self, table: Table, kind: str, number: int, *, whose: bool = True) -> str:
        """The label of a face, with its player."""
        declared, face = self.game.kinds[kind], table.faces[kind][number]
        definition = declared.definitions[face.definition]
        name = self.pick(definition.texts, "")
        if not name:
            alone = len(declared.definitions) == 1
            name = (
                self.pick(declared.texts, kind.replace("_", " "))
                if alone or declared.sides
                else self.described(table, declared, definition)
            )
        owned = whose and face.owner >= 0
        return f"{name} ({self.seat(table.seats[face.owner])})" if owned else name

    def one(self, name: str) -> str:
        """`a card`, in English."""
        if self.languages[:1] not in ((), ("en",)):
            return name
        return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"

    def described(self, table: Table, kind: ir.Kind, definition: ir.Definition) -> str:
        """The label of a face without a text: its id, and its attributes."""
        parts: list[tuple[str, str]] = []  # in words, and as part of an id
        for id, attribute in kind.attributes.items():
            value = definition.attributes.get(id)
            if value is None:
                continue
            if isinstance(attribute.type, MemberType | SpaceType | PieceType | ZoneType):
                named = printed_ids(table, attribute.type, value)
                parts.extend((each.replace("_", " "), each) for each in named)
            elif isinstance(value, tuple):
                continue
            elif isinstance(attribute.type, YesNoType):
                if value:
                    parts.append((id.replace("_", " "), id))
            elif value:
                parts.append((f"{id.replace('_', ' ')} {value}", f"{value}"))
        said = f"_{definition.id}_"
        more = [text for text, id in parts if f"_{id}_" not in said]
        text = definition.id.replace("_", " ")
        return f"{text} ({', '.join(more)})" if more else text

    def place(self, program: Program, number: int, player: int = -2) -> str:
        """The label of a place: a space, or a zone with its owner, unless that is `player`."""
        table, game = program.table, self.game
        place = table.places[number]
        if place.is_space:
            return self.space(table, number)
        name = self.pick(game.places[place.declared].texts, place.declared.replace("_", " "))
        zone = table.zones[place.declared]
        if zone.per == "piece" and zone.kind is not None:
            piece = table.pieces[zone.kind][place.key]
            hidden = zone.kind in program.layout.faces
            of = piece.id.replace("_", " ") if hidden else self.face(table, zone.kind, piece.face)
            return f"{name} ({of})"
        if zone.per in ("space", "member", "pair"):
            keys = table.split_key(game.places[place.declared].per, place.key)
            said = [self.index(table, per, n) for per, n in keys if per != "player"]
            name = f"{name} ({', '.join(said)})" if said else name
            if not any(per == "player" for per, _ in keys):
                return name
        if place.owner < 0 or place.owner == player:
            return name
        return self.own("of", what=name, of=self.seat(table.seats[place.owner]))

    def index(self, table: Table, per: str, number: int) -> str:
        """The label of a space or member that a place is kept for."""
        if per in self.game.spaces:
            return self.space(table, number)
        variety = self.game.varieties[per]
        id = variety.members[number]
        return self.pick(variety.member_texts.get(id, {}), id.replace("_", " "))

    def space(self, table: Table, number: int) -> str:
        """The label of a space, with its owner or the space that it is in."""
        space = table.spaces[number]
        declared = self.game.spaces[space.kind]
        if space.definition < 0:
            name = self.pick(declared.texts, space.kind.replace("_", " "))
        else:
            texts = declared.definitions[space.definition].texts
            name = self.pick(texts, space.definition_id.replace("_", " "))
        within = [str(id).replace("_", " ") for _, id in space.path]
        if space.owner >= 0 and isinstance(space.path[0][1], int):
            within[0] = self.seat(table.seats[space.owner])
        elif space.definition < 0:
            return f"{name} {within[0]}"
        return f"{name} ({', '.join(within)})" if within else name


def option_texts(table: Table) -> dict[str, str]:
    """The options of a table as they would be written."""
    game = table.game
    return {id: text_of(game, game.options[id], value) for id, value in table.options.items()}
