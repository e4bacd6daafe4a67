from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.files.locate_ruleset import shipped
from boardwright.studio.page_paths import page_path, with_page_paths


def test_files_are_named_as_the_page_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rattus = str(shipped()["rattus"] / "end.yaml")
    assert page_path("games/cards/a.yaml", tmp_path / "games") == "cards/a.yaml"
    assert page_path(str(tmp_path / "games" / "a.yaml"), tmp_path / "games") == "a.yaml"
    assert page_path(rattus, tmp_path) == page_path(rattus, None) == "@rattus/end.yaml"
    assert page_path("elsewhere/a.yaml", tmp_path / "games") is None


def test_files_elsewhere_keep_their_last_name_only(tmp_path: Path) -> None:
    findings = [
        {
            "filename": "/srv/ann/a.yaml",
            "related": [{"filename": str(tmp_path / "b.yaml")}],
            "fixes": [],
            "label": "file",
        }
    ]
    assert with_page_paths(findings, tmp_path) == [
        {"filename": "a.yaml", "related": [{"filename": "b.yaml"}], "fixes": [], "label": "file"}
    ]
