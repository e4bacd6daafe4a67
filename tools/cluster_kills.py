"""Kills workers and the scheduler of a cluster during a run: no game may be lost or doubled.

    python tools/cluster_kills.py --games 500000 --worker-kills 5 --scheduler-kills 1 --seed 1

This plays a run in one process, and then once more on a cluster of two workers on loopback. Each worker is killed five times
and the scheduler once, at random times, always with SIGKILL; they are started again, as a supervisor would, and the scheduler
at the same address. At the end both runs must have the same bytes, and the parent must have needed less than
`--most-memory` MB. Otherwise the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from boardwright.clusters.local import LocalCluster
from kills import ROOT, Report, judge, parts_in, start

_POLL = 0.02
_LONGEST = 4 * 3600.0


@dataclass
class ClusterReport(Report):
    """The same for a cluster; `memory` is the most that the parent needed, in MB."""

    memory: float = 0.0
    seconds: list[float] = field(default_factory=list)

    def text(self) -> str:
        """The report in a line."""
        kinds = ", ".join(f"{count} of {kind}" for kind, count in sorted(self.kills.items()))
        bytes = "the same bytes" if self.same else "OTHER BYTES"
        seconds = " and ".join(f"{each:.0f} s" for each in self.seconds)
        return (
            f"{self.kills.total()} kills ({kinds}); {self.lost} games lost, {self.doubled} doubled, {bytes}; "
            f"{self.memory:.0f} MB in the parent; {seconds}"
        )


def memory_of(process: int) -> float:
    """Returns the most memory that a process has had so far, in MB; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def campaign(
    words: Sequence[str],
    backends: tuple[str, str],
    workers: int,
    worker_kills: int,
    scheduler_kills: int,
    seed: int,
    root: Path,
) -> ClusterReport:
    """Plays a run in one process, and then on a cluster with these kills of each worker and of the scheduler; each with one
    of the two back-ends.
    """
    report, random = ClusterReport(), Random(seed)
    began = time.monotonic()
    calm = root / "calm"
    if start([*words, "--backend", backends[0], "--jobs", "1"], calm).wait(_LONGEST) != 0:
        raise SystemExit("the run fails undisturbed")
    report.seconds.append(time.monotonic() - began)
    victims = [f"worker {number + 1}" for number in range(workers)] * worker_kills
    victims += ["the scheduler"] * scheduler_kills
    random.shuffle(victims)
    began = time.monotonic()
    rough = root / "rough"
    with LocalCluster(workers) as cluster:
        process = start([*words, "--backend", backends[1], "--cluster", cluster.address], rough)
        disturb(process, cluster, victims, rough, parts_in(calm), random, report)
    report.seconds.append(time.monotonic() - began)
    judge(report, calm / "games.jsonl", rough / "games.jsonl")
    return report


def disturb(
    process: subprocess.Popen[bytes],
    cluster: LocalCluster,
    victims: list[str],
    out: Path,
    parts: int,
    random: Random,
    report: ClusterReport,
) -> None:
    """Kills all victims while the run goes on, and waits for its end. They are spread over the run."""
    while process.poll() is None:
        report.memory = max(report.memory, memory_of(process.pid))
        due = (
            parts
            * (report.kills.total() + random.random())
            / (report.kills.total() + len(victims) + 1)
        )
        if victims and parts_in(out) >= due and kill(victims[-1], cluster):
            report.kills[victims.pop()] += 1
        time.sleep(_POLL)
    if process.returncode != 0:
        raise SystemExit(f"the run ends with {process.returncode}")


def kill(victim: str, cluster: LocalCluster) -> bool:
    """Kills a worker or the scheduler; returns False if it is dead already."""
    if victim == "the scheduler":
        number: int | None = cluster.scheduler
    else:
        number = cluster.worker(int(victim.rpartition(" ")[2]) - 1)
    if number is None:
        return False
    try:
        os.kill(number, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def main() -> int:
    """Runs a campaign and prints the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset", nargs="?", default=str(ROOT / "rulesets" / "rattus"))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--worker-kills", type=int, default=5)
    parser.add_argument("--scheduler-kills", type=int, default=1)
    parser.add_argument("--most-memory", type=float, default=100.0)
    parser.add_argument("--backend", default="python")
    parser.add_argument("--calm-backend", help="for the run in one process, if not the same")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    words = [asked.ruleset, "--players", f"{asked.players}", "--games", f"{asked.games}"]
    with tempfile.TemporaryDirectory() as folder:
        report = campaign(
            words,
            (asked.calm_backend or asked.backend, asked.backend),
            asked.workers,
            asked.worker_kills,
            asked.scheduler_kills,
            asked.seed,
            Path(folder),
        )
    sys.stdout.write(report.text() + "\n")
    wanted = Counter({f"worker {n + 1}": asked.worker_kills for n in range(asked.workers)})
    wanted["the scheduler"] = asked.scheduler_kills
    whole = report.kills == +wanted and report.memory < asked.most_memory
    return 0 if report.sound and whole else 1


if __name__ == "__main__":
    sys.exit(main())
