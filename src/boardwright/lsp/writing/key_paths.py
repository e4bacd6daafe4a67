"""What a file may have at a position: follows the table of keys along the keys that lead there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardwright.dsl.declare import shapes, values
from boardwright.dsl.declare.sections import FILES, RECORDS
from boardwright.dsl.declare.shapes import Either, Key, ListOf, MapOf, Part, Record, Shape, is_hook
from boardwright.dsl.language.types import (
    MemberType,
    PieceType,
    SpaceType,
    YesNoType,
    ZoneType,
    kinds_of,
)
from boardwright.dsl.rules.symbols import Symbols


@dataclass(frozen=True, slots=True)
class Of:
    """A mapping with known keys, perhaps of a piece or space of this kind."""

    record: Record
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces or spaces of a kind, by id."""

    kind: str


Spot = Shape | Of | Pieces

_HOOK = Either((values.EffectText(), Part("hook")))
_SLOT = Either((values.EffectText(), Part("slot")))
_PICKS = ListOf(values.Row(), single=True)


def spots_at(
    path: tuple[str | int, ...], head: tuple[str, str], symbols: Symbols | None
) -> list[Spot]:
    """What may be under these keys in a file that starts with `head`; nothing if a key is unknown."""
    first, _ = head
    spots: list[Spot] = []
    if first in FILES:
        spots = [Of(RECORDS[first])]
    elif symbols is not None and (first in symbols.kinds or first in symbols.spaces):
        spots = [Of(RECORDS["definition"], first)]
    for step in path:
        spots = [below for spot in spots for below in _below(spot, step, symbols)]
    return spots


def _below(spot: Spot, step: str | int, symbols: Symbols | None) -> Iterator[Spot]:
    match spot:
        case ListOf(item=item) if isinstance(step, int):
            yield from flat(item)
        case MapOf(value=value) if isinstance(step, str):
            yield from flat(value)
        case values.Text() if isinstance(step, str):
            yield spot  # in this language
        case values.Link() if isinstance(step, int):
            yield values.NameOf("a space")
        case Pieces(kind=kind):
            yield Of(RECORDS["definition"], kind)
        case Of(record=record, kind=kind) if isinstance(step, str):
            key = record.key(step)
            if key is not None:
                yield from flat(key.shape)
            else:
                yield from _open(record, kind, step, symbols)
        case _:
            pass  # a single value, or a step that does not lead into this shape


def _open(record: Record, kind: str, step: str, symbols: Symbols | None) -> Iterator[Spot]:
    """What may be under a key that depends on the declarations of the ruleset."""
    if shapes.HOOKS in record.open and is_hook(step):
        yield from flat(_HOOK)
    if shapes.SEATS in record.open:
        yield from flat(_PICKS)
    if symbols is None:
        return
    if {shapes.SPACES, shapes.PIECES} & set(record.open):
        yield Pieces(step)
    of = symbols.kinds.get(kind) or symbols.spaces.get(kind)
    if of is not None and step in of.attributes:
        attribute = of.attributes[step]
        value: Shape = values.Whole(-1_000_000)
        if isinstance(attribute.type, MemberType):
            value = values.NameOf(f"member of {attribute.type.variety}")
        elif isinstance(attribute.type, SpaceType | PieceType):
            value = values.NameOf(f"one of {' or '.join(kinds_of(attribute.type))}")
        elif isinstance(attribute.type, ZoneType):
            value = values.NameOf("a place")
        elif isinstance(attribute.type, YesNoType):
            value = values.YesNo()
        yield from flat(ListOf(value) if attribute.many else value)
    if of is not None and step in of.slots:
        yield from flat(_SLOT)


def flat(shape: Shape) -> Iterator[Spot]:
    """The single forms of a shape; a list whose item may stand alone is that item too."""
    match shape:
        case Either(forms=forms):
            for form in forms:
                yield from flat(form)
        case Part(record=record):
            yield Of(RECORDS[record])
        case ListOf(item=item, single=True):
            yield shape
            yield from flat(item)
        case _:
            yield shape


def key_at(
    path: tuple[str | int, ...], key: str, head: tuple[str, str], symbols: Symbols | None
) -> tuple[Record, Key] | None:
    """The entry of the table for a key under these keys."""
    for spot in spots_at(path, head, symbols):
        if isinstance(spot, Of) and (found := spot.record.key(key)) is not None:
            return spot.record, found
    return None
