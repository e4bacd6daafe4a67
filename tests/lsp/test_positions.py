"""Places: lines and UTF-16 units, and addresses of files."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol.types import Position

from boardwright.dsl.source.places import Source
from boardwright.lsp.positions import offset_at, path_of, position_at, uri_of

TEXT = "one\r\ntwo🐋x\rthree\n\nétude"


def test_every_offset_has_a_position_and_back() -> None:
    source = Source("x", TEXT)
    for offset in range(len(TEXT) + 1):
        if TEXT[offset - 1 : offset + 1] != "\r\n":  # nobody stands between the two
            assert offset_at(source, position_at(source, offset)) == offset


@pytest.mark.parametrize(
    ("line", "character", "before"),
    [
        (0, 2, "on"),
        (0, 99, "one"),
        (1, 3, "one\r\ntwo"),
        (1, 4, "one\r\ntwo"),  # within the whale
        (1, 5, "one\r\ntwo🐋"),
        (4, 1, "one\r\ntwo🐋x\rthree\n\né"),
        (99, 0, TEXT),
    ],
)
def test_a_position_that_is_nowhere_is_moved_to_the_nearest(
    line: int, character: int, before: str
) -> None:
    assert offset_at(Source("x", TEXT), Position(line, character)) == len(before)


def test_addresses_are_of_files() -> None:
    path = Path("/a b/ü%/x.yaml")
    assert path_of(uri_of(path)) == path
    assert path_of("file:///a%20b/x.yaml") == Path("/a b/x.yaml")
    assert path_of("file://localhost/x.yaml") == Path("/x.yaml")
    for other in ("untitled:x", "file://elsewhere/x.yaml", "file:x.yaml", "file:///%00", "", "x"):
        assert path_of(other) is None
