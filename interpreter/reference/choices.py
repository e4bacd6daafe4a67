"""What can be chosen, and under which ids: the listing of options.

Options come in the order of the selection. Hidden pieces in one untracked place that the chooser
cannot tell apart (the same face, or faces unknown to the chooser) are one option, where the first of
them stands; the lowest of them stands for all.

Ids: numbers are written out; players, spaces, zones and members have their own; yes/no is `yes` or
`no`; a piece has its public id, except that a hidden one in an untracked place whose face the chooser
knows has that of its face. If several options would have the same id, `@` and the id of its place
is added to each (`scout@discard`).
"""

from __future__ import annotations

from collections import Counter

from boardwright.dsl.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SpaceType,
    Type,
    YesNoType,
    ZoneType,
)
from boardwright.interpreter.reference.evaluator import Evaluator

DECLINE = "none"
DONE = "done"
YES, NO = "yes", "no"


def grouped(evaluator: Evaluator, members: list[int], element: Type, asker: int) -> list[list[int]]:
    """The members as options: each a list of those that cannot be told apart, lowest first."""
    if not isinstance(element, PieceType):
        return [[member] for member in members]
    groups: dict[tuple[int, ...], list[int]] = {}
    for member in members:
        groups.setdefault(_looks(evaluator, element.kind, member, asker), []).append(member)
    return [sorted(group) for group in groups.values()]


def _looks(evaluator: Evaluator, kind: str, piece: int, asker: int) -> tuple[int, ...]:
    """Equal for pieces that the chooser cannot tell apart."""
    position = evaluator.position
    place = position.place[kind][piece]
    if not position.is_hidden(kind) or evaluator.table.places[place].tracked:
        return (piece,)
    face = position.face[kind][piece]
    if evaluator.knows(asker, kind, piece):
        return (place, face)
    return (place, -1 - evaluator.table.backs[kind][face])


def option_ids(
    evaluator: Evaluator, members: list[int], element: Type, asker: int
) -> tuple[str, ...]:
    """The id of each member as an option."""
    ids = [option_id(evaluator, member, element, asker) for member in members]
    if isinstance(element, PieceType):
        often = Counter(ids)
        places = evaluator.position.place[element.kind]
        ids = [
            id if often[id] == 1 else f"{id}@{evaluator.table.places[places[member]].id}"
            for id, member in zip(ids, members, strict=True)
        ]
    return tuple(ids)


def option_id(evaluator: Evaluator, member: int, element: Type, asker: int) -> str:
    """The id of one thing, not looking at what else is offered."""
    table, position = evaluator.table, evaluator.position
    match element:
        case NumberType():
            return str(member)
        case YesNoType():
            return YES if member else NO
        case PlayerType():
            return table.seats[member]
        case MemberType(variety=variety):
            return table.game.varieties[variety].members[member]
        case SpaceType() | ZoneType():
            return table.places[member].id
        case PieceType(kind=kind):
            place = table.places[position.place[kind][member]]
            if position.is_hidden(kind) and not place.tracked:
                if evaluator.knows(asker, kind, member):
                    return table.faces[kind][position.face[kind][member]].id
            return table.pieces[kind][member].id
    raise AssertionError(element)
