"""Who plays together, as people read it."""

from __future__ import annotations

import pytest

from boardwright.text.teams import listed_teams


@pytest.mark.parametrize(
    ("teams", "listed"),
    [
        ([(0, 2), (1, 3)], "red and green, blue and yellow"),
        ([(0, 1, 2)], "red, blue and green"),
        ([(3,)], "yellow"),
        ([], ""),
    ],
)
def test_teams_are_told_by_the_names_of_their_seats(
    teams: list[tuple[int, ...]], listed: str
) -> None:
    assert listed_teams(teams, ["red", "blue", "green", "yellow"]) == listed
