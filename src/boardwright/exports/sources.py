"""The games of a run, or of all meetings of a tournament, and where their lines are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardwright.runs.disk import trouble
from boardwright.runs.folder import Folder, FolderError
from boardwright.runs.intact import GamesFile, Holdings
from boardwright.runs.parts import Tally, opened
from boardwright.runs.tournament import FILE, meetings_in

_MOST = 500
"""The most games that are played again at once. It decides no byte of a table."""

Game = dict[str, Any]
"""The line of a game, as docs/simulating.md explains it."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of games that follow each other in a file: where the first begins, and how many there are."""

    path: Path
    offset: int
    count: int

    def __iter__(self) -> Iterator[bytes]:
        try:
            with self.path.open("rb") as file:
                file.seek(self.offset)
                for _ in range(self.count):
                    yield file.readline()
        except OSError as fault:
            raise trouble(self.path, fault) from fault


@dataclass(frozen=True, slots=True)
class Source:
    """A run, and the lines of its games that are wanted. A run of a tournament has the name of its meeting."""

    meeting: str | None
    root: Path
    held: Holdings
    lines: tuple[Lines, ...]

    @property
    def games(self) -> int:
        """The number of games that are wanted and there."""
        return sum(each.count for each in self.lines)

    def __iter__(self) -> Iterator[Game]:
        for lines in self.lines:
            yield from map(json.loads, lines)


def sources_in(root: Path, wanted: range | None) -> tuple[list[Source], list[Path]]:
    """The runs in a folder, in order, with the games of these numbers; and the meetings that are missing. `FolderError`
    if there is no run.
    """
    if not (root / FILE).exists():
        return [_source(root, None, wanted)], []
    found, unplayed = list[Source](), list[Path]()
    for meeting in meetings_in(root):
        folder = meeting.folder.root
        if found and not meeting.folder.run.exists():
            unplayed.append(folder)
        else:
            found.append(_source(folder, folder.name, wanted))
    return found, unplayed


def _source(root: Path, meeting: str | None, wanted: range | None) -> Source:
    folder = Folder(root)
    held, found = Holdings(*folder.plan()), list[Lines]()

    def read(file: GamesFile) -> None:
        found.extend(list(_lines(held, file, wanted)))

    held.take_in(folder, read)
    return Source(meeting, root, held, tuple(found))


def _lines(held: Holdings, file: GamesFile, wanted: range | None) -> Iterator[Lines]:
    """The wanted lines of a file; `DamagedError` in the end if it is not intact."""
    period = held.plan.period
    most = max(period, min(held.plan.chunk, _MOST) // period * period)
    at, begin, count = len(file.head), 0, 0
    for line in opened(file.path, held.plan, file.head, file.games, Tally(), file.first):
        number = int(line[len(b'{"game":') : line.index(b",")])
        if wanted is None or number in wanted:
            if not count:
                begin = at
            count += 1
        if count and (count == most or (wanted is not None and number not in wanted)):
            yield Lines(file.path, begin, count)
            count = 0
        at += len(line)
    if count:
        yield Lines(file.path, begin, count)


def refuse_different(sources: list[Source]) -> None:
    """Raises `FolderError` if these runs cannot be rows of one table."""
    first = sources[0].held.plan
    for other in sources[1:]:
        plan = other.held.plan
        if (plan.game, plan.seats, plan.rules) != (first.game, first.seats, first.rules):
            raise FolderError(f"{other.root}: this meeting is of another game than the first")
