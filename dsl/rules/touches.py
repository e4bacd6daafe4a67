"""What a node reads or changes in the position, and what it calls, declared at its class by the names of its fields.

For `swap`, `changes = (Kinds("first"), Kinds("second"))` says that it may change the places of pieces of two kinds: those of
its fields `first` and `second`. All questions of what a body may change, what an expression depends on, who calls whom, and
where a player is asked are answered from this, without lists of nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import get_args

Part = tuple[str, object]
"""A part of the position: ("note", id), ("pieces", kind), ("stock", id), ("die", kind), ("players", ""),
("name", id of a variable), ("memory", id), or one of the course: ("course", active_player and the like)."""

PLAYERS: Part = ("players", "")
ENDS: Part = ("ends", "")
"""Not a part of the position: the game may end here."""


# ---- what is read or changed


@dataclass(frozen=True, slots=True)
class Always:
    """This part, whatever the fields are."""

    part: Part


@dataclass(frozen=True, slots=True)
class Noted:
    """The note with this name, or a part of the course."""

    field: str


@dataclass(frozen=True, slots=True)
class Stocked:
    """The stock with this name."""

    field: str


@dataclass(frozen=True, slots=True)
class Kinds:
    """The places of pieces: those of a kind, of a type, or of the possible values of an expression."""

    field: str


@dataclass(frozen=True, slots=True)
class Faces:
    """The same as `Kinds`, except for open pieces, for which this never changes."""

    field: str


@dataclass(frozen=True, slots=True)
class Dice:
    """The numbers of the dice that an expression can mean."""

    field: str


@dataclass(frozen=True, slots=True)
class WhereIs:
    """The place of what an expression means; for a place of each piece of a kind, the places of those pieces."""

    field: str


@dataclass(frozen=True, slots=True)
class Inside:
    """Everything in a place: pieces, and stock unless only `pieces` are meant."""

    field: str
    pieces: bool = False


@dataclass(frozen=True, slots=True)
class Remembered:
    """What the memory with this name holds."""

    field: str


@dataclass(frozen=True, slots=True)
class Compared:
    """What of a position the memory with this name compares."""

    field: str


@dataclass(frozen=True, slots=True)
class Named:
    """The value of a local name."""

    field: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything that the value with this name reads."""

    field: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that a call reads or changes, with what it calls."""

    call: str


@dataclass(frozen=True, slots=True)
class Beginning:
    """Everything that decides whether the effects with this name that a piece or space can have are usable."""

    slot: str
    subject: str


Touch = (
    Always
    | Noted
    | Stocked
    | Kinds
    | Faces
    | Dice
    | WhereIs
    | Inside
    | Remembered
    | Compared
    | Named
    | Asked
    | Outcome
    | Beginning
)
Touches = tuple[Touch, ...]


# ---- what is called


@dataclass(frozen=True, slots=True)
class CalledRule:
    """The rule with this name, and its hooks."""

    rule: str


@dataclass(frozen=True, slots=True)
class CalledSlot:
    """The effects with this name that a piece or space can have."""

    slot: str
    subject: str


@dataclass(frozen=True, slots=True)
class CalledOffer:
    """The entries of an offer."""

    offer: str


@dataclass(frozen=True, slots=True)
class CalledOriginal:
    """The rule that the hook around it replaces."""


Called = CalledRule | CalledSlot | CalledOffer | CalledOriginal


# ---- every class declares this


def refuse_silence(union: object, *said: str) -> None:
    """Refuses a class of a union that does not declare all of these itself, or names a field that it lacks."""
    for kind in get_args(union):
        own = {each.name for each in fields(kind)}
        for word in said:
            if word not in vars(kind):
                raise TypeError(f"{kind.__name__} must declare what it {word}: see touches.py")
            told = vars(kind)[word]
            for each in told if isinstance(told, tuple) else (told,):
                if not isinstance(each, Touch | Called):
                    continue
                names = [getattr(each, f.name) for f in fields(each)]
                strange = [name for name in names if isinstance(name, str) and name not in own]
                if strange:
                    raise TypeError(f"{kind.__name__} has no field `{strange[0]}` for `{word}`")
