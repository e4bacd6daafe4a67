"""Relations of types: what fits where, what can be compared, what a union holds."""

from __future__ import annotations

from collections.abc import Callable

from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    MemberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)

Accepts = Callable[[Type], bool]


def fits(found: Type, wanted: Type) -> bool:
    """Whether a thing of the first type fits where the second is expected."""
    match found, wanted:
        case SpaceType(kinds=some), SpaceType(kinds=all_):
            return set(some) <= set(all_)
        case ZoneType(places=some), ZoneType(places=all_):
            return set(some) <= set(all_)
        case SetType(element=one), SetType(element=other):
            return fits(one, other)
        case _:
            return found == wanted


def alike(one: Type, other: Type) -> bool:
    """Whether a thing of the first type could ever be one of the second."""
    match one, other:
        case SpaceType(kinds=some), SpaceType(kinds=others):
            return bool(set(some) & set(others))
        case ZoneType(places=some), ZoneType(places=others):
            return bool(set(some) & set(others))
        case _:
            return one == other


def joined(one: Type, other: Type) -> Type | None:
    """Returns the type that includes both; None if no type does."""
    match one, other:
        case SpaceType(kinds=some), SpaceType(kinds=others):
            return SpaceType(tuple(sorted({*some, *others})))
        case _:
            return one if one == other else None


def common_type(one: Type, other: Type) -> Type | None:
    """Returns the type of things that have both types; None if nothing can."""
    match one, other:
        case SpaceType(kinds=some), SpaceType(kinds=others) if set(some) & set(others):
            return SpaceType(tuple(sorted(set(some) & set(others))))
        case _:
            return one if one == other else None


def is_place(found: Type) -> bool:
    """Whether the type is a place or several, where things can be."""
    if isinstance(found, SetType):
        found = found.element
    return isinstance(found, SpaceType | ZoneType)


def is_set(found: Type) -> bool:
    """Whether the type is a set of anything."""
    return isinstance(found, SetType)


def is_piece(found: Type) -> bool:
    """Whether the type is a piece or a set of pieces."""
    if isinstance(found, SetType):
        found = found.element
    return isinstance(found, PieceType)


def fitting(wanted: Type) -> Accepts:
    """Returns a test for types that fit this one."""
    return lambda found: fits(found, wanted)


__all__ = [
    "NUMBER",
    "PLAYER",
    "YES_NO",
    "Accepts",
    "MemberType",
    "PieceType",
    "PlayerType",
    "SetType",
    "SpaceType",
    "Type",
    "ZoneType",
    "alike",
    "common_type",
    "fits",
    "fitting",
    "is_piece",
    "is_place",
    "is_set",
    "joined",
]
