"""What the words of a state mean to somebody who watches them change."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.dsl.language.types import NO_NUMBER, NumberType, SetType
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.members import MEMBERS, bits
from boardwright.interpreter.play.position import Reader
from boardwright.interpreter.program.program import Program

PLACE, NAMES, POOL, ORDER, STOCK, SIDE, NOTE, USE, KNOWN, BOUNDS, BELIEVED, OUT, COURSE, MEMORY = (
    1 << n for n in range(14)
)
"""The sorts of words; several of them are a mask."""

MOST_KEPT = 1 << 12
"""How many texts are kept of what words of one sort may say."""

quoted = json.encoder.encode_basestring_ascii
"""A text as JSON."""

written = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode
"""Anything as JSON, in the one way in which records have it."""


class Texts(dict[int, str]):
    """What the values of a word are written as. Each is worked out when it is first wanted."""

    __slots__ = ("write",)

    def __init__(self, write: Callable[[int], str]) -> None:
        super().__init__()
        self.write = write

    def __missing__(self, value: int) -> str:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[value] = self.write(value)
        return found


@dataclass(frozen=True, slots=True)
class Word:
    """One word: of which kind, stock, note or limit it is (`of`), of which piece, place or key (`key`), and of which
    player, member or row of limits (`more`; it is 1 for a mask of who is out, not in, and for how many positions a memory holds).

    `text` writes what it says. An event of this word alone begins with `head`; in a list it is `named`.
    """

    sort: int
    of: str
    key: int = 0
    more: int = 0
    text: Callable[[int], str] = str
    head: str = ""
    named: str = ""


def words_of(program: Program) -> list[Word]:
    """All words by their address; those that no event speaks of are of no sort."""
    found = [Word(0, "")] * program.layout.size
    for kind, of in program.table.pieces.items():
        _add_pieces(found, program, kind, len(of))
    _add_counted(found, program)
    layout, reader = program.layout, program.kept("position", Reader)
    for name, at in lay.BUILT_IN.items():
        texts = Texts(_writer(reader.built_in[name], f"{quoted(name)}:"))
        found[at] = Word(COURSE, name, text=texts.__getitem__)
    found[lay.IN_GAME] = Word(OUT, "game")
    if layout.out_of_round:
        found[layout.out_of_round] = Word(OUT, "round", more=1)
    else:
        found[lay.IN_ROUND] = Word(OUT, "round")
    for phase, at in layout.out_of_phase.items():
        found[at] = Word(OUT, phase, more=1)
    for number, memory in enumerate(reader.memories):
        for at in memory.room.telling:
            found[at] = Word(MEMORY, memory.id, number, int(at == memory.room.count))
    return found


def _add_counted(found: list[Word], program: Program) -> None:
    """Stocks, notes and limits."""
    layout, table, reader = program.layout, program.table, program.kept("position", Reader)
    for stock, rows in layout.stocks.items():
        for place, at in enumerate(rows.at):
            for member in range(len(table.stock_members[stock]) if at >= 0 else 0):
                found[at + member] = Word(STOCK, stock, place, member)
    for id, at, _, keys, read in reader.notes:
        of = table.game.notes[id].type
        # Numbers and sets may be too many to keep.
        text: Callable[[int], str] = Texts(_writer(read)).__getitem__
        if isinstance(of, NumberType):
            text = _number if table.game.notes[id].optional else str
        elif isinstance(of, SetType):
            text = _writer(read)
        for n, key in enumerate(keys):
            names = [id, *(each for each in key if each)]
            whose = ""
            if len(names) > 1:
                whose = f'"of":{written(names[1] if len(names) == 2 else names[1:])},'
            head = f'{{"event":"noted","note":{quoted(id)},{whose}"now":'
            found[at + n] = Word(NOTE, id, n, text=text, head=head, named=written(names))
    for row, (name, at, holders) in enumerate(reader.limits):
        for n, holder in enumerate(holders):
            head = f'{{"event":"used","entry":{quoted(name)},"of":{quoted(holder)},"now":'
            named = written([name, holder])
            found[at + n] = Word(USE, name, n, row, head=head, named=named)


def _number(word: int) -> str:
    return "null" if word == NO_NUMBER else str(word)


def _writer(read: Callable[[int], Any], head: str = "") -> Callable[[int], str]:
    return lambda word: head + written(read(word))


def _add_pieces(found: list[Word], program: Program, kind: str, count: int) -> None:
    layout, table = program.layout, program.table
    one_each = {
        PLACE: layout.places,
        NAMES: layout.names,
        KNOWN: layout.known,
        SIDE: layout.sides,
        ORDER: layout.above,  # no order changes without it: what lies below follows
    }
    for sort, first in one_each.items():
        for piece in range(count if kind in first else 0):
            found[first[kind] + piece] = Word(sort, kind, piece)
    if kind in layout.believed:
        for seat in range(table.players):
            for name in range(count):
                at = layout.believed[kind] + seat * count + name
                found[at] = Word(BELIEVED, kind, name, seat)
    if kind in layout.pools:
        for place, at in enumerate(layout.pools[kind].at):
            if at >= 0:
                found[at] = Word(POOL, kind, place)
    if kind in layout.bounds:
        _add_bounds(found, program, kind)


def _add_bounds(found: list[Word], program: Program, kind: str) -> None:
    bounds, table = program.layout.bounds[kind], program.table
    # Every piece of a face has a bit, the lowest n are set: the highest of those says how many there are.
    more = ~bounds.lowest
    texts = [
        f"{quoted(face.id)}:{count + 1}"
        for face, field in zip(table.faces[kind], bounds.fields, strict=True)
        for count in range(field.bit_count())
    ]

    def write(word: int) -> str:
        highest = word & ~((word & more) >> 1)
        return f"{{{','.join([texts[bit] for bit in MEMBERS[highest]])}}}"

    text = Texts(write).__getitem__  # the same few cards are known of many places
    for place, at in bounds.rows.items():
        lies = f'{{"event":"known","kind":{quoted(kind)},"place":{quoted(table.places[place].id)}'
        for seat in range(table.players):
            named = f',"to":[{quoted(table.seats[seat])}]'
            head = f'{lies},"faces":'
            found[at + seat] = Word(BOUNDS, kind, place, seat, text, head, named)


@dataclass(frozen=True, slots=True)
class Kind:
    """The pieces of one kind as they are written: by number, and each handle's number."""

    id: str
    ids: Sequence[str]
    texts: Sequence[str]
    numbers: dict[str, int]
    places: int
    """The word with the place of the first of them."""
    moved: str
    """How the event of a move begins."""
    known: str
    """How the event of what players know of these begins."""


def kinds_of(program: Program) -> dict[str, Kind]:
    """All kinds of pieces."""
    found = {}
    for kind, pieces in program.table.pieces.items():
        ids = [piece.id for piece in pieces]
        found[kind] = Kind(
            kind,
            ids,
            [quoted(id) for id in ids],
            {id: n for n, id in enumerate(ids)},
            program.layout.places.get(kind, -1),
            f'{{"event":"moved","kind":{quoted(kind)},"pieces":[',
            f'{{"event":"known","kind":{quoted(kind)},"pieces":[',
        )
    return found


def seats_of(program: Program) -> Texts:
    """Masks of seats as lists of them."""
    seats = program.table.seats
    return Texts(_writer(lambda mask: [seats[seat] for seat in bits(mask)]))


__all__ = [
    "BELIEVED", "BOUNDS", "COURSE", "KNOWN", "MEMORY", "MOST_KEPT", "NAMES", "NOTE", "ORDER", "OUT", "PLACE", "POOL", "SIDE", "STOCK", "USE",
    "Kind", "Texts", "Word", "kinds_of", "quoted", "seats_of", "words_of", "written",
]  # fmt: skip
