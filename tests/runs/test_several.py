"""A folder of several runs says what they are, and is not used for others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.runs.folder import FolderError
from boardwright.runs.several import begin


def test_a_folder_holds_one_tournament(tmp_path: Path) -> None:
    root = tmp_path / "cup"
    begin(root, "tournament", {"agents": ["a", "b"]}, resume=False)
    assert json.loads((root / "tournament.json").read_text())["agents"] == ["a", "b"]
    begin(root, "tournament", {"agents": ["a", "b"]}, resume=True)
    with pytest.raises(FolderError, match="already holds a tournament"):
        begin(root, "tournament", {"agents": ["a", "b"]}, resume=False)
    with pytest.raises(FolderError, match="a different tournament") as fault:
        begin(root, "tournament", {"agents": ["a", "c"]}, resume=True)
    assert all(" there, " not in line for line in fault.value.help)
    assert fault.value.notes[0] == 'agents: ["a", "b"] there, ["a", "c"] here'
    (root / "tournament.json").write_text("{")
    with pytest.raises(FolderError, match="a different tournament"):
        begin(root, "tournament", {"agents": ["a", "b"]}, resume=True)


def test_what_a_killed_process_has_left_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / ".tournament.json.123.tmp").write_text("{")
    begin(tmp_path, "tournament", {"agents": ["a", "b"]}, resume=True)
    assert (tmp_path / "tournament.json").exists()


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FolderError, match=r"other files, such as `notes\.txt`"):
        begin(tmp_path, "tournament", {"agents": ["a", "b"]}, resume=False)
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]
