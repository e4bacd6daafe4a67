"""What a player does not know of a position, as words of the vector to deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.dealing import Claims
from boardwright.interpreter.play.state import State


class CannotImagineError(ValueError):
    """The answers of others cannot be made up: it is not known when they were asked, or what the player answered does not fit
    the positions that can be imagined.
    """

    __module__ = "boardwright.agents"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Words that exchange their values. `claims` are words of one place, with values that some of them are known to have.

    If `kind` is set, the values are faces of its pieces, and a rule shows only some faces where they lie: no piece may get
    a face that the player would see there. Piece 0 has its face in the word `first`.
    """

    at: tuple[int, ...]
    values: tuple[int, ...]
    claims: Claims = ()
    kind: str | None = None
    first: int = 0


@dataclass(frozen=True, slots=True)
class Scatter:
    """Pieces of which any may lie where any other does. Before dealing, they are in no mask and in no order."""

    pieces: tuple[int, ...]
    places: tuple[int, ...]  # a place for each of them
    masks: tuple[int, ...]  # the word for the mask of each place
    first: int  # the word for the place of piece 0
    above: int = 0  # the word for what lies on piece 0
    below: int = 0
    orders: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The word for the top of an ordered place, and its pieces from the bottom: a piece, or `~n` for the one dealt to the
    n-th place.
    """


@dataclass(frozen=True, slots=True)
class Drawn:
    """A word that may have any number from `low` on."""

    at: int
    low: int
    count: int


@dataclass(frozen=True, slots=True)
class Share:
    """Words that share a total in any way."""

    at: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Answered:
    """Who was asked, and the answer as number and id; the id is None if the player does not know it."""

    seat: int
    answer: int
    id: str | None


@dataclass(frozen=True, slots=True)
class Again:
    """What was answered since the first answer that is secret yet. It leads to the decision at this site and block, of this
    asker; if that is the player, with this number of `options`, which the player knows, else 0. `seen` are the positions after each answer, which must look the same to the player; None if nothing changes before
    all have answered.
    """

    answers: tuple[Answered, ...]
    block: int
    site: int
    asker: int
    options: int
    seen: tuple[State, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """What a player does not know of a position, found once: `deal` makes up positions from it.

    `state` is the position without it: its values in the words to deal have no meaning. `generators` are the words of chance,
    `used` count what others may have used in secret: as they are, nothing was used.
    """

    state: State
    player: int
    generators: tuple[int, ...]
    drawn: tuple[Drawn, ...]
    shares: tuple[Share, ...]
    scatters: tuple[Scatter, ...]
    exchanges: tuple[Exchange, ...]
    used: tuple[Drawn, ...] = ()
    dealer: Dealer | None = None
    again: Again | None = None  # what is to be answered once more, from this position on


class Dealer(Protocol):
    """Deals in machine code."""

    def deal(self, stream: Stream) -> State:
        """Does what `determinize.deal` does."""
