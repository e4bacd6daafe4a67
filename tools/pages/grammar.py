"""Writes the page docs/grammar.md from the grammar of the effect language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "grammar.md"

_HEAD = """\
# The grammar

The exact grammar of expressions and effects, as the parser reads it. To learn them, read [the language](language.md),
which has examples.

<!-- Written from dsl/language/effects.lark by tests/docs/test_reference.py: `pytest --update-golden` updates it. -->

Each line says what a form consists of. Type words in `"quotes"` as they are; other words are forms with a line of their
own. `[a]` may be left out, `a*` may occur any number of times, `a+` at least once, and `a | b` is one of the two. `NAME`
is an id, and `NUMBER` a whole number. `_NL` is the end of a line; `_INDENT` and `_DEDENT` are the beginning and the end of
a block. If you write rules, ignore the names after `->`, and the marks `_`, `?` and `!`.
"""
_STRETCH = re.compile(r"^// ---- (.*?) -+$", re.MULTILINE)


def grammar_page() -> str:
    """The page."""
    return "".join(_written())


def _written() -> Iterator[str]:
    grammar = (ROOT / "dsl" / "language" / "effects.lark").read_text("utf-8")
    # The text before the first section is for people who change the grammar.
    _, *stretches = _STRETCH.split(grammar)
    yield _HEAD
    for title, rules in zip(stretches[::2], stretches[1::2], strict=True):
        yield f"\n## {title[:1].upper()}{title[1:]}\n\n```text\n{rules.strip()}\n```\n"
