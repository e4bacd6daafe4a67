"""Finds what the rows of tables are about: numbers, yes or no, members, faces, spaces or seats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from boardwright.dsl.bind.binding import RulesetBinding
from boardwright.dsl.bind.declared.things import read_constant
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
    WAYS,
    YES_NO,
    MemberType,
    SpaceType,
    Type,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.suggest import suggest_help

_NUMBER = re.compile(r"-?[0-9]+")
_ENTRIES = "use numbers, `yes` and `no`, members of a variety, spaces, seats, or ids of pieces"

SpacesById = Mapping[str, Sequence[tuple[int, ir.Definition]]]
"""The spaces with each id, each with its number among all kinds of spaces."""


def list_spaces(r: RulesetBinding) -> SpacesById:
    """Returns all spaces by id; there are several if an id is in several kinds of spaces."""
    found: dict[str, list[tuple[int, ir.Definition]]] = {}
    definitions = (each for kind in r.symbols.spaces.values() for each in kind.definitions)
    for number, each in enumerate(definitions):
        found.setdefault(each.id, []).append((number, each))
    return found


def find_type_of_all(r: RulesetBinding, names: Sequence[Name], by_id: SpacesById) -> Type | None:
    """Returns the type of the entries of a table: that of the first one, if only one is possible."""
    if not names or all(_NUMBER.fullmatch(name.id) for name in names):
        return NUMBER
    if all(name.id in ("yes", "no") for name in names):
        return YES_NO
    varieties = {
        id: sum(name.id in variety.members for name in names)
        for id, variety in r.symbols.varieties.items()
    }
    spaces = [each for name in names for _, each in by_id.get(name.id, ())]
    # What fits most of the names; of equals the first. Faces and ways have names of their own only if nothing else does.
    fitting: list[tuple[int, list[Type]]] = []
    for sort in (_is_plain, _is_face, _is_way):
        best = max((count for id, count in varieties.items() if sort(id)), default=0)
        members = [id for id, count in varieties.items() if sort(id) and count == best]
        fitting.append((best, [MemberType(id) for id in members]))
    kinds = tuple(sorted({each.kind for each in spaces}))
    on_board = sum(name.id in by_id for name in names)
    fitting.insert(2, (on_board, [SpaceType(kinds)]))
    fitting.insert(3, (sum(name.id in r.symbols.seats for name in names), [PLAYER]))
    best, found = max(fitting, key=lambda each: each[0])
    if best and len(found) == 1:
        return found[0]
    if best:
        things = [
            Thing("member", names[0].id, owner=type.variety)
            for type in found
            if isinstance(type, MemberType)
        ]
        sight_errors.ambiguous(r.bag, r.symbols, names[0].id, names[0].span, things)
    else:
        members = [m for v in r.symbols.varieties.values() for m in v.members]
        known = (*members, *by_id, *r.symbols.seats)
        close = suggest_help(names[0].id, known)
        name = names[0]
        errors.unknown(r.bag, "entry of a table", name.id, name.span, (), (*close, _ENTRIES))
    return None


def _is_plain(variety: str) -> bool:
    return not _is_face(variety) and not _is_way(variety)


def _is_face(variety: str) -> bool:
    return variety.startswith(FACE)


def _is_way(variety: str) -> bool:
    return variety == WAYS


def read_entry(r: RulesetBinding, name: Name, type: Type, by_id: SpacesById) -> int | None:
    """Returns an entry as its number in `ir.Table`; None after a diagnostic."""
    if isinstance(type, SpaceType):
        found = by_id.get(name.id, ())
        if len(found) > 1:
            things = [Thing("space", name.id, each.span, owner=each.kind) for _, each in found]
            sight_errors.ambiguous(r.bag, r.symbols, name.id, name.span, things)
        elif not found:
            errors.unknown(r.bag, "space", name.id, name.span, by_id)
        if len(found) != 1:
            return None
        number, space = found[0]
        r.symbols.means(name.span, Thing("space", space.id, space.span, owner=space.kind))
        return number
    if type == PLAYER:
        if name.id not in r.symbols.seats:
            errors.unknown(r.bag, "seat", name.id, name.span, r.symbols.seats)
            return None
        r.symbols.means(name.span, Thing("seat", name.id))
        return r.symbols.seats[name.id]
    return read_constant(r, name, type)


def check_values(r: RulesetBinding, values: Sequence[Name], type: Type, by_id: SpacesById) -> bool:
    """Whether each value of a table is one thing; a repeated space is several."""
    for name in values if isinstance(type, SpaceType) else ():
        for _, each in by_id.get(name.id, ()):
            kind = r.symbols.spaces[each.kind]
            if not kind.is_single:
                errors.fact(
                    r.bag,
                    name.span,
                    f"there are several spaces `{each.id}`, so it cannot be a value of a table",
                    "use spaces that are there once, or let the table have another value",
                )
                return False
    return True
