r"""How often a balance gate finds a change of the rules, and how often it cries without one.

    python tools/gate_power.py rattus --file cards/king.yaml \
        --text "move 1 of my cubes from region to palace" \
        --becomes "move min(2, my cubes in region) of my cubes from region to palace" \
        --players 4 --games 400000 --fail-on "card:*:wins>0.3pp" --out gate

A trial is what a job in CI does: it plays games with the rules before and after, with different seeds, and compares them with
`report --fail-on`. In `--changed` trials the rules after are a copy of the ruleset in which one text of one file is another;
in `--unchanged` trials they are the same as before. No two trials share a game, so trials are independent.

Results are kept in the folder `--out`, a line for each trial, and the same command goes on where it stopped; games are
deleted after each trial. The exit code is 1 if fewer than `--least` changes are found, if more than `--most` trials without a
change fail, or if a trial takes longer than `--seconds`.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from boardwright.files.locate_ruleset import shipped

_RESULTS, _RULES = "trials.jsonl", "changed"
_FOUND, _QUIET = 1, 0  # exit codes of `report --fail-on`


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial: whether the rules were changed, whether the gate failed, and the time it took, in seconds."""

    number: int
    changed: bool
    failed: bool
    seconds: float
    processor: float
    why: tuple[str, ...]


class WrongError(Exception):
    """The trials cannot be made; the text says why."""


def changed_copy(root: Path, to: Path, file: str, text: str, becomes: str) -> Path:
    """Copies a ruleset, with one text in one of its files replaced."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(root, to)
    path = to / file
    if not path.is_file():
        raise WrongError(f"{root} has no file {file}")
    before = path.read_text(encoding="utf-8")
    if before.count(text) != 1:
        raise WrongError(f"{file} has this text {before.count(text)} times: {text}")
    path.write_text(before.replace(text, becomes), encoding="utf-8")
    return to


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs boardwright in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "boardwright", *words], capture_output=True, text=True, check=False
    )


def trial(number: int, changed: bool, rules: Sequence[str], args: argparse.Namespace) -> Trial:
    """Plays the games before and after, and asks the gate."""
    folders = [args.out / "before", args.out / "after"]
    start, used = time.perf_counter(), _processor()
    for n, (ruleset, folder) in enumerate(zip(rules, folders, strict=True)):
        shutil.rmtree(folder, ignore_errors=True)
        seed = f"{args.seed + 2 * number + n}"
        games = ["--games", f"{args.games}", "--players", f"{args.players}", "--seed", seed]
        more = [] if args.jobs is None else ["--jobs", f"{args.jobs}"]
        for each in args.expansions:
            more += ["--with", each]
        done = command(
            *("simulate", ruleset, *games, *more),
            *("--agents", args.agents, "--out", str(folder), "--quiet"),
        )
        if done.returncode:
            raise WrongError(done.stderr)
    conditions = [word for each in args.fail_on for word in ("--fail-on", each)]
    gate = command("report", *map(str, folders), *conditions)
    if gate.returncode not in (_QUIET, _FOUND):
        raise WrongError(gate.stderr)
    seconds, processor = time.perf_counter() - start, _processor() - used
    for folder in folders:
        shutil.rmtree(folder)
    why = tuple(line.removeprefix("error: ") for line in gate.stderr.splitlines() if line)
    return Trial(
        number, changed, gate.returncode == _FOUND, round(seconds, 1), round(processor, 1), why
    )


def _processor() -> float:
    """Seconds of processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def kept(path: Path, facts: dict[str, object]) -> list[Trial]:
    """The trials in a file; writes its first line, which says what they are, if there is none."""
    head = json.dumps(facts)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{head}\n", encoding="utf-8")
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    if first != head:
        raise WrongError(f"{path} has other trials: {first}")
    found = [json.loads(line) for line in lines]
    return [Trial(**{**each, "why": tuple(each["why"])}) for each in found]


def trials(args: argparse.Namespace) -> Iterator[Trial]:
    """All trials, first those that are kept."""
    path = args.out / _RESULTS
    done = kept(path, dict(sorted(_facts(args).items())))
    yield from done
    numbers = {each.number for each in done}
    root = shipped().get(args.ruleset, Path(args.ruleset))
    after = changed_copy(root, args.out / _RULES / root.name, args.file, args.text, args.becomes)
    for number in range(args.changed + args.unchanged):
        if number in numbers:
            continue
        changed = number < args.changed
        found = trial(number, changed, (str(root), str(after if changed else root)), args)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(asdict(found))}\n")
        yield found


def _facts(args: argparse.Namespace) -> dict[str, object]:
    left_out = {"out", "least", "most", "seconds", "jobs"}
    return {key: value for key, value in vars(args).items() if key not in left_out}


def _said(found: Trial) -> str:
    what = "changed" if found.changed else "unchanged"
    verdict = "fails" if found.failed else "passes"
    why = f": {found.why[0]}" if found.why else ""
    return f"trial {found.number}, {what}: {verdict} after {found.seconds} s{why}"


def _parsed(args: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("ruleset", help="id or folder of the ruleset")
    parser.add_argument("--with", dest="expansions", action="append", default=[])
    parser.add_argument(
        "--file", required=True, help="the file that changes, in the folder of the ruleset"
    )
    parser.add_argument("--text", required=True, help="the text in it that changes")
    parser.add_argument("--becomes", required=True, help="the text after the change")
    parser.add_argument("--fail-on", action="append", required=True, help="a condition of `report`")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=400_000, help="games before and after, each")
    parser.add_argument("--agents", default="random")
    parser.add_argument("--changed", type=int, default=20, help="trials with the change")
    parser.add_argument("--unchanged", type=int, default=40, help="trials without a change")
    parser.add_argument("--least", type=int, help="changes that must be found; 19 of 20 by default")
    parser.add_argument("--most", type=int, help="false alarms that may be; 5 of 40 by default")
    parser.add_argument("--seconds", type=float, default=120.0, help="the longest time of a trial")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args(args)


def main(args: Sequence[str] | None = None) -> int:
    """Makes the trials, prints them and their sums, and returns the exit code."""
    parsed = _parsed(args)
    changed, unchanged = parsed.changed, parsed.unchanged
    least = -(-19 * changed // 20) if parsed.least is None else parsed.least
    most = 5 * unchanged // 40 if parsed.most is None else parsed.most
    done = []
    try:
        for each in trials(parsed):
            print(_said(each), flush=True)
            done.append(each)
    except WrongError as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    found = sum(each.failed for each in done if each.changed)
    cried = sum(each.failed for each in done if not each.changed)
    slowest = max((each.seconds for each in done), default=0.0)
    mean = sum(each.processor for each in done) / max(1, len(done))
    print(
        f"found {found} of {changed} changes (at least {least}); {cried} false alarms in {unchanged} "
        f"trials (at most {most}); a trial takes at most {slowest} s, {mean:.1f} s of processor time"
    )
    return 0 if found >= least and cried <= most and slowest <= parsed.seconds else 1


if __name__ == "__main__":
    raise SystemExit(main())
