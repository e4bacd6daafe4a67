from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from boardwright.exports.sources import sources_in
from boardwright.runs.folder import Folder, FolderError
from export_samples import lines_of, table
from report_samples import drafting, played
from run_samples import plan, simulate


def numbers(root: Path, wanted: range | None = None) -> list[int]:
    return [game["game"] for source in sources_in(root, wanted)[0] for game in source]


def test_all_games_come_in_order(tmp_path: Path) -> None:
    simulate(tmp_path, plan(24, 4))
    assert numbers(tmp_path) == list(range(24))
    assert [game for source in sources_in(tmp_path, None)[0] for game in source] == lines_of(
        tmp_path
    )


@pytest.mark.parametrize("wanted", [range(5), range(3, 17), range(20, 90), range(90, 95)])
def test_games_are_wanted_by_number(tmp_path: Path, wanted: range) -> None:
    simulate(tmp_path, plan(24, 4))
    assert numbers(tmp_path, wanted) == [n for n in range(24) if n in wanted]


def test_parts_and_the_whole_are_the_same(tmp_path: Path) -> None:
    played(tmp_path, drafting("first", "random", "greedy"), games=30, chunk=3)
    whole = table(tmp_path, "seats")
    Folder(tmp_path).games.unlink()
    assert table(tmp_path, "seats") == whole


def test_a_damaged_part_is_left_out_and_named(tmp_path: Path) -> None:
    simulate(tmp_path, plan(24, 4))
    folder = Folder(tmp_path)
    folder.games.unlink()
    part = folder.part(2)
    part.write_bytes(part.read_bytes().replace(b'"over"', b'"limit"', 1))
    ((source,), _) = sources_in(tmp_path, None)
    assert [name for name, _ in source.held.damaged] == ["parts/part-000002.jsonl"]
    assert [game["game"] for game in source] == [*range(8), *range(12, 24)]
    assert source.held.missing == [[8, 11]]


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="there is no run in this folder"):
        sources_in(tmp_path, None)


def test_a_tournament_whose_file_was_changed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tournament.json").write_text(json.dumps({"agents": ["a", "b"], "sum": ""}))
    with pytest.raises(FolderError, match="this file is damaged"):
        sources_in(tmp_path, None)
    shutil.rmtree(tmp_path)
