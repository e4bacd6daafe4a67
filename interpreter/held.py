"""Chance for games that are played through: the numbers of `rng.py`, many at a time.

All that the generator does to its state is to shift and to xor. So each bit of a state adds its own part to the states
that follow, and those are the parts of its bytes, looked up and xored: one long number with a state in each of its lanes.
What makes a number out of a state is done to all lanes at once.
"""

from __future__ import annotations

import functools
import struct

from boardwright.interpreter.members import few_members
from boardwright.interpreter.rng import WORDS, next32

_MANY = 16  # states at a time
_LANE = 32 * WORDS  # bits of a state
_BYTES = _LANE // 8
_END = _LANE * _MANY
_WORD = 0xFFFFFFFF
_WORDS = sum(_WORD << _LANE * n for n in range(_MANY))  # the lowest word of each lane
_FEW = 7  # fewer members are passed by one by one, more of them in stretches
_NUMBERS = struct.Struct("<" + "I12x" * _MANY)


@functools.cache
def _parts() -> tuple[tuple[int, ...], ...]:
    """For each byte of a state and each value of it: its part of the states that follow, the first in the lowest lane."""
    bits = []
    for bit in range(_LANE):
        state = [(1 << bit) >> 32 * n & _WORD for n in range(WORDS)]
        lanes = 0
        for n in range(_MANY + 1):
            lanes |= sum(word << 32 * m for m, word in enumerate(state)) << _LANE * n
            next32(state, 0)
        bits.append(lanes)
    found = []
    for byte in range(_BYTES):
        values = [0]
        for part in bits[8 * byte : 8 * byte + 8]:
            values += [value ^ part for value in values]
        found.append(tuple(values))
    return tuple(found)


class Held:
    """The generator of a vector, taken out of it while a game is played through: the same numbers, sooner.

    `take` reads its words and `give` writes them back; in between the vector's are out of date.
    """

    __slots__ = ("draw", "give", "pick", "take")

    def __init__(self) -> None:
        p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe, pf = _parts()
        few = few_members()
        begin: list[int] | None = None  # the words that were taken, while nothing is worked out
        lanes = 0  # the states that were worked out last, and the one behind them
        numbers: list[int] = []  # those of the states that are not drawn yet, the next one last
        next_number = numbers.pop

        def take(v: list[int], at: int) -> None:
            nonlocal begin
            begin = v[at : at + WORDS]
            numbers.clear()

        def give(v: list[int], at: int) -> None:
            if begin is None:
                state = lanes >> _LANE * (_MANY - len(numbers))
                v[at : at + WORDS] = [state >> 32 * n & _WORD for n in range(WORDS)]

        def work_out() -> None:
            nonlocal begin, lanes
            if begin is None:
                state = lanes >> _END
            else:
                state, begin = sum(word << 32 * n for n, word in enumerate(begin)), None
            of = state.to_bytes(_BYTES, "little")
            b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, ba, bb, bc, bd, be, bf = of
            lanes = p0[b0] ^ p1[b1] ^ p2[b2] ^ p3[b3] ^ p4[b4] ^ p5[b5] ^ p6[b6] ^ p7[b7]
            lanes ^= p8[b8] ^ p9[b9] ^ pa[ba] ^ pb[bb] ^ pc[bc] ^ pd[bd] ^ pe[be] ^ pf[bf]
            # As `next32` does with the second word, in every lane.
            r = (lanes >> 32 & _WORDS) * 5 & _WORDS
            r = ((r << 7 | r >> 25) & _WORDS) * 9 & _WORDS
            numbers.extend(_NUMBERS.unpack(r.to_bytes(_BYTES * _MANY, "little")))
            numbers.reverse()

        # `below` is written out twice: a call would cost half of the whole.

        def draw(v: list[int], n: int) -> int:
            if n == 1:
                return 0
            while True:
                if not numbers:
                    work_out()
                product = next_number() * n
                low = product & 0xFFFFFFFF
                if low >= n or low >= 0x100000000 % n:
                    return product >> 32

        def pick(v: list[int], mask: int) -> int:
            n = mask.bit_count()
            drawn = 0
            while n > 1:
                if not numbers:
                    work_out()
                product = next_number() * n
                low = product & 0xFFFFFFFF
                if low >= n or low >= 0x100000000 % n:
                    drawn = product >> 32
                    break
            if n < _FEW:
                while drawn:
                    mask &= mask - 1
                    drawn -= 1
                return (mask & -mask).bit_length() - 1
            before = 0
            while True:
                members = few[mask & 4095]
                if drawn < len(members):
                    return members[drawn] + before
                drawn -= len(members)
                mask >>= 12
                before += 12

        self.take, self.give, self.draw, self.pick = take, give, draw, pick
