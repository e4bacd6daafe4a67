"""The vector as Python has it, a list of numbers, and as machine code has it, an array of words."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.writer import Place

_WORD = (1 << WORD) - 1


@dataclass(frozen=True, slots=True)
class Packing:
    """`wide` are the words that hold sets of several words each, with how many; `full` those of one word whose sets
    may have the 64th member, which a word holds as its sign. Numbers from 0 on, if they are more options than fit their word,
    are told by how many they are.
    """

    place: Place
    wide: tuple[tuple[int, int], ...]
    full: tuple[int, ...]

    @property
    def most(self) -> int:
        """How many options the word with them has room for."""
        return WORD * dict(self.wide).get(lay.OPTIONS, 1)

    def pack(self, v: Sequence[int]) -> array[int]:
        """The words of a vector, with nothing in the status word."""
        place, options = self.place, v[lay.OPTIONS]
        many = options.bit_length()
        numbers = many >= self.most and not options & options + 1
        if not self.wide and not self.full and not numbers:
            return array("q", v) + array("q", bytes(8 * (place.room - place.size)))
        words = [*v, *[0] * (place.room - place.size)]
        if numbers:
            v = [*v[: lay.OPTIONS], 0, *v[lay.OPTIONS + 1 :]]
            words[lay.OPTIONS], words[place.numbers] = 0, many
        for at, parts in self.wide:
            for number in range(1, parts):
                words[place.part(at, number)] = _signed(v[at] >> WORD * number & _WORD)
            words[at] = _signed(v[at] & _WORD)
        for at in self.full:
            words[at] = _signed(v[at] & _WORD)
        return array("q", words)

    def unpack(self, words: Sequence[int], size: int | None = None) -> list[int]:
        """The vector of these words, or its beginning of a size."""
        place = self.place
        v = list(words[: place.size if size is None else size])
        for at in self.full:
            if at < len(v):
                v[at] &= _WORD
        for at, parts in self.wide:
            if at >= len(v):
                continue
            value = v[at] & _WORD
            for number in range(1, parts):
                value |= (words[place.part(at, number)] & _WORD) << WORD * number
            v[at] = value
        if words[place.numbers]:
            v[lay.OPTIONS] = (1 << words[place.numbers]) - 1
        return v


def _signed(word: int) -> int:
    return word - (1 << WORD) if word >> WORD - 1 else word
