"""Teams by the names of their seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.interpreter.tell.clauses import conjoin


def listed_teams(
    teams: Iterable[Sequence[int]], seats: Sequence[str], conjunction: str = "and"
) -> str:
    """Returns who plays together: `red and green, blue and yellow`.

    >>> listed_teams([(0, 2), (1, 3)], ["red", "blue", "green", "yellow"])
    'red and green, blue and yellow'
    >>> listed_teams([(0, 1, 2)], ["red", "blue", "green"])
    'red, blue and green'
    """
    return ", ".join(conjoin([seats[seat] for seat in team], conjunction) for team in teams if team)
