"""Sets the source of effects so that people can read it: words of the language in bold, names without underscores.

Nothing is left out or said in other words, so that what is printed is what is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from boardwright.dsl.compose.expansion_changes import lines_of
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.syntax import Effect
from boardwright.dsl.source.places import Span

_TOKEN = re.compile(r"(#.*)|([a-z][a-z0-9_]*)|(\s+)|([^a-z\s#]+|#)")
_SIGNS = {">=": "≥", "<=": "≤", "!=": "≠", "*": "×"}

Part = tuple[str, str, str]
"""A style (`word`, `name`, `rule`, `sign` or `note`), a text, and of a rule its id."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: how deep it is, and its parts."""

    depth: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What names mean to a reader: `called` is how a thing is called in the language of the book, `rules` are the names that the
    book explains elsewhere.
    """

    called: Mapping[str, str]
    rules: frozenset[str] = frozenset()

    def lines(self, effect: Effect) -> tuple[Line, ...]:
        """The lines of an effect."""
        return tuple(self._line(each) for each in lines_of(effect) if each.strip())

    def words(self, span: Span) -> tuple[Part, ...]:
        """An expression, on one line."""
        return self._parts(" ".join(span.text.split()))

    def text(self, text: str) -> tuple[Part, ...]:
        """A piece of source."""
        return self._parts(" ".join(text.split()))

    def _line(self, text: str) -> Line:
        depth = (len(text) - len(text.lstrip(" "))) // 2
        return Line(depth, self._parts(text.strip()))

    def _parts(self, text: str) -> tuple[Part, ...]:
        found: list[Part] = []
        words = the_parser().words
        for note, name, space, sign in _TOKEN.findall(text):
            if note:
                found.append(("note", f"({note.lstrip('# ').strip()})", ""))
            elif name and name in self.rules:
                found.append(("rule", self._name(name), name))
            elif name:
                found.append(("word" if name in words else "name", self._name(name), ""))
            elif space:
                found.append(("sign", " ", ""))
            else:
                found.append(("sign", _SIGNS.get(sign, sign), ""))
        return tuple(found)

    def _name(self, id: str) -> str:
        return self.called.get(id, id.replace("_", " "))


def as_text(parts: Iterable[Part]) -> str:
    """The parts as plain text, without notes."""
    return "".join(text for style, text, _ in parts if style != "note").strip()
