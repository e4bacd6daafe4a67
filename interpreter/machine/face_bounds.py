"""What players know of places in which pieces cannot be followed: of each face, at least how many lie there.

For each such place and player there is one word. It has a bit for each piece of the kind, and those of one face side by
side: the lowest n of them are set if the player knows of n. So it is a mask as wide as that of the pieces in the place,
without copies one of faces; what two looks show is joined by `or`, and the bits that are set are as many as what is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.table.table import Table

AtLeast = dict[int, int]
"""At least how many there are of each face, by its number; faces of which nothing is known are missing."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where the words of one kind are: `rows` has for each bounded place that of the first player; one a player.

    `fields` are the bits of each face, `keepers` the players who do not always see what lies in a place anyway.
    """

    rows: Mapping[int, int]
    players: int
    keepers: Mapping[int, int]
    fields: tuple[int, ...]

    @property
    def within(self) -> int:
        """The bits that are not the highest of their face: into these a bound can be lowered."""
        return sum(field ^ 1 << field.bit_length() - 1 for field in self.fields if field)

    @property
    def lowest(self) -> int:
        """The lowest bit of each face."""
        return sum(field & -field for field in self.fields)

    def word(self, v: Sequence[int], place: int, seat: int) -> int:
        """What a player knows of a place, as it is kept."""
        return v[self.rows[place] + seat] if place in self.rows else 0

    def common(self, v: Sequence[int], place: int) -> int:
        """What every player knows of a place, leaving out those who always see it."""
        words = [self.word(v, place, seat) for seat in bits(self.keepers.get(place, 0))]
        found = words[0] if words else 0
        for word in words:
            found &= word
        return found

    def counted(self, word: int) -> AtLeast:
        """A word as numbers."""
        return {n: count for n, of in enumerate(self.fields) if (count := (word & of).bit_count())}

    def written(self, at_least: Mapping[int, int]) -> int:
        """Numbers as a word."""
        word = 0
        for face, count in at_least.items():
            lowest = self.fields[face] & -self.fields[face]
            word |= lowest * ((1 << count) - 1)
        return word

    def holds_together(self, word: int) -> bool:
        """Whether a word has of each face the lowest bits only."""
        return word & ~(word << 1 | self.lowest) == 0


def fields_of(table: Table, kind: str) -> tuple[int, ...]:
    """The bits of each face of a kind: as many as there are pieces with it."""
    count = [0] * len(table.faces[kind])
    for piece in table.pieces[kind]:
        count[piece.face] += 1
    fields, at = [], 0
    for number in count:
        fields.append((1 << number) - 1 << at)
        at += number
    return tuple(fields)


__all__ = ["AtLeast", "Bounds", "fields_of"]
