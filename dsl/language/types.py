"""The types of the language, all of them finite."""

from __future__ import annotations

from dataclasses import dataclass

FACE = "face."
"""Before the id of a kind of piece, it names the variety of its faces, which are its definitions."""
WAYS = "way."
"""The variety of the ways on the board: the kinds of links that a ruleset declares, and the ways of grids."""


def with_article(word: str) -> str:
    """Adds an article: `a card`, `an animal`."""
    return f"an {word}" if word[:1] in tuple("aeiou") else f"a {word}"


@dataclass(frozen=True, slots=True)
class NumberType:
    def __str__(self) -> str:
        return "a number"


@dataclass(frozen=True, slots=True)
class YesNoType:
    def __str__(self) -> str:
        return "yes or no"


@dataclass(frozen=True, slots=True)
class PlayerType:
    def __str__(self) -> str:
        return "a player"


@dataclass(frozen=True, slots=True)
class SpaceType:
    """A space of the board, of one of these kinds. Kinds are sorted."""

    kinds: tuple[str, ...]

    def __str__(self) -> str:
        return with_article(" or ".join(self.kinds))


@dataclass(frozen=True, slots=True)
class PieceType:
    kind: str

    def __str__(self) -> str:
        return with_article(self.kind)


@dataclass(frozen=True, slots=True)
class MemberType:
    """A member of a variety: a class, a colour, a kind of good, a value of an option, the face of a piece."""

    variety: str

    def __str__(self) -> str:
        if self.variety.startswith(FACE):
            return f"the face of {with_article(self.variety.removeprefix(FACE))}"
        if self.variety == WAYS:
            return "a way"
        return f"one of {self.variety}"


@dataclass(frozen=True, slots=True)
class ZoneType:
    """A declared place off the board: a reserve, a deck, a shelf of a card; of several, one of them. Their ids are sorted."""

    places: tuple[str, ...]

    def __str__(self) -> str:
        return f"the place {' or '.join(self.places)}"


@dataclass(frozen=True, slots=True)
class SetType:
    element: Type

    def __str__(self) -> str:
        match self.element:
            case NumberType():
                return "a set of numbers"
            case PlayerType():
                return "a set of players"
            case SpaceType(kinds=kinds):
                return "a set of spaces (" + ", ".join(kinds) + ")"
            case PieceType(kind=kind):
                return f"a set of {kind} pieces"
            case MemberType(variety=variety) if variety.startswith(FACE):
                return f"a set of faces of {variety.removeprefix(FACE)} pieces"
            case MemberType(variety=variety) if variety == WAYS:
                return "a set of ways"
            case MemberType(variety=variety):
                return f"a set of {variety} members"
            case _:
                return "a set"


Type = NumberType | YesNoType | PlayerType | SpaceType | PieceType | MemberType | ZoneType | SetType

NUMBER = NumberType()
YES_NO = YesNoType()
PLAYER = PlayerType()
WAY = MemberType(WAYS)


NO_NUMBER = -(10**12) - 1
"""A number note that is nothing: below every number that rules can compute."""


def word_for_nothing(of: Type) -> int:
    """Returns the number that stands for nothing where a thing of this type may be missing."""
    return NO_NUMBER if isinstance(of, NumberType) else -1


def kinds_of(subject: Type) -> tuple[str, ...]:
    """Returns the kinds of piece or space that a thing of this type can have."""
    match subject:
        case PieceType(kind=kind):
            return (kind,)
        case SpaceType(kinds=kinds):
            return kinds
        case _:
            return ()
