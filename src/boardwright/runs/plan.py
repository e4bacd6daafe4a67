"""The plan of a run, as plain data, which decides all games, their seeds and their agents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardwright.interpreter.backends.names import Backend

VERSION = 1
KIND = "boardwright"

# A killed process loses at most a chunk; progress is counted in chunks.
_CHUNKS, _LARGEST_CHUNK = 64, 1000

MOST_GAMES = 10**9
MOST_SECONDS = 86_400.0
MOST_CHUNKS = 10**5

AGENT_SECONDS = 10.0
"""Seconds that a program may think, if a plan does not say."""

_PROGRAMS = "program:", "program+events:"
_USUAL_AGENTS_SEED = 0

Json = dict[str, Any]
Shard = tuple[int, int]
"""The number of a part of a run, from 1, and the number of parts."""


def canonical(value: Json) -> str:
    """The one way to write a line: keys in their fixed order, ASCII only, no spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def agents_seed_for(agents: Iterable[str], agents_seed: int | None) -> int | None:
    """The seed of these agents, given this one. None if theirs follows from the seed of the game. That is never so for
    programs: they get to know a part of theirs, and must learn nothing about the game's.
    """
    if agents_seed is None and any(name.startswith(_PROGRAMS) for name in agents):
        return _USUAL_AGENTS_SEED
    return agents_seed


def agents_seed_in(agents_seed: int, group: int) -> int:
    """The seed of the agents in one group of games."""
    return _seed("agents", agents_seed, group)


def _seed(what: str, seed: int, group: int) -> int:
    """A seed of 52 bits, which any program that reads JSON keeps exactly."""
    digest = hashlib.sha256(f"boardwright {what} 1:{seed:x}:{group}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 12


class NoPlanError(ValueError):
    """The data is not a plan; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What to load and who plays, in the words of the command line."""

    ruleset: str
    expansions: tuple[str, ...]
    players: int | None
    options: tuple[tuple[str, str], ...]
    agents: tuple[str, ...]
    agent_seconds: float = AGENT_SECONDS
    figures: bool = True
    agents_seed: int | None = None
    backend: Backend = "auto"
    course: bool = False
    blank: tuple[str, ...] = ()

    @property
    def telling_seconds(self) -> float | None:
        """Seconds that programs may think, if there are any and it is not the default."""
        programs = any(name.startswith(_PROGRAMS) for name in self.agents)
        return self.agent_seconds if programs and self.agent_seconds != AGENT_SECONDS else None


_LEFT_OUT = ("agent_seconds", "agents_seed", "teams", "course", "blank")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a run. Two runs with equal plans have the same result, byte for byte.

    `rules` is the hash of the rules, `engine` the version that plays them, `agents` has one name for each seat,
    `chunk` is the number of games in a part, `figures` says whether figures are collected while they are played.
    `agent_seconds` is None, and not written, if no agent is a program or the default applies. The same is true of
    `agents_seed` if the seeds of the agents follow from those of the games, and of `teams`, by the names of their seats, if
    all play alone. `course` is true if the course of each game is recorded, and `blank` has the cards that do nothing; they
    are not written either in other runs.
    """

    engine: str
    game: str
    rules: str
    language: int
    expansions: tuple[str, ...]
    players: int
    seats: tuple[str, ...]
    options: Mapping[str, str]
    agents: tuple[str, ...]
    seed: int
    games: int
    chunk: int
    figures: bool
    agent_seconds: float | None = None
    agents_seed: int | None = None
    teams: tuple[tuple[str, ...], ...] | None = None
    course: bool | None = None
    blank: tuple[str, ...] | None = None

    def facts(self) -> Json:
        """The plan as it is written."""
        facts = {each.name: _plain(getattr(self, each.name)) for each in fields(self)}
        for name in _LEFT_OUT:
            if facts[name] is None:
                del facts[name]
        return facts

    @staticmethod
    def of(facts: object) -> Plan:
        """The plan with these `facts`; `NoPlanError` for anything else."""
        if not isinstance(facts, dict):
            raise NoPlanError("it is not a mapping")
        try:
            written = {**dict.fromkeys(_LEFT_OUT), **facts}
            plan = Plan(
                **{each.name: _KINDS[str(each.type)](written[each.name]) for each in fields(Plan)}
            )
        except (KeyError, TypeError, ValueError) as fault:
            raise NoPlanError(f"something is missing or wrong: {fault}") from fault
        if plan.facts() != facts or not plan._holds_together():
            raise NoPlanError("its values contradict each other")
        return plan

    def _holds_together(self) -> bool:
        players, seats = self.players, set(self.seats)
        return (
            1 <= players == len(self.seats) == len(seats) == len(self.agents)
            and 1 <= self.games <= MOST_GAMES
            and self.chunk >= 1
            and self.chunk % self.period == 0
            and self.chunks <= MOST_CHUNKS
            and self._has_teams()
            and self.course is not False
            and self.blank != ()
        )

    def _has_teams(self) -> bool:
        """Whether each team has several seats of this table, and no seat is in two."""
        teams = self.teams
        if teams is None:
            return True
        named = [seat for team in teams for seat in team]
        return (
            bool(teams)
            and all(len(team) > 1 for team in teams)
            and len({*named}) == len(named)
            and {*named} <= {*self.seats}
        )

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team, and of each player who plays alone."""
        return sides_of(self.seats, self.teams)

    @property
    def partners(self) -> frozenset[int]:
        """The seats of each team but its first. They have the rank and the score of that one."""
        return frozenset(seat for side in self.sides for seat in side[1:])

    # ---- games

    @property
    def period(self) -> int:
        """The number of games after which the agents sit as before. Games of one group have the same seed, and the agents
        rotate. 1 if all agents are the same, since all games of a group would be.
        """
        return period_of(self.agents)

    def seed_of(self, game: int) -> int:
        """The seed of a game."""
        return self.seed_of_group(game // self.period)

    def seed_of_group(self, group: int) -> int:
        """The seed of the games of a group."""
        return _seed("run", self.seed, group)

    def agents_seed_of_group(self, group: int) -> int | None:
        """The seed of the agents in the games of a group; None if it follows from that of the games."""
        return None if self.agents_seed is None else agents_seed_in(self.agents_seed, group)

    def agents_of(self, game: int) -> tuple[str, ...]:
        """The agents of a game by seat."""
        turn = game % self.period
        return self.agents[turn:] + self.agents[:turn]

    # ---- chunks

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.games // self.chunk)

    def games_of(self, chunk: int) -> range:
        """The games of a chunk."""
        first = chunk * self.chunk
        return range(first, min(first + self.chunk, self.games))

    def chunks_of(self, shard: Shard | None) -> range:
        """The chunks of shard k of n: every n-th; all of them without a shard."""
        number, count = shard or (1, 1)
        return range(number - 1, self.chunks, count)


def sides_of(
    seats: Sequence[str], teams: Iterable[Sequence[str]] | None
) -> tuple[tuple[int, ...], ...]:
    """The numbers of the seats of each team, and of each player who plays alone."""
    together = [tuple(map(seats.index, team)) for team in teams or ()]
    partners = {seat for team in together for seat in team}
    alone = [(seat,) for seat in range(len(seats)) if seat not in partners]
    return tuple(sorted((*together, *alone)))


def period_of(agents: tuple[str, ...]) -> int:
    """The number of games after which these agents, one for each seat, sit as before."""
    return next(n for n in range(1, len(agents) + 1) if agents[n:] + agents[:n] == agents)


def chunk_for(games: int, period: int) -> int:
    """The number of games in a chunk: whole groups, independent of the number of processes."""
    size = max(min(-(-games // _CHUNKS), _LARGEST_CHUNK), -(-games // MOST_CHUNKS))
    return -(-size // period) * period


def differing(one: Plan, other: Plan) -> Iterator[tuple[str, object, object]]:
    """The settings that differ between two plans, with both values."""
    usual = {**dict.fromkeys(_LEFT_OUT), "agent_seconds": AGENT_SECONDS}
    before, now = ({**usual, **each.facts()} for each in (one, other))
    for name in one.facts() | other.facts():
        if before[name] != now[name]:
            yield name, before[name], now[name]


def ranges(games: Iterator[range]) -> list[list[int]]:
    """Ranges of games as `[first, last]`; neighbours become one."""
    found: list[list[int]] = []
    for each in games:
        if found and found[-1][1] + 1 == each.start:
            found[-1][1] = each.stop - 1
        else:
            found.append([each.start, each.stop - 1])
    return found


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return dict(value) if isinstance(value, Mapping) else value


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a number")
    return value


def _yes_no(value: object) -> bool:
    if type(value) is not bool:
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _number_or_none(value: object) -> int | None:
    return None if value is None else _number(value)


def _seconds(value: object) -> float | None:
    if value is not None and (type(value) is not float or not 0 < value <= MOST_SECONDS):
        raise TypeError(f"{value!r} is not a time")
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError(f"{value!r} is not a text")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if type(value) is not list:
        raise TypeError(f"{value!r} is not a list")
    return tuple(map(_text, value))


def _texts_or_none(value: object) -> tuple[str, ...] | None:
    return None if value is None else _texts(value)


def _lists_or_none(value: object) -> tuple[tuple[str, ...], ...] | None:
    if value is None:
        return None
    if type(value) is not list:
        raise TypeError(f"{value!r} is not a list")
    return tuple(map(_texts, value))


def _texts_by_name(value: object) -> dict[str, str]:
    if type(value) is not dict:
        raise TypeError(f"{value!r} is not a mapping")
    return {_text(name): _text(each) for name, each in value.items()}


_KINDS: Mapping[str, Any] = {
    "bool": _yes_no,
    "bool | None": lambda value: None if value is None else _yes_no(value),
    "float | None": _seconds,
    "int": _number,
    "int | None": _number_or_none,
    "str": _text,
    "tuple[str, ...]": _texts,
    "tuple[str, ...] | None": _texts_or_none,
    "tuple[tuple[str, ...], ...] | None": _lists_or_none,
    "Mapping[str, str]": _texts_by_name,
}
