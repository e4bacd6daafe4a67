"""The ids of hidden pieces as options: what the chooser cannot tell apart has one id.

Where a piece can be followed its own id is that of the option. Elsewhere it is the id of the face if the chooser knows
that, and of the kind if not: `card`. If the same id stands for pieces in several places, the place is added to each
(`card:hand.red`), and to pieces with unknown faces what their backs say, if these differ (`card:autumn`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from boardwright.dsl.types import MemberType, PieceType, Type, YesNoType
from boardwright.interpreter.naming import element_id, face_known, members_of
from boardwright.interpreter.program import Program
from boardwright.interpreter.table import Table


def piece_ids(
    program: Program, v: Sequence[int], of: PieceType, pieces: Sequence[int], player: int
) -> list[str]:
    """The ids of these pieces, all of which a player is offered in one choice or has picked there."""
    kind, table = of.kind, program.table
    if kind not in program.layout.faces:
        return [element_id(program, v, of, piece, player) for piece in pieces]
    first = program.layout.places[kind]
    where = [table.places[v[first + piece]] for piece in pieces]
    unseen = [
        not place.tracked and not face_known(program, v, kind, piece, player)
        for piece, place in zip(pieces, where, strict=True)
    ]
    ids = [element_id(program, v, of, piece, player) for piece in pieces]
    places = Counter(id for id, _ in {(id, place.id) for id, place in zip(ids, where, strict=True)})
    base = program.layout.faces[kind]
    backs = [back_id(table, kind, v[base + piece]) for piece in pieces]
    shown = {back for back, hidden in zip(backs, unseen, strict=True) if hidden}
    found = []
    for id, place, hidden, back in zip(ids, where, unseen, backs, strict=True):
        parts = [id]
        if places[id] > 1:
            parts.append(place.id)
        if hidden and len(shown) > 1:
            parts.append(back)
        found.append(":".join(parts))
    return found


def listed(
    program: Program, v: Sequence[int], of: Type | None, answers: Sequence[int], player: int
) -> list[int]:
    """Answers in the order in which they are offered: hidden pieces by their names, those that have none by place, then
    by the faces that the player knows and by backs. So the order tells nothing that is not seen.
    """
    if not isinstance(of, PieceType) or of.kind not in program.layout.names:
        return list(answers)
    kind, table, layout = of.kind, program.table, program.layout

    def at(piece: int) -> tuple[int, int, int]:
        name = v[layout.names[kind] + piece]
        if name >= 0:
            return 0, 0, name
        place, face = v[layout.places[kind] + piece], v[layout.faces[kind] + piece]
        if not face_known(program, v, kind, piece, player):
            face = len(table.faces[kind]) + table.backs[kind][face]
        return 1, place, face

    return sorted(answers, key=at)


def back_id(table: Table, kind: str, face: int) -> str:
    """What the back of a piece with this face says: whose it is, then the attributes, in ids."""
    declared, printed = table.game.kinds[kind], table.faces[kind][face]
    parts = [table.seats[printed.owner]] if printed.owner >= 0 else []
    attributes = declared.definitions[printed.definition].attributes
    for id in declared.back:
        value, type = attributes[id], declared.attributes[id].type
        values = value if isinstance(value, tuple) else (value,)
        if isinstance(type, MemberType):
            names = members_of(table, type.variety)
            parts.append("+".join(names[one] for one in values))
        elif isinstance(type, YesNoType):
            parts.append("yes" if value else "no")
        else:
            parts.append("+".join(map(str, values)))
    return ":".join(parts)


__all__ = ["back_id", "listed", "piece_ids"]
