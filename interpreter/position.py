"""A state by names: what records hash, scenarios compare and people read. No offset or block number is in it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from boardwright.dsl import ir
from boardwright.dsl.types import PieceType, PlayerType, SetType, Type
from boardwright.interpreter import layout as lay
from boardwright.interpreter import rng
from boardwright.interpreter.members import bits
from boardwright.interpreter.naming import DIRECTIONS, element_id
from boardwright.interpreter.program import Program
from boardwright.interpreter.runtime import in_order
from boardwright.interpreter.table import Table

Position = dict[str, Any]


def position(program: Program, v: Sequence[int]) -> Position:
    """Everything that declared names mean now. Amounts of zero, notes at their start and unknown pieces are left out;
    what remains is in the order of declaration. See `Reader` for each part.
    """
    return _Reader(program, list(v)).read()


def digest(of: Position) -> str:
    """The hash of a position: of its names and values in canonical order."""
    text = json.dumps(of, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def note_key_ids(table: Table, note: ir.Note) -> tuple[str, ...] | None:
    """What a note is kept for, by ids; None if there is only one."""
    if note.per is None:
        return None
    if note.per == "player":
        return table.seats
    if note.per in table.pieces:
        return tuple(piece.id for piece in table.pieces[note.per])
    if note.per in table.game.spaces:
        return tuple(table.spaces[n].id for n in table.spaces_of((note.per,)))
    return table.game.varieties[note.per].members


class _Reader:
    def __init__(self, program: Program, v: list[int]) -> None:
        self.program, self.v, self.sites = program, v, program.sites
        self.layout, self.table = program.layout, program.table
        self.game = program.table.game

    def seat(self, number: int) -> str | None:
        return self.table.seats[number] if number >= 0 else None

    def read(self) -> Position:
        v, table = self.v, self.table
        names = self.names()
        found: Position = {
            "pieces": {kind: self.pieces(kind) for kind in table.pieces if table.pieces[kind]},
            **({"names": names} if names else {}),
            **({"at_least": known} if (known := self.at_least()) else {}),
            "order": self.order(),
            "stocks": {stock: self.stock(stock) for stock in table.stock_members},
            "notes": {
                note.id: value for note in self.game.notes.values() if (value := self.note(note))
            },
            "used": self.used(),
            "phase": table.phases[v[lay.PHASE]] if table.phases else None,
            "round": v[lay.ROUND],
            "turn_number": v[lay.TURN_NUMBER],
            "active_player": self.seat(v[lay.ACTIVE]),
            "last_player": self.seat(v[lay.LAST]),
            "direction": DIRECTIONS[v[lay.DIRECTION]],
        }
        everyone = (1 << table.players) - 1
        out_of_game, out_of_round = everyone & ~v[lay.IN_GAME], everyone & ~v[lay.IN_ROUND]
        if self.layout.out_of_round:
            out_of_round = out_of_game | v[self.layout.out_of_round]
        for name, out in (("out_of_game", out_of_game), ("out_of_round", out_of_round)):
            if out:
                found[name] = [table.seats[p] for p in bits(out)]
        out_of = {id: v[at] for id, at in self.layout.out_of_phase.items() if v[at]}
        if out_of:
            found["out_of_phase"] = {
                id: [table.seats[p] for p in bits(out)] for id, out in out_of.items()
            }
        if v[lay.PC] != lay.OVER and v[lay.DECISIONS] < self.game.most_decisions:
            site = self.sites[v[lay.SITE]]
            found["asked"] = {
                "player": self.seat(v[lay.ASKER]),
                "decision": site.name,
            }
            if site.element is not None and v[lay.PICKED]:
                of, picked = site.element, self.layout.members(site.element, v[lay.PICKED])
                found["asked"]["picked"] = [self.value(of, one) for one in picked]
        found["chance"] = v[lay.RANDOM : lay.RANDOM + rng.WORDS]
        naming = self.layout.naming
        if naming >= 0:
            found["naming"] = v[naming : naming + rng.WORDS]
        return found

    def pieces(self, kind: str) -> dict[str, Any]:
        layout, v, table = self.layout, self.v, self.table
        found = {}
        for number, piece in enumerate(table.pieces[kind]):
            facts: dict[str, Any] = {"place": table.places[v[layout.places[kind] + number]].id}
            if kind in layout.faces:
                facts["face"] = table.faces[kind][v[layout.faces[kind] + number]].id
                known = v[layout.known[kind] + number]
                if known:
                    facts["known_to"] = [table.seats[p] for p in bits(known)]
                if believed := self.believed(kind, number):
                    facts["believed"] = believed
                name = v[layout.names[kind] + number]
                if name not in (number, lay.NAMELESS):
                    facts["name"] = table.pieces[kind][name].id
            if kind in layout.sides:
                facts["side"] = v[layout.sides[kind] + number]
            found[piece.id] = facts
        return found

    def believed(self, kind: str, piece: int) -> dict[str, str]:
        """The face that somebody goes on seeing under the name of a piece, by seat."""
        layout, v, table = self.layout, self.v, self.table
        name = v[layout.names[kind] + piece]
        if kind not in layout.believed or name < 0:
            return {}
        at, count = layout.believed[kind] + name, len(table.pieces[kind])
        return {
            table.seats[seat]: table.faces[kind][v[at + seat * count]].id
            for seat in bits(v[layout.known[kind] + piece])
            if v[at + seat * count] >= 0
        }

    def names(self) -> dict[str, dict[str, list[str]]]:
        """What pieces will be called that leave a place where they cannot be followed, if that is not what lies there."""
        layout, v = self.layout, self.v
        found: dict[str, dict[str, list[str]]] = {}
        for kind, pools in layout.pools.items():
            ids = [piece.id for piece in self.table.pieces[kind]]
            for place, at in enumerate(pools.at):
                if at >= 0 and v[at] != v[layout.masks[kind].at[place]]:
                    here = found.setdefault(self.table.places[place].id, {})
                    here[kind] = [ids[name] for name in bits(v[at])]
        return found

    def at_least(self) -> dict[str, Any]:
        """What each player knows of places in which pieces cannot be followed: how many of which face, at least."""
        found: dict[str, Any] = {}
        for place, declared in enumerate(self.table.places):
            for kind, bounds in self.layout.bounds.items():
                faces = self.table.faces[kind]
                by_seat = {
                    self.table.seats[seat]: {faces[n].id: count for n, count in known.items()}
                    for seat in range(self.table.players)
                    if (known := bounds.counted(bounds.word(self.v, place, seat)))
                }
                if by_seat:
                    found.setdefault(declared.id, {})[kind] = by_seat
        return found

    def order(self) -> dict[str, list[str]]:
        found = {}
        for place, tops in self.layout.tops.items():
            for kind in self.layout.above:
                if self.layout.masks[kind].at[place] < 0:
                    continue
                pieces = in_order(self.v, self.layout.above[kind], tops)
                if pieces:
                    found[self.table.places[place].id] = [
                        self.table.pieces[kind][n].id for n in pieces
                    ]
        return found

    def stock(self, stock: str) -> dict[str, Any]:
        rows, members = self.layout.stocks[stock].at, self.table.stock_members[stock]
        found: dict[str, Any] = {}
        for place, at in enumerate(rows):
            if at < 0:
                continue
            amounts = {m: self.v[at + n] for n, m in enumerate(members) if self.v[at + n]}
            if amounts:
                name = self.table.places[place].id
                found[name] = amounts[""] if members == ("",) else amounts
        return found

    def note(self, note: ir.Note) -> Any:
        at, keys = self.layout.notes[note.id], note_key_ids(self.table, note)
        start = self.layout.starts[note.id]
        if keys is None:
            value = self.v[at]
            return None if value == start else {"": self.value(note.type, value)}
        return {
            key: self.value(note.type, self.v[at + n])
            for n, key in enumerate(keys)
            if self.v[at + n] != start
        }

    def used(self) -> dict[str, dict[str, int]]:
        """How often what is limited has been used: by offer and entry for each player, by kind and entry for each piece
        or space.
        """
        found: dict[str, dict[str, int]] = {}
        for name, at in self.layout.limits:
            per, keys, by_face = self.layout.whose[at]
            for n, key in enumerate(keys):
                if self.v[at + n]:
                    found.setdefault(name, {})[self.holder(per, key, by_face)] = self.v[at + n]
        return {name: dict(sorted(found[name].items())) for name in sorted(found)}

    def holder(self, per: str, key: int, by_face: bool) -> str:
        table = self.table
        if per == "player":
            return table.seats[key]
        if per not in table.pieces:
            return table.spaces[key].id
        return table.faces[per][key].id if by_face else table.pieces[per][key].id

    def value(self, of: Type, value: int) -> Any:
        if isinstance(of, SetType):
            members = self.layout.members(of.element, value)
            return [self.value(of.element, member) for member in members]
        if isinstance(of, PlayerType) and value < 0:
            return None
        if isinstance(of, PieceType):
            return self.table.pieces[of.kind][value].id
        text = element_id(self.program, self.v, of, value, -1)
        return int(text) if text.lstrip("-").isdigit() else text
