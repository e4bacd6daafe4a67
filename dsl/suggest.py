"""Names that were probably meant."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from difflib import SequenceMatcher

# Longer names are not typed by hand, and comparing them costs their length squared.
_LONGEST = 64
_ALIKE = 0.8
# So many are compared letter by letter: those that share most letters with the name.
_MOST_COMPARED = 16


def did_you_mean(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """At most three candidates that are close to `name`, ignoring case, the closest first.

    Close means a third of the length in single-letter edits and swaps, or nearly all letters in common.
    The answer does not depend on the order of the candidates.

    >>> did_you_mean("bishpo", ["rook", "bishop"])
    ('bishop',)
    """
    if len(name) > _LONGEST:
        return ()
    wanted, letters = _letters(name)
    allowed = len(wanted) // 3
    near: list[tuple[int, str, str]] = []
    for candidate in set(candidates):
        if candidate == name or len(candidate) > _LONGEST:
            continue
        folded, others = _letters(candidate)
        common = len(letters & others)
        missing = max(len(letters), len(others)) - common  # so many edits there are at least
        if missing <= max(allowed, 1) or common >= _ALIKE / 2 * (len(letters) + len(others)):
            near.append((missing, candidate, folded))
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    found: list[tuple[int, float, str]] = []
    for _, candidate, folded in sorted(near)[:_MOST_COMPARED]:
        distance = edits(folded, wanted)
        matcher.set_seq1(folded)
        ratio = matcher.ratio()
        # A third of either: a letter lost from a word of three leaves two.
        if distance <= max(allowed, min(1, len(folded) // 3)) or ratio >= _ALIKE:
            found.append((distance, -ratio, candidate))
    return tuple(candidate for _, _, candidate in sorted(found)[:3])


@functools.lru_cache(maxsize=1 << 13)
def _letters(name: str) -> tuple[str, frozenset[tuple[str, int]]]:
    """A name without case, and its letters: of each the first, the second, and so on, told apart."""
    folded = name.casefold()
    return folded, frozenset(
        (letter, folded.count(letter, 0, at)) for at, letter in enumerate(folded)
    )


def suggest_help(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The help line for a misspelt name, or nothing when no candidate is close."""
    names = [f"`{candidate}`" for candidate in did_you_mean(name, candidates)]
    if not names:
        return ()
    *most, last = names
    return (f"did you mean {', '.join(most)} or {last}?" if most else f"did you mean {last}?",)


def edits(one: str, other: str) -> int:
    """How many letters to insert, delete, replace or swap with their neighbour turn one into the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
