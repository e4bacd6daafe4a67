"""The members of sets. A set is a mask: bit n says whether n is in it."""

from __future__ import annotations

# The members of this many masks are kept, and of long ones only where there are few: more would fill the memory.
_MOST_KEPT = 1 << 16
_LONG = 1 << 512
_FEW = 64


class _OfByte(list[tuple[tuple[int, ...], ...]]):
    """The members that a byte of a mask stands for, by its place and its value."""

    __slots__ = ()

    def reach(self, count: int) -> None:
        """Makes it long enough for masks of this many bytes."""
        for at in range(len(self), count):
            start = at << 3
            found: list[tuple[int, ...]] = [()]
            for value in range(1, 256):
                last = value.bit_length() - 1
                found.append((*found[value ^ 1 << last], start + last))
            self.append(tuple(found))


_OF_BYTE = _OfByte()


class _Members(dict[int, tuple[int, ...]]):
    """The members of a mask, upwards: worked out when they are first asked for, and looked up from then on."""

    __slots__ = ()

    def __missing__(self, mask: int) -> tuple[int, ...]:
        # Byte after byte: taking bit after bit would copy a long mask again and again.
        size = mask.bit_length() + 7 >> 3
        if size > len(_OF_BYTE):
            _OF_BYTE.reach(size)
        members: list[int] = []
        for of, byte in zip(_OF_BYTE, mask.to_bytes(size, "little"), strict=False):
            if byte:
                members.extend(of[byte])
        found = tuple(members)
        if mask < _LONG or len(found) <= _FEW:
            if len(self) >= _MOST_KEPT:
                self.clear()
            self[mask] = found
        return found


MEMBERS = _Members()
"""`MEMBERS[mask]`: half of what a call of `bits` costs, where that matters."""


def bits(mask: int) -> tuple[int, ...]:
    """The members of a mask, upwards."""
    return MEMBERS[mask]
