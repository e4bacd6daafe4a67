"""The lines of a file of games: a head, a line for each game, the figures of all of them, and a seal.

    {"part":"boardwright","version":1,"run":"<hash of the plan>","rules":"<hash>",...,"seed":7,"first":0,"count":2}
    {"game":0,"seed":...,"agents":["first","random"],"end":"over","scores":[3,1],"ranks":[1,2],"winners":[0],
     "decisions":24,"turns":12,"rounds":6}
    {"game":1,"seed":...,"agents":["random","first"],"end":"error","error":"E651","decisions":8}
    {"figures":{"cards":{...},"decisions":{...},"names":{...}}}
    {"games":2,"limits":0,"errors":1,"first_error":1,"faults":0,"sum":"<SHA-256 of all bytes before this line>"}

There is one way to write each line. A reader knows the head beforehand; the seal covers all other bytes and is compared
as a whole. So every change is found, and a file that was cut off has no seal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from boardwright.interpreter.records.schemas import FormatError, parsed
from boardwright.runs.counted import Figures
from boardwright.runs.disk import trouble
from boardwright.runs.plan import KIND, VERSION, Plan, canonical
from boardwright.runs.soundness import Lines, sound_figures

LIMIT = b'"end":"limit"'
ERROR = b'"end":"error"'
FAULTS = b'"faults":['
SENSELESS = "it has a wrong line"
_LONGEST_FIGURES = 1 << 26


class DamagedError(Exception):
    """A file of games is not as it was written; the text says what is wrong."""


@dataclass(slots=True)
class Tally:
    """The counts of a file of games. `first_error` is the number of the first game that ended in an error, `faults` is
    the number of games in which an agent failed.
    """

    games: int = 0
    limits: int = 0
    errors: int = 0
    first_error: int | None = None
    faults: int = 0

    def count(self, line: bytes, first: int) -> None:
        """Counts a game; the first of these games has the number `first`."""
        # The only texts in a line that others chose are names of agents, in which quotes are escaped.
        if LIMIT in line:
            self.limits += 1
        elif ERROR in line:
            self.errors += 1
            if self.first_error is None:
                self.first_error = first + self.games
        if FAULTS in line:
            self.faults += 1
        self.games += 1

    def add(self, other: Tally) -> None:
        """Adds the games of another file."""
        self.games += other.games
        self.limits += other.limits
        self.errors += other.errors
        self.faults += other.faults
        if other.first_error is not None:
            known = self.first_error
            self.first_error = min(other.first_error, other.first_error if known is None else known)

    def seal(self, sum: str) -> bytes:
        """The last line of a file."""
        facts = {"games": self.games, "limits": self.limits, "errors": self.errors}
        more = {"first_error": self.first_error, "faults": self.faults, "sum": sum}
        return _line({**facts, **more})


def _line(value: dict[str, object]) -> bytes:
    return f"{canonical(value)}\n".encode()


def name_of(chunk: int) -> str:
    """The file name of the part of a chunk."""
    return f"part-{chunk:06}.jsonl"


def head_of(plan: Plan, chunk: int) -> bytes:
    """The first line of the part of a chunk."""
    games = plan.games_of(chunk)
    facts = plan.facts()
    run = hashlib.sha256(canonical(facts).encode()).hexdigest()
    return _line(
        {
            "part": KIND,
            "version": VERSION,
            "run": run,
            **{name: facts[name] for name in ("game", "rules", "players", "options", "seed")},
            "chunk": chunk,
            "first": games.start,
            "count": len(games),
        }
    )


def sealed(
    head: bytes,
    lines: Iterable[bytes],
    tally: Tally,
    figures: Callable[[], Figures],
    first: int = 0,
) -> Iterator[bytes]:
    """The whole file, line by line. `tally` counts on the way; `figures` is called after the last game."""
    sum = hashlib.sha256(head)
    yield head
    for line in lines:
        sum.update(line)
        tally.count(line, first)
        yield line
    line = figures().line()
    sum.update(line)
    yield line
    yield tally.seal(sum.hexdigest())


def opened(
    path: Path,
    plan: Plan,
    head: bytes,
    games: Iterable[int],
    tally: Tally,
    first: int = 0,
    figures: Figures | None = None,
) -> Iterator[bytes]:
    """The lines of these games in a file of a run. A line that cannot be right is never yielded. Only after the last one is it
    known whether all are right; if not, `DamagedError` is raised. `tally` counts on the way, and the figures of an intact
    file are added to `figures`.
    """
    try:
        with path.open("rb") as file:
            yield from _opened(file, plan, head, games, tally, first, figures)
    except OSError as fault:
        raise trouble(path, fault) from fault


def _opened(
    file: BinaryIO,
    plan: Plan,
    head: bytes,
    games: Iterable[int],
    tally: Tally,
    first: int,
    figures: Figures | None = None,
) -> Iterator[bytes]:
    lines, senseless = Lines(plan), False
    if file.readline(len(head) + 1) != head:
        raise DamagedError("its first line is wrong")
    sum = hashlib.sha256(head)
    for game in games:
        line = file.readline(lines.longest)
        if not line.startswith(b'{"game":') or not line.endswith(b"\n"):
            raise DamagedError("it ends too early")
        sum.update(line)
        tally.count(line, first)
        if lines.has(game, line):
            yield line
        else:
            senseless = True
    line = file.readline(_LONGEST_FIGURES)
    if not line.startswith(b'{"figures":') or not line.endswith(b"\n"):
        raise DamagedError("it ends too early")
    sum.update(line)
    seal = tally.seal(sum.hexdigest())
    if file.read(len(seal) + 1) != seal:
        raise DamagedError("its checksum does not match")
    if senseless or not _sound(line, plan, tally):
        raise DamagedError(SENSELESS)
    if figures is not None:
        figures.add(line)


def _sound(line: bytes, plan: Plan, tally: Tally) -> bool:
    """Whether a line of figures has the right form and fits these games."""
    try:
        found = parsed(line)
    except FormatError:
        return False
    if not isinstance(found, dict) or found.keys() != {"figures"}:
        return False
    over = tally.games - tally.limits - tally.errors
    sums = found["figures"]
    return Figures(sums).line() == line and sound_figures(sums, plan, over)


def checked(path: Path, plan: Plan, chunk: int) -> Tally | None:
    """The tally of the part of a chunk; None if there is no part, `DamagedError` if it is not as it was written."""
    if not path.exists():
        return None
    games, tally = plan.games_of(chunk), Tally()
    for _ in opened(path, plan, head_of(plan, chunk), games, tally, games.start):
        pass
    return tally


def checked_bytes(part: bytes, plan: Plan, chunk: int) -> Tally:
    """The tally of a part that is not on the disk yet. `DamagedError` if it cannot be the part of this chunk."""
    games, tally = plan.games_of(chunk), Tally()
    for _ in _opened(BytesIO(part), plan, head_of(plan, chunk), games, tally, games.start):
        pass
    return tally
