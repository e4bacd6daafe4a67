"""Observations of notes. One that the player does not see has its first value, as one that nobody has changed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from boardwright.dsl.language.types import (
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    Type,
    YesNoType,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.learning.addresses import Addresses
from boardwright.interpreter.learning.note_code import members_by_role, note_code
from boardwright.interpreter.learning.parts import LARGEST, MOST_MARKS, Legend, Part
from boardwright.interpreter.learning.piece_parts import codes
from boardwright.interpreter.learning.roles import Roles
from boardwright.interpreter.play.naming import ids_of
from boardwright.interpreter.play.position import list_note_keys, value_reader
from boardwright.interpreter.play.views import View
from boardwright.interpreter.program.program import Program

Put = Callable[[list[int], int, Any], None]
"""Writes a value at the first entry of its note."""


def note_parts(program: Program, roles: Roles, legend: Legend) -> Iterator[Part]:
    """A part for each note."""
    for note in program.table.game.notes.values():
        if note.visible_to != "nobody":
            yield _part_of(program, roles, note, legend)


def _part_of(program: Program, roles: Roles, note: ir.Note, legend: Legend) -> Part:
    table = program.table
    seats = range(table.players)
    key_roles = [note_key_roles(program, roles, note, seat) for seat in seats]
    keys = list_note_keys(table, note)
    first, width = len(legend.entries), 0
    for key in range(len(keys)):
        before = len(legend.entries)
        _add(program, roles, note, _key_text(program, roles, note, key), legend)
        width = len(legend.entries) - before
    puts = [_put(program, roles, note, seat) for seat in seats]
    start = first_value(program, note)
    place = [
        {id: first + key_roles[seat][n] * width for n, id in enumerate(keys)} for seat in seats
    ]

    def encode(seen: View, seat: int, out: list[int]) -> None:
        put, at = puts[seat], place[seat]
        values = seen["notes"].get(note.id, {})
        said = dict(_flat(values, len(keys[0]) if keys else 1))
        for key, where in at.items():
            value = said.get(key, start)
            if value is not None:
                put(out, where, value)

    def code(here: Addresses, seat: int) -> list[int]:
        return note_code(
            program, roles, note, here, seat, list(place[seat].values()), width, start, puts[seat]
        )

    return Part(encode, code)


def first_value(program: Program, note: ir.Note) -> Any:
    """The first value of a note as a view would have it; None for nothing, and for a hidden piece."""
    start = program.layout.starts[note.id]
    of = note.type.element if isinstance(note.type, SetType) else note.type
    if isinstance(of, PieceType) and of.kind in program.layout.faces:
        return None
    if note.optional and start == word_for_nothing(note.type):
        return None
    if start < 0 and not isinstance(note.type, NumberType):
        return None
    return value_reader(program, note.type)(start)


def _flat(values: Any, depth: int) -> Iterator[tuple[tuple[str, ...], Any]]:
    if depth == 1:
        yield from (((key,), value) for key, value in values.items())
        return
    for key, inner in values.items():
        yield from (((key, *rest), value) for rest, value in _flat(inner, depth - 1))


def note_key_roles(program: Program, roles: Roles, note: ir.Note, seat: int) -> list[int]:
    """The rank by role of each key of a note."""
    if note.per is None:
        return [0]
    indices = ir.list_indices(note.per)
    ranks = [_roles_per(program, roles, each, seat) for each in indices]
    sizes = [len(each) for each in ranks]
    found = []
    for row in itertools.product(*ranks):
        rank = 0
        for n, size in zip(row, sizes, strict=True):
            rank = rank * size + n
        found.append(rank)
    return found


def _roles_per(program: Program, roles: Roles, per: str, seat: int) -> Sequence[int]:
    table = program.table
    if per == "player":
        return roles.players[seat]
    if per in table.pieces:
        return roles.pieces[per][seat]
    if per in table.game.spaces:
        spaces = table.spaces_of((per,))
        rank = {space: n for n, space in enumerate(spaces)}
        found = [rank.get(roles.places[seat][space], -1) for space in spaces]
        return found if min(found, default=0) >= 0 else range(len(spaces))
    return range(len(table.ids_per(per)))


def _key_text(program: Program, roles: Roles, note: ir.Note, key: int) -> str:
    if note.per is None:
        return note.id
    table = program.table
    indices = ir.list_indices(note.per)
    sizes = [len(table.ids_per(each)) for each in indices]
    parts: list[str] = []
    for per, size in zip(reversed(indices), reversed(sizes), strict=True):
        key, n = divmod(key, size)
        if per == "player":
            parts.append(roles.player(n))
        elif per in table.pieces:
            hidden = per in program.layout.faces
            parts.append(table.pieces[per][n].id if hidden else roles.piece(per, n))
        elif per in table.game.spaces:
            parts.append(roles.place(table.spaces_of((per,))[n]))
        else:
            parts.append(table.ids_per(per)[n])
    return f"{note.id} of {', '.join(reversed(parts))}"


def _names(program: Program, roles: Roles, of: Type) -> list[str]:
    ids = ids_of(program, of)
    ranked = members_by_role(program, roles, of, 0)
    found = [""] * len(ranked)
    for n, rank in ranked.items():
        found[rank] = ids[n]
        if isinstance(of, PlayerType):
            found[rank] = roles.player(n)
        elif isinstance(of, PieceType):
            found[rank] = roles.piece(of.kind, n)
        elif roles.of(of, 0) is not None:
            found[rank] = roles.place(n)
    return found


def _add(program: Program, roles: Roles, note: ir.Note, name: str, legend: Legend) -> None:
    """The entries of one value."""
    of = note.type
    if isinstance(of, NumberType):
        legend.add(name, min(0, note.low), max(0, note.high))
        if note.optional:
            legend.add(f"{name} is set")
    elif isinstance(of, YesNoType):
        legend.add(name)
        if note.optional:
            legend.add(f"{name} is set")
    elif isinstance(of, SetType):
        if isinstance(of.element, PieceType) and of.element.kind in program.layout.faces:
            kind = of.element.kind
            for piece in program.table.pieces[kind]:
                legend.add(f"{name} has {piece.id}")
            for face in range(len(program.table.faces[kind])):
                legend.add(f"{name} has {roles.face(kind, face)}", 0, LARGEST)
        else:
            for member in _names(program, roles, of.element):
                legend.add(f"{name} has {member}")
    elif isinstance(of, PieceType) and of.kind in program.layout.faces:
        legend.add(name, 0, codes(program, roles, of.kind)[0].most)
    else:
        members = _names(program, roles, of)
        if len(members) > MOST_MARKS:
            legend.add(name, 0, len(members))
        else:
            for member in members:
                legend.add(f"{name} is {member}")


def _put(program: Program, roles: Roles, note: ir.Note, seat: int) -> Put:
    """Writes what a note says for a seat."""
    of = note.type
    optional = note.optional
    if isinstance(of, NumberType | YesNoType):
        truth = isinstance(of, YesNoType)

        def put_number(out: list[int], at: int, value: Any) -> None:
            out[at] = int(value == "yes") if truth else value
            if optional:
                out[at + 1] = 1

        return put_number
    element = of.element if isinstance(of, SetType) else of
    if isinstance(element, PieceType) and element.kind in program.layout.faces:
        own = codes(program, roles, element.kind)[seat]

        def put_code(out: list[int], at: int, value: Any) -> None:
            out[at] = own.of(value)

        def put_codes(out: list[int], at: int, value: Any) -> None:
            for each in value:
                code = own.of(each)
                if code >= 2:
                    out[at + code - 2] += 1

        return put_codes if isinstance(of, SetType) else put_code
    ids = ids_of(program, element)
    ranks = {ids[n]: rank for n, rank in members_by_role(program, roles, element, seat).items()}
    if isinstance(element, NumberType):
        # `ids_of` writes numbers as text; a view has them as they are.
        ranks = {int(id): rank for id, rank in ranks.items()}  # type: ignore[misc]
    many = len(ranks) > MOST_MARKS

    def put_member(out: list[int], at: int, value: Any) -> None:
        if many:
            out[at] = 1 + ranks[value]
        else:
            out[at + ranks[value]] = 1

    def put_members(out: list[int], at: int, value: Any) -> None:
        for each in value:
            out[at + ranks[each]] = 1

    return put_members if isinstance(of, SetType) else put_member


__all__ = ["first_value", "note_key_roles", "note_parts"]
