"""The page docs/words.md, written from the grammar and from the names that are built in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.words import (
    BUILT_IN_NOTES,
    BUILT_IN_SETS,
    DIRECTIONS,
    FUNCTIONS,
    LIFETIMES,
    PLAIN_TYPES,
    TURN_RULES,
    WITH_OF,
)

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "words.md"

_HEAD = """\
# Reserved words

<!-- Written from dsl/language/effects.lark and dsl/language/words.py by tests/docs/test_reference.py: `pytest --update-golden` writes it anew. -->

Whatever a game declares has an id: kinds, stocks, spaces, places, notes, values, rules, pieces, options and their values, phases, offers and
entries. Some words cannot be ids.

## Words of the language

These belong to [the grammar](grammar.md), so nothing can be called so: neither what is declared nor what an effect names, as in `let`.
It is an error where the name is declared ([E207](errors/E207.md), [E305](errors/E305.md)).

"""
_PLURALS = """
Where a text needs the plural of a name, that must not be such a word either. So do not call a kind, stock, space or variety {said},
or let it say another `plural:`.

"""
_BUILT_IN = """\
## Names that are built in

These mean something everywhere. What is declared may have such a name only where no use of it could mean both. Else it is an
error ([E405](errors/E405.md)): a note `round`, a value `players`, a table `count`, an attribute `owner`. What a rule names for itself,
as in `let left be ...`, may hide them, except those that say where the game is.

| names | what they are |
| --- | --- |
"""
_KEYS = """
Pieces and spaces have keys of their own, such as `name`, `copies` or `notes`: an attribute cannot be called so
([E207](errors/E207.md)). All are in [files and keys](keys.md#a-piece-or-space). Players have ids, too: the names under `seats`, else
`p1`, `p2` and so on.
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
        (PLAIN_TYPES, "types, beside the kinds and varieties of the game"),
        (BUILT_IN_SETS, "the players and their seats"),
        (BUILT_IN_NOTES, "where the game is"),
        (DIRECTIONS, "what `direction` can be"),
        (WITH_OF, "asked of something: `owner of card`"),
        (FUNCTIONS, "functions"),
        (TURN_RULES, "rules that every game has, for hooks"),
        (
            LIFETIMES,
            "how long a note lasts and a limit counts; rules and phases can be named there as well",
        ),
    ):
        yield f"| {_listed(names)} | {told} |\n"
    yield _KEYS


def _with_reserved_plural(words: Iterable[str]) -> list[str]:
    """Words that are no words of the language themselves, but their plurals are."""
    known = set(words)
    found = [word[:-1] for word in sorted(known) if re.fullmatch(r"[a-z]{3,}[^s]s", word)]
    return [word for word in found if word not in known]


def _listed(words: Iterable[str], last: str = "") -> str:
    *most, end = [f"`{word}`" for word in words]
    if last and most:
        return f"{', '.join(most)} {last} {end}"
    return ", ".join([*most, end])
