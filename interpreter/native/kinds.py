"""How many words of 64 members a value has; 0 is a number. As LLVM has them, both a number and a set of one word are i64."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.program import Program
from boardwright.interpreter.reading import expressions
from boardwright.interpreter.word_ranges import Members, OfFrame, OneOf

WORD = 64
Unit = str | int
"""A function by its name, or a block by its number: what locals belong to."""


class NotNative(Exception):  # noqa: N818 - no error: the program is played by Python's blocks
    """Something of a program cannot be written as machine code; it says what."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kind of everything in a program."""

    functions: Mapping[str, int]  # how many parameters each has

    def local(self, unit: Unit, name: str) -> int:
        """The kind of a local."""
        return 0

    def array(self, unit: Unit, name: str) -> int:
        """The kind of what a local array holds."""
        return 0

    def word(self, at: int) -> int:
        """The kind of a word of the vector."""
        return 0

    def table(self, name: str) -> int:
        """The kind of what a table holds."""
        return 0

    def params(self, function: str) -> Sequence[int]:
        """The kinds of what a function takes."""
        return [0] * self.functions[function]

    def result(self, function: str) -> int:
        """The kind of what a function gives."""
        return 0

    def of(self, unit: Unit, e: lo.Expr) -> int | None:
        """The kind of an expression; None of one that fits any."""
        return None if isinstance(e, lo.Int) else 0


def kinds_of(program: Program) -> Kinds:
    """The kind of everything. Raises `NotNative` if some set is wider than a word."""
    for _, holds in program.layout.holds.values():
        range_ = holds.holds if isinstance(holds, OfFrame) else holds
        if isinstance(range_, Members | OneOf) and range_.mask.bit_length() >= WORD:
            if isinstance(range_, Members):
                raise NotNative("sets of more than 64 members")
    for name, rows in program.tables.items():
        if any(row.bit_length() >= WORD for row in rows):
            raise NotNative(f"the table {name} holds sets of more than 64 members")
    if len(program.table.places) > WORD or len(program.layout.numbers) >= WORD:
        raise NotNative("sets of more than 64 members")
    bodies = [f.body for f in program.functions.values()] + [b.body for b in program.blocks]
    for body in bodies:
        for e in expressions(body):
            if isinstance(e, lo.Int) and e.value.bit_length() >= WORD:
                raise NotNative("sets of more than 64 members")
    return Kinds({f.name: len(f.params) for f in program.functions.values()})
