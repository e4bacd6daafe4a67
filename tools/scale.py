"""Measures how much memory a run of many games takes, and how much faster two processes are than one.

    python tools/scale.py --games 100000 --jobs 2          one run: memory of each process, games per second, working times
    python tools/scale.py --games 20000 --compare 5        five runs each with one and two processes, in turn: the speedup
    python tools/scale.py --profile --games 20000          where the parent spends its time

Memory is the most that each process has held (`VmHWM`), so occasional looks miss only what comes after the last one. The
exit code is 1 if a promise is broken: 200 MB for a worker, 60 MB for the parent, 1.8 times the speed with two processes.
Use an idle machine: if it is idle, the processes work nearly all of the time.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kills import ROOT, workers_of

MOST_OF_A_WORKER, MOST_OF_THE_PARENT = 200.0, 60.0  # MB
TIMES_FASTER = 1.8
_POLL = 0.1
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Process:
    """What is known about a process: the most memory that it has held, and its processor time."""

    megabytes: float = 0.0
    seconds: float = 0.0


@dataclass
class Measured:
    """A run: its times in seconds from its start, and its processes."""

    games: int
    jobs: int
    wall: float = 0.0
    first_part: float = 0.0  # when the first part was there, and the last
    last_part: float = 0.0
    parent: Process = field(default_factory=Process)
    workers: dict[int, Process] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Games per second, for the whole run."""
        return self.games / self.wall

    @property
    def sound(self) -> bool:
        """Whether no process held more memory than promised; with one job, the parent plays."""
        room = MOST_OF_THE_PARENT if self.jobs > 1 else MOST_OF_A_WORKER
        return self.parent.megabytes < room and all(
            each.megabytes < MOST_OF_A_WORKER for each in self.workers.values()
        )

    def lines(self) -> Iterator[str]:
        """Yields the lines of the report."""
        yield (
            f"{self.games:,} games, jobs: {self.jobs}; {self.wall:.1f} s, {self.rate:,.0f} games/s; first part after "
            f"{self.first_part:.1f} s, last after {self.last_part:.1f} s"
        )
        for name, each in [
            ("parent", self.parent),
            *((f"worker {n}", each) for n, each in enumerate(self.workers.values(), 1)),
        ]:
            share = each.seconds / self.wall
            yield (
                f"  {name:9} at most {each.megabytes:5.1f} MB, {each.seconds:6.1f} s of processor time, {share:4.0%} of the run"
            )
        playing = list(self.workers.values()) or [self.parent]
        spent = sum(each.seconds for each in playing) / self.games
        yield f"  {spent * 1000:.3f} ms of processor time a game where games are played"


def measure(words: Sequence[str], games: int, jobs: int, out: Path) -> Measured:
    """Plays a run in processes of their own and watches them."""
    command = [sys.executable, "-m", "boardwright", "simulate", *words]
    command += ["--games", f"{games}", "--jobs", f"{jobs}", "--out", str(out), "--quiet"]
    found = Measured(games, jobs)
    began, began_wall = time.monotonic(), time.time()
    run = subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, stdout=subprocess.DEVNULL
    )
    while run.poll() is None:
        look(run.pid, found.parent)
        for child in workers_of(run.pid):
            look(child, found.workers.setdefault(child, Process()))
        time.sleep(_POLL)
    found.wall = time.monotonic() - began
    if run.returncode != 0:
        raise SystemExit(f"the run ended with exit code {run.returncode}")
    parts = [each.stat().st_mtime - began_wall for each in (out / "parts").iterdir()]
    found.first_part, found.last_part = min(parts), max(parts)
    return found


def look(number: int, process: Process) -> None:
    """Reads the figures of a process, if it still exists."""
    try:
        status = Path(f"/proc/{number}/status").read_text()
        times = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return
    peak = re.search(r"VmHWM:\s*([0-9]+) kB", status)
    if peak is not None:
        process.megabytes = int(peak[1]) / 1024
        process.seconds = (int(times[11]) + int(times[12])) / _TICKS


def compare(words: Sequence[str], games: int, times: int, folder: Path) -> bool:
    """Plays the run with one process and with two, in turn; returns whether two are as fast as promised."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for turn in range(times):
        for jobs in rates:
            found = measure(words, games, jobs, folder / f"{turn}-{jobs}")
            rates[jobs].append(found.rate)
            for line in found.lines():
                print(line, flush=True)
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    middle = statistics.median(ratios)
    listed = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"two processes against one: {middle:.2f} times as fast in the median (of {listed})")
    return middle >= TIMES_FASTER


def profile(words: Sequence[str], games: int, jobs: int, out: Path) -> None:
    """Plays the run under a profiler, which sees only the parent."""
    code = (
        "import cProfile, pstats, sys; from boardwright import cli; profile = cProfile.Profile(); "
        "profile.runcall(cli.main, sys.argv[1:]); "
        "pstats.Stats(profile).sort_stats('tottime').print_stats(15)"
    )
    command = [sys.executable, "-c", code, "simulate", *words, "--games", f"{games}"]
    command += ["--jobs", f"{jobs}", "--out", str(out), "--quiet"]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=True)


def main() -> int:
    """Measures, and prints the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset", nargs="?", default=str(ROOT / "rulesets" / "rattus"))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--compare", type=int, metavar="TIMES")
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    words = [asked.ruleset, "--players", f"{asked.players}"]
    with tempfile.TemporaryDirectory() as folder:
        if asked.profile:
            profile(words, asked.games, asked.jobs, Path(folder) / "run")
            return 0
        if asked.compare:
            return 0 if compare(words, asked.games, asked.compare, Path(folder)) else 1
        found = measure(words, asked.games, asked.jobs, Path(folder) / "run")
    print("\n".join(found.lines()))
    return 0 if found.sound else 1


if __name__ == "__main__":
    sys.exit(main())
