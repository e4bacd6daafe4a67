"""Observations of pieces: what lies where, as far as the player knows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardwright.dsl.language.types import PieceType
from boardwright.dsl.rules import ir
from boardwright.interpreter.learning.addresses import Addresses, instruction
from boardwright.interpreter.learning.parts import Legend, Part
from boardwright.interpreter.learning.roles import Roles
from boardwright.interpreter.machine.face_bounds import fields_of
from boardwright.interpreter.machine.observing import UNKNOWN, Do
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.play.option_ids import back_of
from boardwright.interpreter.play.views import View
from boardwright.interpreter.program.program import Program


@dataclass(frozen=True, slots=True)
class Codes:
    """Numbers for pieces as a player points at them: 0 for none, 1 for an unknown one, then pieces (of a hidden kind: names), then
    faces.
    """

    kind: str
    pieces: dict[str, int]
    faces: dict[str, int]
    most: int

    def of(self, name: str | None) -> int:
        if name is None:
            return UNKNOWN
        return self.pieces[name] if name in self.pieces else self.faces.get(name, UNKNOWN)


def codes(program: Program, roles: Roles, kind: str) -> list[Codes]:
    """The codes of a kind, for each seat."""
    table = program.table
    pieces, faces = table.pieces[kind], table.faces[kind]
    hidden = kind in program.layout.faces
    return [
        Codes(
            kind,
            {p.id: 2 + roles.pieces[kind][seat][n] for n, p in enumerate(pieces)},
            {f.id: 2 + len(pieces) + roles.faces[kind][seat][n] for n, f in enumerate(faces)}
            if hidden
            else {},
            1 + len(pieces) + (len(faces) if hidden else 0),
        )
        for seat in range(table.players)
    ]


@dataclass(frozen=True, slots=True)
class KindCells:
    """Where the entries of one kind begin. `places` are those that can hold it, by role, in order.

    `known` has an entry for each place and face, `all` one for each place and back (for an open kind, how many are out of sight
    in places that may hide them, else none). `where`, `which` and `side` have one for each piece or name, or are -1.
    """

    kind: str
    hidden: bool
    places: tuple[int, ...]
    faces: int
    known: int
    backs: tuple[int, ...]  # of each face: the number of its back
    all: dict[int, int]  # place by role: its first entry
    where: int
    which: int
    side: int


def has_own_numbers(program: Program, kind: str) -> bool:
    """Whether an open piece matters by itself although others look the same."""
    table = program.table
    if kind in program.layout.sides:
        return True
    if len({piece.face for piece in table.pieces[kind]}) == len(table.pieces[kind]):
        return False
    asked = any(
        isinstance(site.element, PieceType) and site.element.kind == kind for site in program.sites
    )
    noted = any(kind in ir.list_indices(note.per) for note in table.game.notes.values() if note.per)
    return asked or noted


def kind_cells(program: Program, roles: Roles, kind: str, legend: Legend) -> KindCells:
    """Entries for a kind of pieces."""
    table, layout = program.table, program.layout
    hidden, pieces, faces = kind in layout.faces, table.pieces[kind], table.faces[kind]
    places = tuple(
        sorted(
            {
                roles.places[seat][place]
                for seat in range(table.players)
                for place, at in enumerate(layout.masks[kind].at)
                if at >= 0
            }
        )
    )
    copies = [field.bit_count() for field in fields_of(table, kind)]
    known = len(legend.entries)
    for place in places:
        for face in range(len(faces)):
            name = roles.face(kind, face)
            most = len(pieces) if kind in layout.believed else copies[face]
            legend.add(f"{name} in {roles.place(place)}", 0, most)
    backs = _backs(program, kind)
    every: dict[int, int] = {}
    for place in places:
        here = table.places[place]
        declared = table.game.places.get(here.declared)
        may_hide = here.visible_for(kind) != "everyone" or (
            declared is not None and not here.is_space and declared.visible_when is not None
        )
        if hidden:
            every[place] = len(legend.entries)
            for back in range(max(backs) + 1):
                what = f"{kind} with back {_back_text(program, kind, backs.index(back))}"
                what = f"{kind} of any face" if max(backs) == 0 else what
                legend.add(f"{what} in {roles.place(place)}", 0, len(pieces))
        elif may_hide:
            every[place] = legend.add(f"unseen {kind} in {roles.place(place)}", 0, len(pieces))
    where = which = side = -1
    followed = hidden and any(table.places[place].tracked for place in places)
    if followed or (not hidden and has_own_numbers(program, kind)):
        where = len(legend.entries)
        for n, piece in enumerate(pieces):
            name = piece.id if hidden else roles.piece(kind, n)
            legend.add(f"place of {name}", 0, len(table.places))
    if followed:
        which = len(legend.entries)
        for piece in pieces:
            legend.add(f"face of {piece.id}", 0, len(faces))
    if kind in layout.sides:
        side = len(legend.entries)
        for n, piece in enumerate(pieces):
            name = piece.id if hidden else roles.piece(kind, n)
            legend.add(f"side of {name}", 0, table.game.kinds[kind].sides)
    return KindCells(
        kind, hidden, places, len(faces), known, tuple(backs), every, where, which, side
    )


def _backs(program: Program, kind: str) -> list[int]:
    """The number of the back of each face, as a view shows it: without the player that it belongs to."""
    table = program.table
    if not table.game.kinds[kind].back:
        return [0] * len(table.faces[kind])
    found: dict[str, int] = {}
    return [
        found.setdefault(repr(back_of(table, kind, face.definition)), len(found))
        for face in table.faces[kind]
    ]


def _back_text(program: Program, kind: str, face: int) -> str:
    back = back_of(program.table, kind, program.table.faces[kind][face].definition)
    return " ".join(f"{key} {value}" for key, value in back.items())


def piece_parts(program: Program, roles: Roles, legend: Legend) -> Iterator[Part]:
    """A part for each kind of pieces."""
    for kind, pieces in program.table.pieces.items():
        if pieces:
            yield _part_of(program, roles, kind, kind_cells(program, roles, kind, legend))


def _part_of(program: Program, roles: Roles, kind: str, cells: KindCells) -> Part:
    table = program.table
    pieces, faces, count = table.pieces[kind], table.faces[kind], cells.faces
    at_place = {place: cells.known + n * count for n, place in enumerate(cells.places)}
    places = [
        {place.id: roles.places[seat][n] for n, place in enumerate(table.places)}
        for seat in range(table.players)
    ]
    number = {piece.id: n for n, piece in enumerate(pieces)}
    face_of = {face.id: n for n, face in enumerate(faces)}
    back_of_id = {
        repr(back_of(table, kind, face.definition)): back
        for face, back in zip(faces, cells.backs, strict=True)
    }
    has_back = bool(table.game.kinds[kind].back)

    def encode(seen: View, seat: int, out: list[int]) -> None:
        role_of, face_roles, piece_roles = (
            places[seat],
            roles.faces[kind][seat],
            roles.pieces[kind][seat],
        )
        for id, facts in seen["pieces"].get(kind, {}).items():
            n, place = number[id], role_of[facts["place"]]
            role = piece_roles[n]
            if not cells.hidden:
                out[at_place[place] + face_roles[pieces[n].face]] += 1
            else:
                back = 0
                if "face" in facts:
                    face = face_of[facts["face"]]
                    out[at_place[place] + face_roles[face]] += 1
                    out[cells.which + role] = 1 + face_roles[face]
                    back = cells.backs[face]
                elif has_back:
                    back = back_of_id[repr(facts["back"])]
                out[cells.all[place] + back] += 1
            if cells.where >= 0:
                out[cells.where + role] = 1 + place
            if cells.side >= 0:
                out[cells.side + role] = facts["side"]
        for id, kinds in seen["piles"].items():
            pile = kinds.get(kind)
            if pile is None:
                continue
            place = role_of[id]
            for face in pile.get("faces", ()):
                out[at_place[place] + face_roles[face_of[face]]] += 1
            for face, least in pile.get("at_least", {}).items():
                out[at_place[place] + face_roles[face_of[face]]] += least
            if not has_back:
                out[cells.all[place]] += pile["count"]
                continue
            for face in pile.get("faces", ()):
                out[cells.all[place] + cells.backs[face_of[face]]] += 1
            for back in pile.get("backs", ()):
                out[cells.all[place] + back_of_id[repr(back)]] += 1

    def code(here: Addresses, seat: int) -> list[int]:
        return _code(program, roles, cells, at_place, here, seat)

    return Part(encode, code)


def _code(
    program: Program,
    roles: Roles,
    cells: KindCells,
    at_place: dict[int, int],
    here: Addresses,
    seat: int,
) -> list[int]:
    """The instructions for the pieces of a kind."""
    table, layout, kind = program.table, program.layout, cells.kind
    pieces, count = table.pieces[kind], len(table.places)
    place_roles, face_roles = roles.places[seat], roles.faces[kind][seat]
    of_places = [
        *here.sights(kind, seat),
        *(at_place.get(role, -1) for role in place_roles),
        *(cells.all.get(role, -1) for role in place_roles),
        *(1 + role for role in place_roles),
    ]
    number, sides = here.kind(kind), layout.sides.get(kind, -1)
    if not cells.hidden:
        return instruction(
            Do.OPEN,
            *(number, len(pieces), layout.places[kind], sides, cells.where, cells.side, count),
            *of_places,
            *(face_roles[piece.face] for piece in pieces),
            *roles.pieces[kind][seat],
        )
    found = instruction(
        Do.HIDDEN,
        *(number, len(pieces), layout.places[kind], layout.faces[kind], layout.names[kind], sides),
        *(cells.where, cells.which, cells.side, count, cells.faces, layout.known[kind]),
        *of_places,
        *face_roles,
        *cells.backs,
    )
    if kind in layout.bounds:
        bounds = layout.bounds[kind]
        for place, at in bounds.rows.items():
            parts = here.parts(at + seat)
            first = at_place[place_roles[place]]
            faces = [
                word
                for face, own in enumerate(bounds.fields)
                for word in (first + face_roles[face], *_words(own, len(parts)))
            ]
            found += instruction(Do.BOUNDS, len(parts), *parts, cells.faces, *faces)
    return found


def _words(mask: int, count: int) -> list[int]:
    """A set as words of 64 members, as machine code has them."""
    words = [mask >> WORD * n & (1 << WORD) - 1 for n in range(count)]
    return [word - (1 << WORD) if word >> WORD - 1 else word for word in words]


# ---- orders


@dataclass(frozen=True, slots=True)
class OrderCells:
    """The entries of one ordered place, by role: the pieces from the top down as codes, and a mark for the face of the top."""

    place: int
    kind: str
    first: int
    count: int
    top: int


def order_cells(program: Program, roles: Roles, legend: Legend) -> list[OrderCells]:
    """The entries of all ordered places."""
    table, layout = program.table, program.layout
    found = []
    for place in sorted(layout.tops):
        for kind in layout.above:
            if layout.masks[kind].at[place] < 0:
                continue
            count = len(table.pieces[kind])
            room = table.places[place].room.get(kind)
            count = count if room is None else min(count, room)
            most = codes(program, roles, kind)[0].most
            first = len(legend.entries)
            for n in range(count):
                which = "top" if n == 0 else f"{n} below the top"
                legend.add(f"piece at the {which} of {roles.place(place)}", 0, most)
            top = len(legend.entries)
            for face in range(len(table.faces[kind])):
                legend.add(f"top of {roles.place(place)} is {roles.face(kind, face)}")
            found.append(OrderCells(place, kind, first, count, top))
    return found


def order_parts(program: Program, roles: Roles, legend: Legend) -> Iterator[Part]:
    """A part for all ordered places."""
    cells = order_cells(program, roles, legend)
    if not cells:
        return
    table = program.table
    by_role = {(each.place, each.kind): each for each in cells}
    kinds = {each.kind for each in cells}
    of_kind = {kind: codes(program, roles, kind) for kind in kinds}
    place_ids = [
        {place.id: roles.places[seat][n] for n, place in enumerate(table.places)}
        for seat in range(table.players)
    ]
    first_face = {
        kind: {piece.id: piece.face for piece in table.pieces[kind]}
        for kind in kinds
        if kind not in program.layout.faces
    }
    face_of = {kind: {face.id: n for n, face in enumerate(table.faces[kind])} for kind in kinds}
    kind_in = {each.place: each.kind for each in cells}

    def encode(seen: View, seat: int, out: list[int]) -> None:
        for id, order in seen["order"].items():
            place = place_ids[seat][id]
            kind = kind_in[place]
            own, cell = of_kind[kind][seat], by_role[place, kind]
            for n, name in enumerate(reversed(order)):
                if n < cell.count:
                    out[cell.first + n] = own.of(name)
            top = order[-1]
            if top is None:
                continue
            face = first_face.get(kind, {}).get(top, -1)
            if face < 0:
                told = seen["pieces"].get(kind, {}).get(top, {}).get("face", top)
                face = face_of[kind].get(told, -1)
            if face >= 0:
                out[cell.top + roles.faces[kind][seat][face]] = 1

    def code(here: Addresses, seat: int) -> list[int]:
        layout = program.layout
        found: list[int] = []
        for place, tops in sorted(layout.tops.items()):
            for kind in layout.above:
                if layout.masks[kind].at[place] < 0:
                    continue
                cell = by_role[roles.places[seat][place], kind]
                pieces, face_roles = table.pieces[kind], roles.faces[kind][seat]
                hidden = kind in layout.faces
                words = list(face_roles)
                if not hidden:
                    words = [2 + role for role in roles.pieces[kind][seat]]
                    words += [face_roles[piece.face] for piece in pieces]
                own = (here.kind(kind), int(hidden), len(pieces), tops, layout.below[kind])
                names = layout.names.get(kind, layout.places[kind])
                seen = here.sights(kind, seat)[place]
                found += instruction(
                    Do.ORDER, *own, names, cell.first, cell.count, cell.top, seen, *words
                )
        return found

    yield Part(encode, code)


__all__ = [
    "UNKNOWN",
    "Codes",
    "KindCells",
    "OrderCells",
    "codes",
    "kind_cells",
    "order_cells",
    "order_parts",
    "piece_parts",
]
