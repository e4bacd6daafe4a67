"""What may come next in a text of the effect language: words that the grammar allows, and names in scope."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lark import Token
from lark.exceptions import LarkError

from boardwright.dsl.language.indentation import WrongIndentationError
from boardwright.dsl.language.parser import the_parser

# Written at the cursor while asking; a name that nobody would use.
_HERE = "zq0here0qz"

_MADE = (
    r"\b(?:choose|chooses)\s+(?:up\s+to\s+)?(?:[\w()]+\s+)?([a-z]\w*)\s+from\b",
    r"\bdraw\s+([a-z]\w*)\s+from\b",
    r"\bfind\s+([a-z]\w*)\s+in\b",
    r"\blet\s+([a-z]\w*)\s+be\b",
    r"\bas\s+([a-z]\w*)\s+(?=among\b)",
    r"\b(?:each|those|among)\s+([a-z]\w*)\s+in\b",
)
_NAMES = re.compile("|".join(_MADE))


@dataclass(frozen=True, slots=True)
class Next:
    """The `words` of the language that may come next, and whether a name may. `before` are the terminals of the last tokens
    before it.
    """

    words: tuple[str, ...]
    a_name: bool
    before: tuple[Token, ...]

    def after(self, *terminals: str) -> bool:
        """Whether these are the last tokens before the cursor."""
        return tuple(token.type for token in self.before[-len(terminals) :]) == terminals

    def begins_call_of(self, name: str) -> bool:
        """Whether the bracket after this name was opened just before."""
        return self.after("NAME", "LPAR") and self.before[-2] == name

    @property
    def begins_statement(self) -> bool:
        """Whether a statement begins here."""
        return not self.before or self.before[-1].type in ("_NL", "_INDENT", "_DEDENT")


def what_next(before: str, start: str) -> Next | None:
    """What may follow a text whose last word is being typed; None if the text is wrong so far."""
    parser = the_parser()
    state = parser.lark.parse_interactive("", start)
    fed: list[Token] = []
    begun = re.sub(r"[A-Za-z0-9_]+\Z", "", before)
    try:
        for token in parser.lark.lex(begun + _HERE):
            if token == _HERE:
                break
            state.feed_token(token)
            fed.append(token)
        else:
            return None
        accepted = state.accepts()  # type: ignore[no-untyped-call]
    except (LarkError, WrongIndentationError):
        return None
    words = tuple(word for word, terminal in parser.words.items() if terminal in accepted)
    return Next(words, "NAME" in accepted, tuple(fed[-8:]))


def names_made(before: str) -> dict[str, str]:
    """The local names at the end of a text, each with the line that makes it. They are found by the form of the lines,
    since a text that is being typed cannot be bound.
    """
    frames: list[tuple[int, dict[str, str]]] = [(0, {})]
    lines = before.split("\n")
    for number, line in enumerate(lines):
        code = line.split("#", 1)[0]
        is_last = number == len(lines) - 1
        if not code.strip() and not is_last:
            continue
        indent = len(code) - len(code.lstrip(" "))
        while len(frames) > 1 and frames[-1][0] > indent:
            frames.pop()
        opens = code.rstrip().endswith(":")
        at = indent + 2 if opens else indent
        if frames[-1][0] < at:
            frames.append((at, {}))
        for found in _NAMES.finditer(code):
            name = next(group for group in found.groups() if group)
            frames[-1][1][name] = code.strip()
    return {name: line for _, names in frames for name, line in names.items()}
