"""Which tests are tried every time, and in which order.

Of many tests alike `one_in(3)` tries one in three, `one_in(3, of="file")` of all tests of a file; `-m campaign` tries the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from zlib import crc32

import pytest

from folders import TESTS

WAITING = ("studio/browser", "studio/playground", "clusters", "editor")
"""The folders of tests that mostly wait for other processes."""


def chosen(name: str, many: int, one_in: int) -> Iterator[int]:
    """The numbers of those that are in the sample, at least one; which ones differs from name to name, and is always the same."""
    yield from range(crc32(name.encode()) % min(one_in, many), many, one_in)


def leave_out(items: Sequence[pytest.Item]) -> None:
    """Marks those tests as a campaign that are not in the sample of their function, or of their file."""
    alike: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker("one_in")
        if marker is not None:
            end = "::" if marker.kwargs.get("of") == "file" else "["
            alike[item.nodeid.partition(end)[0], marker.args[0]].append(item)
    for (name, one_in), group in alike.items():
        for number in {*range(len(group))} - {*chosen(name, len(group), one_in)}:
            group[number].add_marker(pytest.mark.campaign)


def in_turn(paths: Sequence[Path]) -> list[Path]:
    """The files of tests in order: those of `tests/project` first, as mypy takes long; those that wait evenly among those that do
    not, so that the processors have work all the time.
    """
    files = dict.fromkeys(paths)
    first = [path for path in files if path.is_relative_to(TESTS / "project")]
    waiting = [path for path in files if any(path.is_relative_to(TESTS / each) for each in WAITING)]
    busy = [path for path in files if path not in {*first, *waiting}]
    places = {
        path: (n + 0.5) / len(group) for group in (waiting, busy) for n, path in enumerate(group)
    }
    return [*first, *sorted(places, key=lambda path: places[path])]


__all__ = ["WAITING", "chosen", "in_turn", "leave_out"]
