"""Who meets whom, and whose folder it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.runs.folder import FolderError, summed
from boardwright.runs.tournament import FILE, meetings_in, meetings_of


def alone(players: int) -> list[tuple[int]]:
    return [(seat,) for seat in range(players)]


def test_all_groups_of_different_agents_meet(tmp_path: Path) -> None:
    agents = ["a", "b", "c", "d"]
    tables = [each.agents for each in meetings_of(agents, alone(3), tmp_path)]
    assert tables == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]
    folders = [each.folder.root.name for each in meetings_of(agents, alone(3), tmp_path)]
    assert folders == ["meeting-001", "meeting-002", "meeting-003", "meeting-004"]


def test_with_fewer_agents_than_seats_some_sit_twice(tmp_path: Path) -> None:
    (only,) = meetings_of(["a", "b"], alone(5), tmp_path)
    assert only.agents == ("a", "b", "a", "b", "a")


@pytest.mark.parametrize(
    ("sides", "agents", "seated"),
    [
        ([(0, 2), (1, 3)], "ab", ["abab"]),
        ([(0, 1), (2, 3)], "ab", ["aabb"]),
        ([(0, 1), (2, 3)], "abc", ["aabb", "aacc", "bbcc"]),
        ([(0, 3), (1, 4), (2, 5)], "ab", ["abaaba"]),
        ([(0, 2), (1,)], "ab", ["aba", "bab"]),
        ([(0,), (1, 2, 3)], "abc", ["abbb", "baaa", "accc", "caaa", "bccc", "cbbb"]),
        ([(0, 1), (2,), (3,)], "ab", ["aaba", "bbaa"]),
    ],
)
def test_a_team_has_one_agent(
    tmp_path: Path, sides: list[tuple[int, ...]], agents: str, seated: list[str]
) -> None:
    assert ["".join(each.agents) for each in meetings_of([*agents], sides, tmp_path)] == seated


@pytest.mark.parametrize(
    "facts",
    [
        {"agents": [], "seats": ["red", "blue"]},
        {"agents": ["a", "b"], "seats": []},
        {"agents": ["a", "b"], "seats": 2},
        {"agents": 5, "seats": ["red", "blue"]},
        {"agents": ["a", "b"], "seats": ["red", "blue"], "teams": [["green"]]},
        {"agents": [f"agent {n}" for n in range(300)], "seats": [f"seat {n}" for n in range(20)]},
    ],
)
def test_what_no_tournament_is_is_damage_even_with_its_sum(
    tmp_path: Path, facts: dict[str, object]
) -> None:
    (tmp_path / FILE).write_text(summed(facts))
    with pytest.raises(FolderError, match="this file is damaged"):
        meetings_in(tmp_path)
