"""Whatever a disk refuses: nothing torn is taken for whole, and the run can go on."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boardwright.runs import disk
from boardwright.runs.disk import DiskError, refuse_unwritable, write_whole
from boardwright.runs.folder import Folder
from boardwright.runs.parts import checked
from boardwright.runs.running import StoppedError
from run_samples import plan, simulate

OPERATIONS = ("write", "sync", "rename")


def failing(every: int, operation: Callable[..., Any]) -> Callable[..., Any]:
    """The operation, of which every so manieth fails."""
    count = 0

    def go(*args: Any) -> Any:
        nonlocal count
        count += 1
        if count % every == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return operation(*args)

    return go


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_nth_operation_fails(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = plan(games=60, chunk=2)
    simulate(tmp_path / "calm", run)
    whole = (tmp_path / "calm" / "games.jsonl").read_bytes()
    stopped = []
    for every in range(1, 61):
        folder = Folder(tmp_path / f"{every}")
        with monkeypatch.context() as patch:
            patch.setattr(disk, name, failing(every, getattr(disk, name)))
            try:
                simulate(folder.root, run)
            except (DiskError, StoppedError) as fault:
                stopped.append((str(folder.root), str(fault)))
        # Whatever has the name of a part is whole.
        for chunk in range(run.chunks):
            checked(folder.part(chunk), run, chunk)
        assert not list(folder.root.rglob("*.tmp"))
        simulate(folder.root, run)
        assert folder.games.read_bytes() == whole
    # A run of 30 parts writes and renames 32 files, and brings each to the disk, and its folder.
    assert len(stopped) == (60 if name == "sync" else 32)
    for root, told in stopped:
        assert told.startswith(root) and told.endswith(": no space left on device")


def test_a_disk_that_takes_a_little_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "write", lambda number, data: os.write(number, data[:7]))
    write_whole(tmp_path / "a", [b"one\n", b"two and three\n"])
    assert (tmp_path / "a").read_bytes() == b"one\ntwo and three\n"


def test_what_was_there_stays_if_the_new_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    write_whole(path, [b"old"])
    monkeypatch.setattr(disk, "sync", failing(1, disk.sync))
    with pytest.raises(DiskError, match="no space left on device"):
        write_whole(path, [b"new"])
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_pipe_without_a_name_is_written_to_directly() -> None:
    reading, writing = os.pipe()
    path = Path(f"/dev/fd/{writing}")
    refuse_unwritable(path)
    write_whole(path, [b"one\n", b"two\n"])
    os.close(writing)
    with os.fdopen(reading, "rb") as there:
        assert there.read() == b"one\ntwo\n"
