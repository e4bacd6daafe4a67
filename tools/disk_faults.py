"""Failing disks: if any write, fsync or rename fails in any process, a run stops clearly and can be resumed.

    python tools/disk_faults.py --most 60                  every n-th call of each kind fails, for each n up to 60
    python tools/disk_faults.py --most 60 --sample 12      12 of these cases, chosen at random (--seed)

In each case the command plays a run while calls fail, as on a full or broken disk, in its one process or in all of
several. It must end with exit code 2 and one clear line, or normally if nothing failed. No finished part may be damaged.
The same command with `--resume` must give the same bytes as an undisturbed run. Otherwise the exit code is 1.
Boardwright itself has no code for this: a `sitecustomize` on the path of the child processes makes the calls fail.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from boardwright.runs.folder import Folder
from boardwright.runs.parts import DamagedError, checked

ROOT = Path(__file__).resolve().parents[1]
CALLS = ("write", "fsync", "replace")
REASONS = {"ENOSPC": "no space left on device", "EIO": "input/output error"}
_LONGEST = 300.0

# The processes of a run load this first. Calls are counted in each process separately, and only those about files of the
# run, not about pipes between processes. A write that fails has already written half of its bytes.
CUSTOMIZE = """
import errno, os, sys

call, every = os.environ["FAULT_CALL"], int(os.environ["FAULT_EVERY"])
folder, hits = os.environ["FAULT_FOLDER"], os.environ["FAULT_HITS"]
number = getattr(errno, os.environ["FAULT_REASON"])
real, write, count = getattr(os, call), os.write, 0


def is_ours(what):
    if isinstance(what, int):
        try:
            what = os.readlink(f"/proc/self/fd/{what}")
        except OSError:
            return False
    return os.fspath(what).startswith(folder)


def fails(first, *more):
    global count
    if not is_ours(first):
        return real(first, *more)
    count += 1
    if count % every:
        return real(first, *more)
    where = "worker" if any("spawn_main" in word for word in sys.orig_argv) else "parent"
    told = os.open(hits, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    write(told, f"{where}\\n".encode())
    os.close(told)
    if call == "write":
        real(first, more[0][: len(more[0]) // 2])
    raise OSError(number, os.strerror(number))


setattr(os, call, fails)
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One disk: which call fails, how often and why, and the number of processes of the run."""

    call: str
    every: int
    reason: str
    jobs: int

    def __str__(self) -> str:
        return f"{self.call} {self.every} {self.reason} with {self.jobs} jobs"


@dataclass
class Report:
    """The results: how often a failure in each sort of process stopped a run, and what was wrong."""

    cases: int = 0
    stopped: Counter[str] = field(default_factory=Counter)
    undisturbed: int = 0
    wrong: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The report: a summary, and one line for each thing that was wrong."""
        where = ", ".join(f"{self.stopped[name]} in a {name}" for name in ("parent", "worker"))
        line = (
            f"{self.cases} disks: {self.stopped.total()} stopped the run ({where}), {self.undisturbed} did not; "
            f"{len(self.wrong)} findings"
        )
        return "\n".join([line, *self.wrong])


def cases(most: int) -> Iterator[Case]:
    """Returns every case; reasons and numbers of processes alternate, so that each is combined with each call."""
    for every in range(1, most + 1):
        for call in CALLS:
            for jobs in (1, 2):
                yield Case(call, every, list(REASONS)[(every + jobs) % 2], jobs)


def simulate(
    words: Sequence[str], out: Path, jobs: int, **surroundings: str
) -> subprocess.CompletedProcess[str]:
    """Runs the command, in this environment."""
    path = os.pathsep.join([*filter(None, [surroundings.pop("FIRST", "")]), str(ROOT / "src")])
    return subprocess.run(
        [
            *(sys.executable, "-m", "boardwright", "simulate", *words),
            *("--jobs", f"{jobs}", "--out", str(out), "--resume", "--quiet"),
        ],
        env={
            **os.environ,
            **surroundings,
            "PYTHONPATH": path,
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": "1000",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=_LONGEST,
    )


def judge(case: Case, words: Sequence[str], calm: bytes, work: Path) -> Report:
    """Plays one case in a folder of its own, and reports what is wrong."""
    out, hits, report = work / "out", work / "hits", Report(1)
    work.mkdir()

    def wrong(what: str) -> None:
        report.wrong.append(f"{case}: {what}")

    done = simulate(
        words,
        out,
        case.jobs,
        FIRST=str(work.parent),
        FAULT_CALL=case.call,
        FAULT_EVERY=f"{case.every}",
        FAULT_REASON=case.reason,
        FAULT_FOLDER=str(out),
        FAULT_HITS=str(hits),
    )
    if hits.exists():
        report.stopped[hits.read_text().split()[0]] += 1
        line = rf"error: {re.escape(str(out))}\S*: {REASONS[case.reason]}"
        lines = done.stderr.splitlines()
        if done.returncode != 2:
            wrong(f"exit code {done.returncode}")
        if not lines or not re.fullmatch(line, lines[0]) or len(lines) > 2:
            wrong(f"it says {done.stderr!r}")
    else:
        report.undisturbed += 1
        if done.returncode != 0:
            wrong(f"exit code {done.returncode}, and nothing failed: {done.stderr!r}")
    folder = Folder(out)
    if folder.run.exists():
        plan, _ = folder.plan()
        for chunk in range(plan.chunks):
            try:
                checked(folder.part(chunk), plan, chunk)
            except DamagedError as fault:
                wrong(f"part {chunk} is damaged: {fault}")
    again = simulate(words, out, 1) if hits.exists() else done
    if again.returncode != 0 or again.stderr:
        wrong(f"it does not go on: exit code {again.returncode}, {again.stderr!r}")
    elif folder.games.read_bytes() != calm:
        wrong("other bytes than undisturbed")
    left = sorted(each.name for each in out.rglob("*.tmp"))
    if left:
        wrong(f"unfinished files are left: {', '.join(left)}")
    return report


def prepare(words: Sequence[str], work: Path) -> bytes:
    """Prepares what the processes load from the folder above theirs; returns the result of an undisturbed run."""
    (work / "sitecustomize.py").write_text(CUSTOMIZE)
    if simulate(words, work / "calm", 1).returncode != 0:
        raise SystemExit("the run fails undisturbed")
    return (work / "calm" / "games.jsonl").read_bytes()


def campaign(words: Sequence[str], chosen: Sequence[Case], work: Path, at_once: int) -> Report:
    """Plays all these cases, several at a time."""
    calm, all_ = prepare(words, work), Report()

    def one(n: int) -> Report:
        return judge(chosen[n], words, calm, work / f"case{n}")

    with ThreadPoolExecutor(at_once) as pool:
        for report in pool.map(one, range(len(chosen))):
            all_.cases += report.cases
            all_.stopped += report.stopped
            all_.undisturbed += report.undisturbed
            all_.wrong += report.wrong
    return all_


def main() -> int:
    """Runs the campaign and prints the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset", nargs="?", default=str(ROOT / "tests" / "games" / "tic_tac_toe"))
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--chunk", type=int, default=2)
    asked = parser.parse_args()
    words = [asked.ruleset, "--games", f"{asked.games}", "--chunk", f"{asked.chunk}"]
    chosen = list(cases(asked.most))
    if asked.sample is not None:
        chosen = Random(asked.seed).sample(chosen, asked.sample)
    with tempfile.TemporaryDirectory() as folder:
        report = campaign(words, chosen, Path(folder).resolve(), asked.at_once)
    sys.stdout.write(report.text() + "\n")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
