"""How strong agents are, from the games that they played against each other (Bradley and Terry).

A rating is a number for each agent; the difference of two says how often one beats the other: 400 more is ten wins for each
loss. In a game of several players, each pair of players counts as one comparison by their ranks, and equal ranks as half a
win for both. A team counts as one player, since its players win or lose together, and not at all where several agents play for it: the game does
not say which of them was good. The games of one group have the same seed, and so has that group in each meeting: intervals take such games
together, since luck in one is luck in all.

Floats are only added, multiplied, divided and rooted, which every machine rounds alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import frexp, sqrt

from boardwright.reports.numbers import Z

_STEPS = 10_000
_ENOUGH = 1e-12
_LOG2_OF_10 = 3.321928094887362
_LOG_OF_10 = 2.302585092994046
SCALE = 400
"""The difference in rating at which one wins ten times as often as the other."""

Pair = tuple[int, int]
Matrix = list[list[float]]


@dataclass(slots=True)
class Meetings:
    """The comparisons of agents, by number: for each group of games, how many points the first of a pair won of how many."""

    agents: tuple[str, ...]
    groups: dict[int, dict[Pair, tuple[Fraction, int]]] = field(default_factory=dict)

    def note(
        self,
        group: int,
        agents: Sequence[int],
        ranks: Sequence[int],
        sides: Sequence[Sequence[int]] = (),
    ) -> None:
        """Adds a game: who sat where, and the rank of each seat. `sides` are the seats of each team, and of each player who
        plays alone; without them, all do.
        """
        found = self.groups.setdefault(group, {})
        players = [
            (agents[side[0]], ranks[side[0]])
            for side in sides or [(seat,) for seat in range(len(agents))]
            if len({agents[seat] for seat in side}) == 1
        ]
        for (mine, first), (theirs, second) in combinations(players, 2):
            if mine == theirs:
                continue
            points = _points(first, second)
            pair = (mine, theirs) if mine < theirs else (theirs, mine)
            won, of = found.get(pair, (Fraction(0), 0))
            found[pair] = won + (points if mine < theirs else 1 - points), of + 1

    def totals(self) -> dict[Pair, tuple[Fraction, int]]:
        """The same over all groups."""
        found: dict[Pair, tuple[Fraction, int]] = {}
        for group in self.groups.values():
            for pair, (points, count) in group.items():
                won, of = found.get(pair, (Fraction(0), 0))
                found[pair] = won + points, of + count
        return found


def _points(one: int, other: int) -> Fraction:
    return Fraction(1, 2) if one == other else Fraction(int(one < other))


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of an agent: the mean of all agents is 0. `error` is half of the 95% interval."""

    agent: str
    value: float
    error: float
    points: Fraction
    comparisons: int


def rate_agents(meetings: Meetings) -> list[Rating]:
    """The ratings of all agents, the strongest first."""
    count, totals = len(meetings.agents), meetings.totals()
    # One drawn comparison more for each pair: without it, whoever never lost would be infinitely strong, and of whoever
    # finished no game nothing could be said.
    matches = {}
    for pair in combinations(range(count), 2):
        won, of = totals.get(pair, (Fraction(0), 0))
        matches[pair] = float(won) + 0.5, of + 1
    strength = _strengths(count, matches)
    errors = _errors(count, matches, strength, meetings.groups.values())
    logs = [_log10(each) for each in strength]
    middle = sum(logs) / count
    found = []
    for number, agent in enumerate(meetings.agents):
        points, of = Fraction(0), 0
        for (one, other), (won, games) in totals.items():
            if number in (one, other):
                points += won if number == one else games - won
                of += games
        value = SCALE * (logs[number] - middle)
        found.append(Rating(agent, value, Z * SCALE / _LOG_OF_10 * errors[number], points, of))
    return sorted(found, key=lambda rating: (-rating.value, meetings.agents.index(rating.agent)))


def _strengths(count: int, matches: Mapping[Pair, tuple[float, int]]) -> list[float]:
    """The most likely strengths (the steps of Hunter 2004): one beats the other in s / (s + t) of their games."""
    won = [0.0] * count
    for (one, other), (points, of) in matches.items():
        won[one] += points
        won[other] += of - points
    strength = [1.0] * count
    for _ in range(_STEPS):
        below = [0.0] * count
        for (one, other), (_, of) in matches.items():
            share = of / (strength[one] + strength[other])
            below[one] += share
            below[other] += share
        new = [w / b if b else 1.0 for w, b in zip(won, below, strict=True)]
        scale = count / sum(new)
        new = [each * scale for each in new]
        moved = max(abs(a - b) / b for a, b in zip(new, strength, strict=True))
        strength = new
        if moved < _ENOUGH:
            break
    return strength


def _errors(
    count: int,
    matches: Mapping[Pair, tuple[float, int]],
    strength: Sequence[float],
    groups: Iterable[Mapping[Pair, tuple[Fraction, int]]],
) -> list[float]:
    """The standard errors of the logarithms of strengths, whose games come in groups (the sandwich estimator)."""
    expected = {
        (one, other): strength[one] / (strength[one] + strength[other]) for one, other in matches
    }
    # The mean of all is fixed, which the added ones do.
    bread = [[1.0 / count] * count for _ in range(count)]
    for (one, other), (_, of) in matches.items():
        p = expected[one, other]
        _add(bread, one, other, of * p * (1 - p))
    filling = [[0.0] * count for _ in range(count)]
    for group in groups:
        score = [0.0] * count
        for (one, other), (won, of) in group.items():
            gap = float(won) - of * expected[one, other]
            score[one] += gap
            score[other] -= gap
        for i in range(count):
            for j in range(count):
                filling[i][j] += score[i] * score[j]
    inverse = _inverse(bread)
    spread = _product(_product(inverse, filling), inverse)
    # At least as wide as if all games were independent: few groups may turn out alike by chance.
    alone = [inverse[n][n] - 1.0 / count for n in range(count)]
    return [sqrt(max(spread[n][n], alone[n], 0.0)) for n in range(count)]


def _add(matrix: Matrix, one: int, other: int, weight: float) -> None:
    matrix[one][one] += weight
    matrix[other][other] += weight
    matrix[one][other] -= weight
    matrix[other][one] -= weight


def _product(one: Matrix, other: Matrix) -> Matrix:
    rows = [*zip(*other, strict=True)]
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in rows] for row in one
    ]


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(i == n) for i in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        pivot = rows[n][n]
        rows[n] = [value / pivot for value in rows[n]]
        for other in range(size):
            if other != n:
                by = rows[other][n]
                rows[other] = [a - by * b for a, b in zip(rows[other], rows[n], strict=True)]
    return [row[size:] for row in rows]


def _log10(value: float) -> float:
    """The logarithm, by squaring: those of the system differ in their last digits."""
    fraction, whole = frexp(value)  # fraction is from 0.5 to 1
    found, x, step = float(whole - 1), 2 * fraction, 0.5
    for _ in range(48):
        x *= x
        if x >= 2.0:
            x /= 2.0
            found += step
        step /= 2.0
    return found / _LOG2_OF_10
