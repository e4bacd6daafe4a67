"""Who meets whom, and whose folder it is."""

from __future__ import annotations

from pathlib import Path

from boardwright.runs.tournament import meetings_of


def test_all_groups_of_different_agents_meet(tmp_path: Path) -> None:
    agents = ["a", "b", "c", "d"]
    tables = [each.agents for each in meetings_of(agents, 3, tmp_path)]
    assert tables == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]
    folders = [each.folder.root.name for each in meetings_of(agents, 3, tmp_path)]
    assert folders == ["meeting-001", "meeting-002", "meeting-003", "meeting-004"]


def test_with_fewer_agents_than_seats_some_sit_twice(tmp_path: Path) -> None:
    (only,) = meetings_of(["a", "b"], 5, tmp_path)
    assert only.agents == ("a", "b", "a", "b", "a")
