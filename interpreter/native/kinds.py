"""How many words everything has as machine code has it: numbers and sets of up to 64 members have one."""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import statements
from boardwright.interpreter.machine.nodes import Un
from boardwright.interpreter.machine.widths import SHARED, WORD, Unit, WidthError, Widths, widths_of
from boardwright.interpreter.machine.word_ranges import Members
from boardwright.interpreter.program.program import Program

MOST_WORDS = 66
"""Code for wider sets takes very long to make. All squares of a board of 64 by 64 are such a set, and some places."""
WIDE_WORDS = 16
"""And code for sets from this width on, to improve."""


class NotNative(Exception):  # noqa: N818 - no error: the program is played by Python's blocks
    """Something of a program cannot be written as machine code; it says what."""


class NoLLVM(NotNative):
    """Nothing can be: llvmlite is not installed."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """The words of everything in a program."""

    widths: Widths

    @property
    def widest(self) -> int:
        """The words of the widest set that lies in the vector or a local."""
        units = (*self.widths.locals.values(), *self.widths.arrays.values())
        found = [kind for unit in units for kind in unit.values()]
        return max((*found, *self.widths.words.values()), default=1)

    def local(self, unit: Unit, name: str) -> int:
        """Those of a local."""
        return max(1, self.widths.locals.get(unit, {}).get(name, 1))

    def array(self, unit: Unit, name: str) -> int:
        """Those of each entry of a local array."""
        return max(1, self.widths.arrays.get(unit, {}).get(name, 1))

    def word(self, at: int) -> int:
        """Those of what lies at an address of the layout."""
        return max(1, self.widths.word(at))

    def table(self, name: str) -> int:
        """Those of each entry of a table."""
        return max(1, self.widths.tables.get(name, 1))

    def params(self, function: str) -> list[int]:
        """Those of what a function takes."""
        return [max(1, kind) for kind in self.widths.functions[function].params]

    def result(self, function: str) -> int:
        """Those of what a function gives."""
        return max(1, self.widths.functions[function].result)

    def of(self, unit: Unit, e: lo.Expr) -> int:
        """Those of an expression; 0 of one that fits any: a number that is written out."""
        kind = self.widths.of(unit, e)
        return 0 if kind is None else max(1, kind)


def kinds_of(program: Program) -> Kinds:
    """The words of everything. Raises `NotNative` if nobody says how wide some set is."""
    try:
        found = widths_of(program.functions, program.blocks, program.tables, program.layout)
    except WidthError as fault:
        raise NotNative(f"the width of a set: {fault}") from fault
    kinds = Kinds(found)
    if kinds.widest > MOST_WORDS:
        raise NotNative(f"sets of more than {WORD * MOST_WORDS:,} members")
    return kinds


def full_words(program: Program, kinds: Kinds) -> tuple[int, ...]:
    """The words of sets in which the 64th member may be, which machine code has as their sign."""
    table, layout = program.table, program.layout
    universes = [
        len(table.places),
        len(layout.numbers),
        *map(len, table.pieces.values()),
        *(len(variety.members) for variety in table.game.varieties.values()),
        *(len(site.options) for site in program.sites),
        *(held.mask.bit_length() for _, held in layout.holds.values() if isinstance(held, Members)),
    ]
    if max(universes) < WORD:
        return ()
    found = {at for at, kind in kinds.widths.words.items() if kind == 1}
    for at, (count, holds) in layout.holds.items():
        if isinstance(holds, Members) and holds.mask.bit_length() < WORD and at not in SHARED:
            found -= set(range(at, at + count))
    return tuple(sorted(found))


def asks_numbers(program: Program) -> bool:
    """Whether some choice is among numbers of which only is said how many they are."""
    return any(
        isinstance(s, lo.Ask) and counted(s.mask) is not None
        for block in program.blocks
        for s in statements(block.body)
    )


def counted(mask: lo.Expr) -> lo.Expr | None:
    """How many options there are, if that is all that is said of them."""
    match mask:
        case Un(op="below", operand=count, width=0):
            return count
        case _:
            return None
