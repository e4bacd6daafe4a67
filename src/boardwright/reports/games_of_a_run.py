"""Reads the games in a run's folder one by one, with never more than a line in memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from boardwright.reports.counts import Counts
from boardwright.runs.counted import Figures
from boardwright.runs.folder import Failure, Folder, FolderError, games_but, opening_of
from boardwright.runs.parts import DamagedError, Tally, head_of, opened
from boardwright.runs.plan import Plan, Shard, ranges


@dataclass(slots=True)
class Run:
    """The part of a run that is there. `missing` are ranges of games that are not, `damaged` are files and what is wrong
    with them, `aside` is what could not be played.
    """

    plan: Plan
    shard: Shard | None
    counts: Counts = field(default_factory=Counts)
    figures: Figures = field(default_factory=Figures)
    missing: list[list[int]] = field(default_factory=list)
    damaged: list[tuple[str, str]] = field(default_factory=list)
    aside: list[Failure] = field(default_factory=list)

    @property
    def expected(self) -> int:
        """The number of games when all are played: those of the shard, if it is one."""
        return sum(len(self.plan.games_of(chunk)) for chunk in self.plan.chunks_of(self.shard))


def read(root: Path) -> Run:
    """Reads what is intact in the folder of a run. `FolderError` if there is no run, `DiskError` if it cannot be read."""
    folder = Folder(root)
    plan, shard = folder.plan()
    run = Run(plan, shard)
    try:
        run.aside = [each for _, each in sorted(folder.given_up(plan).items())]
    except FolderError:
        run.damaged.append((folder.aside.name, "it cannot be read"))
    if shard is None and _whole(run, folder.games):
        return run
    present, there = set(), folder.chunks_there()
    for chunk in plan.chunks_of(shard):
        if chunk not in there:
            continue
        games = plan.games_of(chunk)
        if _read(run, folder.part(chunk), head_of(plan, chunk), games, games.start):
            present.add(chunk)
    lacking = [chunk for chunk in plan.chunks_of(shard) if chunk not in present]
    run.missing = ranges(plan.games_of(chunk) for chunk in lacking)
    return run


def _whole(run: Run, path: Path) -> bool:
    """Reads all games from the one file that holds them, if it exists and is intact."""
    if not path.exists():
        return False
    try:
        head, missing = opening_of(run.plan, path)
    except DamagedError as fault:
        run.damaged.append((path.name, str(fault)))
        return False
    if not _read(run, path, head, games_but(run.plan, missing), 0):
        return False
    run.missing = missing
    return True


def _read(run: Run, path: Path, head: bytes, games: Iterable[int], first: int) -> bool:
    """Counts the games of a file if it is intact; else notes that it is not."""
    counts, figures = Counts(run.plan.partners), Figures()
    try:
        for line in opened(path, run.plan, head, games, Tally(), first, figures):
            counts.note(line)
    except DamagedError as fault:
        run.damaged.append((_shown(path), str(fault)))
        return False
    run.counts.add(counts)
    run.figures.add(figures.line())
    return True


def _shown(path: Path) -> str:
    return path.name if path.parent.name != "parts" else f"parts/{path.name}"
