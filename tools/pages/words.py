"""Writes the page docs/words.md from the grammar and the built-in names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.words import (
    ALL_WAYS,
    BUILT_IN_NOTES,
    DEEDS,
    DIRECTIONS,
    EVERYWHERE,
    FUNCTIONS,
    LIFETIMES,
    PLAIN_TYPES,
    PLAYER_SETS,
    TURN_RULES,
    TYPE_OF_WAYS,
    WITH_OF,
)

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "words.md"

_HEAD = """\
# Reserved words

<!-- Written from dsl/language/effects.lark and dsl/language/words.py by tests/docs/test_reference.py: `pytest --update-golden` updates it. -->

Everything that a game declares has an id: kinds, stocks, spaces, places, notes, values, rules, pieces, options and their values, phases,
offers and entries. Some words cannot be ids.

## Words of the language

These words belong to [the grammar](grammar.md). Neither a declaration nor a local name (as in `let`) can have one of them as its name.
The error is reported where the name is declared ([E207](errors/E207.md), [E305](errors/E305.md)).

"""
_PLURALS = """
The plural of a name must not be such a word, either. So do not call a kind, stock, space or variety {said}, or give it another
`plural:`.

"""
_BUILT_IN = """\
## Built-in names

These names exist in every game. If you declare something with such a name, the name means what you declare. Some of them you cannot
use ([E405](errors/E405.md)): a note cannot have the name of a built-in note, such as `round`; a rule cannot be called `turn` or
`next_turn`; and a local name (as in `let`) cannot be `phase`, `direction`, `clockwise` or `counter_clockwise`.

| names | what they are |
| --- | --- |
"""
_KEYS = """
Pieces and spaces have keys of their own, such as `name`, `copies` or `notes`. An attribute cannot have the name of such a key
([E207](errors/E207.md)); [files and keys](keys.md#a-piece-or-space) lists them. Players have ids, too: the names under `seats`, or `p1`,
`p2` and so on.
"""


def words_page() -> str:
    """The page."""
    return "".join(_written())


def _written() -> Iterator[str]:
    words = sorted(the_parser().words)
    yield _HEAD
    for letter in sorted({word[0] for word in words}):
        yield f"- {_listed(word for word in words if word[0] == letter)}\n"
    yield _PLURALS.format(said=_listed(_with_reserved_plural(words), "or"))
    yield _BUILT_IN
    for names, told in (
        (PLAIN_TYPES, "types, in addition to the kinds and varieties of the game"),
        (PLAYER_SETS, "the players and their seats"),
        ((TYPE_OF_WAYS, ALL_WAYS), "in games with links: a type, and all ways on the board"),
        ((EVERYWHERE,), "all places and spaces: `coins in everywhere`"),
        (BUILT_IN_NOTES, "notes that say where the game is"),
        (DIRECTIONS, "the values of `direction`"),
        (WITH_OF, "used with `of`: `owner of card`"),
        (FUNCTIONS, "functions"),
        (DEEDS, "statements, with the name of a memory"),
        (TURN_RULES, "rules that every game has, for hooks"),
        (
            LIFETIMES,
            "how long a note lasts, or for how long a limit counts; rules and phases can be named there, too",
        ),
    ):
        yield f"| {_listed(names)} | {told} |\n"
    yield _KEYS


def _with_reserved_plural(words: Iterable[str]) -> list[str]:
    """Returns the words that are not words of the language, but whose plurals are."""
    known = set(words)
    found = [word[:-1] for word in sorted(known) if re.fullmatch(r"[a-z]{3,}[^s]s", word)]
    return [word for word in found if word not in known]


def _listed(words: Iterable[str], last: str = "") -> str:
    *most, end = [f"`{word}`" for word in words]
    if last and most:
        return f"{', '.join(most)} {last} {end}"
    return ", ".join([*most, end])
