"""Counts over the games of a run: whole numbers, so parts may come in any order."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest
from typing import Any

from boardwright.reports.course import Course

LISTED = 1000
"""The number of unfinished games that are named; the others are only counted."""

Wins = Counter[int]
"""How often a win was shared by this many players."""


def won(wins: Wins) -> Fraction:
    """The number of wins, with shared ones in equal parts."""
    return sum((Fraction(times, share) for share, times in wins.items() if share), Fraction(0))


@dataclass(frozen=True, slots=True, order=True)
class Stopped:
    """A game that was not played to the end: what stopped it is `limit`, or the code of an error."""

    game: int
    seed: int
    agents: tuple[str, ...]
    why: str
    decisions: int | None


@dataclass(slots=True)
class Standing:
    """The results of a seat or an agent in games played to the end."""

    games: int = 0
    wins: Wins = field(default_factory=Counter)
    ranks: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)

    def note(self, rank: int, score: int, share: int) -> None:
        self.games += 1
        self.ranks[rank] += 1
        self.scores[score] += 1
        if share:
            self.wins[share] += 1

    def add(self, other: Standing) -> None:
        self.games += other.games
        for mine, more in (
            (self.wins, other.wins),
            (self.ranks, other.ranks),
            (self.scores, other.scores),
        ):
            mine.update(more)


@dataclass(slots=True)
class Counts:
    """All counts. Lengths, scores and standings cover games played to the end. `partners` are the seats of each team but its
    first.
    """

    partners: frozenset[int] = frozenset()
    ends: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    faults: int = 0
    shares: Counter[int] = field(default_factory=Counter)  # the number of winners of a game
    lengths: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    margins: Counter[int] = field(default_factory=Counter)
    seats: defaultdict[int, Standing] = field(default_factory=lambda: defaultdict(Standing))
    agents: defaultdict[str, Standing] = field(default_factory=lambda: defaultdict(Standing))
    stopped: list[Stopped] = field(default_factory=list)
    course: Course = field(default_factory=Course)

    @property
    def games(self) -> int:
        return sum(self.ends.values())

    def note(self, line: bytes) -> None:
        """Adds a game."""
        game: dict[str, Any] = json.loads(line)
        end = game["end"]
        self.ends[end] += 1
        self.faults += "faults" in game
        if end != "over":
            why = game["error"] if end == "error" else "limit"
            if end == "error":
                self.errors[why] += 1
            agents = tuple(game["agents"])
            found = Stopped(game["game"], game["seed"], agents, why, game["decisions"])
            self._list([found])
            return
        for name in ("rounds", "turns", "decisions"):
            if name in game:
                self.lengths[name][game[name]] += 1
        winners, scores, ranks = game["winners"], game["scores"], game["ranks"]
        self.shares[len(winners)] += 1
        sides = [seat for seat in range(len(scores)) if seat not in self.partners]
        margin, best = None, 0
        if len(sides) > 1:
            # By rank, not by score: the lowest score may win.
            first, second = sorted(sides, key=lambda seat: (ranks[seat], seat))[:2]
            margin, best = abs(scores[first] - scores[second]), scores[first]
            self.margins[margin] += 1
        if "course" in game and game["decisions"]:  # where nobody is asked, nothing goes on
            self.course.note(game, margin, best)
        names = game["agents"]
        for seat, score in enumerate(scores):
            share = len(winners) if seat in winners else 0
            name = names[seat]
            self.seats[seat].note(ranks[seat], score, share)
            self.agents[name].note(ranks[seat], score, share)

    def add(self, other: Counts) -> None:
        """Adds the games of another part."""
        self.ends.update(other.ends)
        self.errors.update(other.errors)
        self.faults += other.faults
        self.shares.update(other.shares)
        self.margins.update(other.margins)
        for name, lengths in other.lengths.items():
            self.lengths[name].update(lengths)
        for seat, standing in other.seats.items():
            self.seats[seat].add(standing)
        for agent, standing in other.agents.items():
            self.agents[agent].add(standing)
        self.course.add(other.course)
        self._list(other.stopped)

    def _list(self, more: list[Stopped]) -> None:
        self.stopped += more
        if len(self.stopped) > 2 * LISTED or len(more) > 1:
            self.stopped = nsmallest(LISTED, self.stopped)
