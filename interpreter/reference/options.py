"""The options of a decision, and their ids.

Options are listed as numbered, hidden pieces by name. Pieces in one untracked place that the chooser cannot
tell apart (the same known face, or unknown faces with the same back) are one option, which the lowest of them
represents. They come last, by place, then by known face, then by back.

Chance decides after the last pick which of them are meant, if it can make a difference: always if their faces are
unknown; if they are known, when only some of them are picked and they differ in something unseen (their positions in an
order, notes about them). Otherwise the lowest are meant.

Ids: numbers are written out; players, spaces, zones and members have their own; yes/no is `yes` or `no`. A piece has the
id of its name. A hidden piece in an untracked place has the id of its face if the chooser knows it, or else of its kind.
If pieces in several places of one choice share an id, `:` and the id of the place are added to each (`scout:discard`). If
faces are unknown and backs differ, the back is added, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from boardwright.interpreter.reference.evaluator import Evaluator
from boardwright.interpreter.reference.position import NAMELESS

DECLINE = "none"
DONE = "done"
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Group:
    """Things that a chooser cannot tell apart, lowest first; `unseen` if their faces are unknown."""

    members: tuple[int, ...]
    unseen: bool = False
    noted: bool = False  # or whether pieces with one known face may differ otherwise

    def is_drawn(self, picked: int) -> bool:
        """Whether chance decides which of them are meant if this many are picked."""
        return self.unseen or (self.noted and 0 < picked < len(self.members))


def grouped(evaluator: Evaluator, members: list[int], element: Type, asker: int) -> list[Group]:
    """The members as options."""
    if not isinstance(element, PieceType):
        return [Group((member,)) for member in members]
    kind, position = element.kind, evaluator.position
    groups: dict[tuple[int, ...], list[int]] = {}
    for member in members:
        groups.setdefault(_looks(evaluator, kind, member, asker), []).append(member)
    found = []
    noted = any(note.per == kind for note in evaluator.game.notes.values())
    for group in groups.values():
        place = evaluator.table.places[position.place[kind][group[0]]]
        hidden = position.is_hidden(kind) and not place.tracked
        unseen = hidden and not evaluator.knows(asker, kind, group[0])
        found.append(Group(tuple(sorted(group)), unseen, hidden and (noted or place.ordered)))
    return found


def _looks(evaluator: Evaluator, kind: str, piece: int, asker: int) -> tuple[int, ...]:
    """A key that is equal for pieces that the chooser cannot tell apart."""
    position = evaluator.position
    place = position.place[kind][piece]
    if not position.is_hidden(kind) or evaluator.table.places[place].tracked:
        return (piece,)
    face = position.face[kind][piece]
    if evaluator.knows(asker, kind, piece):
        return (place, face)
    return (place, -1 - evaluator.table.backs[kind][face])


def listed(evaluator: Evaluator, members: Sequence[int], element: Type, asker: int) -> list[int]:
    """Members in the order in which they are offered: pieces with names by these, the others by place, known face, back."""
    if not isinstance(element, PieceType) or not evaluator.position.is_hidden(element.kind):
        return sorted(members)
    kind, position = element.kind, evaluator.position

    def at(piece: int) -> tuple[int, ...]:
        if position.name[kind][piece] != NAMELESS:
            return (0, position.name[kind][piece])
        place, face = position.place[kind][piece], position.face[kind][piece]
        if evaluator.knows(asker, kind, piece):
            return (1, place, 0, face)
        return (1, place, 1, evaluator.table.backs[kind][face])

    return sorted(members, key=at)


def option_ids(
    evaluator: Evaluator,
    members: Sequence[int],
    element: Type,
    asker: int,
    picked: Sequence[int] = (),
) -> tuple[str, ...]:
    """The id of each member as an option, given the picks so far."""
    if not isinstance(element, PieceType):
        return tuple(option_id(evaluator, member, element, asker) for member in members)
    kind, table, position = element.kind, evaluator.table, evaluator.position
    where = {n: table.places[position.place[kind][n]] for n in (*picked, *members)}
    base: dict[int, str] = {}
    backs: dict[int, str] = {}
    for n, place in where.items():
        base[n] = option_id(evaluator, n, element, asker)
        if position.is_hidden(kind) and not place.tracked:
            if not evaluator.knows(asker, kind, n):
                base[n] = kind
                backs[n] = _back_id(evaluator, kind, n)
    ids = []
    for member in members:
        id = base[member]
        if len({where[n].id for n in where if base[n] == base[member]}) > 1:
            id = f"{id}:{where[member].id}"
        if member in backs and len(set(backs.values())) > 1:
            id = f"{id}:{backs[member]}"
        ids.append(id)
    return tuple(ids)


def _back_id(evaluator: Evaluator, kind: str, piece: int) -> str:
    """The id of a piece's back: its player, then the attributes that the kind names."""
    table, declared = evaluator.table, evaluator.game.kinds[kind]
    face = table.faces[kind][evaluator.position.face[kind][piece]]
    parts = [] if face.owner < 0 else [table.seats[face.owner]]
    for name in declared.back:
        value = declared.definitions[face.definition].attributes.get(name)
        if value is None:
            parts.append("nothing")
            continue
        match declared.attributes[name].type:
            case MemberType(variety=variety):
                several = value if isinstance(value, tuple) else (value,)
                members = table.game.varieties[variety].members
                parts.append("+".join(members[one] for one in several))
            case SpaceType() | PieceType() | ZoneType() as of:
                several = value if isinstance(value, tuple) else (value,)
                parts.append("+".join(table.game.find_printed(of, one).id for one in several))
            case YesNoType():
                parts.append(YES if value else NO)
            case _:
                several = value if isinstance(value, tuple) else (value,)
                parts.append("+".join(str(one) for one in several))
    return ":".join(parts)


def option_id(evaluator: Evaluator, member: int, element: Type, asker: int) -> str:
    """The id of one thing, whatever else is offered."""
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
                return kind
            return table.pieces[kind][position.name[kind][member]].id
        case SetType():
            raise AssertionError("a set is not a member of a set")
