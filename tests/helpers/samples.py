"""Which of many tests alike are tried every time: `one_in(3)` is one in three; `-m campaign` tries the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from zlib import crc32

import pytest


def chosen(name: str, many: int, one_in: int) -> Iterator[int]:
    """The numbers of those that are in the sample, at least one; which ones differs from name to name, and is always the same."""
    yield from range(crc32(name.encode()) % min(one_in, many), many, one_in)


def leave_out(items: Sequence[pytest.Item]) -> None:
    """Marks those tests as a campaign that are not in the sample of their function."""
    alike: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("one_in") is not None:
            alike[item.nodeid.partition("[")[0]].append(item)
    for function, group in alike.items():
        marker = group[0].get_closest_marker("one_in")
        assert marker is not None
        (one_in,) = marker.args
        left = {*range(len(group))} - {*chosen(function, len(group), one_in)}
        for number in left:
            group[number].add_marker(pytest.mark.campaign)


__all__ = ["chosen", "leave_out"]
