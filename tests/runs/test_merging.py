"""Where intact parts are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boardwright.runs.folder import Folder
from boardwright.runs.merging import Whereabouts

ONE, OTHER = Folder(Path("one")), Folder(Path("other"))


def test_parts_are_found_in_their_folders_in_order() -> None:
    parts = Whereabouts(5, [ONE, OTHER])
    assert not parts
    for chunk, folder in ((3, OTHER), (0, ONE), (3, OTHER)):
        parts.add(chunk, folder)
    assert dict(parts) == {0: ONE.part(0), 3: OTHER.part(3)}
    assert list(parts) == [0, 3] and len(parts) == 2
    assert 3 in parts and 4 not in parts and -2 not in parts and 5 not in parts
    with pytest.raises(KeyError):
        parts[4]


def test_a_hundred_thousand_parts_need_less_than_a_megabyte() -> None:
    parts = Whereabouts(100_000, [ONE])
    for chunk in range(100_000):
        parts.add(chunk, ONE)
    assert len(parts) == 100_000 and sys.getsizeof(parts._in) < 1_000_000
