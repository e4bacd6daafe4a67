"""The vector as Python has it, a list of numbers, and as machine code has it, an array of words."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.interpreter.native.kinds import WORD
from boardwright.interpreter.native.writer import Place

_WORD = (1 << WORD) - 1


@dataclass(frozen=True, slots=True)
class Packing:
    """`wide` are the words that hold sets of several words each, with how many; `full` those of one word whose sets
    may have the 64th member, which a word holds as its sign.
    """

    place: Place
    wide: tuple[tuple[int, int], ...]
    full: tuple[int, ...]

    def pack(self, v: Sequence[int]) -> array[int]:
        """The words of a vector, with nothing in the status word."""
        place = self.place
        if not self.wide and not self.full:
            return array("q", v) + array("q", bytes(8 * (place.room - place.size)))
        words = [*v, *[0] * (place.room - place.size)]
        for at, parts in self.wide:
            for number in range(1, parts):
                words[place.part(at, number)] = _signed(v[at] >> WORD * number & _WORD)
            words[at] = _signed(v[at] & _WORD)
        for at in self.full:
            words[at] = _signed(v[at] & _WORD)
        return array("q", words)

    def unpack(self, words: Sequence[int]) -> list[int]:
        """The vector of these words."""
        place = self.place
        v = list(words[: place.size])
        for at in self.full:
            v[at] &= _WORD
        for at, parts in self.wide:
            value = v[at] & _WORD
            for number in range(1, parts):
                value |= (words[place.part(at, number)] & _WORD) << WORD * number
            v[at] = value
        return v


def _signed(word: int) -> int:
    return word - (1 << WORD) if word >> WORD - 1 else word
