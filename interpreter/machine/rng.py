"""Chance: xoshiro128** over four words of a flat vector of integers for the game; splitmix64, one number, for the rest.

The game's generator is `v[at:at + 4]`, four unsigned 32-bit words, so that copying, hashing or
saving the vector does the same to chance. Integers only: every back-end computes the same numbers.

The promises that a back-end or a record may rely on: `seed_words` derives a stream from a seed and
a name; `below` multiplies and shifts, and draws again where that would be biased (Lemire 2019);
`shuffle` is Fisher-Yates from the last place down to the second, with one draw for as many steps as
`together` puts together. A change to any of them is a new `_DERIVATION` and breaks old records.

What agents draw (`Stream`) stands in no record, but the games of a seed depend on it. In arithmetic of 64 bits without
sign, all of it modulo 2**64:

    word = the first eight bytes, the lowest first, of SHA-256 of the text "boardwright xoshiro128** 1:SEED:NAME",
           the seed in hexadecimal, as in `seed_words`; seat n, from 0, has the name "agent n + 1"
    draw:  word = word + 0x9E3779B97F4A7C15
           z = (word ^ word >> 30) * 0xBF58476D1CE4E5B9
           z = (z ^ z >> 27) * 0x94D049BB133111EB
           drawn = z ^ z >> 31
    below: (drawn >> 32) * n >> 32, and for n above 2**32 drawn * n >> 64; with n = 1 the answer is 0, and nothing is drawn

That is not rejected where it is biased: one of n comes at most n in 2**32 too often or too seldom, which no figure shows.

xoshiro128** 1.1 is by David Blackman and Sebastiano Vigna, splitmix64 by Sebastiano Vigna, both in the public domain.
"""

import functools
import hashlib
import struct
from collections.abc import Callable, MutableSequence
from typing import Any, TypeVar, cast

__all__ = [
    "WORDS",
    "Stream",
    "below",
    "below_at",
    "first_word",
    "next32",
    "seed_words",
    "shuffle",
    "shuffle_order",
    "together",
]

WORDS = 4
"""How many words of the vector a generator takes."""

_DERIVATION = "boardwright xoshiro128** 1"

_AS_WORDS = struct.Struct(f"<{WORDS}I")

_T = TypeVar("_T")


def seed_words(seed: int, stream: str) -> tuple[int, ...]:
    """The first state of the stream called `stream` of the run seeded with `seed` (any integer).

    Streams of one seed, and one stream of two seeds, are unrelated: a draw from one never shifts
    another.
    """
    return _AS_WORDS.unpack(_state(seed, stream))


def _state(seed: int, stream: str) -> bytes:
    """The words of `seed_words` as bytes, each with its lowest first."""
    # Hexadecimal, since decimal text of an integer is limited in length.
    words = hashlib.sha256(f"{_DERIVATION}:{seed:x}:{stream}".encode()).digest()[: 4 * WORDS]
    # All zeros is the one state that xoshiro never leaves; no name is known to lead to it.
    return words if any(words) else _AS_WORDS.pack(1, 0, 0, 0)


def first_word(seed: int, stream: str) -> int:
    """The word that a `Stream` begins with."""
    return int.from_bytes(_state(seed, stream)[:8], "little")


def agent_words(seed: int, seats: int) -> list[int]:
    """The words that the streams of the agents at all seats begin with."""
    return [first_word(seed, agent_stream(seat)) for seat in range(seats)]


def agent_stream(seat: int) -> str:
    """What the stream of the agent at a seat is called."""
    return f"agent {seat + 1}"


def next32(v: list[int], at: int) -> int:
    """Draws 32 bits and advances the generator at `v[at:at + 4]`."""
    s0 = v[at]
    s1 = v[at + 1]
    s2 = v[at + 2] ^ s0
    s3 = v[at + 3] ^ s1
    v[at] = s0 ^ s3
    v[at + 1] = s1 ^ s2
    v[at + 2] = s2 ^ (s1 << 9 & 0xFFFFFFFF)
    v[at + 3] = s3 << 11 & 0xFFFFFFFF | s3 >> 21
    r = s1 * 5 & 0xFFFFFFFF
    return (r << 7 | r >> 25) * 9 & 0xFFFFFFFF


_BELOW = """
def below(v, n):
    if n == 1:
        return 0
    while True:
        s0 = v[{a}]
        s1 = v[{b}]
        s2 = v[{c}] ^ s0
        s3 = v[{d}] ^ s1
        v[{a}] = s0 ^ s3
        v[{b}] = s1 ^ s2
        v[{c}] = s2 ^ (s1 << 9 & 0xFFFFFFFF)
        v[{d}] = s3 << 11 & 0xFFFFFFFF | s3 >> 21
        r = s1 * 5 & 0xFFFFFFFF
        product = ((r << 7 | r >> 25) * 9 & 0xFFFFFFFF) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= 0x100000000 % n:
            return product >> 32
"""


@functools.cache
def below_at(at: int) -> Callable[[list[int], int], int]:
    """`below` for a generator whose words lie at a place known now: a quarter faster.

    next32 is written out in it, since a call costs as much as the whole. The 2**32 mod n lowest words are left
    out, so that each answer keeps 2**32 // n of them; that remainder is below n, so most draws never compute it.
    """
    names: dict[str, Any] = {}
    exec(
        _BELOW.format(a=at, b=at + 1, c=at + 2, d=at + 3), names
    )  # the text above and four numbers
    return cast(Callable[[list[int], int], int], names["below"])


def below(v: list[int], at: int, n: int) -> int:
    """Draws one of 0, …, n - 1, each equally likely; n is from 1 to 2**32.

    With n = 1 nothing is drawn: what cannot differ costs no chance.
    """
    if not 1 <= n <= 0x100000000:
        raise ValueError(f"cannot draw below {n}")
    return below_at(at)(v, n)


@functools.cache
def together(n: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The draws that shuffle n things: below which number each is, and the choices that it stands for, as digits
    of its own base, the first in the last digit.

    >>> together(13)
    ((3113510400, (13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3)), (2, (2,)))
    """
    draws = []
    while n > 1:
        product, choices = n, [n]
        while n > 2 and product * (n - 1) <= 1 << 32:
            n -= 1
            product *= n
            choices.append(n)
        n -= 1
        draws.append((product, tuple(choices)))
    return tuple(draws)


def shuffle(v: list[int], at: int, items: MutableSequence[_T]) -> None:
    """Puts `items` into a random order, each equally likely."""
    for product, choices in together(len(items)):
        drawn = below(v, at, product)
        for choice in choices:
            drawn, other = divmod(drawn, choice)
            items[choice - 1], items[other] = items[other], items[choice - 1]


def shuffle_order(v: list[int], at: int, n: int) -> list[int]:
    """A random order of 0, …, n - 1: the one into which `shuffle` would put them."""
    order = list(range(n))
    shuffle(v, at, order)
    return order


class Stream:
    """Chance for agents and whatever else is not part of a game: a generator of its own, named like the others.

    All of it is `word`: who keeps that number has a copy.
    """

    __slots__ = ("word",)

    def __init__(self, seed: int, stream: str) -> None:
        self.word = first_word(seed, stream)

    @staticmethod
    def at(word: int) -> "Stream":
        """A stream that goes on from this word."""
        found = Stream.__new__(Stream)
        found.word = word
        return found

    def next64(self) -> int:
        """Draws 64 bits."""
        z = self.word = self.word + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        return z ^ z >> 31

    def next32(self) -> int:
        """Draws 32 bits: the upper half of 64."""
        return self.next64() >> 32

    def below(self, n: int) -> int:
        """Draws one of 0, …, n - 1; n is from 1 to 2**64. With n = 1 nothing is drawn."""
        if not 1 <= n <= 1 << 64:
            raise ValueError(f"cannot draw below {n}")
        if n > 1 << 32:
            return self.next64() * n >> 64
        return (self.next64() >> 32) * n >> 32 if n > 1 else 0

    def shuffle(self, items: MutableSequence[_T]) -> None:
        """Puts the items into a random order."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
