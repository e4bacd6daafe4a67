"""Who meets whom, and whose folder it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.runs.folder import FolderError
from boardwright.runs.tournament import FILE, begin, meetings_of


def test_all_groups_of_different_agents_meet(tmp_path: Path) -> None:
    agents = ["a", "b", "c", "d"]
    tables = [each.agents for each in meetings_of(agents, 3, tmp_path)]
    assert tables == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]
    folders = [each.folder.root.name for each in meetings_of(agents, 3, tmp_path)]
    assert folders == ["meeting-001", "meeting-002", "meeting-003", "meeting-004"]


def test_with_fewer_agents_than_seats_some_sit_twice(tmp_path: Path) -> None:
    (only,) = meetings_of(["a", "b"], 5, tmp_path)
    assert only.agents == ("a", "b", "a", "b", "a")


def test_a_folder_holds_one_tournament(tmp_path: Path) -> None:
    root = tmp_path / "cup"
    begin(root, {"agents": ["a", "b"]}, resume=False)
    assert json.loads((root / FILE).read_text())["agents"] == ["a", "b"]
    begin(root, {"agents": ["a", "b"]}, resume=True)
    with pytest.raises(FolderError, match="already holds a tournament"):
        begin(root, {"agents": ["a", "b"]}, resume=False)
    with pytest.raises(FolderError, match="a different tournament"):
        begin(root, {"agents": ["a", "c"]}, resume=True)


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FolderError, match=r"other files, such as `notes\.txt`"):
        begin(tmp_path, {"agents": ["a", "b"]}, resume=False)
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]
