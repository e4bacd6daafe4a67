"""Suggests names that were probably meant."""

from __future__ import annotations

import functools
import string
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from heapq import nsmallest

from boardwright.dsl.source.fixes import Change, Help
from boardwright.dsl.source.places import Span

# Longer names are not typed by hand, and comparing them takes time in the square of their length.
_LONGEST = 64
_TOO_LONG = 1 << 20
_ALIKE = 0.8
_LEAST_LETTERS = 4  # of a name in which one wrong letter leaves no doubt
# At most this many are compared letter by letter: those that share most letters with the name.
_MOST_COMPARED = 16
# The letters of ids. All others are treated as one letter, which can only make names seem closer.
_SLOTS = {letter: n for n, letter in enumerate(string.ascii_lowercase + string.digits + "_", 1)}
_WIDTH = len(_SLOTS) + 1
_AS_TWO = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe"})


def did_you_mean(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Returns at most three candidates that are close to `name`, ignoring case, the closest first.

    Close means a third of the length in single-letter edits and swaps, or nearly all letters in common.
    The answer does not depend on the order of the candidates.

    >>> did_you_mean("bishpo", ["rook", "bishop"])
    ('bishop',)
    """
    if len(name) > _LONGEST:
        return ()
    wanted, letters, length = _letters(name)
    allowed = length // 3
    most = max(allowed, 1)
    near: list[tuple[int, str, str]] = []
    for candidate in set(candidates):
        folded, others, size = _letters(candidate)
        common = (letters & others).bit_count()
        missing = (length if length > size else size) - common  # the least possible number of edits
        if (missing <= most or common >= _ALIKE / 2 * (length + size)) and candidate != name:
            near.append((missing, candidate, folded))
    compared = sorted(
        (edits(folded, wanted), candidate, folded)
        for _, candidate, folded in nsmallest(_MOST_COMPARED, near)
    )
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    found: list[tuple[int, float, str]] = []
    for distance, candidate, folded in compared:
        if len(found) >= 3 and distance > found[-1][0]:
            break
        matcher.set_seq1(folded)
        ratio = matcher.ratio()
        # A third of the longer one: a word of three letters that lost one has two.
        if distance <= max(allowed, min(1, len(folded) // 3)) or ratio >= _ALIKE:
            found.append((distance, -ratio, candidate))
    return tuple(candidate for _, _, candidate in sorted(found)[:3])


@functools.lru_cache(maxsize=1 << 13)
def _letters(name: str) -> tuple[str, int, int]:
    """Returns a name without case, its letters as bits (with separate bits for the first, the second and later ones), and its
    length, which is above all others for a name that is too long.
    """
    if len(name) > _LONGEST:
        return "", 0, _TOO_LONG
    folded = name.casefold()
    met: dict[int, int] = {}
    letters = 0
    for letter in folded:
        slot = _SLOTS.get(letter, 0)
        before = met.get(slot, 0)
        met[slot] = before + 1
        letters |= 1 << (before * _WIDTH + slot)
    return folded, letters, len(folded)


def suggest_help(
    name: str, candidates: Iterable[str], place: Span | None = None
) -> tuple[str, ...]:
    """Returns the help for a misspelt name; empty if no candidate is close. The name is in the place of the diagnostic,
    unless another `place` is given.
    """
    found = did_you_mean(name, candidates)
    if not found:
        return ()
    *most, last = [f"`{candidate}`" for candidate in found]
    line = f"did you mean {', '.join(most)} or {last}?" if most else f"did you mean {last}?"
    return (
        Help(line, *(Change(each, place or name) for each in found), is_safe=is_slip(name, *found)),
    )


def is_slip(name: str, *meant: str) -> bool:
    """Whether only one thing can have been meant: one letter is wrong in a name of four or more, or only capitals."""
    if len(meant) != 1:
        return False
    folded, other = name.casefold(), meant[0].casefold()
    return folded == other or (len(other) >= _LEAST_LETTERS and edits(folded, other) == 1)


def plain_letters(text: str) -> str:
    """Returns the text in small letters without accents, with umlauts as two letters.

    >>> plain_letters("Händler"), plain_letters("Caffè")
    ('haendler', 'caffe')
    """
    folded = unicodedata.normalize("NFC", text.lower()).translate(_AS_TWO)
    split = unicodedata.normalize("NFKD", folded)
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def edits(one: str, other: str) -> int:
    """Counts the letters to insert, delete, replace or swap with their neighbour to turn one into the other."""
    # A common beginning needs no edits.
    same = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        same += 1
    one, other = one[same:], other[same:]
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        cost = i
        for j, b in enumerate(other, 1):
            above, aslant = before[j], before[j - 1]
            if a == b:
                cost = aslant
            else:
                if above < cost:
                    cost = above
                if aslant < cost:
                    cost = aslant
                if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                    cost = min(cost, earlier[j - 2])
                cost += 1
            row.append(cost)
    return row[-1]
