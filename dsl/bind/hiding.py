"""Finds which declared name a local or private name would hide.

Only names that the text can know are compared. Built-in names may be hidden, so that new words of the language take no
name away from an author. So may a type, by a thing of that type: `choose region from regions`.
"""

from __future__ import annotations

from boardwright.dsl.language.types import MemberType, PieceType, SetType, SpaceType, Type
from boardwright.dsl.rules.symbols import Symbols, Thing

# The sorts of names that an expression can use. Other names occur only where a local name cannot.
_IN_EXPRESSIONS = (
    "option",
    "variety",
    "members",
    "member",
    "kind",
    "pieces",
    "piece",
    "face",
    "copies",
    "stock",
    "amount",
    "space_kind",
    "spaces",
    "space",
    "place",
    "note",
    "value",
    "table",
    "seat",
)


def find_hidden_by_local(
    symbols: Symbols, clause: tuple[str, str] | None, name: str, type: Type
) -> Thing | None:
    """Returns what a local name or parameter of this type would hide; None if nothing."""
    for thing in (*symbols.private(clause, name), *symbols.things(name, *_IN_EXPRESSIONS)):
        if (
            thing.sort in _IN_EXPRESSIONS
            and not thing.is_built_in
            and not _of_type(symbols, thing, type)
        ):
            return thing
    return None


def find_hidden_by_private(symbols: Symbols, sort: str, name: str) -> Thing | None:
    """Returns what a rule, value, note, table or place of a single piece would hide; None if nothing."""
    sorts = ("rule", "phase") if sort == "rule" else _IN_EXPRESSIONS
    return next((each for each in symbols.things(name, *sorts) if not each.is_built_in), None)


def _of_type(symbols: Symbols, thing: Thing, type: Type) -> bool:
    """Whether a thing names the type of a local name, so that a member may share its name."""
    one = type.element if isinstance(type, SetType) else type
    match thing.sort:
        case "kind":
            return one == PieceType(thing.id)
        case "piece":
            return symbols.single(thing.owner) and one == PieceType(thing.owner)
        case "space_kind":
            return isinstance(one, SpaceType) and thing.id in one.kinds
        case "variety":
            return one == MemberType(thing.id)
        case "stock":
            return one == MemberType(str(symbols.stocks[thing.id].each))
        case _:
            return False
