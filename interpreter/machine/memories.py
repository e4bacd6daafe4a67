"""How the positions of a memory are packed into words.

A position is a row of digits in a fixed order: what lies on each space, what notes say, whose turn it is. Digits of
different radix are packed into words as large as a machine word, each word a number in mixed radix. So two rows are equal
if and only if their words are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from boardwright.dsl.language.types import NumberType, SetType
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.word_ranges import Between, Members, OneOf, Range
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import MOST_WORDS

MOST = 1 << 62
"""No word is larger: so each is a number in machine code, too."""
MOST_OF_ONE = 1_000
"""How many words one position may need."""
_UNLIMITED = 1 << 41
"""A stock without a total can be counted up to this, beyond what rules count to."""


class Says(Enum):
    """What a digit says; of what and `over` what it goes is in `Digits`."""

    PIECE = auto()  # over spaces: 0, or 1 + the face of the one piece there
    SPACE = auto()  # over pieces: 0, or 1 + the space where it lies
    COUNT = auto()  # over spaces: how many pieces of a face lie there
    SORT = auto()  # over spaces: 0, or 1 + the sort of the one thing there
    AMOUNT = auto()  # over spaces: how many things of a sort lie there
    NOTE = auto()  # over the values of a note, in the order of its words
    MEMBER = auto()  # over the members of a set: 0 or 1
    TURN = auto()  # 0, or 1 + the active player


@dataclass(frozen=True, slots=True)
class Digits:
    """Digits of one radix. `of` is a kind, stock or note; `which` a face, a sort, or the number of a value of a note.
    `lowest` is what 0 stands for, and `nothing` what radix - 1 does, if that is something else.
    """

    says: Says
    of: str
    over: Sequence[int]
    radix: int
    which: int = 0
    lowest: int = 0
    nothing: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The digits from `start` to `stop` that stand in one word, the first the most significant."""

    digits: Digits
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Packed:
    """The words of one position: the runs in each."""

    words: tuple[tuple[Run, ...], ...]

    def sizes(self) -> tuple[int, ...]:
        """How many different numbers each word can be."""
        return tuple(
            math.prod(run.digits.radix ** (run.stop - run.start) for run in runs)
            for runs in self.words
        )

    def digits(self, words: Sequence[int]) -> list[tuple[Digits, int, int]]:
        """What a row says: the digits that are not 0 or do not say 0, in their order, each with what it is over."""
        found: list[tuple[Digits, int, int]] = []
        for runs, word in zip(self.words, words, strict=True):
            here: list[tuple[Digits, int, int]] = []
            for run in reversed(runs):
                for at in reversed(range(run.start, run.stop)):
                    word, digit = divmod(word, run.digits.radix)
                    here.append((run.digits, run.digits.over[at], digit))
            found += reversed(here)
        return found


@dataclass(frozen=True, slots=True)
class Room:
    """Where a memory lies: the word that counts its positions, and one word after the other of all of them.

    `next` is the word with the number of the row that is written next, of a memory that forgets. Word n of row r is at
    `first + n * holds + r`.
    """

    count: int
    next: int | None
    first: int
    holds: int
    packed: Packed

    @property
    def size(self) -> int:
        """How many words all positions have."""
        return self.holds * len(self.packed.words)

    @property
    def telling(self) -> Sequence[int]:
        """Words of which one changes whenever anything does."""
        if self.next is None:
            return (self.count,)
        # The only position of a memory that forgets gives way to another without a word about it.
        rows = range(self.first, self.first + self.size) if self.holds == 1 else ()
        return (self.count, self.next, *rows)

    def is_sound(self, v: Sequence[int]) -> bool:
        """Whether all words are 0 but those of the positions it holds, which were written one after the other."""
        count, after = v[self.count], 0 if self.next is None else v[self.next]
        if self.next is not None and count < self.holds and after != count:
            return False
        starts = range(self.first, self.first + self.size, self.holds)
        return not any(any(v[at + count : at + self.holds]) for at in starts)

    def rows(self, v: Sequence[int]) -> list[tuple[int, ...]]:
        """The words of all positions, the oldest first."""
        count = v[self.count]
        start = 0 if self.next is None else v[self.next] - count
        at = [self.first + (start + n) % self.holds for n in range(count)]
        return [
            tuple(v[each + n * self.holds] for n in range(len(self.packed.words))) for each in at
        ]


def pack(
    table: Table,
    memory: ir.Memory,
    note_range: Callable[[ir.Note], Range],
    values: Callable[[ir.Note], int],
) -> Packed:
    """How the positions of a memory are packed. Raises `RuleError` if it needs more words than a state may have.

    `note_range` and `values` say what a note may be, and how many values it has.
    """
    found: list[Digits] = []
    for kind in memory.kinds:
        found += _of_kind(table, kind)
    for stock in memory.stocks:
        found += _of_stock(table, stock)
    for id in memory.notes:
        note = table.game.notes[id]
        found += _of_note(note, note_range(note), values(note))
    if memory.turn:
        found.append(Digits(Says.TURN, "", (0,), table.players + 1, lowest=-1))
    bits = sum(len(each.over) * math.log2(each.radix) for each in found)
    if bits > MOST_OF_ONE * MOST.bit_length():
        message = f"`{memory.id}` needs more than {MOST_OF_ONE:,} numbers for each position"
        raise errors.RuleError(errors.TOO_LARGE, message, memory.span)
    packed = Packed(tuple(_fill(found)))
    words = len(packed.words) * memory.holds
    if words > MOST_WORDS:
        message = (
            f"`{memory.id}` needs {words:,} numbers at this table, {len(packed.words)} for each position, "
            f"but the limit is {MOST_WORDS:,}"
        )
        raise errors.RuleError(errors.TOO_LARGE, message, memory.span)
    return packed


def _fill(found: Sequence[Digits]) -> list[tuple[Run, ...]]:
    """Fills one word after the other."""
    words: list[tuple[Run, ...]] = []
    runs: list[Run] = []
    size = 1
    for digits in found:
        at, stop = 0, len(digits.over)
        while at < stop and digits.radix > 1:
            room = 0
            while at + room < stop and size * digits.radix <= MOST:
                size *= digits.radix
                room += 1
            if room:
                runs.append(Run(digits, at, at + room))
                at += room
            if at < stop:
                words.append(tuple(runs))
                runs, size = [], 1
    return [*words, tuple(runs)] if runs or not words else words


# ---- what lies on the board


def _of_kind(table: Table, kind: str) -> list[Digits]:
    """Where pieces lie, in the shorter of two ways where both are possible."""
    pieces, spaces = table.pieces[kind], _spaces_of(table, kind)
    if not pieces or not spaces:
        return []
    if _has_room_for_one(table, spaces, kind):
        by_space = Digits(Says.PIECE, kind, spaces, len(table.faces[kind]) + 1)
        alone = len({piece.face for piece in pieces}) == len(pieces)
        by_piece = Digits(Says.SPACE, kind, range(len(pieces)), len(table.spaces) + 1)
        return [by_piece if alone and _bits(by_piece) < _bits(by_space) else by_space]
    found: list[Digits] = []
    alone_ones: list[int] = []
    for face in sorted({piece.face for piece in pieces}):
        copies = [number for number, piece in enumerate(pieces) if piece.face == face]
        if len(copies) == 1:
            alone_ones += copies
        else:
            found.append(Digits(Says.COUNT, kind, spaces, len(copies) + 1, which=face))
    if alone_ones:
        found.append(Digits(Says.SPACE, kind, tuple(alone_ones), len(table.spaces) + 1))
    return found


def _of_stock(table: Table, stock: str) -> list[Digits]:
    """How much lies where."""
    sorts, spaces = len(table.stock_members[stock]), _spaces_of(table, stock)
    if not spaces:
        return []
    if _has_room_for_one(table, spaces, stock):
        return [Digits(Says.SORT, stock, spaces, sorts + 1)]
    total = table.game.stocks[stock].total
    most = _UNLIMITED if total is None else total
    rooms = [table.places[space].room.get(stock, most) for space in spaces]
    radix = min(most, max(rooms)) + 1
    return [Digits(Says.AMOUNT, stock, spaces, radix, which=sort) for sort in range(sorts)]


def _spaces_of(table: Table, what: str) -> Sequence[int]:
    """The spaces that can hold a kind or stock, or are its home."""
    homes = {piece.start for piece in table.pieces.get(what, ())} | {
        *table.stock_homes.get(what, ())
    }
    found = [n for n in range(len(table.spaces)) if what in table.places[n].holds or n in homes]
    if found and found == list(range(found[0], found[-1] + 1)):
        return range(found[0], found[-1] + 1)
    return tuple(found)


def _has_room_for_one(table: Table, spaces: Sequence[int], what: str) -> bool:
    return all(table.places[space].room.get(what) == 1 for space in spaces)


def _bits(digits: Digits) -> float:
    return len(digits.over) * math.log2(digits.radix)


# ---- notes


def _of_note(note: ir.Note, of: Range, values: int) -> list[Digits]:
    """What a note says."""
    if isinstance(note.type, SetType):
        assert isinstance(of, Members)
        members = range(of.mask.bit_length())
        return [Digits(Says.MEMBER, note.id, members, 2, which=value) for value in range(values)]
    if isinstance(note.type, NumberType):
        assert isinstance(of, Between) and len(of.others) <= 1
        nothing = next(iter(of.others), None)
        radix = of.high - of.low + 1 + len(of.others)
        return [Digits(Says.NOTE, note.id, range(values), radix, lowest=of.low, nothing=nothing)]
    assert isinstance(of, OneOf)
    return [Digits(Says.NOTE, note.id, range(values), of.mask.bit_length() + 1, lowest=-1)]


__all__ = ["Digits", "Packed", "Room", "Run", "Says", "pack"]
