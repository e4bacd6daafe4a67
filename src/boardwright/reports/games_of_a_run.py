"""Reads the games in a run's folder one by one, with never more than a line in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from boardwright.reports.counts import Counts
from boardwright.runs.counted import Figures
from boardwright.runs.folder import Folder
from boardwright.runs.intact import GamesFile, Holdings
from boardwright.runs.parts import Tally, opened


@dataclass(slots=True)
class Run(Holdings):
    """The part of a run that is there, and what its games come to."""

    counts: Counts = field(default_factory=Counts)
    figures: Figures = field(default_factory=Figures)


def read(root: Path) -> Run:
    """Reads what is intact in the folder of a run. `FolderError` if there is no run, `DiskError` if it cannot be read."""
    folder = Folder(root)
    plan, shard = folder.plan()
    run = Run(plan, shard)

    def count(file: GamesFile) -> None:
        counts, figures = Counts(plan.partners), Figures()
        for line in opened(file.path, plan, file.head, file.games, Tally(), file.first, figures):
            counts.note(line)
        # Only now is it known that all lines are right.
        run.counts.add(counts)
        run.figures.add(figures.line())

    run.take_in(folder, count)
    return run
