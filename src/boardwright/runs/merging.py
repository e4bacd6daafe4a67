"""Merges parts into one file: all games in order, the same bytes wherever and however they were played."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from boardwright.runs.counted import Figures
from boardwright.runs.disk import DiskError, write_whole
from boardwright.runs.folder import Folder, games_but, games_head, opening_of
from boardwright.runs.parts import DamagedError, Tally, checked, head_of, opened, sealed
from boardwright.runs.plan import Plan


class Whereabouts(Mapping[int, Path]):
    """The paths of intact parts by chunk, in order. A run may have a hundred thousand, so only the number of the folder is
    kept of each.
    """

    def __init__(self, chunks: int, folders: Sequence[Folder]) -> None:
        self._folders = tuple(folders)
        self._numbers = {folder: number for number, folder in enumerate(folders, 1)}
        self._in = array("L", bytes(array("L").itemsize * chunks))
        self._count = 0

    def add(self, chunk: int, folder: Folder) -> None:
        """Adds an intact part in one of the folders."""
        self._count += not self._in[chunk]
        self._in[chunk] = self._numbers[folder]

    def __getitem__(self, chunk: int) -> Path:
        if chunk not in self:
            raise KeyError(chunk)
        return self._folders[self._in[chunk] - 1].part(chunk)

    def __contains__(self, chunk: object) -> bool:
        return isinstance(chunk, int) and 0 <= chunk < len(self._in) and self._in[chunk] > 0

    def __iter__(self) -> Iterator[int]:
        return (chunk for chunk, number in enumerate(self._in) if number)

    def __len__(self) -> int:
        return self._count


@dataclass(slots=True)
class Stock:
    """The intact parts, and the damaged files."""

    whole: Whereabouts
    damaged: list[tuple[Path, str]] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def add(self, chunk: int, folder: Folder, tally: Tally) -> None:
        """Adds an intact part."""
        self.whole.add(chunk, folder)
        self.tally.add(tally)


def take_stock(plan: Plan, chunks: Sequence[int], folders: Sequence[Folder]) -> Stock:
    """Reads every part of these chunks; the first intact one of each is used."""
    stock = Stock(Whereabouts(plan.chunks, folders))
    there = {folder: folder.chunks_there() for folder in folders}
    for chunk in chunks:
        for folder in folders:
            path = folder.part(chunk)
            try:
                tally = checked(path, plan, chunk) if chunk in there[folder] else None
            except DamagedError as fault:
                stock.damaged.append((path, str(fault)))
                continue
            if tally is not None:
                stock.add(chunk, folder, tally)
                break
    return stock


def merge(plan: Plan, parts: Mapping[int, Path], to: Path) -> str:
    """Writes all games of these parts in order, and returns the checksum of the last line. The first line names the
    chunks without a part.
    """
    missing = [plan.games_of(chunk) for chunk in range(plan.chunks) if chunk not in parts]
    figures = Figures()
    lines = games_of(plan, parts, figures)
    write_whole(to, sealed(games_head(plan, missing), lines, Tally(), lambda: figures))
    return _sum(to)


def _sum(path: Path) -> str:
    """The checksum in the last line of a file of games."""
    try:
        with path.open("rb") as file:
            file.seek(-len('"}\n') - 64, 2)
            return file.read(64).decode("ascii")
    except (OSError, UnicodeDecodeError) as fault:
        raise DiskError(f"{path}: cannot be read") from fault


def games_of(plan: Plan, parts: Mapping[int, Path], figures: Figures) -> Iterator[bytes]:
    """The lines of all games of these parts in order; their figures are added up."""
    for chunk in sorted(parts):
        path, games = parts[chunk], plan.games_of(chunk)
        try:
            head = head_of(plan, chunk)
            yield from opened(path, plan, head, games, Tally(), games.start, figures)
        except DamagedError as fault:
            # It was intact a moment ago.
            raise DiskError(f"{path}: this part is damaged: {fault}") from fault


def finished(plan: Plan, path: Path) -> tuple[Tally, str] | None:
    """The tally and the checksum of a file of all games; None if the file is missing, incomplete or damaged."""
    try:
        found = all_games(plan, path)
    except (DamagedError, DiskError):
        return None  # it can be written again
    return None if found is None or found[2] else (found[0], found[1])


def all_games(plan: Plan, path: Path) -> tuple[Tally, str, list[list[int]]] | None:
    """The tally and the checksum of a file of all games, and the games it declares missing. None if there is no file,
    `DamagedError` if it is not as it was written.
    """
    if not path.exists():
        return None
    head, missing = opening_of(plan, path)
    tally = Tally()
    for _ in opened(path, plan, head, games_but(plan, missing), tally):
        pass
    return tally, _sum(path), missing


def take_over(games: Path, to: Path) -> None:
    """Copies an intact file of all games."""

    def lines() -> Iterator[bytes]:
        with games.open("rb") as file:
            yield from file

    if not (to.exists() and to.samefile(games)):
        write_whole(to, lines())
