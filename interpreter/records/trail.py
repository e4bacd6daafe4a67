"""A position that notes where pieces go, and so of which some cannot say any more where they come from."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any, SupportsIndex

from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.program.program import Program


class Trail(list[int]):
    """A vector that notes where each piece goes, and how many events of chance its `log` had by then."""

    __slots__ = ("log", "moves", "pieces")

    def __init__(self, words: Sequence[int], program: Program, log: Sized) -> None:
        super().__init__(words)
        self.log = log
        self.moves: list[tuple[int, str, bool]] = []
        self.pieces = program.kept("where pieces are lost", _pieces)

    def __setitem__(self, at: SupportsIndex | slice, value: Any) -> None:
        list.__setitem__(self, at, value)
        if at.__class__ is int and (found := self.pieces.get(at)) is not None:
            piece, losing = found
            self.moves.append((len(self.log), piece, value in losing))

    def lost(self, number: int) -> set[str]:
        """The pieces that since this event, counted from 1, came to a place where some cannot tell which is which, and have left it."""
        found: set[str] = set()
        among_others: set[str] = set()
        for time, piece, is_lost in self.moves:
            if time >= number:
                if piece in among_others:
                    found.add(piece)
                if is_lost:
                    among_others.add(piece)
        return found


def _pieces(program: Program) -> dict[int, tuple[str, frozenset[int]]]:
    """The word that says where each piece is, with its id and the places in which it is lost: of a hidden kind where nobody can follow
    it, else where not everybody sees it.
    """
    layout, places = program.layout, program.table.places
    found = {}
    for kind, pieces in program.table.pieces.items():
        seen = sight(program, kind).shown
        everyone = (1 << program.table.players) - 1
        losing = frozenset(
            n
            for n, place in enumerate(places)
            if (not place.tracked if kind in layout.faces else seen[n] != everyone)
        )
        for number, piece in enumerate(pieces):
            found[layout.places[kind] + number] = piece.id, losing
    return found


__all__ = ["Trail"]
