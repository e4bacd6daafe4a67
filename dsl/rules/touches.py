"""What a node reads or changes of the position, and what it calls: said at its class, in the names of its fields.

`changes = (Kinds("first"), Kinds("second"))` says of `swap` that it may change where the pieces of two kinds are: those
that its fields `first` and `second` can stand for. Who asks what a body may change, what an expression depends on, who calls
whom, or where a player is asked, goes by this and needs no list of nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import get_args

Part = tuple[str, object]
"""A part of the position: ("note", id), ("pieces", kind), ("stock", id), ("die", kind), ("players", ""),
("name", id of a variable), or one of the course: ("course", active_player and the like)."""

PLAYERS: Part = ("players", "")
ENDS: Part = ("ends", "")
"""No part of the position: the game may end here."""


# ---- what is read or changed


@dataclass(frozen=True, slots=True)
class Always:
    """This part, whatever stands in the fields."""

    part: Part


@dataclass(frozen=True, slots=True)
class Noted:
    """The note of this name, or the part of the course."""

    field: str


@dataclass(frozen=True, slots=True)
class Stocked:
    """The stock of this name."""

    field: str


@dataclass(frozen=True, slots=True)
class Kinds:
    """Where pieces are: those of a kind, of a type, or of what an expression can stand for."""

    field: str


@dataclass(frozen=True, slots=True)
class Faces:
    """As `Kinds`; but if it is known to everybody which piece is which, this never changes."""

    field: str


@dataclass(frozen=True, slots=True)
class Dice:
    """What the dice show for which an expression can stand."""

    field: str


@dataclass(frozen=True, slots=True)
class Thing:
    """Of what an expression stands for, where it is; of a place that each piece of a kind has, where these are."""

    field: str


@dataclass(frozen=True, slots=True)
class Inside:
    """Everything in a place: pieces, and stock unless it is of `pieces` only."""

    field: str
    pieces: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """What a local name stands for."""

    field: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Whatever the value of this name reads."""

    field: str


Touch = Always | Noted | Stocked | Kinds | Faces | Dice | Thing | Inside | Named | Asked
Touches = tuple[Touch, ...]


# ---- what is called


@dataclass(frozen=True, slots=True)
class CalledRule:
    """The rule of this name, with its hooks."""

    rule: str


@dataclass(frozen=True, slots=True)
class CalledSlot:
    """The effects of this name that a piece or space can have."""

    slot: str
    subject: str


@dataclass(frozen=True, slots=True)
class CalledOffer:
    """What an offer has to offer."""

    offer: str


@dataclass(frozen=True, slots=True)
class CalledOriginal:
    """What the hook around it stands in place of."""


Called = CalledRule | CalledSlot | CalledOffer | CalledOriginal


# ---- nobody is silent


def refuse_silence(union: object, *said: str) -> None:
    """Every class of a union has to say all of these by itself, and only of fields that it has."""
    for kind in get_args(union):
        own = {each.name for each in fields(kind)}
        for word in said:
            if word not in vars(kind):
                raise TypeError(f"{kind.__name__} has to say what it {word}: see touches.py")
            told = vars(kind)[word]
            for each in told if isinstance(told, tuple) else (told,):
                if not isinstance(each, Touch | Called):
                    continue
                names = [getattr(each, f.name) for f in fields(each)]
                strange = [name for name in names if isinstance(name, str) and name not in own]
                if strange:
                    raise TypeError(f"{kind.__name__} has no field `{strange[0]}` for `{word}`")
