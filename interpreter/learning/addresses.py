"""Where the words of a program are in machine code, and instructions for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from boardwright.interpreter.machine.observing import Do, Sight
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.packing import Packing
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.program.program import Program


def instruction(do: Do, *words: int) -> list[int]:
    """One instruction: its number, its length, its words."""
    return [int(do), len(words) + 2, *words]


@dataclass(frozen=True, slots=True)
class Addresses:
    """The words of a program, as machine code has them."""

    program: Program
    packing: Packing
    wide: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wide", dict(self.packing.wide))

    def parts(self, at: int) -> list[int]:
        """The words of a set of 64 members each."""
        return [self.packing.place.part(at, n) for n in range(self.wide.get(at, 1))]

    def kind(self, kind: str) -> int:
        """The number of a kind."""
        return list(self.program.table.pieces).index(kind)

    def sights(self, kind: str, seat: int) -> list[int]:
        """For each place, whether a player knows the pieces of a kind there."""
        own, table = sight(self.program, kind), self.program.table
        hidden = kind in self.program.layout.faces
        found = []
        for number, shown in enumerate(own.shown):
            if shown is not None and shown >> seat & 1:
                found.append(int(Sight.SEEN))
            elif shown is not None and not (hidden and table.places[number].tracked):
                found.append(int(Sight.UNSEEN))  # nobody can be shown what cannot be followed
            elif shown is None or not hidden or kind in self.program.layout.believed:
                found.append(int(Sight.ASK))
            else:
                found.append(int(Sight.SHOWN))
        return found

    def marks(self, at: int, entries: Sequence[int], *, missing: bool = False) -> list[int]:
        """A mark at the entry of each member of a set; of those that are missing instead. An entry may be -1."""
        found: list[int] = []
        for n, part in enumerate(self.parts(at)):
            own = list(entries[n * WORD : (n + 1) * WORD])
            if own:
                flip = (1 << len(own)) - 1 if missing else 0
                flip = flip - (1 << WORD) if flip >> WORD - 1 else flip
                found += instruction(Do.BITS, part, flip, *own, *[-1] * (WORD - len(own)))
        return found


def copies(cells: Iterable[tuple[int, int]], low: int, high: int) -> list[int]:
    """Copies words to entries, as few instructions as possible. Each cell is an entry and a word."""
    found: list[int] = []
    run: list[int] = []  # the first word, the distance, how many, the first entry
    for entry, at in sorted(cells):
        if run and entry == run[3] + run[2] and (run[2] == 1 or at == run[0] + run[1] * run[2]):
            if run[2] == 1:
                run[1] = at - run[0]
            run[2] += 1
            continue
        if run:
            found += instruction(Do.COPY, *run, low, high)
        run = [at, 1, 1, entry]
    return found + instruction(Do.COPY, *run, low, high) if run else found


__all__ = ["Addresses", "copies", "instruction"]
