"""What may stand in the words of a state: each group of words says so when it is laid out.

Play never asks. What comes from outside, such as a save, is compared with it before anything is built from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    YesNoType,
    ZoneType,
)
from boardwright.interpreter.table import table_limits
from boardwright.interpreter.table.table import Table

LARGEST = 1 << 65_536
"""No number of a state is larger: the longest are piles of pieces, some bits for each."""

ABSENT = -(10**15)
"""What a variable holds that found nothing: no number, and no set."""


@dataclass(frozen=True, slots=True)
class Between:
    """Each word is a number from `low` to `high`, or one of `others`."""

    low: int
    high: int
    others: frozenset[int] = frozenset()

    def fits(self, words: Sequence[int]) -> bool:
        if self.others:
            words = [word for word in words if word not in self.others]
        return (
            self.low <= min(words, default=self.low) and max(words, default=self.low) <= self.high
        )


@dataclass(frozen=True, slots=True)
class Members:
    """Each word is a set of members of `mask`, or one of `others`. Sets that meet it have `width` members at most, if that
    is more than the mask tells.
    """

    mask: int
    width: int = 0
    others: frozenset[int] = frozenset()

    def fits(self, words: Sequence[int]) -> bool:
        return all(word & ~self.mask == 0 <= word or word in self.others for word in words)


@dataclass(frozen=True, slots=True)
class OneOf:
    """Each word is the number of a member of `mask`, or one of `others`."""

    mask: int
    others: frozenset[int] = frozenset()

    def fits(self, words: Sequence[int]) -> bool:
        width = self.mask.bit_length()
        return all(
            word in self.others or (0 <= word < width and self.mask >> word & 1) for word in words
        )


@dataclass(frozen=True, slots=True)
class Dealt:
    """The words together are these numbers in some order, as when cards are dealt."""

    values: tuple[int, ...]

    def fits(self, words: Sequence[int]) -> bool:
        return Counter(words) == Counter(self.values)


@dataclass(frozen=True, slots=True)
class Generator:
    """The words of a generator of chance: 32 bits each, and not all zero."""

    def fits(self, words: Sequence[int]) -> bool:
        return any(words) and Between(0, 0xFFFF_FFFF).fits(words)


@dataclass(frozen=True, slots=True)
class OfFrame:
    """Words of a rule under way. `frames.py` says which of them are in use; the others are zero."""

    holds: Between | Members | OneOf

    def fits(self, words: Sequence[int]) -> bool:
        return self.holds.fits([word for word in words if word])


Range = Between | Members | OneOf | Dealt | Generator | OfFrame

ANY = Between(-LARGEST, LARGEST)
NUMBER = Between(-table_limits.LARGEST, table_limits.LARGEST)


def universe(table: Table, element: Type, numbers: range) -> int:
    """The mask of everything there is of a type; of numbers, those that a set of them can have."""
    match element:
        case PlayerType():
            return (1 << table.players) - 1
        case YesNoType():
            return 3
        case SpaceType(kinds=kinds):
            return sum(1 << n for n in table.spaces_of(kinds))
        case PieceType(kind=kind):
            return (1 << len(table.pieces[kind])) - 1
        case MemberType(variety=variety):
            return (1 << members(table, variety)) - 1
        case ZoneType(places=places):
            zones = (table.zones[place] for place in places)
            return sum(((1 << zone.count) - 1) << zone.first for zone in zones)
        case NumberType():
            return (1 << len(numbers)) - 1
        case SetType():
            raise AssertionError(element)


def set_width(table: Table, element: Type, numbers: range) -> int:
    """How many members sets of a type may have. All spaces are numbered together, so that sets of several kinds meet."""
    if isinstance(element, SpaceType):
        return len(table.spaces)
    return universe(table, element, numbers).bit_length()


def members(table: Table, variety: str) -> int:
    """How many members a variety has."""
    if variety == "phase":
        return len(table.phases)
    if variety == "direction":
        return 2
    return len(table.game.varieties[variety].members)


def range_of(
    table: Table, of: Type, numbers: range, others: frozenset[int] = frozenset()
) -> Between | Members | OneOf:
    """What a variable of a type may hold; of one thing also `others`, for none."""
    match of:
        case NumberType():
            return replace(NUMBER, others=others)
        case SetType(element=element):
            return Members(
                universe(table, element, numbers), set_width(table, element, numbers), others
            )
        case PlayerType():
            return OneOf(universe(table, of, numbers), others | {-1})
        case _:
            return OneOf(universe(table, of, numbers), others)
