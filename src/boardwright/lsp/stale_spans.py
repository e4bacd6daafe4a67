"""Moves spans to a changed text: they are kept in unchanged lines, and next to a change within a line."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import accumulate, takewhile

from boardwright.dsl.source.places import Source, Span

# A part that both texts share: its start in each, and its length.
Stretch = tuple[int, int, int]


def moved(span: Span, now: Source) -> Span | None:
    """The span in the current text of a part of an earlier text; None if it was changed."""
    before = span.source.text
    if before == now.text:
        return Span(now, span.start, span.end)
    for start, there, size in _same(before, now.text):
        if start <= span.start and span.end <= start + size:
            return Span(now, span.start - start + there, span.end - start + there)
    return None


@functools.lru_cache(maxsize=64)
def _same(before: str, now: str) -> tuple[Stretch, ...]:
    """The parts that two texts share."""
    found: list[Stretch] = []
    lines, others = before.split("\n"), now.split("\n")
    starts, other_starts = _starts(lines), _starts(others)
    matcher = SequenceMatcher(None, lines, others, autojunk=False)
    for tag, first, last, other_first, other_last in matcher.get_opcodes():
        at, there = starts[first], other_starts[other_first]
        one, other = "\n".join(lines[first:last]), "\n".join(others[other_first:other_last])
        if tag == "equal":
            found.append((at, there, len(one)))
        elif tag == "replace":
            head = _common(one, other)
            tail = _common(reversed(one[head:]), reversed(other[head:]))
            found.append((at, there, head))
            found.append((at + len(one) - tail, there + len(other) - tail, tail))
    return tuple(found)


def _starts(lines: Iterable[str]) -> list[int]:
    """The start of each line, and the end of the text."""
    return list(accumulate((len(line) + 1 for line in lines), initial=0))


def _common(one: Iterable[str], other: Iterable[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
