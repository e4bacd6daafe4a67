"""The columns of each table, and the rows that follow from the line of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from boardwright.exports.sources import Game, Source
from boardwright.runs.plan import KIND, canonical

VERSION = 1
"""Of the columns and what they mean."""

Rows = Literal["games", "seats", "decisions", "cards"]
REPLAYED: frozenset[Rows] = frozenset({"decisions", "cards"})
"""The tables for which games are played again."""

Row = Sequence[Any]
Kind = Literal["number", "yes or no", "text"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, what its values are, and what it means. Every column may have empty values."""

    name: str
    kind: Kind
    about: str


@dataclass(frozen=True, slots=True)
class Shape:
    """What decides the columns of the tables of some runs."""

    seats: tuple[str, ...]
    meetings: bool
    agents_seed: bool

    @staticmethod
    def of(sources: Sequence[Source]) -> Shape:
        """The shape of tables with all of these runs."""
        return Shape(
            sources[0].held.plan.seats,
            sources[0].meeting is not None,
            any(source.held.plan.agents_seed is not None for source in sources),
        )


_GAME = Column("game", "number", "number of the game in its run, from 0")
_GROUP = Column("group", "number", "games of one group have the same seed; the agents change seats")
_SEAT = Column("seat", "text", "the seat")
_AGENT = Column("agent", "text", "the agent at this seat")
_END = Column("end", "text", "`over`, `limit` or `error`")
_LENGTHS = (
    Column("decisions", "number", "number of decisions"),
    Column("turns", "number", "number of turns"),
    Column("rounds", "number", "number of rounds in which somebody was asked something"),
)
_WINNERS = Column("winners", "number", "how many shared the win; 0 if nobody won")

_DECISIONS = (
    _GAME,
    Column("number", "number", "number of the decision in its game, from 1"),
    Column("round", "number", "the round, as the rules count it"),
    Column("turn", "number", "number of the turn, from 1"),
    Column("phase", "text", "the phase of the game"),
    _SEAT,
    _AGENT,
    Column("decision", "text", "name of the decision, as in records"),
    Column("options", "number", "number of options"),
    Column("choice", "text", "id of the option that was chosen"),
    Column("score", "number", "score of this seat before the decision"),
    Column("worth", "number", "`worth` of the position for this seat, or else its score"),
)
_CARDS = (
    _GAME,
    _SEAT,
    _AGENT,
    Column("kind", "text", "the kind of card"),
    Column("card", "text", "id of the card"),
    Column("held", "yes or no", "whether this player held the card in this game"),
    Column("taken", "yes or no", "whether this player took it"),
    Column("used", "yes or no", "whether this player used it"),
    Column("won", "yes or no", "whether this player won"),
    _WINNERS,
)


def columns_of(rows: Rows, shape: Shape) -> tuple[Column, ...]:
    """The columns of a table."""
    makers: dict[Rows, Callable[[Shape], Iterator[Column]]] = {
        "games": _of_games,
        "seats": _of_seats,
        "decisions": lambda _: iter(_DECISIONS),
        "cards": lambda _: iter(_CARDS),
    }
    meeting = Column("meeting", "text", "folder of the meeting in the tournament")
    return (*((meeting,) if shape.meetings else ()), *makers[rows](shape))


def facts_of(rows: Rows, sources: Sequence[Source]) -> dict[str, str]:
    """What a file says about its table as a whole: a JSON document with the plans of its runs."""
    runs = [{"meeting": each.meeting, "plan": each.held.plan.facts()} for each in sources]
    return {KIND: canonical({"export": KIND, "version": VERSION, "rows": rows, "runs": runs})}


def _of_games(shape: Shape) -> Iterator[Column]:
    yield from (_GAME, _GROUP, Column("seed", "number", "seed of the game"))
    if shape.agents_seed:
        yield Column("agents_seed", "number", "seed of the agents")
    yield from (_END, Column("error", "text", "code of the error that ended the game"))
    yield from (*_LENGTHS, _WINNERS)
    of_seats: tuple[tuple[str, Kind, str], ...] = (
        ("agent", "text", "the agent of {}"),
        ("score", "number", "score of {} at the end"),
        ("rank", "number", "rank of {}, from 1; players who tie have the same"),
        ("won", "yes or no", "whether {} won"),
        ("failed", "yes or no", "whether the agent of {} failed"),
    )
    for name, kind, about in of_seats:
        for seat in shape.seats:
            yield Column(f"{name}_{seat}", kind, about.format(seat))


def _of_seats(shape: Shape) -> Iterator[Column]:
    yield from (_GAME, _GROUP, _SEAT, _AGENT, _END)
    yield Column("score", "number", "score at the end")
    yield Column("rank", "number", "rank, from 1; players who tie have the same")
    yield Column("won", "yes or no", "whether this player won")
    yield Column("failed", "yes or no", "whether this agent failed")
    yield from (_WINNERS, *_LENGTHS)


def rows_of(rows: Rows, shape: Shape, source: Source) -> Iterator[Row]:
    """The rows of a run, for a table that needs no more than the lines of games."""
    before = (source.meeting,) if shape.meetings else ()
    period, made = source.held.plan.period, _game if rows == "games" else _seats
    for game in source:
        for row in made(shape, game, game["game"] // period):
            yield (*before, *row)


def _game(shape: Shape, game: Game, group: int) -> Iterator[Row]:
    own = (game.get("agents_seed"),) if shape.agents_seed else ()
    each = zip(*_by_seat(shape, game), strict=True)
    yield (
        *(game["game"], group, game["seed"], *own, game["end"], game.get("error")),
        *_lengths(game),
        _winners(game),
        *(value for of_seats in each for value in of_seats),
    )


def _seats(shape: Shape, game: Game, group: int) -> Iterator[Row]:
    by_seat = _by_seat(shape, game)
    for seat, (agent, score, rank, won, failed) in zip(shape.seats, by_seat, strict=True):
        yield (
            *(game["game"], group, seat, agent, game["end"], score, rank, won, failed),
            _winners(game),
            *_lengths(game),
        )


def _lengths(game: Game) -> Row:
    return [game.get(each.name) for each in _LENGTHS]


def _winners(game: Game) -> int | None:
    return len(game["winners"]) if game["end"] == "over" else None


def _by_seat(shape: Shape, game: Game) -> list[Row]:
    """The agent, score, rank, win and fault of each seat. In an unfinished game nobody knows who would win."""
    nothing = [None] * len(shape.seats)
    seats, over, error = range(len(shape.seats)), game["end"] == "over", game["end"] == "error"
    won = [seat in game["winners"] for seat in seats] if over else nothing
    faults = nothing if error else [seat in game.get("faults", ()) for seat in seats]
    scores, ranks = game.get("scores", nothing), game.get("ranks", nothing)
    return list(zip(game["agents"], scores, ranks, won, faults, strict=True))
