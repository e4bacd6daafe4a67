"""Finds what is intact in the folder of a run: all games, or those of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from boardwright.runs.folder import Failure, Folder, FolderError, games_but, opening_of
from boardwright.runs.parts import DamagedError, head_of
from boardwright.runs.plan import Plan, Shard, ranges


@dataclass(frozen=True, slots=True)
class GamesFile:
    """A file with games of a run: its first line, the numbers of its games, and the first of them, or 0 for all games."""

    path: Path
    head: bytes
    games: Iterable[int]
    first: int


Read = Callable[[GamesFile], None]
"""Reads a file to its end; `DamagedError` if it is not as it was written."""


@dataclass(slots=True)
class Holdings:
    """The part of a run that is there. `missing` are ranges of games that are not, `damaged` are files and what is wrong
    with them, `aside` is what could not be played.
    """

    plan: Plan
    shard: Shard | None
    missing: list[list[int]] = field(default_factory=list)
    damaged: list[tuple[str, str]] = field(default_factory=list)
    aside: list[Failure] = field(default_factory=list)

    @property
    def expected(self) -> int:
        """The number of games when all are played: those of the shard, if it is one."""
        return sum(len(self.plan.games_of(chunk)) for chunk in self.plan.chunks_of(self.shard))

    def take_in(self, folder: Folder, read: Read) -> None:
        """Reads the files of a run with intact games, in order, and notes what is missing or damaged. `DiskError` if the
        folder cannot be read.
        """
        plan, shard = self.plan, self.shard
        try:
            self.aside = [each for _, each in sorted(folder.given_up(plan).items())]
        except FolderError:
            self.damaged.append((folder.aside.name, "it cannot be read"))
        if shard is None and self._takes_whole(folder.games, read):
            return
        present, there = set(), folder.chunks_there()
        for chunk in plan.chunks_of(shard):
            if chunk not in there:
                continue
            games = plan.games_of(chunk)
            part = GamesFile(folder.part(chunk), head_of(plan, chunk), games, games.start)
            if self._takes(part, read):
                present.add(chunk)
        lacking = [chunk for chunk in plan.chunks_of(shard) if chunk not in present]
        self.missing = ranges(plan.games_of(chunk) for chunk in lacking)

    def _takes_whole(self, path: Path, read: Read) -> bool:
        """Reads all games from the one file that holds them, if it exists and is intact."""
        if not path.exists():
            return False
        try:
            head, missing = opening_of(self.plan, path)
        except DamagedError as fault:
            self.damaged.append((path.name, str(fault)))
            return False
        if not self._takes(GamesFile(path, head, games_but(self.plan, missing), 0), read):
            return False
        self.missing = missing
        return True

    def _takes(self, file: GamesFile, read: Read) -> bool:
        """Reads a file if it is intact; else notes that it is not."""
        try:
            read(file)
        except DamagedError as fault:
            self.damaged.append((_shown(file.path), str(fault)))
            return False
        return True


def _shown(path: Path) -> str:
    return path.name if path.parent.name != "parts" else f"parts/{path.name}"
