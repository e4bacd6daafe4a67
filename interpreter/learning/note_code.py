"""Instructions by which machine code observes notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boardwright.dsl.language.types import (
    NumberType,
    PieceType,
    SetType,
    Type,
    YesNoType,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.learning.addresses import Addresses, copies, instruction
from boardwright.interpreter.learning.parts import LARGEST, MOST_MARKS
from boardwright.interpreter.learning.roles import Roles
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.observing import Do, Sight
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.kinds import NotNative
from boardwright.interpreter.program.program import Program


def members_by_role(program: Program, roles: Roles, of: Type, seat: int) -> dict[int, int]:
    """The rank by role of each thing that a note may say or hold."""
    mask = program.layout.universe(of)
    lowest = program.layout.lowest(of)
    role = roles.of(of, seat)
    if role is None:
        return {n + lowest: rank for rank, n in enumerate(bits(mask))}
    every = sorted(bits(mask))
    rank = {n: at for at, n in enumerate(every)}
    if any(role[n] not in rank for n in every):
        return rank
    return {n: rank[role[n]] for n in every}


def note_code(
    program: Program,
    roles: Roles,
    note: ir.Note,
    here: Addresses,
    seat: int,
    entries: Sequence[int],
    width: int,
    start: Any,
    put: Callable[[list[int], int, Any], None],
) -> list[int]:
    """The instructions for a note; `entries` are the first entries of its values. Raises `NotNative`."""
    of = note.type.element if isinstance(note.type, SetType) else note.type
    if isinstance(of, PieceType) and of.kind in program.layout.faces:
        raise NotNative(f"the note `{note.id}` is of hidden pieces")
    first: list[int] = []
    if start is not None:
        out = [0] * (max(entries, default=-1) + width)
        for entry in entries:
            put(out, entry, start)
        for entry in entries:
            for at in range(entry, entry + width):
                if out[at]:
                    first += instruction(Do.SET, at, max(-LARGEST, min(LARGEST, out[at])))
    kinds = (
        [per for per in ir.list_indices(note.per) if per in program.table.pieces]
        if note.per
        else []
    )
    if any(not _always_seen(program, kind) for kind in kinds) or (
        kinds and note.visible_to != "everyone"
    ):
        if isinstance(note.per, tuple):
            raise NotNative(f"the note `{note.id}` is of pairs with pieces that may be hidden")
        return first + _of_pieces(program, roles, note, here, seat, min(entries), width)
    keys = [n for n in range(len(entries)) if _is_seen(program, note, n, seat)]
    if not keys:
        return first
    # What is seen may differ from the first value: it is written anew.
    at0 = program.layout.notes[note.id]
    seen = {entries[n] for n in keys}
    first = [word for row in _rows(first) if not _touches(row, seen, width) for word in row]
    return first + _plain(program, roles, note, here, seat, [(entries[n], at0 + n) for n in keys])


def _rows(code: list[int]) -> list[list[int]]:
    found, at = [], 0
    while at < len(code):
        found.append(code[at : at + code[at + 1]])
        at += code[at + 1]
    return found


def _touches(row: list[int], entries: set[int], width: int) -> bool:
    return any(entry <= row[2] < entry + width for entry in entries)


def _plain(
    program: Program,
    roles: Roles,
    note: ir.Note,
    here: Addresses,
    seat: int,
    cells: list[tuple[int, int]],
) -> list[int]:
    """Instructions for values that the player always sees; each cell is an entry and a word."""
    of, found = note.type, list[int]()
    if isinstance(of, NumberType | YesNoType):
        low, high = limits(note)
        if not note.optional:
            return copies(cells, low, high)
        for entry, at in cells:
            found += instruction(Do.OPTIONAL, at, word_for_nothing(of), entry, low, high)
        return found
    element = of.element if isinstance(of, SetType) else of
    ranks = members_by_role(program, roles, element, seat)
    lowest = program.layout.lowest(element)
    size = max((n - lowest for n in ranks), default=-1) + 1
    for entry, at in cells:
        row = [ranks.get(n + lowest, -1) for n in range(size)]
        if isinstance(of, SetType):
            found += here.marks(at, [entry + rank if rank >= 0 else -1 for rank in row])
        elif len(ranks) > MOST_MARKS:
            found += instruction(Do.NAMED, at, size, entry, *(rank + 1 for rank in row))
        else:
            marks = [entry + rank if rank >= 0 else -1 for rank in row]
            found += instruction(Do.MARK, at, size, *marks)
    return found


def limits(note: ir.Note) -> tuple[int, int]:
    """The range of the entry of a number."""
    if isinstance(note.type, NumberType):
        return max(-LARGEST, min(0, note.low)), min(LARGEST, max(0, note.high))
    return 0, 1


def _always_seen(program: Program, kind: str) -> bool:
    """Whether everybody sees the pieces of an open kind wherever they are."""
    table = program.table
    if kind in program.layout.faces:
        return False
    for number, at in enumerate(program.layout.masks[kind].at):
        place = table.places[number]
        declared = table.game.places.get(place.declared)
        if at >= 0 and (
            place.visible_for(kind) != "everyone"
            or (declared is not None and not place.is_space and declared.visible_when is not None)
        ):
            return False
    return True


def _is_seen(program: Program, note: ir.Note, key: int, seat: int) -> bool:
    """Whether a player always sees a value."""
    if note.visible_to == "everyone":
        return True
    table = program.table
    number = table.numbers_per(note.per)[key] if isinstance(note.per, str) else key
    things = table.split_key(note.per, number)
    owning = ir.find_owning_index(note.per, table.game.varieties)
    assert owning is not None
    per, n = things[owning]
    return (n if per == "player" else table.places[n].owner) == seat


def _of_pieces(
    program: Program,
    roles: Roles,
    note: ir.Note,
    here: Addresses,
    seat: int,
    first: int,
    width: int,
) -> list[int]:
    """Instructions for a note of each piece of a kind that the player may not see."""
    table, layout, kind, of = program.table, program.layout, str(note.per), note.type
    if isinstance(of, NumberType | YesNoType):
        way, members = int(note.optional), list[int]()
    elif isinstance(of, SetType) and width <= WORD:
        way, ranks = 2, members_by_role(program, roles, of.element, seat)
        lowest = layout.lowest(of.element)
        members = [ranks.get(n + lowest, -1) for n in range(WORD)]
        if any(n - lowest >= WORD for n in ranks):
            raise NotNative(f"the note `{note.id}` is of sets of more than {WORD} members")
    else:
        raise NotNative(
            f"the note `{note.id}` of pieces that may be hidden is neither number nor set"
        )
    low, high = limits(note)
    hidden = kind in layout.faces
    sights = here.sights(kind, seat) if not hidden else [int(Sight.SEEN)] * len(table.places)
    if note.visible_to == "owner":
        sights = [
            own if place.owner == seat else int(Sight.UNSEEN)
            for own, place in zip(sights, table.places, strict=True)
        ]
    nothing = word_for_nothing(of) if note.optional else 0
    return instruction(
        Do.OF_PIECES,
        *(here.kind(kind), len(table.pieces[kind]), layout.places[kind]),
        layout.names[kind] if hidden else -1,
        *(layout.notes[note.id], layout.starts[note.id], first, width),
        *(way, low, high, nothing, len(table.places)),
        *sights,
        *roles.pieces[kind][seat],
        *members,
    )


__all__ = ["members_by_role", "note_code"]
