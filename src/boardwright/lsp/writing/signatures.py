"""Signature help: what the brackets at the cursor take, and which of it is being written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsprotocol import types

from boardwright.dsl.language.types import FACE
from boardwright.dsl.rules.expressions import Var
from boardwright.dsl.rules.symbols import Symbols, Thing
from boardwright.dsl.source.places import Source

_CALL = re.compile(r"([a-z][a-z0-9_]*)\Z")
_MOST_BEFORE = 2_000  # characters of a call before the cursor
# Functions of the language, with what they take.
_BUILT_IN = {
    "min": ("number", "number", "..."),
    "max": ("number", "number", "..."),
    "count": ("set",),
    "neighbour": ("space", "way"),
    "seen": ("memory",),
}
_SORTS = ("rule", "value", "offer", "table", "note", "place")


def signature_at(
    source: Source, offset: int, symbols: Symbols | None
) -> types.SignatureHelp | None:
    """The call around an offset; None outside brackets, or if nothing is known about the name before them."""
    call = call_before(source.text[max(0, offset - _MOST_BEFORE) : offset])
    if call is None or symbols is None:
        return None
    name, active = call
    found = []
    for thing in symbols.by_name.get(name, ()):
        takes = parameters(symbols, thing)
        if thing.sort in _SORTS and takes:
            found.append(_signature(name, takes, str(thing).replace(FACE, "face of ")))
    if not found and name in _BUILT_IN:
        found.append(_signature(name, _BUILT_IN[name], "of the language"))
    if not found:
        return None
    return types.SignatureHelp(found, 0, active)


def parameters(symbols: Symbols, thing: Thing) -> list[str]:
    """What is said in brackets after a name, each with its type."""
    found: Sequence[Var] = ()
    nothing = {True: ", or nothing", False: ""}
    match thing.sort:
        case "rule":
            found = symbols.rules.get(thing.id, ())
        case "value":
            found = symbols.values[thing.id].params
        case "offer":
            found = symbols.offer_params.get(thing.id, ())
        case "table":
            return [str(key).replace(FACE, "face of ") for key in symbols.tables[thing.id].keys]
        case "note" | "place":
            of = symbols.notes if thing.sort == "note" else symbols.places
            per = of[thing.id].per if thing.id in of else None
            return [*per] if isinstance(per, tuple) else []
        case _:
            return []
    return [f"{var.name}: {var.type}{nothing[var.optional]}" for var in found]


def _signature(name: str, takes: Sequence[str], told: str) -> types.SignatureInformation:
    return types.SignatureInformation(
        f"{name}({', '.join(takes)})",
        documentation=told,
        parameters=[types.ParameterInformation(each) for each in takes],
    )


def call_before(text: str) -> tuple[str, int] | None:
    """The name before the innermost open bracket of the line, and the number of commas after it."""
    line = text.rpartition("\n")[2].split(" #")[0]
    depth = commas = 0
    for at in range(len(line) - 1, -1, -1):
        if line[at] == ")":
            depth += 1
        elif line[at] == "," and depth == 0:
            commas += 1
        elif line[at] == "(":
            if depth == 0:
                name = _CALL.search(line[:at])
                return None if name is None else (name[1], commas)
            depth -= 1
    return None
