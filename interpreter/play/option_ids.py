"""The ids of hidden pieces as options. Pieces that the chooser cannot tell apart share an id.

If a piece can be followed, the id of the option is the piece's own. Otherwise it is the id of the face if the chooser
knows it, or else of the kind: `card`. If pieces in several places share an id, the place is added to each
(`card:hand.red`). If faces are unknown and backs differ, the back is added (`card:autumn`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from typing import Any

from boardwright.dsl.language.types import (
    MemberType,
    PieceType,
    SpaceType,
    YesNoType,
    ZoneType,
)
from boardwright.interpreter.play.naming import printed_ids
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.table import Table

Called = tuple[int, str]
"""The number of a piece, and the id of its option."""


class _Hidden:
    """Names the pieces of one hidden kind; possible names are computed once for each program."""

    def __init__(self, program: Program, kind: str) -> None:
        layout, table = program.layout, program.table
        self.kind, self.sight, self.backs = kind, sight(program, kind), table.backs[kind]
        self.names, self.places, self.faces = (
            rows[kind] for rows in (layout.names, layout.places, layout.faces)
        )
        self.own_ids = [piece.id for piece in table.pieces[kind]]
        self.place_ids = [place.id for place in table.places]
        self.face_ids = [face.id for face in table.faces[kind]]
        self.back_ids = [back_id(table, kind, face) for face in range(len(self.face_ids))]

    def called(self, v: Sequence[int], pieces: Sequence[int], player: int) -> list[Called]:
        """These pieces and their ids, in the order in which they are offered: by name; pieces without a name by place, then
        by known face and by back. So the order reveals nothing that the player does not see.
        """
        names, places, faces, last = self.names, self.places, self.faces, len(self.face_ids)
        knows = self.sight.knower(v, player)
        rows: list[tuple[int, int, int, str]] = []
        where: set[int] = set()
        for piece in pieces:
            name = v[names + piece]
            if name >= 0:
                where.add(-1)
                rows.append((-1, name, piece, self.own_ids[name]))
                continue
            face, place = v[faces + piece], v[places + piece]
            where.add(place)
            if knows(piece):
                rows.append((place, face, piece, self.face_ids[face]))
            else:
                where.add(-2)
                rows.append((place, last + self.backs[face], piece, self.kind))
        rows.sort()
        found = [(piece, id) for _, _, piece, id in rows]
        return (
            found
            if len(where) < 2
            else self.apart(v, found, [row[0] >= 0 and row[1] >= last for row in rows])
        )

    def apart(
        self, v: Sequence[int], found: Sequence[Called], unseen: Sequence[bool]
    ) -> list[Called]:
        """The same, with places and backs added where they distinguish pieces with one id."""
        where = [self.place_ids[v[self.places + piece]] for piece, _ in found]
        spots = Counter(
            id for id, _ in {(id, at) for (_, id), at in zip(found, where, strict=True)}
        )
        backs = [self.back_ids[v[self.faces + piece]] for piece, _ in found]
        shown = set(compress(backs, unseen))
        told = []
        for (piece, id), at, back, hidden in zip(found, where, backs, unseen, strict=True):
            parts = [id]
            if spots[id] > 1:
                parts.append(at)
            if hidden and len(shown) > 1:
                parts.append(back)
            told.append((piece, ":".join(parts)))
        return told


def _hidden_kinds(program: Program) -> dict[str, _Hidden]:
    return {kind: _Hidden(program, kind) for kind in program.layout.faces}


def called(
    program: Program, v: Sequence[int], kind: str, pieces: Sequence[int], player: int
) -> list[Called]:
    """The pieces of a hidden kind that a player is offered in one choice or has picked there, with their ids, in the
    order in which they are offered.
    """
    return program.kept("hidden kinds", _hidden_kinds)[kind].called(v, pieces, player)


def back_id(table: Table, kind: str, face: int) -> str:
    """The id of the back of a piece with this face: its player, then its attributes."""
    declared, printed = table.game.kinds[kind], table.faces[kind][face]
    parts = [table.seats[printed.owner]] if printed.owner >= 0 else []
    attributes = declared.definitions[printed.definition].attributes
    for id in declared.back:
        value, type = attributes.get(id), declared.attributes[id].type
        values = value if isinstance(value, tuple) else (value,)
        if value is None:
            parts.append("nothing")
        elif isinstance(type, MemberType | SpaceType | PieceType | ZoneType):
            parts.append("+".join(printed_ids(table, type, value)))
        elif isinstance(type, YesNoType):
            parts.append("yes" if value else "no")
        else:
            parts.append("+".join(map(str, values)))
    return ":".join(parts)


def back_of(table: Table, kind: str, definition: int) -> dict[str, Any]:
    """The back of a piece, by attribute: a number, `yes` or `no`, a name, or a list of names. What is left out is not there."""
    declared = table.game.kinds[kind]
    printed = declared.definitions[definition].attributes
    found: dict[str, Any] = {}
    for id in (each for each in declared.back if each in printed):
        value, type = printed[id], declared.attributes[id].type
        if isinstance(type, MemberType | SpaceType | PieceType | ZoneType):
            names = printed_ids(table, type, value)
            found[id] = names if isinstance(value, tuple) else names[0]
        elif isinstance(type, YesNoType):
            found[id] = "yes" if value else "no"
        else:
            found[id] = value
    return found


__all__ = ["Called", "back_id", "back_of", "called"]
