"""Knows which characters a font has: one that it lacks would be printed as an empty box, without a word about it."""

from __future__ import annotations

import struct
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from boardwright.cards.font_ranges import EMBEDDED

Ranges = tuple[tuple[int, int], ...]
"""Code points from the first to the last, in order."""

# These are never drawn themselves.
_UNDRAWN = ("Cc", "Cf", "Zl", "Zp", "Zs")


def is_drawn(fonts: Sequence[Ranges], character: str) -> bool:
    """Whether one of the fonts has this character, or nothing is drawn for it anyway."""
    point = ord(character)
    return unicodedata.category(character) in _UNDRAWN or any(_has(each, point) for each in fonts)


def missing(fonts: Sequence[Ranges], text: str) -> tuple[str, ...]:
    """The characters of a text that no font has, each once."""
    known = (*fonts, *EMBEDDED.values())
    return tuple(each for each in dict.fromkeys(text) if not is_drawn(known, each))


def _has(ranges: Ranges, point: int) -> bool:
    at = bisect_right(ranges, (point, 0x110000)) - 1
    return at >= 0 and ranges[at][0] <= point <= ranges[at][1]


def ranges_of(font: bytes) -> Ranges:
    """The characters of a TrueType or OpenType font, by its table `cmap`; none if it is damaged."""
    try:
        return _ranges(_points(font))
    except (struct.error, IndexError, ValueError):
        return ()


def _ranges(points: Iterable[int]) -> Ranges:
    found: list[tuple[int, int]] = []
    for point in sorted(set(points)):
        if found and found[-1][1] == point - 1:
            found[-1] = (found[-1][0], point)
        else:
            found.append((point, point))
    return tuple(found)


def _points(font: bytes) -> set[int]:
    """Every code point with a glyph."""
    (count,) = struct.unpack_from(">H", font, 4)
    tables = (struct.unpack_from(">4sIII", font, 12 + 16 * n) for n in range(count))
    start = next((offset for tag, _, offset, _ in tables if tag == b"cmap"), None)
    if start is None:
        return set()
    _, count = struct.unpack_from(">HH", font, start)
    found: set[int] = set()
    for n in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", font, start + 4 + 8 * n)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            found |= _of_subtable(font, start + offset)
    return found


def _of_subtable(font: bytes, at: int) -> set[int]:
    (form,) = struct.unpack_from(">H", font, at)
    if form == 12:
        (count,) = struct.unpack_from(">I", font, at + 12)
        groups = (
            struct.unpack_from(">III", font, at + 16 + 12 * n) for n in range(min(count, 65_536))
        )
        return {
            point
            for first, last, glyph in groups
            for point in range(first, min(last, 0x10FFFF) + 1)
            if glyph + point - first != 0
        }
    return _of_segments(font, at) if form == 4 else set()


def _of_segments(font: bytes, at: int) -> set[int]:
    (twice,) = struct.unpack_from(">H", font, at + 6)
    count = twice // 2
    ends = struct.unpack_from(f">{count}H", font, at + 14)
    starts = struct.unpack_from(f">{count}H", font, at + 16 + twice)
    deltas = struct.unpack_from(f">{count}H", font, at + 16 + 2 * twice)
    offsets_at = at + 16 + 3 * twice
    offsets = struct.unpack_from(f">{count}H", font, offsets_at)
    found: set[int] = set()
    for n in range(count):
        for point in range(starts[n], ends[n] + 1):
            if point == 0xFFFF:
                continue
            glyph = point
            if offsets[n]:
                place = offsets_at + 2 * n + offsets[n] + 2 * (point - starts[n])
                (glyph,) = struct.unpack_from(">H", font, place)
                if not glyph:
                    continue
            if (glyph + deltas[n]) & 0xFFFF:
                found.add(point)
    return found
