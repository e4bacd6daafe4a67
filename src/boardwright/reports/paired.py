"""What a card does to a game: the same games with and without it, compared pair by pair.

The games of a pair have the same seed and the same players, so what luck does to both of them falls out of the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boardwright.reports.averages import Interval, Mean
from boardwright.reports.numbers import FEW, Rate, newcombe

Game = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card changes. `held` and `instead_held` are how often players win who hold the card, or what is in its place;
    `wins` is the difference of these, None if nobody held one of them. The other figures are differences between the
    games of a pair: with the card minus without it. `pairs` were played to the end in both runs.
    """

    pairs: int
    held: Rate
    instead_held: Rate
    wins: Mean | None
    figures: tuple[tuple[str, Mean], ...]

    @property
    def interval(self) -> Interval | None:
        """The interval of `wins`. Few games may turn out alike by chance, so then it is at least as wide as if the games were not
        paired. Whoever held a card in one game is one observation: partners win together, and of others only one wins.
        """
        if self.wins is None:
            return None
        low, high = self.wins.interval()
        if self.wins.n < FEW:
            n = self.wins.n
            apart = newcombe(Rate(self.instead_held.value * n, n), Rate(self.held.value * n, n))
            low, high = min(low, apart[0]), max(high, apart[1])
        return max(-1.0, low), min(1.0, high)


def effect_of(with_it: Iterable[Game], without: Iterable[Game], card: str, instead: str) -> Effect:
    """Compares the games of two runs. `instead` is what the card is compared with: another, or itself without effects."""
    pairs = [
        (one, other)
        for one, other in zip(with_it, without, strict=True)
        if one["end"] == other["end"] == "over"
    ]
    ours = [_holding(one, card) for one, _ in pairs]
    theirs = [_holding(other, instead) for _, other in pairs]
    figures = []
    for name, of in FIGURES:
        values = [(of(one), of(other)) for one, other in pairs]
        known = [one - other for one, other in values if one is not None and other is not None]
        if known:
            figures.append((name, Mean.of(known)))
    return Effect(len(pairs), _rate(ours), _rate(theirs), _difference(ours, theirs), tuple(figures))


def _holding(game: Game, card: str) -> tuple[Fraction, int]:
    """How many wins, with shared ones in parts, the players have who held a card, and how many players these are."""
    seats = {seat for of in game["course"]["held"].values() for seat in of.get(card, ())}
    winners = game["winners"]
    won = sum(seat in seats for seat in winners)
    return Fraction(won, len(winners) or 1), len(seats)


def _rate(games: Sequence[tuple[Fraction, int]]) -> Rate:
    return Rate(sum((won for won, _ in games), Fraction(0)), sum(held for _, held in games))


def _difference(
    ours: Sequence[tuple[Fraction, int]], theirs: Sequence[tuple[Fraction, int]]
) -> Mean | None:
    """The difference of two rates whose games come in pairs: each pair adds its part (the rates are linearized). It rests on
    no more games than those in which somebody held the card, or what is in its place if that is rarer.
    """
    one, other = _rate(ours), _rate(theirs)
    if not one.of or not other.of:
        return None
    parts = [
        (won - one.value * held) / one.of - (lost - other.value * kept) / other.of
        for (won, held), (lost, kept) in zip(ours, theirs, strict=True)
    ]
    n = min(sum(held > 0 for _, held in games) for games in (ours, theirs))
    squares = sum((part * part for part in parts), Fraction(0))
    return Mean(n, one.value - other.value, squares * n)


# ---- figures of a game


def _turns(game: Game) -> Fraction | None:
    return Fraction(game["turns"] or game["decisions"])


def _score(game: Game) -> Fraction | None:
    scores = game["scores"]
    return Fraction(sum(scores), len(scores))


def _lead_changes(game: Game) -> Fraction | None:
    course = game["course"]
    return Fraction(course.get("search", course["score"])["changes"])


FIGURES: tuple[tuple[str, Callable[[Game], Fraction | None]], ...] = (
    ("turns", _turns),
    ("score", _score),
    ("leads", _lead_changes),
)
"""What is compared: turns (decisions in games without turns), the mean score, and `leads`, how often the lead changes."""
