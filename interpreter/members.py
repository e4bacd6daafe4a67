"""The members of sets. A set is a mask: bit n says whether n is in it."""

from __future__ import annotations

from itertools import compress

# Members are kept of so many masks, and of none that is longer: those are rare, and would fill the memory.
_MOST_KEPT = 1 << 16
_MOST_BITS = 512
_LONG = 1 << _MOST_BITS
_DIGITS = bytes(n == ord("1") for n in range(256))  # how the digits of a binary number translate


class _Members(dict[int, tuple[int, ...]]):
    """The members of a mask, upwards: worked out when they are first asked for, and looked up from then on."""

    __slots__ = ()

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if mask >= _LONG and mask.bit_count() << 4 > mask.bit_length():
            # Taking bit after bit from a mask that is long and not sparse would copy it again and again.
            digits = bin(mask)[:1:-1].encode().translate(_DIGITS)
            return tuple(compress(range(len(digits)), digits))
        rest, members = mask, []
        while rest:
            low = rest & -rest
            members.append(low.bit_length() - 1)
            rest ^= low
        found = tuple(members)
        if mask < _LONG:
            if len(self) >= _MOST_KEPT:
                self.clear()
            self[mask] = found
        return found


MEMBERS = _Members()
"""`MEMBERS[mask]`: half of what a call of `bits` costs, where that matters."""


def bits(mask: int) -> tuple[int, ...]:
    """The members of a mask, upwards."""
    return MEMBERS[mask]
