"""Failing disks: whatever write, fsync or rename fails, in whichever process, a run stops clearly and goes on later.

    python tools/disk_faults.py --most 60                  every n-th call of each kind fails, for each n up to 60
    python tools/disk_faults.py --most 60 --sample 12      so many of these cases, by lot (--seed)

In each case a run is played by the command while calls fail on a disk that is full or broken, in the one process or in
all of several. It must end with exit code 2 and one clear line, or normally if nothing failed; no part that is there may
be damaged; and the same command with `--resume` must come to the bytes of a run that nothing disturbed. Exit code 1 if
not. The product knows nothing of it: a `sitecustomize` on the path of the child processes puts failing calls in place.
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

# What the processes of a run load first. Calls count in each process by itself, and only those about files of the run: a
# pipe between processes is no disk. A write that fails has written half before.
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
    """One disk: which call fails how often, and why, in a run of so many processes."""

    call: str
    every: int
    reason: str
    jobs: int

    def __str__(self) -> str:
        return f"{self.call} {self.every} {self.reason} with {self.jobs} jobs"


@dataclass
class Report:
    """How the cases went: how often a run was stopped by which process, and what was wrong."""

    cases: int = 0
    stopped: Counter[str] = field(default_factory=Counter)
    undisturbed: int = 0
    wrong: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The report in a line, and one for everything that was wrong."""
        where = ", ".join(f"{self.stopped[name]} in a {name}" for name in ("parent", "worker"))
        line = (
            f"{self.cases} disks: {self.stopped.total()} stopped the run ({where}), {self.undisturbed} did not; "
            f"{len(self.wrong)} findings"
        )
        return "\n".join([line, *self.wrong])


def cases(most: int) -> Iterator[Case]:
    """Every case; the two reasons and the numbers of processes take turns, so that each meets each call."""
    for every in range(1, most + 1):
        for call in CALLS:
            for jobs in (1, 2):
                yield Case(call, every, list(REASONS)[(every + jobs) % 2], jobs)


def simulate(
    words: Sequence[str], out: Path, jobs: int, **surroundings: str
) -> subprocess.CompletedProcess[str]:
    """The command, in whatever surroundings."""
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
    """Plays one case in a folder of its own, and tells what is wrong with it."""
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
    """What the processes of the cases find in the folder above theirs, and what the run comes to undisturbed."""
    (work / "sitecustomize.py").write_text(CUSTOMIZE)
    if simulate(words, work / "calm", 1).returncode != 0:
        raise SystemExit("the run fails undisturbed")
    return (work / "calm" / "games.jsonl").read_bytes()


def campaign(words: Sequence[str], chosen: Sequence[Case], work: Path, at_once: int) -> Report:
    """Plays all these cases, so many at once."""
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
    """Runs the campaign and tells how it went."""
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
