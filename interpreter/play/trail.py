"""A position that notes where hidden pieces go, and so of which nobody can say any more where they come from."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any, SupportsIndex

from boardwright.interpreter.program.program import Program


class Trail(list[int]):
    """A vector that notes where each hidden piece goes, and how many events of chance its `log` had by then."""

    __slots__ = ("log", "moves", "pieces", "untracked")

    def __init__(self, words: Sequence[int], program: Program, log: Sized) -> None:
        super().__init__(words)
        self.log = log
        self.moves: list[tuple[int, str, int]] = []
        self.pieces = program.kept("words for places of hidden pieces", _pieces)
        self.untracked = program.kept("places where nothing is followed", _untracked)

    def __setitem__(self, at: SupportsIndex | slice, value: Any) -> None:
        list.__setitem__(self, at, value)
        if at.__class__ is int and (piece := self.pieces.get(at)) is not None:
            self.moves.append((len(self.log), piece, value))

    def lost(self, number: int) -> set[str]:
        """The pieces that since this event, counted from 1, came to a place where nobody can follow them, and have left it."""
        found: set[str] = set()
        hidden: set[str] = set()
        for time, piece, place in self.moves:
            if time >= number:
                if piece in hidden:
                    found.add(piece)
                if place in self.untracked:
                    hidden.add(piece)
        return found


def _pieces(program: Program) -> dict[int, str]:
    """The word that says where each hidden piece is, with the id of that piece."""
    return {
        program.layout.places[kind] + number: piece.id
        for kind in program.layout.faces
        for number, piece in enumerate(program.table.pieces[kind])
    }


def _untracked(program: Program) -> frozenset[int]:
    return frozenset(n for n, place in enumerate(program.table.places) if not place.tracked)


__all__ = ["Trail"]
