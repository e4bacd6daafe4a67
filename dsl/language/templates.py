"""Templates of sentences: words with names in braces, as in `{me} places {n:cube} in {region}`.

    {region}        the thing of this name, as it is called in a sentence
    {n:cube}        a number with a noun, in the form that the number needs
    {rats?is|are}   one of two words, depending on whether there is one thing or several
    [from {place}]  left out if a name in it has no value

A template says nothing about what its names mean: see `interpreter/tell`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PART = re.compile(r"\{([^{}]*)\}|([\[\]{}])")
_NAMED = re.compile(
    r" *(?P<name>[a-z][a-z0-9_]*) *(?:: *(?P<noun>[a-z][a-z0-9_]*) *|\?(?P<one>[^|?]*)\|(?P<many>[^|?]*))?"
)


class TemplateError(ValueError):
    """The text is not a template; `start` and `end` are where it is wrong, and `found` what is there."""

    def __init__(self, found: str, start: int, end: int) -> None:
        super().__init__(found)
        self.found, self.start, self.end = found, start, end


@dataclass(frozen=True, slots=True)
class Blank:
    """A name in braces. `noun` is what a number counts; `forms` are the words for one thing and for several. `start` and `end`
    are where the name is in the text.
    """

    name: str
    noun: str = ""
    forms: tuple[str, str] | None = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Optional:
    """Parts that are left out together."""

    parts: tuple[Part, ...]


Part = str | Blank | Optional


@dataclass(frozen=True, slots=True)
class Template:
    """The parts of a text, in order."""

    parts: tuple[Part, ...]

    @property
    def announces(self) -> bool:
        """Whether it ends with a colon: what happens is told after it."""
        last = self.parts[-1] if self.parts else ""
        return isinstance(last, str) and last.endswith(":")

    @property
    def without_colon(self) -> Template:
        """The same without the colon at its end."""
        *parts, last = self.parts
        return Template((*parts, last.removesuffix(":") if isinstance(last, str) else last))

    @property
    def blanks(self) -> Iterator[Blank]:
        """Returns all names in braces."""
        return _blanks(self.parts)


def _blanks(parts: tuple[Part, ...]) -> Iterator[Blank]:
    for part in parts:
        if isinstance(part, Blank):
            yield part
        elif isinstance(part, Optional):
            yield from _blanks(part.parts)


def parse_template(text: str) -> Template:
    """Reads a text as a template. Raises `TemplateError` if its braces or brackets are wrong."""
    stack: list[list[Part]] = [[]]
    opened: list[int] = []
    at = 0
    for match in _PART.finditer(text):
        if match.start() > at:
            stack[-1].append(text[at : match.start()])
        at = match.end()
        sign = match[2]
        if sign == "[":
            opened.append(match.start())
            stack.append([])
        elif sign == "]" and opened:
            opened.pop()
            inner = tuple(stack.pop())
            stack[-1].append(Optional(inner))
        elif sign:
            raise TemplateError(sign, match.start(), match.end())
        else:
            stack[-1].append(_blank(match))
    if opened:
        raise TemplateError("[", opened[-1], opened[-1] + 1)
    if at < len(text):
        stack[-1].append(text[at:])
    return Template(tuple(stack[0]))


def split_forms(text: str) -> list[tuple[int, str]]:
    """The forms of words between ` | `, each with where it begins; a `|` in braces does not count."""
    found, start, deep = [], 0, 0
    for at, sign in enumerate((*text, "|")):
        deep += (sign == "{") - (sign == "}")
        if sign == "|" and (deep <= 0 or at == len(text)):
            form = text[start:at]
            found.append((start + len(form) - len(form.lstrip()), form.strip()))
            start = at + 1
    return found


def _blank(match: re.Match[str]) -> Blank:
    found = _NAMED.fullmatch(match[1])
    if found is None:
        raise TemplateError(match[0], match.start(), match.end())
    forms = None if found["one"] is None else (found["one"], found["many"])
    start = match.start(1) + found.start("name")
    return Blank(found["name"], found["noun"] or "", forms, start, start + len(found["name"]))


__all__ = [
    "Blank",
    "Optional",
    "Part",
    "Template",
    "TemplateError",
    "parse_template",
    "split_forms",
]
