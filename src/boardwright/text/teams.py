"""Teams by the names of their seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listed_teams(teams: Iterable[Sequence[int]], seats: Sequence[str]) -> str:
    """Returns who plays together: `red and green, blue and yellow`.

    >>> listed_teams([(0, 2), (1, 3)], ["red", "blue", "green", "yellow"])
    'red and green, blue and yellow'
    >>> listed_teams([(0, 1, 2)], ["red", "blue", "green"])
    'red, blue and green'
    """
    return ", ".join(_joined([seats[seat] for seat in team]) for team in teams if team)


def _joined(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
