"""Pieces and spaces that have something of their own: clauses of rules, or words of the vector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Carrier:
    """A player, a piece or a space by its number. `by_face`: the piece of a hidden kind that has this face just now."""

    kind: str
    number: int
    by_face: bool = False


@dataclass(frozen=True, slots=True)
class Carriers:
    """Several of one kind."""

    kind: str
    numbers: tuple[int, ...]
    by_face: bool = False

    def __iter__(self) -> Iterator[Carrier]:
        return (Carrier(self.kind, number, self.by_face) for number in self.numbers)
