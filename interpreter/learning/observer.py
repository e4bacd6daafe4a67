"""What a player sees as a row of numbers of fixed length, with a legend that says what each stands for.

The row follows from the player's view (`play/views.py`) and from nothing else: `encode` reads the view alone. Seats are counted from
the player's own, so that policies can be shared by all seats; which seat is the player's own is an entry as well.
Each number is a whole number in a known range, cut off at 32,767.

What a view has and a row leaves out: the positions that memories hold (a row says how many), and labels.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.interpreter.learning.actions import Actions, actions_of
from boardwright.interpreter.learning.course_parts import asked_part, course_part, memory_part
from boardwright.interpreter.learning.note_parts import note_parts
from boardwright.interpreter.learning.parts import Entry, Legend, Part
from boardwright.interpreter.learning.piece_parts import order_parts, piece_parts
from boardwright.interpreter.learning.roles import Roles, roles_of
from boardwright.interpreter.learning.stock_parts import stock_parts
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import View, view
from boardwright.interpreter.program.program import Program


@dataclass(frozen=True, slots=True, eq=False)
class Observer:
    """Makes rows of `size` numbers from what a player sees. `legend[i]` says what number i stands for, and its range."""

    program: Program
    legend: tuple[Entry, ...]
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many numbers a row has."""
        return len(self.legend)

    @property
    def low(self) -> array[int]:
        """The smallest value of each number."""
        return array("h", [entry.low for entry in self.legend])

    @property
    def high(self) -> array[int]:
        """The largest value of each number."""
        return array("h", [entry.high for entry in self.legend])

    def encode(self, seen: View) -> array[int]:
        """The row of a view, as `boardwright.view` gives it to a player."""
        out = [0] * self.size
        seat = self.program.table.seat_named(seen["player"] or "")
        if seat < 0:
            raise ValueError("an onlooker has no row of numbers: expected the view of a player")
        for part in self.parts:
            part.encode(seen, seat, out)
        return array("h", [entry.cut(word) for entry, word in zip(self.legend, out, strict=True)])

    def observe(self, state: State, seat: int) -> array[int]:
        """The row of what the player at a seat sees."""
        return self.encode(view(state, seat))

    def meanings(self, row: Sequence[int]) -> dict[str, int]:
        """What a row says in words: all numbers that are not 0, by name."""
        return {e.name: int(word) for e, word in zip(self.legend, row, strict=True) if word}


def observer_of(program: Program) -> Observer:
    """The observer of a program's table."""
    return program.kept("observer", _observer_of)


def _observer_of(program: Program) -> Observer:
    legend, roles, actions = Legend(), roles_of(program), actions_of(program)
    parts = tuple(_parts(program, roles, actions, legend))
    return Observer(program, tuple(legend.entries), parts)


def _parts(program: Program, roles: Roles, actions: Actions, legend: Legend) -> list[Part]:
    return [
        course_part(program, roles, legend),
        asked_part(program, roles, actions, legend),
        *stock_parts(program, roles, legend),
        *piece_parts(program, roles, legend),
        *order_parts(program, roles, legend),
        *note_parts(program, roles, legend),
        *memory_part(program, legend),
    ]


def fingerprint(program: Program) -> str:
    """Differs where numbers of actions or of observations differ in meaning: what is learned with one fingerprint is of no use with
    another.
    """
    actions, observer = actions_of(program), observer_of(program)
    said: list[Any] = [str(actions.meaning(n)) for n in range(actions.count)]
    said += [(entry.name, entry.low, entry.high) for entry in observer.legend]
    return hashlib.sha256(repr(said).encode()).hexdigest()[:32]


__all__ = ["Observer", "fingerprint", "observer_of"]
