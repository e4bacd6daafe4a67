"""Where the studio keeps runs: a folder for each, which has what was ordered, the games, and the report.

001/order.json     what to play, as the page asked for it
001/games/         the folder of the run, as `simulate` or `tournament` writes it
001/report.json    the report, and report.html as a page; missing until somebody has asked for it

The folder of all runs is none of a ruleset, and version control leaves it out.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from boardwright.runs.disk import DiskError, write_whole
from boardwright.runs.folder import Folder, FolderError
from boardwright.runs.tournament import FILE as TOURNAMENT
from boardwright.runs.tournament import Meeting, meetings_in
from boardwright.studio.refused import RefusedError

Json = dict[str, Any]

_ID = re.compile("[0-9]{3,6}")
_MOST_BYTES = 1 << 26


def runs_of(folder: Path | None) -> Path:
    """Where the runs of a studio are kept: hidden in its folder, or, if it has none, where this user has data."""
    if folder is not None:
        return folder / ".boardwright" / "runs"
    from platformdirs import user_data_path

    return user_data_path("boardwright", appauthor=False) / "runs"


@dataclass(frozen=True, slots=True)
class Ordered:
    """What is to be played."""

    kind: str
    """`simulate` or `tournament`."""
    ruleset: str
    expansions: tuple[str, ...]
    players: int | None
    options: Mapping[str, str]
    agents: tuple[str, ...]
    games: int
    seed: int
    course: bool


@dataclass(frozen=True, slots=True)
class KeptRun:
    """One run and its files."""

    id: str
    root: Path

    @property
    def games(self) -> Path:
        """The folder of the games."""
        return self.root / "games"

    @property
    def report(self) -> Path:
        return self.root / "report.json"

    @property
    def page(self) -> Path:
        return self.root / "report.html"

    def ordered(self) -> Ordered:
        """What was ordered. Raises `FolderError` if that cannot be read."""
        file = self.root / "order.json"
        try:
            facts = json.loads(_read(file))
            facts["expansions"], facts["agents"] = (
                tuple(facts["expansions"]),
                tuple(facts["agents"]),
            )
            return Ordered(**facts)
        except (OSError, ValueError, KeyError, TypeError) as fault:
            raise FolderError(f"{file}: this file is damaged") from fault

    def parts(self) -> Sequence[Folder]:
        """The runs in it: one, or one for each meeting of a tournament."""
        if (self.games / TOURNAMENT).exists():
            return [meeting.folder for meeting in self.meetings()]
        return [Folder(self.games)]

    def meetings(self) -> Sequence[Meeting]:
        """The meetings of a tournament. Raises `FolderError`."""
        return meetings_in(self.games)

    def counts(self) -> tuple[int, int]:
        """How many games there are, and how many there will be. Raises `FolderError` and `DiskError`."""
        done = of = 0
        parts = self.parts()
        for part in parts:
            if not part.run.exists():
                continue
            plan, _ = part.plan()
            chunks = range(plan.chunks) if part.games.exists() else part.chunks_there()
            done += sum(len(plan.games_of(chunk)) for chunk in chunks if chunk < plan.chunks)
            of = plan.games * len(parts)
        return done, of or self.ordered().games

    def players(self) -> int | None:
        """How many play, once that is known."""
        part = next((each for each in self.parts() if each.run.exists()), None)
        return self.ordered().players if part is None else part.plan()[0].players

    @property
    def is_held(self) -> bool:
        """Whether a process is playing it."""
        for part in self.parts():
            if part.run.exists():
                try:
                    with part.held():
                        pass
                except FolderError:
                    return True
        return False

    def data(self) -> Json:
        """The run as the page lists it, without whether it goes on."""
        order = self.ordered()
        done, of = self.counts()
        return {
            "id": self.id,
            "kind": order.kind,
            "ruleset": order.ruleset,
            "with": list(order.expansions),
            "players": self.players(),
            "agents": list(order.agents),
            "games": of,
            "done": done,
            "seed": order.seed,
            "state": "done" if done == of else "stopped",
        }

    def told(self) -> Json | None:
        """The report, if it is there and of all games that were played."""
        if not self.report.exists():
            return None
        try:
            found: Json = json.loads(_read(self.report))
        except (OSError, ValueError):
            return None
        counted = found["games"] if "standings" in found else found["games"]["counted"]
        return found if counted == self.counts()[0] else None


@dataclass(frozen=True, slots=True)
class RunFolder:
    """All runs that are kept."""

    root: Path

    def all(self) -> Iterator[KeptRun]:
        """The runs, the newest first."""
        if not self.root.is_dir():
            return
        names = [each.name for each in self.root.iterdir() if _ID.fullmatch(each.name)]
        yield from (
            KeptRun(name, self.root / name) for name in sorted(names, key=int, reverse=True)
        )

    def one(self, id: str) -> KeptRun:
        """The run with this id. Raises `RefusedError` if there is none."""
        found = KeptRun(id, self.root / id)
        if not _ID.fullmatch(id) or not found.root.is_dir():
            raise RefusedError("not_found", f"there is no run `{id[:20]}`")
        return found

    def new(self, order: Ordered) -> KeptRun:
        """A new run, of which nothing was played."""
        self._begin()
        number = max((int(each.id) for each in self.all()), default=0)
        while True:
            number += 1
            found = KeptRun(f"{number:03}", self.root / f"{number:03}")
            try:
                found.root.mkdir()
            except FileExistsError:
                continue  # another page was quicker
            facts = asdict(order)
            write_whole(found.root / "order.json", [json.dumps(facts, indent=2).encode()])
            return found

    def remove(self, run: KeptRun) -> None:
        """Removes a run with all its games."""
        shutil.rmtree(run.root)

    def _begin(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        ignored = self.root.parent / ".gitignore"
        if not ignored.exists():
            write_whole(ignored, [b"*\n"])


def _read(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(_MOST_BYTES)


def damaged(run: KeptRun, fault: FolderError | DiskError) -> Json:
    """A run that cannot be read, as the page lists it."""
    return {
        "id": run.id,
        "kind": "simulate",
        "ruleset": "?",
        "with": [],
        "players": None,
        "agents": [],
        "games": 0,
        "done": 0,
        "seed": 0,
        "state": "damaged",
        "message": f"{fault}".replace(f"{run.root.parent}/", ""),
    }
