"""The campaign of failing disks: a sample of it, and that it notices what it is for."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import disk_faults
from cli_runs import run_python
from disk_faults import CALLS, Case, Report, cases, judge, prepare
from run_samples import SMALL

WORDS = (SMALL, "--games", "20", "--chunk", "2")


@pytest.mark.slow
def test_a_sample_finds_nothing() -> None:
    done = run_python(disk_faults.__file__, "--sample", "3", "--most", "9", "--seed", "2")
    assert done.code == 0, done.text()
    assert done.out.startswith("3 disks: ") and done.out.endswith("; 0 findings\n")


def test_every_call_meets_every_reason_in_one_process_and_in_several() -> None:
    found = {(case.call, case.reason, case.jobs) for case in cases(2)}
    assert len(found) == len(CALLS) * 2 * 2
    assert {case.every for case in cases(60)} == set(range(1, 61))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_part_that_cannot_be_renamed_stops_the_run(jobs: int, tmp_path: Path) -> None:
    report = played(tmp_path, Case("replace", 2, "EIO", jobs))
    assert report.wrong == [] and report.stopped.total() == 1
    # By itself a process writes `run.json` and then a part; of several each writes parts.
    assert report.stopped["parent" if jobs == 1 else "worker"] == 1


def test_it_notices_other_bytes_and_a_damaged_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = disk_faults.simulate

    def damaging(*args: object, **surroundings: str) -> subprocess.CompletedProcess[str]:
        done = real(*args, **surroundings)  # type: ignore[arg-type]
        for part in (tmp_path / "case" / "out" / "parts").glob("part-*.jsonl"):
            part.write_bytes(part.read_bytes()[:-3])
        return done

    monkeypatch.setattr(disk_faults, "simulate", damaging)
    report = played(tmp_path, Case("replace", 3, "EIO", 1), calm=b"others")
    assert any("is damaged" in each for each in report.wrong)
    assert any("other bytes" in each for each in report.wrong)


def played(folder: Path, case: Case, calm: bytes | None = None) -> Report:
    whole = prepare(WORDS, folder)
    return judge(case, WORDS, whole if calm is None else calm, folder / "case")
