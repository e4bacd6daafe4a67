"""Where things are after a change."""

from __future__ import annotations

import pytest

from boardwright.dsl.source.places import Source
from boardwright.lsp.stale_spans import moved


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
