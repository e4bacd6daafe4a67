"""Where results and remarks go: streams that are closed or full, and files on a full disk."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from boardwright.runs import disk
from cli_runs import Done, Run, environment_with
from folders import CORPUS, SMALL_GAMES


def shell(words: str, unbuffered: str = "") -> Done:
    """Runs `boardwright` with these words and redirections."""
    done = subprocess.run(
        f"{sys.executable} -m boardwright {words}",
        shell=True,
        cwd=CORPUS,
        env=environment_with(PYTHONUNBUFFERED=unbuffered),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [
        *(("--version", ""), ("--version", "1"), ("show harbour", "")),
        ("run harbour --quiet --states", "1"),
    ],
)
def test_results_that_cannot_be_told_are_a_mistake(
    words: str, unbuffered: str, tmp_path: Path
) -> None:
    closed = shell(f"{words} >&-", unbuffered)
    assert (closed.code, closed.err) == (2, "error: stdout: it is closed\n")
    # No file may grow: a disk that is full, without one.
    full = shell(f"{words} >{tmp_path / 'out'}", unbuffered)
    assert full.code == 0
    limited = f"ulimit -f 0; exec {sys.executable} -m boardwright {words} >{tmp_path / 'full'}"
    done = subprocess.run(
        limited,
        shell=True,
        cwd=CORPUS,
        env=environment_with(PYTHONUNBUFFERED=unbuffered),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "error: stdout: file too large\n")


def test_remarks_that_cannot_be_told_are_none() -> None:
    told = shell("run harbour --seed 0")
    assert told.code == 0 and told.err != ""
    assert shell("run harbour --seed 0 2>&-") == Done(0, told.out, "")
    assert shell("show nowhere 2>&-") == Done(2, "", "")
    assert shell("show nowhere >&- 2>&- <&-") == Done(2, "", "")
    assert shell("validate harbour --quiet >&-") == Done(0, "", "")  # it has no results


def full(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(disk, "write", write)


@pytest.mark.parametrize("before", [None, "old"])
def test_no_record_is_left_in_part(
    before: str | None, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "x.jsonl"
    if before is not None:
        record.write_text(before)
    with monkeypatch.context() as patch:
        full(patch)
        done = run("run", "harbour", "--record", str(record), "--quiet")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"error: {record}: no space left on device\n"
    there = record.read_text() if record.exists() else None
    assert there == before and len(list(tmp_path.iterdir())) == (before is not None)


def test_where_no_record_can_be_is_told_before_the_game(run: Run, tmp_path: Path) -> None:
    done = run("run", "harbour", "--record", str(tmp_path / "no" / "x.jsonl"), "--states")
    assert (done.code, done.out) == (2, "") and "x.jsonl: no such file or directory" in done.err


def test_a_record_goes_into_a_pipe(run: Run, tmp_path: Path) -> None:
    pipe, record = tmp_path / "pipe", tmp_path / "record"
    assert run("run", "harbour", "--seed", "0", "--record", str(record)).code == 0
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as others:
        heard = others.submit(pipe.read_text)
        assert run("run", "harbour", "--seed", "0", "--record", str(pipe)).code == 0
        assert heard.result(60) == record.read_text()
    assert pipe.is_fifo()


def test_a_file_that_cannot_be_written_is_named_and_stays(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "card.yaml"
    file.write_text("card:   a\n")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", write)
        done = run("fmt", str(file))
    assert done.code == 2 and "no space left on device" in done.err and "E901" not in done.err
    assert file.read_text() == "card:   a\n" and list(tmp_path.iterdir()) == [file]


def test_where_there_are_no_values_that_is_said(run: Run) -> None:
    done = run("show", str(SMALL_GAMES / "pig"), "--value", "nix")
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: there is no value `nix`\n  = help: there are no values here\n"
