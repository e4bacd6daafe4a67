"""What a player does not know of a position, as words of the vector that can be dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.dealing import Claims
from boardwright.interpreter.play.state import State


@dataclass(frozen=True, slots=True)
class Exchange:
    """Words that exchange what they hold. Of `claims`, words that lie together, each with values that some of them have.

    Of a `kind` of pieces whose faces these are, a rule shows some and not others where they lie: none of them may be
    dealt a face that the player would see there. Piece 0 has its face in the word `first`.
    """

    at: tuple[int, ...]
    values: tuple[int, ...]
    claims: Claims = ()
    kind: str | None = None
    first: int = 0


@dataclass(frozen=True, slots=True)
class Scatter:
    """Pieces of which any may lie where any other of them lies. Where nothing is dealt yet they are in no mask and in no order."""

    pieces: tuple[int, ...]
    places: tuple[int, ...]  # where one of them lies each
    masks: tuple[int, ...]  # the word for the mask of each of these places
    first: int  # the word for the place of piece 0
    above: int = 0  # that for what lies on piece 0
    below: int = 0
    orders: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The word for the top of an ordered place, and what lies there from the bottom: a piece, or `~n` for that which is dealt
    the n-th of the places.
    """


@dataclass(frozen=True, slots=True)
class Drawn:
    """A word that may hold each number from `low` on."""

    at: int
    low: int
    count: int


@dataclass(frozen=True, slots=True)
class Share:
    """Words that share a total in any way."""

    at: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """What is to be dealt, and the position without it: `v` is the same for all that is dealt, and what it holds in these
    words means nothing. `generators` are the words of chance.
    """

    state: State
    player: int
    generators: tuple[int, ...]
    drawn: tuple[Drawn, ...]
    shares: tuple[Share, ...]
    scatters: tuple[Scatter, ...]
    exchanges: tuple[Exchange, ...]
    dealer: Dealer | None = None


class Dealer(Protocol):
    """Deals the same by machine code."""

    def deal(self, stream: Stream) -> State:
        """As `imagining.deal`."""
