from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.runs.folder import FolderError
from boardwright.studio.refused import RefusedError
from boardwright.studio.runs.run_folder import Ordered, RunFolder

ORDER = Ordered("simulate", "rattus", (), 2, {}, ("random",), 10, 1, False)


def test_runs_are_numbered_and_the_newest_is_first(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "kept" / "runs")
    assert [*folder.all()] == []
    made = [folder.new(ORDER) for _ in range(3)]
    assert [run.id for run in folder.all()] == ["003", "002", "001"]
    assert made[0].ordered() == ORDER and made[0].counts() == (0, 10)
    folder.remove(made[1])
    assert folder.new(ORDER).id == "004"


def test_version_control_leaves_runs_out(tmp_path: Path) -> None:
    RunFolder(tmp_path / "kept" / "runs").new(ORDER)
    assert (tmp_path / "kept" / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize("id", ["009", "..", "../../etc", "1", "", "00١"])
def test_other_ids_are_no_runs(tmp_path: Path, id: str) -> None:
    folder = RunFolder(tmp_path / "runs")
    folder.new(ORDER)
    with pytest.raises(RefusedError, match="there is no run"):
        folder.one(id)


def test_a_damaged_order_is_said(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "runs").new(ORDER)
    (run.root / "order.json").write_text("{}")
    with pytest.raises(FolderError, match="damaged"):
        run.data()
