"""What may stand at the cursor by its type, judged by the words before it: such names are offered first."""

from __future__ import annotations

import re
from collections.abc import Callable

from boardwright.dsl.language.type_relations import fits, is_place, is_set
from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    MemberType,
    PieceType,
    SetType,
    SpaceType,
    Type,
)
from boardwright.dsl.rules.symbols import Symbols, Thing
from boardwright.lsp.writing.signatures import call_before

Fits = Callable[[Thing], bool]

_NAME = r"[a-z][a-z0-9_]*"
_COMPARED = re.compile(rf"({_NAME})(?:\([^()]*\))?(?: of {_NAME})? is (?:not )?\Z")
_MOVED = re.compile(r"\s*(?:secretly )?(?:move|place|take|pay|return|swap|look|show|reveal)\b")
_TO_A_PLACE = re.compile(r"\b(?:to|in|on|from|bottom of|top of)\s+\Z")
_FROM_A_SET = re.compile(
    rf"\b(?:each|those|among|find)\s+{_NAME}\s+in\s+\Z|\b(?:choose|chooses|draw)\b.*\bfrom\s+\Z"
)
_OF_NOTES = re.compile(r"\bset\s+\Z|^\s*(?:add|subtract)\b.*\b(?:to|from)\s+\Z")
_CONDITION = re.compile(r"\b(?:if|when|where|while|not|and|or)\s+\Z")
_NUMBER = re.compile(r"(?:[<>!]=|[-+*<>=]|\b(?:add|subtract|least|most|repeat|mod|up to))\s+\Z")
_MOVED_THING = re.compile(r"\b(?:move|return|swap|reveal)\s+\Z")


def expected(line: str, symbols: Symbols) -> Fits | None:
    """Says which things fit after a line, without the word that is being typed; None if anything may follow."""

    def of_type(wanted: Type) -> Fits:
        def fitting(thing: Thing) -> bool:
            type = type_of(symbols, thing)
            return type is not None and fits(type, wanted)

        return fitting

    call = call_before(line)
    if call is not None and re.search(r"[(,]\s*\Z", line):
        types = _taken(symbols, *call)
        return of_type(types) if types is not None else None
    compared = _COMPARED.search(line)
    if compared is not None:
        for thing in symbols.by_name.get(compared[1], ()):
            type = type_of(symbols, thing)
            if type is not None and type not in (NUMBER, YES_NO):
                return of_type(type)
        return None
    if _OF_NOTES.search(line):
        return lambda thing: thing.sort == "note"
    if _FROM_A_SET.search(line):
        return lambda thing: _is_several(symbols, thing)
    if _MOVED.match(line) and _TO_A_PLACE.search(line):
        return lambda thing: _is_a_place(symbols, thing)
    if _MOVED_THING.search(line):
        return lambda thing: thing.sort in ("piece", "pieces", "copies")
    if _CONDITION.search(line):
        return of_type(YES_NO)
    if _NUMBER.search(line):
        return of_type(NUMBER)
    return None


def type_of(symbols: Symbols, thing: Thing) -> Type | None:
    """The type of what a name alone means; None if it means nothing alone, or is unknown."""
    match thing.sort:
        case "member":
            return MemberType(thing.owner)
        case "piece":
            return PieceType(thing.owner)
        case "space" | "copy":
            return SpaceType((thing.owner,))
        case "seat":
            return PLAYER
        case "value" if thing.id in symbols.values:
            return symbols.values[thing.id].type
        case "note" if thing.id in symbols.notes:
            return symbols.notes[thing.id].type
        case "table" if thing.id in symbols.tables:
            return symbols.tables[thing.id].type
        case "attribute":
            of = symbols.kinds.get(thing.owner) or symbols.spaces.get(thing.owner)
            attribute = None if of is None else of.attributes.get(thing.id)
            return None if attribute is None else attribute.type
        case "pieces":
            return SetType(PieceType(thing.id))
        case "spaces":
            return SetType(SpaceType((thing.id,)))
        case "members":
            return SetType(MemberType(thing.id))
        case "amount":
            return NUMBER
        case _:
            return None


def _taken(symbols: Symbols, name: str, number: int) -> Type | None:
    """The type of a parameter of whatever has this name."""
    tables = symbols.tables
    types = [*(tables[name].keys if name in tables else ())]
    if name in symbols.rules:
        types = [var.type for var in symbols.rules[name]]
    elif name in symbols.values:
        types = [var.type for var in symbols.values[name].params]
    elif name in symbols.offer_params:
        types = [var.type for var in symbols.offer_params[name]]
    elif name in ("min", "max"):
        return NUMBER
    return types[number] if number < len(types) else None


def _is_several(symbols: Symbols, thing: Thing) -> bool:
    type = type_of(symbols, thing)
    return type is not None and is_set(type)


def _is_a_place(symbols: Symbols, thing: Thing) -> bool:
    if thing.sort in ("place", "space", "copy"):
        return True
    type = type_of(symbols, thing)
    return type is not None and is_place(type)
