"""Rows and numbers of options by machine code: the instructions of a table, and calls that carry them out."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field

from boardwright.interpreter.learning.actions import Actions, Choices, actions_of
from boardwright.interpreter.learning.addresses import Addresses
from boardwright.interpreter.learning.observer import Observer, observer_of
from boardwright.interpreter.machine.observing import Numbered, Numbers, Rows
from boardwright.interpreter.native.engine import Native
from boardwright.interpreter.native.kinds import NotNative


@dataclass(frozen=True, slots=True, eq=False)
class NativeRows:
    """The instructions of a table, and functions that take addresses. `rows` is empty if machine code cannot observe this
    game, and `why` says why.
    """

    native: Native
    numbers: array[int]
    rows: array[int]
    why: str
    size: int
    count: int
    _rows_at: int
    _numbers_at: int
    _observe: Callable[[int, int, int, int], None] = field(repr=False)
    _number: Callable[[int, int, int, int], None] = field(repr=False)
    _answer: Callable[[int, int, int], int] = field(repr=False)

    def observe(self, words: int, seat: int, out: int) -> None:
        """Writes what a player sees."""
        self._observe(words, self._rows_at, seat, out)

    def number(self, words: int, mask: int) -> None:
        """Marks what is offered."""
        self._number(words, self._numbers_at, mask, self.count)

    def answer(self, words: int, number: int) -> int:
        """The answer that a number stands for, which must be offered."""
        return self._answer(words, self._numbers_at, number)


def native_rows(native: Native) -> NativeRows:
    """The instructions of a program's table."""
    return native.program.kept("native rows", lambda _: _made(native))


def _made(native: Native) -> NativeRows:
    program = native.program
    actions, observer = actions_of(program), observer_of(program)
    rows, why = array("q"), ""
    try:
        rows = _rows(native, observer)
    except NotNative as reason:
        why = str(reason)
    numbers = _numbers(native, actions)
    return NativeRows(
        native,
        numbers,
        rows,
        why,
        observer.size,
        actions.count,
        rows.buffer_info()[0],
        numbers.buffer_info()[0],
        native.entry("observe"),
        native.entry("number_options"),
        native.entry("answer_of"),
    )


def _rows(native: Native, observer: Observer) -> array[int]:
    program = native.program
    addresses, seats = Addresses(program, native.packing), range(program.table.players)
    codes = [
        [word for part in observer.parts for word in part.code(addresses, seat)] for seat in seats
    ]
    starts = [Rows.END + len(codes) + 1]
    for code in codes:
        starts.append(starts[-1] + len(code))
    return array("q", [observer.size, *starts, *(word for code in codes for word in code)])


def _numbers(native: Native, actions: Actions) -> array[int]:
    players = actions.program.table.players
    rows: list[list[int]] = []
    starts: list[int] = []
    at = Numbers.END + len(actions.choices) * players
    for choices in actions.choices:
        for seat in range(players):
            row = _numbered(native, actions, choices, seat)
            starts.append(at)
            rows.append(row)
            at += len(row)
    return array("q", [players, *starts, *(word for row in rows for word in row)])


def _numbered(native: Native, actions: Actions, choices: Choices, seat: int) -> list[int]:
    program, hidden = actions.program, choices.hidden
    words = [0] * Numbered.END
    count = choices.count - (choices.extra >= 0)
    words[Numbered.WAY], words[Numbered.FIRST], words[Numbered.COUNT] = (
        int(choices.way),
        choices.first,
        count,
    )
    words[Numbered.EXTRA], words[Numbered.LOW] = choices.extra, choices.low
    if hidden is None:
        listed = choices.listed[seat] if choices.listed else ()
        words[Numbered.MEMBERS] = len(listed)
        members = {rank: n for n, rank in enumerate(listed) if rank >= 0}
        return [*words, *listed, *(members.get(rank, 0) for rank in range(count))]
    layout, table, kind = program.layout, program.table, hidden.kind
    faces, places = len(table.faces[kind]), len(table.places)
    words[Numbered.KIND] = Addresses(program, native.packing).kind(kind)
    words[Numbered.NAMES_AT], words[Numbered.PLACES_AT] = layout.names[kind], layout.places[kind]
    words[Numbered.FACES_AT], words[Numbered.PIECES] = layout.faces[kind], hidden.pieces
    words[Numbered.FACES] = faces
    words[Numbered.NAMES] = hidden.names if hidden.named else -1
    several = max(hidden.copies) > 1 or kind in layout.believed
    words[Numbered.SEVERAL] = int(several)
    roles = actions.roles
    spots = {spot: n for n, spot in enumerate(hidden.spots)}
    backs = table.backs[kind]
    of_places = [
        hidden.first_spot + spots[spot] if spot in spots else -1
        for place in range(places)
        for face in range(faces)
        for spot in [(roles.places[seat][place], roles.faces[kind][seat][backs[face]])]
    ]
    return [*words, *roles.faces[kind][seat], *hidden.starts, *hidden.copies, *of_places]


__all__ = ["NativeRows", "native_rows"]
