"""A state by names, for records to hash, scenarios to compare and people to read. It has no offsets or block numbers.

Addresses and names are computed once for each program. The hash of a position is in `position_hash.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from boardwright.dsl.language.types import (
    NumberType,
    PlayerType,
    SetType,
    Type,
    word_for_nothing,
)
from boardwright.dsl.language.words import DIRECTIONS
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.members import MEMBERS, bits
from boardwright.interpreter.machine.runtime import in_order
from boardwright.interpreter.play.naming import ids_of
from boardwright.interpreter.play.remembered import MemoryReader, NoteWords
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.table import Table

Position = dict[str, Any]
StockRows = list[tuple[int, int]]
"""Places, each with the word for the amount of a stock's first member there."""


def position(program: Program, v: Sequence[int], *, zeros: bool = False) -> Position:
    """The whole position by declared names, in the order of declaration. Amounts of zero and notes with their first value
    are left out unless `zeros`; unknown pieces are always left out. See `Reader` for each part.
    """
    return program.kept("position", Reader).read(list(v), zeros=zeros)


NoteKey = tuple[str, ...]
"""The id of what a note has a value for, or the two ids of a pair; one empty id if there is only one value."""


def list_note_keys(table: Table, note: ir.Note) -> tuple[NoteKey, ...]:
    """What a note has a value for, in the order of its words."""
    if note.per is None:
        return (("",),)
    return tuple(itertools.product(*map(table.ids_per, ir.list_indices(note.per))))


def put_at(values: dict[str, Any], key: NoteKey, value: Any) -> None:
    """Puts a value where its key says: one mapping inside another for two ids."""
    *outer, last = key
    for id in outer:
        values = values.setdefault(id, {})
    values[last] = value


def value_reader(program: Program, of: Type) -> Callable[[int], Any]:
    """Reads a word of this type: a number, an id, None for nobody, or a list of these."""
    if isinstance(of, SetType):
        layout, element, read = program.layout, of.element, value_reader(program, of.element)
        return lambda word: [read(member) for member in layout.members(element, word)]
    if isinstance(of, NumberType):
        return int
    ids = ids_of(program, of)
    if isinstance(of, PlayerType):
        return lambda word: ids[word] if word >= 0 else None
    return ids.__getitem__


def _note_reader(program: Program, note: ir.Note) -> Callable[[int], Any]:
    """Reads a word of a note: None for nothing."""
    read = value_reader(program, note.type)
    if not note.optional:
        return read
    nothing = word_for_nothing(note.type)
    return lambda word: None if word == nothing else read(word)


def _put_word(
    keys: Sequence[NoteKey],
    read: Callable[[int], Any],
    values: dict[str, Any],
    number: int,
    word: int,
) -> None:
    put_at(values, keys[number], read(word))


class Reader:
    """Reads positions of one program."""

    def __init__(self, program: Program) -> None:
        layout, table = program.layout, program.table
        self.program, self.layout, self.table = program, layout, table
        self.place_ids = [place.id for place in table.places]
        self.kinds = {kind: Pieces(layout, kind) for kind, of in table.pieces.items() if of}
        self.piece_ids = {kind: [piece.id for piece in of] for kind, of in table.pieces.items()}
        self.pools = [
            (self.place_ids[place], kind, at, layout.masks[kind].at[place])
            for kind, pools in layout.pools.items()
            for place, at in enumerate(pools.at)
            if at >= 0
        ]
        self.bounds = [
            (self.place_ids[place], kind, bounds.rows[place], bounds.counted)
            for place in range(len(table.places))
            for kind, bounds in layout.bounds.items()
            if place in bounds.rows
        ]
        self.orders = [
            (self.place_ids[place], tops, layout.above[kind], self.piece_ids[kind])
            for place, tops in layout.tops.items()
            for kind in layout.above
            if layout.masks[kind].at[place] >= 0
        ]
        self.stocks = {
            stock: (members, [(n, at) for n, at in enumerate(layout.stocks[stock].at) if at >= 0])
            for stock, members in table.stock_members.items()
        }
        self.notes = [
            (
                note.id,
                layout.notes[note.id],
                layout.starts[note.id],
                list_note_keys(table, note),
                _note_reader(program, note),
            )
            for note in table.game.notes.values()
        ]
        words = {
            id: NoteWords(start, partial(_put_word, keys, read))
            for id, _, start, keys, read in self.notes
        }
        self.memories = [
            MemoryReader(table, id, room, words) for id, room in layout.memories.items()
        ]
        phases, seats = table.phases or (None,), (*table.seats, None)
        self.built_in: dict[str, Callable[[int], Any]] = {
            "phase": phases.__getitem__,
            "round": int,
            "turn_number": int,
            "active_player": seats.__getitem__,
            "last_player": seats.__getitem__,
            "direction": DIRECTIONS.__getitem__,
        }
        self.most_decisions = table.game.most_decisions
        self.limits = [(name, at, limit_holders(layout, at)) for name, at in layout.limits]

    def read(self, v: list[int], *, zeros: bool = False) -> Position:
        names, known = self.names(v), self.at_least(v)
        return {
            "pieces": {kind: pieces.read(v) for kind, pieces in self.kinds.items()},
            **({"names": names} if names else {}),
            **({"at_least": known} if known else {}),
            "order": self.order(v),
            "stocks": {stock: self.stock(v, stock, zeros=zeros) for stock in self.stocks},
            "notes": self.values_of_notes(v, zeros=zeros),
            **({"memories": memories} if (memories := self.remembered(v, zeros=zeros)) else {}),
            "used": self.used(v, zeros=zeros),
            **self.course(v),
        }

    def names(self, v: list[int]) -> dict[str, dict[str, list[str]]]:
        """The names that pieces get when they leave a place where they cannot be followed, except those of the pieces there."""
        found: dict[str, dict[str, list[str]]] = {}
        for place, kind, at, mask in self.pools:
            others = v[at] & ~v[mask]
            if others:
                ids = self.piece_ids[kind]
                found.setdefault(place, {})[kind] = [ids[name] for name in bits(others)]
        return found

    def at_least(self, v: list[int]) -> dict[str, Any]:
        """How many pieces of each face each player knows, at least, in places where pieces cannot be followed."""
        found: dict[str, Any] = {}
        seats = self.table.seats
        for place, kind, at, counted in self.bounds:
            words = v[at : at + len(seats)]
            if any(words):
                faces = self.table.faces[kind]
                found.setdefault(place, {})[kind] = {
                    seat: {faces[n].id: count for n, count in counted(word).items()}
                    for seat, word in zip(seats, words, strict=True)
                    if word
                }
        return found

    def order(self, v: list[int]) -> dict[str, list[str]]:
        return {
            place: [ids[n] for n in in_order(v, above, tops)]
            for place, tops, above, ids in self.orders
            if v[tops]
        }

    def stock(
        self, v: list[int], stock: str, within: StockRows | None = None, *, zeros: bool = False
    ) -> dict[str, Any]:
        """The amounts of a stock by place: everywhere, or in these places."""
        (members, rows), declared = self.stocks[stock], self.table.game.stocks[stock]
        if within is not None:
            rows = within
        elif zeros and declared.total is None:
            # Where it comes from there is always enough of it: that is never counted.
            rows = [row for row in rows if self.table.places[row[0]].declared != declared.home]
        if members == ("",):
            return {self.place_ids[place]: v[at] for place, at in rows if zeros or v[at]}
        found, count = {}, len(members)
        for place, at in rows:
            amounts = {
                m: amount
                for m, amount in zip(members, v[at : at + count], strict=True)
                if zeros or amount
            }
            if amounts:
                found[self.place_ids[place]] = amounts
        return found

    def values_of_notes(self, v: list[int], *, zeros: bool = False) -> dict[str, dict[str, Any]]:
        """The notes that do not have their first value, or all notes."""
        found: dict[str, dict[str, Any]] = {}
        for id, at, start, keys, read in self.notes:
            words = v[at : at + len(keys)]
            if zeros or words.count(start) < len(words):
                rows = zip(keys, words, strict=True)
                values = found.setdefault(id, {})
                for key, word in rows:
                    if zeros or word != start:
                        put_at(values, key, read(word))
        return found

    def remembered(self, v: list[int], *, zeros: bool = False) -> dict[str, Any]:
        """The positions that each memory holds, or each that holds any."""
        return {
            memory.id: memory.read(v) for memory in self.memories if zeros or v[memory.room.count]
        }

    def used(self, v: list[int], *, zeros: bool = False) -> dict[str, dict[str, int]]:
        """How often limited entries have been used: by offer and entry for each player, by kind and entry for each piece
        or space.
        """
        found: dict[str, dict[str, int]] = {}
        for name, at, holders in self.limits:
            words = v[at : at + len(holders)]
            if zeros or any(words):
                rows = zip(holders, words, strict=True)
                found.setdefault(name, {}).update((holder, n) for holder, n in rows if zeros or n)
        return {name: dict(sorted(found[name].items())) for name in sorted(found)}

    def course(self, v: list[int]) -> Position:
        """The progress of the game, its players, the decision, and chance."""
        found: Position = {
            name: read(v[lay.BUILT_IN[name]]) for name, read in self.built_in.items()
        }
        found.update(self.out_of(v))
        out_of = {id: self.seats(v[at]) for id, at in self.layout.out_of_phase.items() if v[at]}
        if out_of:
            found["out_of_phase"] = out_of
        if v[lay.PC] != lay.OVER and v[lay.DECISIONS] < self.most_decisions:
            found["asked"] = self.asked(v[lay.SITE], v[lay.ASKER], v[lay.PICKED])
        found["chance"] = v[lay.RANDOM : lay.RANDOM + rng.WORDS]
        if (naming := self.layout.naming) >= 0:
            found["naming"] = v[naming : naming + rng.WORDS]
        return found

    def out_of(self, v: list[int]) -> Position:
        """The players who are out of the game and of the round, if any."""
        everyone = (1 << self.table.players) - 1
        found = {"out_of_game": everyone & ~v[lay.IN_GAME]}
        if self.layout.out_of_round:
            found["out_of_round"] = found["out_of_game"] | v[self.layout.out_of_round]
        else:
            found["out_of_round"] = everyone & ~v[lay.IN_ROUND]
        return {name: self.seats(out) for name, out in found.items() if out}

    def seats(self, mask: int) -> list[str]:
        """The names of the seats in a mask."""
        return [self.table.seats[seat] for seat in MEMBERS[mask]]

    def asked(self, site: int, asker: int, picked: int) -> Position:
        """The decision, and the picks so far."""
        declared = self.program.sites[site]
        found: Position = {"player": self.table.seats[asker], "decision": declared.name}
        if declared.element is not None and picked:
            read = value_reader(self.program, declared.element)
            found["picked"] = [read(n) for n in self.layout.members(declared.element, picked)]
        return found


class Pieces:
    """Reads the pieces of one kind."""

    def __init__(self, layout: lay.Layout, kind: str) -> None:
        table = layout.table
        self.kind, self.layout, self.seats = kind, layout, table.seats
        self.ids = [piece.id for piece in table.pieces[kind]]
        self.places = [place.id for place in table.places]
        self.faces = [face.id for face in table.faces[kind]]
        self.count = len(self.ids)
        self.hidden, self.has_sides = kind in layout.faces, kind in layout.sides

    def read(self, v: list[int]) -> dict[str, Any]:
        """Each piece by its id."""
        places, at = self.places, self.layout.places[self.kind]
        found: dict[str, Any] = {
            id: {"place": places[place]}
            for id, place in zip(self.ids, v[at : at + self.count], strict=True)
        }
        if self.hidden:
            self.add_hidden(v, found)
        if self.has_sides:
            sides = self.words(v, self.layout.sides)
            for facts, side in zip(found.values(), sides, strict=True):
                facts["side"] = side
        return found

    def words(self, v: list[int], rows: Mapping[str, int]) -> list[int]:
        """The words of all pieces in one row, which has one for each piece."""
        return v[rows[self.kind] : rows[self.kind] + self.count]

    def add_hidden(self, v: list[int], found: dict[str, Any]) -> None:
        """Adds the faces of pieces, who knows them, and their names."""
        layout, ids, faces, seats = self.layout, self.ids, self.faces, self.seats
        rows = zip(
            found.values(),
            self.words(v, layout.faces),
            self.words(v, layout.known),
            self.words(v, layout.names),
            range(self.count),
            strict=True,
        )
        disguised = self.kind in layout.believed
        for facts, face, known, name, number in rows:
            facts["face"] = faces[face]
            if known:
                facts["known_to"] = [seats[seat] for seat in MEMBERS[known]]
                if disguised and (believed := self.believed(v, name, known)):
                    facts["believed"] = believed
            if name != number and name != lay.NAMELESS:
                facts["name"] = ids[name]

    def believed(self, v: list[int], name: int, known: int) -> dict[str, str]:
        """The face that each seat still believes is under the name of a piece."""
        if name < 0:
            return {}
        at = self.layout.believed[self.kind] + name
        return {
            self.seats[seat]: self.faces[v[at + seat * self.count]]
            for seat in MEMBERS[known]
            if v[at + seat * self.count] >= 0
        }


def limit_holders(layout: lay.Layout, at: int) -> list[str]:
    """The ids of the holders of a limit's words."""
    table, whose = layout.table, layout.whose[at]
    if whose.kind == "player":
        return [table.seats[number] for number in whose.numbers]
    if whose.kind not in table.pieces:
        return [table.spaces[number].id for number in whose.numbers]
    things = table.faces[whose.kind] if whose.by_face else table.pieces[whose.kind]
    return [things[number].id for number in whose.numbers]


__all__ = [
    "NoteKey",
    "Position",
    "Reader",
    "StockRows",
    "list_note_keys",
    "position",
    "put_at",
    "value_reader",
]
