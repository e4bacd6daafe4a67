"""The position of the cursor in a rule file: under which keys, and in which text.

A file can seldom be parsed while it is being typed. So a mark is put at the cursor, and if the file cannot be parsed
with it, the part before the cursor is parsed, with its brackets and quotes closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boardwright.dsl.source.diagnostics import Bag, RulesetError
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence, read

_MARK = "zq0mark0qz"
_WORD = re.compile(r"[A-Za-z0-9_]*\Z")
_CLOSING = {"{": "}", "[": "]"}
_NO_BRACKETS = re.compile(
    r"""'(?:[^'\n]|'')*'|"(?:[^"\\\n]|\\.)*"|(?:^|[ ])#[^\n]*""", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """`path` are the keys and item numbers from the root to what is being typed, and `before` is its text before the
    cursor. It is a key if `is_key`; `beside` are the other keys of its mapping. `head` is the first key of the file with its
    value, and `word` is the start of the word at the cursor.
    """

    path: tuple[str | int, ...]
    is_key: bool
    before: str
    word: str
    beside: frozenset[str]
    head: tuple[str, str]


def cursor_at(text: str, offset: int) -> Cursor | None:
    """The cursor at an offset; None in a comment, in the first key of the file, and where it is unclear."""
    before = text[:offset]
    found = _WORD.search(before)
    word = found[0] if found else ""
    for attempt in _attempts(before, text[offset:]):
        try:
            root = read(Source("", attempt), Bag())
        except RulesetError:  # it has too many mistakes
            continue
        if isinstance(root, Mapping) and root.entries:
            cursor = _find(root, word)
            if cursor is not None:
                return cursor
    return None


def _attempts(before: str, after: str) -> Iterator[str]:
    line = after.split("\n", 1)[0]
    yield before + _MARK + after
    if not line.strip():
        yield before + _MARK + ":" + after
    for quote in ("", '"', "'"):
        closing = _closing(before + quote)
        yield before + _MARK + quote + closing
        if quote == "":
            yield before + _MARK + ":" + closing


def _closing(text: str) -> str:
    """The characters that close all open brackets. Brackets in block texts and words count, too, but are seldom left open."""
    opened: list[str] = []
    # Brackets are closed within a section, so a line at the left margin starts over.
    start = max((found.start() for found in re.finditer(r"^\w", text, re.MULTILINE)), default=0)
    for char in _NO_BRACKETS.sub("", text[start:]):
        if char in _CLOSING:
            opened.append(_CLOSING[char])
        elif opened and char == opened[-1]:
            opened.pop()
    return "".join(reversed(opened))


def _find(root: Mapping, word: str) -> Cursor | None:
    first = root.entries[0]
    if _MARK in first.key.text:
        return None
    head = (first.key.text, first.value.text if isinstance(first.value, Scalar) else "")
    waiting: list[tuple[tuple[str | int, ...], Node]] = [((), root)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, Mapping):
            for entry in node.entries:
                if _MARK in entry.key.text:
                    beside = frozenset(node.keys()) - {entry.key.text}
                    return Cursor(path, True, _before(entry.key), word, beside, head)
                if isinstance(entry.value, Scalar) and _MARK in entry.value.text:
                    at = (*path, entry.key.text)
                    return Cursor(at, False, _before(entry.value), word, frozenset(), head)
                waiting.append(((*path, entry.key.text), entry.value))
        elif isinstance(node, Sequence):
            for number, item in enumerate(node.items):
                if isinstance(item, Scalar) and _MARK in item.text:
                    return Cursor((*path, number), False, _before(item), word, frozenset(), head)
                waiting.append(((*path, number), item))
    return None


def _before(scalar: Scalar) -> str:
    return scalar.text.split(_MARK, 1)[0]
