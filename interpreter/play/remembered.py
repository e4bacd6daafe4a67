"""What memories hold, by names: positions, each with only what its memory compares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.interpreter.machine.memories import Digits, Room, Says
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.table.table import Table

Row = dict[str, Any]
OLDEST_FIRST = "oldest_first"


@dataclass(frozen=True, slots=True)
class NoteWords:
    """How a note is read: its first value, and functions that put the value of a word where its key says."""

    start: int
    put: Callable[[dict[str, Any], int, int], None]


class MemoryReader:
    """Reads the positions of one memory."""

    def __init__(self, table: Table, id: str, room: Room, notes: Mapping[str, NoteWords]) -> None:
        self.id, self.room, self.forgets = id, room, room.next is not None
        self.table, self.notes = table, notes

    def read(self, v: Sequence[int]) -> list[Row] | dict[str, list[Row]]:
        """All positions: sorted as JSON, since their order means nothing, or the oldest first if the memory forgets."""
        rows = [self.row(words) for words in self.room.rows(v)]
        return {OLDEST_FIRST: rows} if self.forgets else sorted(rows, key=canonical)

    def newest(self, v: Sequence[int]) -> Row | None:
        """The position that was remembered last, if any."""
        rows = self.room.rows(v)
        return self.row(rows[-1]) if rows else None

    def row(self, words: Sequence[int]) -> Row:
        """One position."""
        table = self.table
        pieces: Row = {}
        stocks: Row = {}
        notes: Row = {}
        found: Row = {}
        lying: dict[tuple[str, int], list[int]] = {}
        amounts: dict[tuple[str, int], dict[int, int]] = {}
        values: dict[tuple[str, int], int] = {}
        for digits, over, digit in self.room.packed.digits(words):
            self._take(digits, over, digit, lying, amounts, values)
            if digits.says is Says.TURN:
                found["active_player"] = table.seats[digit - 1] if digit else None
        for (kind, space), faces in sorted(lying.items(), key=lambda each: each[0][1]):
            ids = [table.faces[kind][face].id for face in sorted(faces)]
            pieces.setdefault(kind, {})[table.places[space].id] = ids
        for (stock, space), by_sort in sorted(amounts.items(), key=lambda each: each[0][1]):
            names, at = table.stock_members[stock], table.places[space].id
            if names == ("",):
                stocks.setdefault(stock, {})[at] = by_sort[0]
            else:
                told = {names[sort]: amount for sort, amount in sorted(by_sort.items())}
                stocks.setdefault(stock, {})[at] = told
        for (note, key), word in values.items():
            if word != self.notes[note].start:
                self.notes[note].put(notes.setdefault(note, {}), key, word)
        parts = (("pieces", pieces, table.pieces), ("stocks", stocks, table.game.stocks))
        said = {name: {id: part[id] for id in order if id in part} for name, part, order in parts}
        said["notes"] = notes
        return {name: part for name, part in said.items() if part} | found

    def _take(
        self,
        digits: Digits,
        over: int,
        digit: int,
        lying: dict[tuple[str, int], list[int]],
        amounts: dict[tuple[str, int], dict[int, int]],
        values: dict[tuple[str, int], int],
    ) -> None:
        """Notes what a digit says."""
        of = digits.of
        match digits.says:
            case Says.PIECE if digit:
                lying.setdefault((of, over), []).append(digit - 1)
            case Says.SPACE if digit:
                face = self.table.pieces[of][over].face
                lying.setdefault((of, digit - 1), []).append(face)
            case Says.COUNT if digit:
                lying.setdefault((of, over), []).extend([digits.which] * digit)
            case Says.SORT if digit:
                amounts.setdefault((of, over), {})[digit - 1] = 1
            case Says.AMOUNT if digit:
                amounts.setdefault((of, over), {})[digits.which] = digit
            case Says.NOTE:
                values[of, over] = digit + digits.lowest
                if digits.nothing is not None and digit == digits.radix - 1:
                    values[of, over] = digits.nothing
            case Says.MEMBER:
                before = values.get((of, digits.which), 0)
                values[of, digits.which] = before | digit << over
            case _:
                pass
