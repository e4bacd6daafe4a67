"""Sets the spaces inside a text of the effect language: one between words, and none around some signs."""

from __future__ import annotations

import functools
import re

from boardwright.dsl.language.parser import the_parser

_TOKEN = re.compile(r"[a-z_0-9]+|[<>!]=|#.*|\S", re.IGNORECASE)
# Words of the language that can end a number, a set or a player, so that a `-` after them subtracts.
_ENDINGS = frozenset({"yes", "no", "me", "it", "nobody", "top", "bottom", "up", "down"})
_CLOSING = frozenset({")", ",", ":"})


def spaced(text: str, before: str = "") -> str:
    """Returns one line, without a comment, in the common style. `before` is the last word of the line before, if this line
    continues it.

    >>> spaced("move  min( 2,x-1 )of my cubes from a   to b")
    'move min(2, x - 1) of my cubes from a to b'
    """
    made: list[str] = []
    sign = False  # whether the last sign is a minus of the next number
    last = before
    for token in words_of(text):
        if made and not sign and _apart(last, token):
            made.append(" ")
        made.append(token)
        sign = token == "-" and not _ends_something(last)
        last = token
    return "".join(made)


def words_of(text: str) -> list[str]:
    """Returns the words and signs of a text."""
    return _TOKEN.findall(text)


def _apart(last: str, token: str) -> bool:
    if last == "(" or token in _CLOSING:
        return False
    return token != "(" or not _is_name(last)


def _ends_something(last: str) -> bool:
    return last == ")" or last.isdigit() or _is_name(last) or last in _ENDINGS


def _is_name(word: str) -> bool:
    """Whether a bracket after the word contains its arguments."""
    return word[:1].isalpha() and word not in _words()


@functools.cache
def _words() -> frozenset[str]:
    return frozenset(the_parser().words)
