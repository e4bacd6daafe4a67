"""A cluster of processes of this machine; tools/cluster_kills.py kills them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boardwright.clusters import local
from boardwright.clusters.address import ClusterError
from boardwright.clusters.local import LocalCluster
from cli_runs import Run

SMALL = ("harbour", "--games", "30", "--chunk", "3", "--seed", "3")
CUP = ("harbour", "--agents", "greedy,random", "--games", "4", "--players", "2", "--quiet")


def test_a_run_and_its_continuation_have_the_bytes_of_one_process(
    spawn: Run, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert spawn("simulate", *SMALL, "--out", str(one), "--jobs", "1").code == 0
    local = ("--out", str(two), "--cluster", "local:2")
    done = spawn("simulate", *SMALL, *local)
    assert done.code == 0 and " at tcp://127.0.0.1:" in done.err
    assert (two / "games.jsonl").read_bytes() == (one / "games.jsonl").read_bytes()
    (two / "games.jsonl").unlink()
    (two / "parts" / "part-000003.jsonl").unlink()
    again = spawn("simulate", *SMALL, *local, "--resume")
    assert again.code == 0 and again.err.startswith("27 games are there already\n")
    assert (two / "games.jsonl").read_bytes() == (one / "games.jsonl").read_bytes()


def test_a_tournament_has_the_standings_of_one_process(spawn: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert spawn("tournament", *CUP, "--out", str(one), "--jobs", "1").code == 0
    done = spawn("tournament", *CUP, "--out", str(two), "--cluster", "local:1")
    assert (done.code, done.err) == (0, "")
    for name in ("standings.json", "meeting-001/games.jsonl"):
        assert (two / name).read_bytes() == (one / name).read_bytes()


def test_what_dies_is_started_again_at_the_same_address() -> None:
    with LocalCluster(1) as cluster:
        address, scheduler = cluster.address, cluster.scheduler
        os.kill(scheduler, signal.SIGKILL)
        while cluster.scheduler == scheduler or not cluster.deaths:
            os.sched_yield()
        assert cluster.address == address


@pytest.mark.parametrize(
    "program",
    ["import time; time.sleep(600)", "import sys, time; print(flush=True); time.sleep(600)"],
    ids=["says nothing", "says an empty line"],
)
def test_a_scheduler_without_an_address_is_ended(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[str]] = []

    def start(kind: str, of: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=pipe, stdout=pipe, text=True
        )
        started.append(process)
        return process

    monkeypatch.setattr(local, "_started", start)
    monkeypatch.setattr(local, "_STARTS_WITHIN", 2.0)
    with pytest.raises(ClusterError, match="does not start"), LocalCluster(1):
        pass
    (process,) = started
    assert process.poll() is not None
