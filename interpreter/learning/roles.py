"""Places, pieces and faces as a player sees them who counts the seats from their own: what belongs to the player comes first.

A table turns for the seats: what red has at seat 0 is for red what blue's is for blue at seat 1. So what one seat learns is
true for another. Each thing has a *role*: the number of the thing that is the same for seat 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from boardwright.dsl.language.types import PieceType, PlayerType, SpaceType, Type, ZoneType
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.table import Table

Map = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roles:
    """`places[seat][place]` is the role of a place for a seat; likewise the pieces and faces of each kind, and players."""

    table: Table
    players: tuple[Map, ...]
    places: tuple[Map, ...]
    pieces: Mapping[str, tuple[Map, ...]]
    faces: Mapping[str, tuple[Map, ...]]

    def of(self, element: Type, seat: int) -> Map | None:
        """The roles of all things of a type; None if they are the same for everybody."""
        match element:
            case PlayerType():
                return self.players[seat]
            case SpaceType() | ZoneType():
                return self.places[seat]
            case PieceType(kind=kind):
                return self.pieces[kind][seat]
            case _:
                return None

    def player(self, role: int) -> str:
        """The name of a player by role."""
        if role == 0:
            return "me"
        return "opponent" if self.table.players == 2 else f"player +{role}"

    def text(self, id: str, owner: int) -> str:
        """The id of a thing of seat 0's table, with its owner by role."""
        if owner < 0:
            return id
        seat = self.table.seats[owner]
        parts = id.split("_")
        if seat in parts:
            parts.remove(seat)
        return f"{'_'.join(parts)} of {self.player(owner)}"

    def place(self, role: int) -> str:
        """The name of a place by role."""
        place = self.table.places[role]
        return self.text(place.id, place.owner)

    def piece(self, kind: str, role: int) -> str:
        """The name of an open piece by role."""
        piece = self.table.pieces[kind][role]
        return self.text(piece.id, self.table.faces[kind][piece.face].owner)

    def face(self, kind: str, role: int) -> str:
        """The name of a face by role."""
        face = self.table.faces[kind][role]
        return self.text(face.id, face.owner)


def roles_of(program: Program) -> Roles:
    """The roles at the table of a program."""
    return program.kept("roles", _roles_of)


def _roles_of(program: Program) -> Roles:
    table = program.table
    hidden = program.layout.faces

    def owner_of_place(n: int) -> int:
        return table.places[n].owner

    def sort_of_place(n: int) -> object:
        return table.places[n].declared

    def owner_of_piece(kind: str) -> Callable[[int], int]:
        return lambda n: table.faces[kind][table.pieces[kind][n].face].owner

    def owner_of_face(kind: str) -> Callable[[int], int]:
        return lambda n: table.faces[kind][n].owner

    return Roles(
        table,
        _turned(table, table.players, lambda n: n),
        _turned(table, len(table.places), owner_of_place, sort_of_place),
        {
            kind: _turned(
                table, len(pieces), (lambda _: -1) if kind in hidden else owner_of_piece(kind)
            )
            for kind, pieces in table.pieces.items()
        },
        {
            kind: _turned(table, len(faces), owner_of_face(kind))
            for kind, faces in table.faces.items()
        },
    )


def _turned(
    table: Table,
    count: int,
    owner: Callable[[int], int],
    sort: Callable[[int], object] = lambda _: None,
) -> tuple[Map, ...]:
    """For each seat the role of each thing. Things of a sort that not all players have as many of keep their numbers."""
    seats = range(table.players)
    own: dict[object, list[list[int]]] = {}
    for n in range(count):
        if (of := owner(n)) >= 0:
            own.setdefault(sort(n), [[] for _ in seats])[of].append(n)
    found = [list(range(count)) for _ in seats]
    for rows in own.values():
        if len({len(row) for row in rows}) == 1:
            for seat in seats:
                for of, row in enumerate(rows):
                    for n, role in zip(row, rows[(of - seat) % len(rows)], strict=True):
                        found[seat][n] = role
    return tuple(map(tuple, found))


def inverse(of: Sequence[int]) -> list[int]:
    """The thing of each role."""
    found = [0] * len(of)
    for n, role in enumerate(of):
        found[role] = n
    return found


__all__ = ["Roles", "inverse", "roles_of"]
