"""What the words of a state mean to somebody who watches them change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.position import Reader
from boardwright.interpreter.program.program import Program

Sort = Literal[
    "place", "order", "names", "known", "pool", "bounds", "believed", "side", "stock", "note", "use",
    "course", "out",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """One word: of which kind, stock, note or limit it is (`of`), of which piece, place or key (`key`), and of which sort,
    player or row of limits (`more`; it is 1 for a mask of who is out, not in). `read` tells what it says, where that is not a number or a place.
    """

    sort: Sort
    of: str
    key: int = 0
    more: int = 0
    read: Callable[[int], Any] | None = None


class Words(dict[int, Word]):
    """All words that events speak of, by their address."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        layout, reader = program.layout, program.kept("position", Reader)
        for kind, of in program.table.pieces.items():
            self._add_pieces(program, kind, len(of))
        for stock, rows in layout.stocks.items():
            for place, at in enumerate(rows.at):
                for member in range(len(program.table.stock_members[stock]) if at >= 0 else 0):
                    self[at + member] = Word("stock", stock, place, member)
        for id, at, _, keys, read in reader.notes:
            for key in range(len(keys)):
                self[at + key] = Word("note", id, key, read=read)
        for row, (name, at, holders) in enumerate(reader.limits):
            for key in range(len(holders)):
                self[at + key] = Word("use", name, key, row)
        for name, at in lay.BUILT_IN.items():
            self[at] = Word("course", name, read=reader.built_in[name])
        self[lay.IN_GAME] = Word("out", "game")
        if layout.out_of_round:
            self[layout.out_of_round] = Word("out", "round", more=1)
        else:
            self[lay.IN_ROUND] = Word("out", "round")
        for phase, at in layout.out_of_phase.items():
            self[at] = Word("out", phase, more=1)

    def _add_pieces(self, program: Program, kind: str, count: int) -> None:
        layout, seats = program.layout, program.table.players
        one_each: dict[Sort, dict[str, int]] = {
            "place": layout.places,
            "names": layout.names,
            "known": layout.known,
            "side": layout.sides,
        }
        for sort, first in one_each.items():
            for piece in range(count if kind in first else 0):
                self[first[kind] + piece] = Word(sort, kind, piece)
        for links in (layout.above, layout.below):
            for piece in range(count if kind in links else 0):
                self[links[kind] + piece] = Word("order", kind, piece)
        if kind in layout.believed:
            for seat in range(seats):
                for name in range(count):
                    at = layout.believed[kind] + seat * count + name
                    self[at] = Word("believed", kind, name, seat)
        if kind in layout.pools:
            for place, at in enumerate(layout.pools[kind].at):
                if at >= 0:
                    self[at] = Word("pool", kind, place)
        if kind in layout.bounds:
            for place, at in layout.bounds[kind].rows.items():
                for seat in range(seats):
                    self[at + seat] = Word("bounds", kind, place, seat)


__all__ = ["Sort", "Word", "Words"]
