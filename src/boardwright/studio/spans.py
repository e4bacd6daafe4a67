"""Positions as differences, so that the page can have many of them before it needs them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Change = list[list[Any]]
"""Pairs of a path and what is there now; a path alone is gone. A path is a list of keys."""


def changes_between(positions: Iterable[Mapping[str, Any]]) -> Iterator[Change]:
    """For each position what makes it from the one before; the first is made from nothing."""
    before: object = None
    for position in positions:
        yield [*_changes((), before, position)]
        before = position


def _changes(path: tuple[str, ...], before: object, after: object) -> Iterator[list[Any]]:
    if not (isinstance(before, Mapping) and isinstance(after, Mapping)):
        if before != after or type(before) is not type(after):
            yield [[*path], after]
        return
    for key in before:
        if key not in after:
            yield [[*path, key]]
    for key, value in after.items():
        if key not in before:
            yield [[*path, key], value]
        else:
            yield from _changes((*path, key), before[key], value)


__all__ = ["Change", "changes_between"]
