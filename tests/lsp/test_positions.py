"""Places: lines and UTF-16 units, addresses of files, and where things are after a change."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol.types import Position

from boardwright.dsl.source.places import Source
from boardwright.lsp.next_words import names_made, what_next
from boardwright.lsp.positions import offset_at, path_of, position_at, uri_of
from boardwright.lsp.stale_spans import moved

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


@pytest.mark.parametrize(
    ("before", "now", "word", "there"),
    [
        ("a b c", "a b c", "b", "b"),
        ("a b c", "xx a b c", "b", "b"),
        ("a b c", "a b", "c", None),
        ("a b c", "a bb c", "c", "c"),
        ("one\ntwo\nthree\n", "zero\none\nthree\nfour\n", "three", "three"),
        ("one\ntwo\nthree\n", "zero\none\nthree\nfour\n", "two", None),
        ("one\ntwo\nthree\n", "more\none\nt\nthree", "three", "three"),
    ],
)
def test_what_is_still_there_is_found(before: str, now: str, word: str, there: str | None) -> None:
    source = Source("x", before)
    at = before.index(word)
    found = moved(source.span(at, at + len(word)), Source("x", now))
    assert (None if found is None else found.text) == there


def test_names_are_known_in_their_blocks() -> None:
    made = names_made(
        "choose a from quays\n"
        "# let z be 1\n"
        "for each b in players where b is not me:\n"
        "  may choose up to 2 c from quays:\n"
        "    find d in captains\n"
        "\n"
        "  let e be sum(1 for each f in quays)\n"
        "  share 3 as g among h in players, from 0 to 1 each\n"
        "  "
    )
    assert list(made) == ["a", "b", "e", "f", "g", "h"]
    assert made["a"] == "choose a from quays"


def test_nothing_comes_next_in_a_text_that_makes_no_sense() -> None:
    assert what_next("move move ", "effect") is None
    assert what_next("if yes:\n      ", "effect") is None
    assert what_next("take 1 § ", "effect") is None
    due = what_next("ta", "effect")
    assert due is not None
    assert due.begins_statement
    assert "take" in due.words
