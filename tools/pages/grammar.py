"""The page docs/grammar.md, written from the grammar of the effect language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "grammar.md"

_HEAD = """\
# The grammar

The exact grammar of expressions and effects, as the parser reads it. To learn them, [the language](language.md) with its
examples is the better place.

<!-- Written from dsl/language/effects.lark by tests/docs/test_reference.py: `pytest --update-golden` writes it anew. -->

Each line says what a form is made of. What stands in `"quotes"` is typed as it is; other words are forms that are
explained on a line of their own; `[a]` may be left out, `a*` stands any number of times, `a+` at least once, `a | b` is
one of the two. `NAME` is an id, `NUMBER` a whole number. `_NL` is the end of a line, `_INDENT` and `_DEDENT` are where a
block begins and ends. What stands behind `->` and the marks `_`, `?` and `!` are of no concern to writers of rules.
"""
_STRETCH = re.compile(r"^// ---- (.*?) -+$", re.MULTILINE)


def grammar_page() -> str:
    """The page."""
    return "".join(_written())


def _written() -> Iterator[str]:
    grammar = (ROOT / "dsl" / "language" / "effects.lark").read_text("utf-8")
    # What stands before the first stretch is for who changes the grammar.
    _, *stretches = _STRETCH.split(grammar)
    yield _HEAD
    for title, rules in zip(stretches[::2], stretches[1::2], strict=True):
        yield f"\n## {title[:1].upper()}{title[1:]}\n\n```text\n{rules.strip()}\n```\n"
