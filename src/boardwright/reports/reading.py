"""The games of a run's folder, one after another: no more than a line of them is held at once."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardwright.reports.counts import Counts
from boardwright.runs.disk import trouble
from boardwright.runs.figures import Figures
from boardwright.runs.folder import Folder, games_head
from boardwright.runs.parts import DamagedError, Tally, head_of, opened
from boardwright.runs.plan import Plan, Shard, ranges


@dataclass(slots=True)
class Run:
    """What is there of a run: `missing` are games that are not, from the first to the last, `damaged` files and what is wrong
    with them.
    """

    plan: Plan
    shard: Shard | None
    counts: Counts = field(default_factory=Counts)
    figures: Figures = field(default_factory=Figures)
    missing: list[list[int]] = field(default_factory=list)
    damaged: list[tuple[str, str]] = field(default_factory=list)

    @property
    def expected(self) -> int:
        """How many games there are when all have been played: of the shard, if it is one."""
        return sum(len(self.plan.games_of(chunk)) for chunk in self.plan.chunks_of(self.shard))


def read(root: Path) -> Run:
    """All that is whole in the folder of a run. `FolderError` if there is none, `DiskError` if it cannot be read."""
    folder = Folder(root)
    plan, shard = folder.plan()
    run = Run(plan, shard)
    if shard is None and _whole(run, folder.games):
        return run
    present = set()
    for chunk in plan.chunks_of(shard):
        path = folder.part(chunk)
        games = plan.games_of(chunk)
        if path.exists() and _read(run, path, head_of(plan, chunk), len(games), games.start):
            present.add(chunk)
    lacking = [chunk for chunk in plan.chunks_of(shard) if chunk not in present]
    run.missing = ranges(plan.games_of(chunk) for chunk in lacking)
    return run


def _whole(run: Run, path: Path) -> bool:
    """Reads all games from the one file that holds them, if it is there and whole."""
    if not path.exists():
        return False
    try:
        with path.open("rb") as file:
            head = file.readline()
    except OSError as fault:
        raise trouble(path, fault) from fault
    missing = _missing(run.plan, head)
    if missing is None:
        run.damaged.append((path.name, "it does not begin as it should"))
        return False
    lacking = sum(last - first + 1 for first, last in missing)
    if not _read(run, path, head, run.plan.games - lacking, 0):
        return False
    run.missing = missing
    return True


def _missing(plan: Plan, head: bytes) -> list[list[int]] | None:
    """The games that a file of all games says it lacks; None if its first line is not that of this run."""
    try:
        facts: dict[str, Any] = json.loads(head)
        found = [[int(first), int(last)] for first, last in facts["missing"]]
        spans = [range(first, last + 1) for first, last in found]
    except (ValueError, KeyError, TypeError):
        return None
    return found if games_head(plan, spans) == head else None


def _read(run: Run, path: Path, head: bytes, games: int, first: int) -> bool:
    """Counts the games of a file if it is whole; else says that it is not."""
    counts, figures = Counts(), Figures()
    try:
        for line in opened(path, head, games, Tally(), first, figures):
            counts.note(line)
    except DamagedError as fault:
        why = str(fault)
    except (ValueError, KeyError, TypeError, IndexError):
        why = "a line in it is not as it should be"  # only the seal would have told
    else:
        run.counts.add(counts)
        run.figures.add(figures.line())
        return True
    run.damaged.append((path.name if path.parent.name != "parts" else f"parts/{path.name}", why))
    return False
