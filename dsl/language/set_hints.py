"""What was meant by things that are not named: `reveal one card`, `choose field`, `limit of token: add 1`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from boardwright.dsl.rules.symbols import plural
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.yaml_tree import Scalar

_ANY = ("any", "a", "an", "some", "one")
_ACTING = ("look", "move", "perform", "reveal", "roll", "show", "shuffle", "swap")
_ASKING = ("choose", "chooses", "draw", "find")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def one_of_several(
    line: Sequence[str], word: str, rest: str, words: Collection[str]
) -> tuple[str, ...]:
    """`reveal one card`, `move pawn to any field`: what has no name must be chosen first. `line` is what stands before
    the word, `rest` what stands behind it, `words` are those of the language.
    """
    if line == ["find"] and word.isdigit():
        return (f"`find` takes the first one; write `repeat {word} times:`",)
    if not line or line[0] not in _ACTING:
        return ()
    thing = ""
    if word == "one" and (behind := _NAME.match(rest)):
        thing = behind[0]
    elif line[-1] in _ANY and _NAME.fullmatch(word):
        thing = word
    if not thing or thing in words:
        return ()
    return (f"choose it first: `choose {thing[0]} from {_several(thing)}`",)


def from_what(line: Sequence[str], due: Collection[str], words: Collection[str]) -> tuple[str, ...]:
    """`choose field`, and the line ends: a name, and not from what. `due` are the terminals that could follow."""
    *before, name = line or [""]
    number = f"{before.pop()} " if before and before[-1].isdigit() else ""
    if not before or before[-1] not in _ASKING or name in words or not _NAME.fullmatch(name):
        return ()
    verb = before[-1]
    sign = "in" if verb == "find" else "from"
    if sign.upper() not in due:
        return ()
    several = _several(name)
    one = name[0] if number or several == name else name
    return (f"write `{verb} {number}{one} {sign} {several}`",)


def printed_number(values: Sequence[str] = (), section: str = "pieces") -> str:
    """How what is printed on a piece or a space is changed: it stands in this section, and `values` read it."""
    named = f" (`{values[0]}`)" if values else ""
    return (
        f"a printed number is changed with `replace: {section}:`, "
        f"or by modifying a value that reads it{named}"
    )


def printed_modified(bag: Bag, key: Scalar, at: int) -> None:
    """`limit of token:` among modifiers; `at` is where its `of` stands."""
    span = key.locate(at, at + len("of"))
    bag.error("E301", "unexpected `of`", span, help=printed_number())


def _several(name: str) -> str:
    """The plural of a name, or the name if it is one."""
    return name if name.endswith("s") and not name.endswith("ss") else plural(name)
