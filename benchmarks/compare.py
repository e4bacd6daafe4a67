"""Compares the speed of Boardwright with OpenSpiel and boardgame.io, and measures how the cost of a game grows.

    python benchmarks/compare.py --budget 120             measures for about 120 seconds of processor time, and prints
    python benchmarks/compare.py --budget 900 --write     also writes the tables into docs/performance.md
    python benchmarks/compare.py --only engines --without boardgame_io

The first run installs the others: OpenSpiel with pip into its own environment under `.cache`, boardgame.io with npm next
to `boardgame_io/package.json`. Speeds are per second of processor time, except for `workers`, which is measured in real
time: use an idle machine for that.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import growth
from boardwright.runs.speed import REFERENCE, yardstick
from engines import ENGINES, ROOT, Engine, about_machine, subjects
from figures import SPEEDS, Clock, Subject, Table, cells, speeds, write

PAGE = ROOT / "docs" / "performance.md"

# The tables: the heads of their text columns, and what is measured.
TABLES: dict[str, tuple[tuple[str, ...], Callable[[Sequence[Engine]], Iterator[Subject]]]] = {
    "engines": (("game", "played by"), subjects),
    "players": (("game", "players"), lambda _: growth.players()),
    "cards": (("Rattus for 4", "new cards of 6"), lambda _: growth.cards()),
    "board": (("board", "squares"), lambda _: growth.board()),
    "cliffs": (("game", "players"), lambda _: growth.cliffs()),
}
WORKERS = "workers"
_LONGER = 4  # times a slice: how long one process simulates, so that its start hardly matters


def main(args: Sequence[str] | None = None, clock: Clock = yardstick) -> int:
    """Measures, prints each table when it is ready, and writes the tables if asked to."""
    given = _parser().parse_args(args)
    only = given.only or [*TABLES, WORKERS]
    wanted = [name for name in ENGINES if name not in given.without] if "engines" in only else []
    engines = [ENGINES[name]() for name in wanted]
    todo = {id: list(TABLES[id][1](engines)) for id in TABLES if id in only}
    shares = sum(map(len, todo.values())) + (_LONGER * len(growth.JOBS) if WORKERS in only else 0)
    slice = given.budget / shares / given.rounds
    texts = {}
    for id, measured in todo.items():
        found = speeds(measured, slice, given.rounds, clock)
        rows = tuple(
            (*subject.cells, *cells(speed)) for subject, speed in zip(measured, found, strict=True)
        )
        heads = (*TABLES[id][0], *SPEEDS)
        texts[id] = Table(id, heads, rows, len(TABLES[id][0])).text()
        sys.stdout.write(f"\n{id}\n\n{texts[id]}")
        sys.stdout.flush()
    if WORKERS in only:
        heads = ("processes", "games/s in real time", "times one process")
        counted = growth.workers(growth.games_for(_LONGER * slice), given.rounds)
        texts[WORKERS] = Table(WORKERS, heads, tuple(counted), 1).text()
        sys.stdout.write(f"\n{WORKERS}, on {growth.cores()} cores\n\n{texts[WORKERS]}")
    texts["machine"] = about_machine(engines) + "\n"
    sys.stdout.write(f"\n{texts['machine']}scaled: where the loop takes {REFERENCE:.0f} ms\n")
    if given.write:
        # A run of some tables leaves alone what it does not know, such as the versions of engines that did not play.
        if set(texts) < {*TABLES, WORKERS, "machine"} or given.without:
            del texts["machine"]
        write(given.page, texts)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n\n")[0], allow_abbrev=False
    )
    parser.add_argument(
        "--budget", type=float, default=120, help="approximate seconds of processor time"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, help="slices of each measurement; the median counts"
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=[*TABLES, WORKERS],
        help="measure this table; may be repeated",
    )
    parser.add_argument(
        "--without", action="append", default=[], choices=[*ENGINES], help="leave out this engine"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the tables into docs/performance.md"
    )
    parser.add_argument("--page", type=Path, default=PAGE, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
