"""What an option is made of: its pieces, spaces, places, players, numbers, members and entries, as data.

A part names things as `view` names them for the player who is asked. So a page can mark on its board what may be clicked. No
part has more than that view: of a hidden piece only what the player knows, of a piece out of sight only its id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from boardwright.dsl.language.types import (
    FACE,
    WAYS,
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
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.carriers import Carrier
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.play.naming import called, face_told, ids_of
from boardwright.interpreter.play.option_ids import back_of
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.program.program import Program

Sort = Literal[
    "piece", "space", "place", "seat", "number", "member", "face", "way", "entry", "answer"
]


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that an option is made of. `part` says what it is; what does not belong to it is None.

    - piece: its `kind`; its `id`, if the player can follow it; its `place`, if the player sees that. Of a hidden piece also
      the `face`, if the player knows it, or else its `back`, and whose it is (`owner`). Without `id` it stands for all pieces
      there that look like this.
    - space: its `kind` and `id`.
    - place, seat, way: the `id` of a place off the board, of a player, of a way on the board.
    - number: the `number`.
    - member: the `id` of a member of a `variety`.
    - face: the `id` of a face that pieces of this `kind` have.
    - entry: the `id` of an entry of a menu. If a piece or space has this entry, the next part is that one.
    - answer: `yes` or `no`; `none`, to decline; `done`, to pick nothing more.
    """

    part: Sort
    kind: str | None = None
    variety: str | None = None
    id: str | None = None
    place: str | None = None
    face: str | None = None
    owner: str | None = None
    back: Mapping[str, Any] | None = field(default=None, hash=False)
    number: int | None = None

    def data(self) -> dict[str, Any]:
        """The part as plain data, without what does not belong to it."""
        found = {name: getattr(self, name) for name in _FIELDS}
        return {name: value for name, value in found.items() if value is not None}


_FIELDS = ("part", "kind", "variety", "id", "place", "face", "owner", "back", "number")


def parts_of(
    program: Program, v: Sequence[int], site: Site, answers: Sequence[int], player: int
) -> list[tuple[Part, ...]]:
    """The parts of each of these answers, as the player who is asked may know them."""
    found: list[tuple[Part, ...]] = []
    for answer in answers:
        if answer == lay.DECLINED:
            found.append((Part("answer", id=site.extra),))
        elif site.form == "may":
            found.append((Part("answer", id=site.options[answer]),))
        elif site.element is None:
            found.append(_parts_of_entry(program, v, site, answer, player))
        else:
            found.append((part_of(program, v, site.element, answer, player),))
    return found


def about(program: Program, v: Sequence[int], site: Site) -> tuple[int, Type] | None:
    """What the number is for that is asked for where one is shared out: its number in the program, and its type."""
    if site.about is None:
        return None
    local, of = site.about
    return v[program.under_way.of_block[v[lay.PC]].named[local]], of


def declines(site: Site, answer: int) -> bool:
    """Whether an answer takes none of the others: `none`, `done`, `no` where something may be done, or the end of an offer."""
    if answer == lay.DECLINED:
        return True
    return site.options[answer : answer + 1] == ("no" if site.form == "may" else site.closing,)


def _parts_of_entry(
    program: Program, v: Sequence[int], site: Site, answer: int, player: int
) -> tuple[Part, ...]:
    name, _ = site.labels[answer]
    entry = Part("entry", id=name.rpartition(".")[2])
    carrier = site.carriers[answer] if site.carriers else None
    if carrier is None:
        return (entry,)
    return (entry, _part_of_carrier(program, v, carrier, player))


def _part_of_carrier(program: Program, v: Sequence[int], carrier: Carrier, player: int) -> Part:
    """The piece or space whose entry this is; only its face if the player cannot tell which piece that is."""
    table, kind, number = program.table, carrier.kind, carrier.number
    if kind not in table.pieces:
        return Part("space", kind=kind, id=table.spaces[number].id)
    if not carrier.by_face:
        return _piece(program, v, kind, number, player)
    faces, knows = program.layout.faces[kind], sight(program, kind).knower(v, player)
    for piece in range(len(table.pieces[kind])):
        if v[faces + piece] == number and knows(piece):
            return _piece(program, v, kind, piece, player)
    return Part("face", kind=kind, id=table.faces[kind][number].id)


def part_of(program: Program, v: Sequence[int], of: Type, number: int, player: int) -> Part:
    """A thing of this type, as the player may know it."""
    table = program.table
    match of:
        case NumberType():
            return Part("number", number=number)
        case PieceType(kind=kind):
            return _piece(program, v, kind, number, player)
        case SpaceType():
            space = table.spaces[number]
            return Part("space", kind=space.kind, id=space.id)
        case ZoneType():
            return Part("place", id=table.places[number].id)
        case PlayerType():
            return Part("seat", id=table.seats[number])
        case YesNoType():
            return Part("answer", id=ids_of(program, of)[number])
        case MemberType(variety=variety):
            id = ids_of(program, of)[number]
            if variety.startswith(FACE):
                return Part("face", kind=variety.removeprefix(FACE), id=id)
            if variety == WAYS:
                return Part("way", id=id)
            return Part("member", variety=variety, id=id)
        case SetType():
            raise AssertionError(of)


def _piece(program: Program, v: Sequence[int], kind: str, number: int, player: int) -> Part:
    """A piece as the view of the player shows it."""
    table, layout = program.table, program.layout
    id, knows = called(program, v, kind, number), sight(program, kind).knows(v, number, player)
    place = table.places[v[layout.places[kind] + number]].id
    if kind not in layout.faces:
        return Part("piece", kind=kind, id=id, place=place if knows else None)
    if knows:
        face = table.faces[kind][face_told(program, v, kind, number, player)].id
        return Part("piece", kind=kind, id=id, place=place, face=face)
    printed = table.faces[kind][v[layout.faces[kind] + number]]
    owner = table.seats[printed.owner] if printed.owner >= 0 else None
    back = back_of(table, kind, printed.definition) if table.game.kinds[kind].back else None
    return Part("piece", kind=kind, id=id, place=place, owner=owner, back=back)


__all__ = ["Part", "about", "declines", "part_of", "parts_of"]
