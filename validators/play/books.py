"""Keeps the books of a game: whatever the rules do, every thing exists once, in a place that may hold it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.dsl.language.types import (
    NO_NUMBER,
    NumberType,
)
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.program.program import Program


class Books:
    """Counts what the vectors of one program hold."""

    def __init__(self, program: Program) -> None:
        self.table, self.layout = program.table, program.layout
        self._faces = {
            kind: sorted(piece.face for piece in self.table.pieces[kind])
            for kind in self.layout.faces
        }
        self._everyone = (1 << self.table.players) - 1

    def faults(self, v: Sequence[int]) -> Iterator[str]:
        """Yields what does not balance."""
        for kind in self.table.pieces:
            yield from self._pieces(kind, v)
        for stock in self.table.stock_members:
            yield from self._stock(stock, v)
        yield from self._notes(v)
        if v[lay.IN_ROUND] & ~v[lay.IN_GAME] or v[lay.IN_GAME] & ~self._everyone:
            yield "a player who is out of the game takes part in a round"

    def _pieces(self, kind: str, v: Sequence[int]) -> Iterator[str]:
        pieces, first = self.table.pieces[kind], self.layout.places[kind]
        lying: dict[int, int] = {}
        for number in range(len(pieces)):
            place = v[first + number]
            lying[place] = lying.get(place, 0) | 1 << number
        for place, at in enumerate(self.layout.masks[kind].at):
            name = self.table.places[place].id
            here = lying.get(place, 0)
            if at < 0:
                if here:
                    yield f"a `{kind}` lies in `{name}`, which cannot hold one"
                continue
            if v[at] != here:
                yield f"`{name}` and its pieces `{kind}` disagree on which of them lie there"
            room = self.table.places[place].room.get(kind)
            if room is not None and here.bit_count() > room:
                yield f"`{name}` holds {here.bit_count()} of `{kind}` but has room for only {room}"
        if kind in self._faces:
            at = self.layout.faces[kind]
            if sorted(v[at : at + len(pieces)]) != self._faces[kind]:
                yield f"a face of the pieces `{kind}` is missing or duplicated"
        if kind in self.layout.sides:
            at, sides = self.layout.sides[kind], self.table.game.kinds[kind].sides
            if not all(1 <= side <= sides for side in v[at : at + len(pieces)]):
                yield f"a `{kind}` shows a side that it does not have"

    def _stock(self, stock: str, v: Sequence[int]) -> Iterator[str]:
        total, members = self.table.game.stocks[stock].total, self.table.stock_members[stock]
        rows = [(place, at) for place, at in enumerate(self.layout.stocks[stock].at) if at >= 0]
        for number, member in enumerate(members):
            name = f"{stock} of {member}" if member else stock
            amounts = [v[at + number] for _, at in rows]
            if min(amounts, default=0) < 0:
                yield f"a place holds a negative amount of `{name}`"
            if total is not None and sum(amounts) != total:
                yield f"there are {sum(amounts)} of `{name}`, not {total}"
        for place, at in rows:
            here, room = sum(v[at : at + len(members)]), self.table.places[place].room.get(stock)
            if room is not None and here > room:
                yield f"`{self.table.places[place].id}` holds {here} of `{stock}` but has room for only {room}"

    def _notes(self, v: Sequence[int]) -> Iterator[str]:
        for note in self.table.game.notes.values():
            if isinstance(note.type, NumberType):
                at = self.layout.notes[note.id]
                values = v[at : at + self.layout.note_keys(note.per)]
                if note.optional:
                    values = [value for value in values if value != NO_NUMBER]
                if not all(note.low <= value <= note.high for value in values):
                    yield f"the note `{note.id}` is outside its range"
