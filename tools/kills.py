"""Kills processes of a run: no game may be lost or doubled, whichever process is killed at any time.

    python tools/kills.py --games 10000 --kills 30 --seed 1

This plays a run undisturbed, and then once more with 30 SIGKILLs at random times: to a worker, to the parent, or to the
whole group. When the parent was killed, the run is resumed. At the end both runs must have the same bytes. Otherwise the
exit code is 1.
"""

from __future__ import annotations

import argparse
import json
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

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("worker", "parent", "group")
_POLL = 0.005
_MOST_RUNS, _MOST_STARTS = 20, 200
_LONGEST = 600.0  # seconds for one process; far more than it needs


@dataclass
class Report:
    """How many kills there were of each kind, and what happened to the games."""

    kills: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    starts: int = 0
    lost: int = 0
    doubled: int = 0
    same: bool = True

    @property
    def sound(self) -> bool:
        return self.same and not self.lost and not self.doubled

    def text(self) -> str:
        """The report in a line."""
        kinds = ", ".join(f"{self.kills[kind]} of a {kind}" for kind in KINDS)
        bytes = "the same bytes" if self.same else "OTHER BYTES"
        return (
            f"{self.kills.total()} kills ({kinds}), runs: {self.runs}, starts: {self.starts}; {self.lost} games lost, "
            f"{self.doubled} doubled, {bytes}"
        )


def start(words: Sequence[str], out: Path) -> subprocess.Popen[bytes]:
    """Starts a run as a process of its own, at the head of its group."""
    command = [sys.executable, "-m", "boardwright", "simulate", *words]
    return subprocess.Popen(
        [*command, "--out", str(out), "--resume", "--quiet"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def workers_of(parent: int) -> list[int]:
    """Returns the processes that play for this one."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            above = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if above == parent and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except (OSError, ValueError):
            continue  # it has ended in the meantime
    return sorted(found)


def kill(kind: str, process: subprocess.Popen[bytes], random: Random) -> bool:
    """Kills a worker, the parent or the group; returns False if there is none."""
    if process.poll() is not None:
        return False
    if kind == "group":
        os.killpg(process.pid, signal.SIGKILL)
    elif kind == "parent":
        process.kill()
    else:
        workers = workers_of(process.pid)
        if not workers:
            return False
        try:
            os.kill(random.choice(workers), signal.SIGKILL)
        except ProcessLookupError:
            return False
    if kind != "worker":
        process.wait(_LONGEST)
    return True


def parts_in(out: Path) -> int:
    """Returns how many parts are finished."""
    return len(list((out / "parts").glob("part-*.jsonl")))


def campaign(words: Sequence[str], kills: int, seed: int, folder: Path) -> Report:
    """Plays the run of this command undisturbed, and then with this many kills: in one run if it is long enough."""
    calm = folder / "calm"
    if start(words, calm).wait(_LONGEST) != 0:
        raise SystemExit("the run fails undisturbed")
    random, report = Random(seed), Report()
    # Every kind in turn, in random order: none is left out if there are only a few kills.
    kinds = [KINDS[n % len(KINDS)] for n in range(kills)]
    random.shuffle(kinds)
    while kinds and report.runs < _MOST_RUNS:
        report.runs += 1
        rough = folder / f"rough{report.runs}"
        disturbed(words, rough, kinds, parts_in(calm), random, report)
        judge(report, calm / "games.jsonl", rough / "games.jsonl")
    return report


def disturbed(
    words: Sequence[str], out: Path, kinds: list[str], parts: int, random: Random, report: Report
) -> None:
    """Plays a run to its end and kills the next of `kinds` from time to time, as long as there are any."""
    process = start(words, out)
    report.starts += 1
    while True:
        if kinds:
            # The kills are spread over the run; a fifth of them come at any time, also while it is still loading.
            share = (parts - parts_in(out)) / (len(kinds) + 1)
            wanted = parts_in(out) + int(random.uniform(0, 1.5 * share))
            while parts_in(out) < wanted and process.poll() is None:
                time.sleep(_POLL)
            time.sleep(random.uniform(0, 0.8 if random.random() < 0.2 else 0.05))
            if kill(kinds[-1], process, random):
                report.kills[kinds.pop()] += 1
        code = process.poll() if kinds else process.wait(_LONGEST)
        if code == 0:
            return
        if code is not None:
            if report.starts > _MOST_STARTS:
                raise SystemExit("the run does not come to its end")
            process = start(words, out)
            report.starts += 1


def judge(report: Report, calm: Path, rough: Path) -> None:
    """Compares the results of the two runs."""
    numbers = [Counter(_numbers(path)) for path in (calm, rough)]
    report.lost += (numbers[0] - numbers[1]).total()
    report.doubled += (numbers[1] - numbers[0]).total()
    report.same = report.same and calm.read_bytes() == rough.read_bytes()


def _numbers(path: Path) -> list[int]:
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [json.loads(line)["game"] for line in lines[1:-2]]


def main() -> int:
    """Runs a campaign and prints the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset", nargs="?", default=str(ROOT / "rulesets" / "rattus"))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    words = [asked.ruleset, "--players", f"{asked.players}", "--games", f"{asked.games}"]
    words += ["--jobs", f"{asked.jobs}"]
    with tempfile.TemporaryDirectory() as folder:
        report = campaign(words, asked.kills, asked.seed, Path(folder))
    sys.stdout.write(report.text() + "\n")
    return 0 if report.sound and report.kills.total() == asked.kills else 1


if __name__ == "__main__":
    sys.exit(main())
