"""What an option may be: as it is written, and as the number that the interpreter takes.

A member of a list is its place in it; yes is 1; a set of pieces has a bit for each piece of the kind, from the first on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.dsl.language.types import MemberType, NumberType, PieceType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.suggest import suggest_help

OptionValue = str | int | bool | Iterable[str]
"""As it is written (`"strict"`, `"yes"`, `"3"`, `"scout,guide"`), or a number, or True or False, or ids of pieces."""


class NotInSetError(ValueError):
    """An id that cannot be in the set of an option: there is no such piece, or it is there twice."""

    def __init__(self, id: str, message: str, help: tuple[str, ...]) -> None:
        super().__init__(message)
        self.id = id
        self.message = message
        self.help = help


def piece_ids(kind: ir.Kind) -> tuple[str, ...]:
    """The pieces of a kind that can be chosen before there are players, in their order at every table."""
    return tuple(
        each.id if each.copies == 1 else f"{each.id}_{copy}"
        for each in kind.definitions
        for copy in range(1, each.copies + 1)
    )


def kind_of(game: ir.Game, option: ir.Option) -> ir.Kind | None:
    """Of which kind of pieces an option is a set, if it is one."""
    match option.type:
        case SetType(element=PieceType(kind=kind)):
            return game.kinds[kind]
        case _:
            return None


def values_of(game: ir.Game, option: ir.Option) -> Sequence[str] | range:
    """All values of an option as they are written, or the numbers; of a set what can be in it."""
    kind = kind_of(game, option)
    if kind is not None:
        return piece_ids(kind)
    match option.type:
        case MemberType(variety=variety):
            return game.varieties[variety].members
        case NumberType():
            return range(option.low, option.high + 1)
        case _:
            return ("no", "yes")


def text_of(game: ir.Game, option: ir.Option, value: int) -> str:
    """A value of an option as it is written."""
    kind = kind_of(game, option)
    if kind is not None:
        return ",".join(id for n, id in enumerate(piece_ids(kind)) if value >> n & 1)
    match option.type:
        case MemberType(variety=variety):
            return game.varieties[variety].members[value]
        case NumberType():
            return str(value)
        case _:
            return "yes" if value else "no"


def number_of(game: ir.Game, option: ir.Option, value: OptionValue) -> int | None:
    """A value as a number; None if the option does not take it. Raises `NotInSetError`."""
    kind = kind_of(game, option)
    if kind is not None:
        return _set_number(kind, value)
    match option.type:
        case MemberType(variety=variety):
            members = game.varieties[variety].members
            return members.index(value) if isinstance(value, str) and value in members else None
        case NumberType():
            if isinstance(value, bool) or not isinstance(value, str | int):
                return None
            if isinstance(value, str):
                if not (value.isascii() and value.removeprefix("-").isdigit() and len(value) < 9):
                    return None
                value = int(value)
            return value if option.low <= value <= option.high else None
        case _:
            if isinstance(value, str):
                return {"yes": 1, "no": 0}.get(value)
            return int(value) if isinstance(value, int) and value in (0, 1) else None


def _set_number(kind: ir.Kind, value: OptionValue) -> int | None:
    if isinstance(value, int):
        return None
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",")] if value.strip() else []
    known = piece_ids(kind)
    found = 0
    for id in map(str, value):
        if id not in known:
            help = suggest_help(id, known)
            if not help and len(known) <= 40:
                help = (f"the {kind.plural} are {', '.join(f'`{each}`' for each in known)}",)
            raise NotInSetError(id, f"`{id}` is no {kind.id}", help)
        bit = 1 << known.index(id)
        if found & bit:
            raise NotInSetError(id, f"`{id}` is named twice", ("name it once",))
        found |= bit
    return found
