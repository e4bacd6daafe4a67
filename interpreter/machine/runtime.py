"""What emitted Python calls: bits, order, chance, boards. Each is small, since each is hot."""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.members import MEMBERS, bits
from boardwright.interpreter.machine.rng import below_at, next32

draw = below_at(lay.RANDOM)
"""`draw(v, n)`: chance, one of 0 to n - 1."""


class EndOfGame(Exception):  # noqa: N818 - no error: the game is over
    """Raised by a rule that ends the game from inside plain functions."""


def turned(mask: int, start: int) -> tuple[int, ...]:
    """The members of a mask beginning with `start`, or with the next one after it; -1 is 0."""
    if start <= 0:
        return bits(mask)
    after = mask >> start << start
    return bits(after) + bits(mask ^ after)


def lowest(mask: int) -> int:
    """The index of the lowest member."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, n: int) -> int:
    """The n-th member, from 0."""
    while n >= 8:
        # Skip whole stretches while many members lie before the one that is wanted.
        width = mask.bit_length() >> 1
        low = mask & ((1 << width) - 1)
        count = low.bit_count()
        if count > n:
            mask = low
        else:
            n -= count
            mask = mask >> width << width
            if count == 0:
                break
    while n:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1


def pick(v: list[int], mask: int) -> int:
    """Chance: one member, all alike likely."""
    drawn = draw(v, mask.bit_count())
    if drawn >= 8:
        return nth(mask, drawn)
    while drawn:
        mask &= mask - 1
        drawn -= 1
    return (mask & -mask).bit_length() - 1


def in_order(v: list[int], above: int, tops: int) -> list[int]:
    """The pieces of an ordered place, from bottom to top."""
    piece = v[tops + 1]
    found = []
    while piece:
        found.append(piece - 1)
        piece = v[above + piece - 1]
    return found


def lay_in_order(v: list[int], above: int, below_: int, tops: int, order: list[int]) -> None:
    """Rewrites the order of a place."""
    v[tops] = order[-1] + 1 if order else 0
    v[tops + 1] = order[0] + 1 if order else 0
    for n, piece in enumerate(order):
        v[below_ + piece] = order[n - 1] + 1 if n else 0
        v[above + piece] = order[n + 1] + 1 if n + 1 < len(order) else 0


def flood(mask: int, origin: int, near: tuple[int, ...]) -> int:
    """The members of a mask that can be reached from the origin through members only."""
    one = 1 << origin
    reached = one & mask
    rim = reached or near[origin] & mask
    reached |= rim
    while rim:
        beyond = 0
        for place in bits(rim):
            beyond |= near[place]
        rim = beyond & mask & ~reached
        reached |= rim
    return reached


NAMES: Mapping[str, object] = {
    "MEMBERS": MEMBERS,
    "EndOfGame": EndOfGame,
    "turned": turned,
    "pick": pick,
    "draw": draw,
    "next32": next32,
    "flood": flood,
}
"""What emitted text may name; the game adds its faults, and whoever watches what it tells."""
