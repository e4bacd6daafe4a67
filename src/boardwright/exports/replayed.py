"""Plays games again, in a process of their own, for rows of decisions and cards. Each must end as its line says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.exports.sources import Game, Lines
from boardwright.exports.tables import Row, Rows
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.table.errors import RuleError
from boardwright.runs.chunk import (
    Failed,
    Played,
    Result,
    Stop,
    Task,
    game_for,
    line_of,
    player_of,
)
from boardwright.runs.disk import DiskError, write_whole
from boardwright.runs.parts import Tally

if TYPE_CHECKING:
    from boardwright.interpreter.agents.statistics import Gathering
    from boardwright.interpreter.program.program import Program, Vector
    from boardwright.loading.game import Game as Loaded


@dataclass(frozen=True, slots=True)
class Replay(Task):
    """Games to play again. Their rows are written to the file, each as a line of JSON. `before` begins each row."""

    rows: Rows
    before: tuple[str, ...]
    lines: Lines

    def named(self, game: int | None) -> str:
        """A game in words, or all of these games."""
        what = f"{self.lines.count} games" if game is None else f"game {game}"
        return f"{what} of {self.before[0]}" if self.before else what


@dataclass(frozen=True, slots=True)
class Differs(Stop):
    """A game did not end as its line says."""


class _DiffersError(Exception):
    pass


def play_again(task: Task) -> Result:
    """Plays the games of a `Replay`, and writes their rows. Mistakes are returned, as those of `play_chunk` are."""
    from boardwright.interpreter.native.choice import BackendError, native_for

    assert isinstance(task, Replay)
    at: list[int] = []
    try:
        game = game_for(task.order)
        native_for(game.program, task.plan.games)
        write_whole(task.path, (f"{json.dumps(row)}\n".encode() for row in _rows(task, game, at)))
    except _DiffersError as fault:
        return Differs(f"{task.named(at[-1])} ends in another way: {fault}")
    except (DiskError, BackendError) as fault:
        return Stop(str(fault))
    except Exception as fault:
        why = " ".join(f"{type(fault).__name__}: {fault}".split())[:300]
        return Failed(task.chunk, why, at[-1] if at else None)
    return Played(task.chunk, Tally(games=task.lines.count))


_NOT_PLAYED = ("game", "seed", "agents_seed", "agents", "course")
"""What a line says besides the end of its game; the course is not collected again."""


def _rows(task: Replay, game: Loaded, at: list[int]) -> Iterator[Row]:
    """The rows of all games; the last entry of `at` is the game that is being played."""
    from boardwright.interpreter.agents.statistics import Gathering

    gathering = game.program.kept("gathering", Gathering)
    gathering.take()  # left by other games
    found: list[Row] = []
    decisions, cards = DecisionRows(game.program, found), CardRows(gathering, found)
    watch, ended = (decisions.note, None) if task.rows == "decisions" else (None, cards.ended)
    plan, seconds = task.plan, task.order.agent_seconds
    players = [
        player_of(game, plan.agents_of(number), seconds, gathering, watch)
        for number in range(plan.period)
    ]
    for line in task.lines:
        there: Game = json.loads(line)
        number, seed, agents = there["game"], there["seed"], there["agents"]
        at.append(number)
        begin = (*task.before, number)
        decisions.begin(begin, agents)
        cards.begin(begin, agents)
        own, play = there.get("agents_seed"), players[number % plan.period]
        own = seed if own is None else own
        _compare(there, line_of(play, '{"end":', seed, own, gathering, ended), plan.figures)
        yield from found
        found.clear()


def _compare(there: Game, line: bytes, rounds: bool) -> None:
    """Raises an error if a game has ended in another way than its line says."""
    here = json.loads(line)
    if not rounds:  # they are counted only together with figures
        here.pop("rounds", None)
    names = [name for name in there if name not in _NOT_PLAYED]
    for name in dict.fromkeys((*names, *here)):
        if there.get(name) != here.get(name):
            was, now = (json.dumps(each.get(name)) for each in (there, here))
            raise _DiffersError(f"`{name}` was {was} and is now {now}")


class DecisionRows:
    """Adds a row for each decision of a game."""

    def __init__(self, program: Program, found: list[Row]) -> None:
        from boardwright.interpreter.play.naming import Words

        table, functions = program.table, program.fast.functions
        self.program, self.found = program, found
        self.words, self.seats = Words(table.game, None), table.seats
        self.phases: Sequence[str | None] = table.phases or (None,)
        score = functions.get("ranked", functions["score"])
        self.values = functions["score"], functions.get("worth", score)
        self.before: tuple[str | int, ...] = ()
        self.agents: Sequence[str] = ()
        self.number = 0

    def begin(self, before: tuple[str | int, ...], agents: Sequence[str]) -> None:
        """A game begins, with these agents by seat; these values begin each of its rows."""
        self.before, self.agents, self.number = before, agents, 0

    def note(self, v: Vector, answer: int) -> None:
        """Adds the row of the decision at this position."""
        decision = Decision(self.program, self.words, v, self.program.sites[v[lay.SITE]])
        seat, self.number = decision.player, self.number + 1
        row = (
            *(self.number, v[lay.ROUND], v[lay.TURN_NUMBER], self.phases[v[lay.PHASE]]),
            *(self.seats[seat], self.agents[seat], decision.name),
            *(len(decision), decision.id_of(answer)),
            *(_value(function, v, seat) for function in self.values),
        )
        self.found.append((*self.before, *row))


def _value(function: Callable[[Vector, int], object], v: Vector, seat: int) -> int | None:
    """A value of a position for a seat; None if the rules cannot tell it before the end."""
    try:
        return int(function(v[:], seat))  # type: ignore[call-overload, no-any-return]
    except RuleError:
        return None


class CardRows:
    """Adds a row for each card and player of a game that is played to the end."""

    def __init__(self, gathering: Gathering, found: list[Row]) -> None:
        table = gathering.program.table
        self.gathering, self.found, self.seats = gathering, found, table.seats
        self.cards = [
            (each.kind, definition.id, 1 << number)
            for each in gathering.cards
            for number, definition in enumerate(table.game.kinds[each.kind].definitions, each.first)
        ]
        self.before: tuple[str | int, ...] = ()
        self.agents: Sequence[str] = ()

    def begin(self, before: tuple[str | int, ...], agents: Sequence[str]) -> None:
        """As that of `DecisionRows`."""
        self.before, self.agents = before, agents

    def ended(self, v: Vector, winners: Sequence[int]) -> None:
        """Adds the rows of a game that has ended with this position."""
        for seat, had in enumerate(self.gathering.had(v)):
            begin = (*self.before, self.seats[seat], self.agents[seat])
            won, count = seat in winners, len(winners)
            for kind, card, bit in self.cards:
                self.found.append(
                    (*begin, kind, card, *(bool(each & bit) for each in had), won, count)
                )
