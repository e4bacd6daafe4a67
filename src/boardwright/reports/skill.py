"""How much skill there is in a game: how often a player who thinks longer is ahead of one who thinks less."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from boardwright.reports.averages import Interval, Mean
from boardwright.reports.numbers import Z, rate, z_for

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Step:
    """A stronger player against a weaker one. `points` is how many points of all the stronger one won: whoever is ahead has one, and
    half of one for a tie. `verdict` is 1 if that is more than half beyond chance, -1 if it is less; all steps are judged together.
    """

    weak: str
    strong: str
    games: int
    points: Mean
    verdict: int = 0

    def interval(self, z: float = Z) -> Interval:
        """The interval of the points, at least as wide as if all games were independent: few may turn out alike by chance."""
        low, high = self.points.interval(z)
        alone = rate(self.points.value * self.games, self.games).interval(z)
        return max(0.0, min(low, alone[0])), min(1.0, max(high, alone[1]))


def step_of(
    games: Iterable[Mapping[str, Any]],
    period: int,
    weak: str,
    strong: str,
    sides: Sequence[Sequence[int]],
) -> Step:
    """The points of the stronger player. The games of a group have the same seed, and are one observation. A team counts as one
    player, if only one of the two plays for it; games in which the two do not meet so say nothing.
    """
    groups: dict[int, tuple[Fraction, int]] = {}
    count = 0
    for game in games:
        if game["end"] != "over":
            continue
        points, of = groups.get(game["game"] // period, (Fraction(0), 0))
        ranks: dict[str, list[int]] = {weak: [], strong: []}
        for side in sides:
            agents = {game["agents"][seat] for seat in side}
            if len(agents) == 1:
                ranks[agents.pop()].append(game["ranks"][side[0]])
        for mine in ranks[strong]:
            for theirs in ranks[weak]:
                points += HALF if mine == theirs else int(mine < theirs)
                of += 1
        count += all(ranks.values())
        groups[game["game"] // period] = points, of
    return Step(weak, strong, count, Mean.of([points / of for points, of in groups.values() if of]))


def judged(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Adds the verdicts."""
    found = tuple(steps)
    z = z_for(len(found))
    return tuple(replace(each, verdict=_verdict(each.interval(z))) for each in found)


def _verdict(interval: Interval) -> int:
    low, high = interval
    return int(low > HALF) - int(high < HALF)
