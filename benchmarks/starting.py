"""Measures how long commands take to start, with an empty cache and with a filled one.

    python benchmarks/starting.py
    python benchmarks/starting.py --takes 15 "run ./mygame" "validate ./mygame"

Times are processor time in milliseconds, of the whole process and those that it starts: the median of several takes, each
of which runs both ways. `loop` is the yardstick of `boardwright bench` at the time (190 on the reference machine).
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from boardwright.cache.store import OFF, SAYS
from boardwright.runs.speed import yardstick

COMMANDS = (
    "run rattus",
    "run rattus --with mercatus",
    "run notre_dame --players 4",
    "validate rattus",
    "validate mercatus",
    "validate notre_dame",
)


def main(args: Sequence[str] | None = None) -> None:
    """Prints a table of commands."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("commands", nargs="*", default=COMMANDS, help="of boardwright")
    parser.add_argument("--takes", type=int, default=7)
    given = parser.parse_args(args)
    sys.stdout.write(
        "| command | empty cache | filled cache | loop, ms |\n| --- | ---: | ---: | ---: |\n"
    )
    for command in given.commands:
        first, kept, loop = measured(shlex.split(command), given.takes)
        row = f"| `boardwright {command}` | {first:.0f} | {kept:.0f} | {loop:.0f} |\n"
        sys.stdout.write(row)
        sys.stdout.flush()


def measured(command: Sequence[str], takes: int) -> tuple[float, float, float]:
    """Returns the milliseconds of a command with an empty and a filled cache, and those of the yardstick."""
    with tempfile.TemporaryDirectory() as folder:
        off = {**os.environ, SAYS: OFF}
        on = {**os.environ, SAYS: str(Path(folder, "kept"))}
        _took(command, on)
        times = [(_took(command, off), _took(command, on), yardstick()) for _ in range(takes)]
    first, kept, loop = (median(each) for each in zip(*times, strict=True))
    return first, kept, loop


def _took(command: Sequence[str], environment: Mapping[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "boardwright", *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


if __name__ == "__main__":
    main()
