"""The games of a run's folder, one after another: no more than a line of them is held at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from boardwright.reports.counts import Counts
from boardwright.reports.soundness import sound
from boardwright.runs.figures import Figures
from boardwright.runs.folder import Failure, Folder, FolderError, opening_of
from boardwright.runs.parts import DamagedError, Tally, head_of, opened
from boardwright.runs.plan import Plan, Shard, ranges

SENSELESS = "a line in it is not as it should be"


@dataclass(slots=True)
class Run:
    """What is there of a run: `missing` are games that are not, from the first to the last, `damaged` files and what is wrong
    with them, `aside` what could not be played.
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
        """How many games there are when all have been played: of the shard, if it is one."""
        return sum(len(self.plan.games_of(chunk)) for chunk in self.plan.chunks_of(self.shard))


def read(root: Path) -> Run:
    """All that is whole in the folder of a run. `FolderError` if there is none, `DiskError` if it cannot be read."""
    folder = Folder(root)
    plan, shard = folder.plan()
    run = Run(plan, shard)
    try:
        run.aside = [each for _, each in sorted(folder.given_up().items())]
    except FolderError:
        run.damaged.append((folder.aside.name, "it cannot be read"))
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
        head, missing = opening_of(run.plan, path)
    except DamagedError as fault:
        run.damaged.append((path.name, str(fault)))
        return False
    lacking = sum(last - first + 1 for first, last in missing)
    if not _read(run, path, head, run.plan.games - lacking, 0):
        return False
    run.missing = missing
    return True


def _read(run: Run, path: Path, head: bytes, games: int, first: int) -> bool:
    """Counts the games of a file if it is whole; else says that it is not."""
    counts, figures = Counts(), Figures()
    try:
        for line in opened(path, head, games, Tally(), first, figures):
            counts.note(line)
    except DamagedError as fault:
        why = str(fault)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        why = SENSELESS  # only the seal would have told
    else:
        if not sound(counts, figures.sums, run.plan.players):
            run.damaged.append((_shown(path), SENSELESS))
            return False
        run.counts.add(counts)
        run.figures.add(figures.line())
        return True
    run.damaged.append((_shown(path), why))
    return False


def _shown(path: Path) -> str:
    return path.name if path.parent.name != "parts" else f"parts/{path.name}"
