"""The folder of a run: what it holds, and who may write there.

run.json       the plan of the run; the folder refuses any other run
parts/         one file for each chunk that was played
aside.json     chunks that kept failing, with their seeds; missing if no chunk did
games.jsonl    all games, once everything is played
lock           an empty file, locked by the process that writes here
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from boardwright.runs.disk import ASIDE, sync_folder, trouble, write_whole
from boardwright.runs.parts import DamagedError, name_of
from boardwright.runs.plan import (
    KIND,
    VERSION,
    Json,
    NoPlanError,
    Plan,
    Shard,
    canonical,
    differing,
    ranges,
)

_PART = re.compile(r"part-([0-9]{6,9})\.jsonl")
_NUMBER = re.compile("[0-9]{1,9}")
_MOST_BYTES = 1 << 27
_OURS = {"run.json", "parts", "aside.json", "games.jsonl", "lock"}


class FolderError(Exception):
    """This folder cannot be used for that; `notes` are facts, `help` says what to do."""

    def __init__(
        self, message: str, help: tuple[str, ...] = (), notes: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.help, self.notes = help, notes


@dataclass(frozen=True, slots=True)
class Failure:
    """A chunk that was set aside: why, and in which game it failed, if that is known."""

    chunk: int
    why: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Folder:
    """The paths of the files of a run."""

    root: Path

    @property
    def run(self) -> Path:
        return self.root / "run.json"

    @property
    def parts(self) -> Path:
        return self.root / "parts"

    @property
    def aside(self) -> Path:
        return self.root / "aside.json"

    @property
    def games(self) -> Path:
        return self.root / "games.jsonl"

    def part(self, chunk: int) -> Path:
        """The file for the part of a chunk, whether or not it exists."""
        return self.parts / name_of(chunk)

    def chunks_there(self) -> frozenset[int]:
        """The chunks whose parts exist. `DiskError` if the folder cannot be read."""
        try:
            names = set(os.listdir(self.parts))  # noqa: PTH208 - there may be a million of them
        except FileNotFoundError:
            return frozenset()
        except OSError as fault:
            raise trouble(self.parts, fault) from fault
        numbers = (int(found[1]) for name in names if (found := _PART.fullmatch(name)))
        return frozenset(number for number in numbers if name_of(number) in names)

    # ---- who may write

    def refuse_other(self, resume: bool) -> None:
        """Refuses a folder that holds a run, unless to resume it, and a folder with other files."""
        try:
            if not self.root.exists():
                return
            there = {each.name for each in self.root.iterdir()}
        except OSError as fault:
            raise trouble(self.root, fault) from fault
        if "run.json" in there and not resume:
            raise FolderError(
                f"{self.root}: this folder already holds a run",
                ("write `--resume` to continue it, or name another folder",),
            )
        if "run.json" not in there:
            for name in sorted(there - _OURS):
                if not name.endswith(ASIDE):
                    raise FolderError(
                        f"{self.root}: this folder already holds other files, such as `{name}`",
                        ("name a folder that is new or empty",),
                    )

    @contextmanager
    def held(self) -> Iterator[None]:
        """Makes the folder and keeps other processes from writing there, for as long as this process lives."""
        lock = self.root / "lock"
        try:
            self.parts.mkdir(parents=True, exist_ok=True)
            number = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as fault:
            raise trouble(self.root, fault) from fault
        try:
            if not _locked(number):
                raise FolderError(f"{self.root}: another process is using this folder")
            for folder in (self.root, self.parts):
                for left in folder.glob(f".*{ASIDE}"):
                    with suppress(OSError):
                        left.unlink()
            yield
        finally:
            os.close(number)

    # ---- the plan

    def begin(self, plan: Plan, shard: Shard | None) -> None:
        """Writes the plan, or makes sure that the folder has this one."""
        if not self.run.exists():
            write_whole(self.run, [run_text(plan, shard).encode()])
            try:
                sync_folder(self.root.parent)
            except OSError as fault:
                raise trouble(self.root, fault) from fault
            return
        known, of = self.plan()
        if known != plan:
            wrong = [
                f"{name}: {_told(there)} there, {_told(here)} here"
                for name, there, here in differing(known, plan)
            ]
            raise FolderError(
                f"{self.root}: this folder holds a different run",
                ("name another folder, or repeat the command that began it",),
                tuple(wrong),
            )
        if of != shard:
            there, here = (
                "all of it" if each is None else f"shard {each[0]}/{each[1]}"
                for each in (of, shard)
            )
            raise FolderError(f"{self.root}: this folder holds {there} of the run, not {here}")

    def _help(self) -> str:
        """Where the runs are, or how to make one, for a folder without a run."""
        for what in ("tournament", "study"):
            if (self.root / f"{what}.json").exists():
                runs = sorted(each.parent.name for each in self.root.glob("*/run.json"))
                such = f", such as `{self.root / runs[0]}`" if runs else ""
                return f"it holds a {what}, whose runs have folders of their own{such}"
        return "`boardwright simulate GAME --out FOLDER` plays games into a folder"

    def plan(self) -> tuple[Plan, Shard | None]:
        """The plan of the run in this folder, and its shard."""
        text = _read(self.run)
        if text is None:
            raise FolderError(f"{self.root}: there is no run in this folder", (self._help(),))
        try:
            found = _document(text, "run")
            shard = None if found["shard"] is None else shard_of(found["shard"])
            plan = Plan.of(found["plan"])
            if run_text(plan, shard).encode() != text:
                raise NoPlanError("its checksum does not match")
        except ValueError as fault:
            raise FolderError(
                f"{self.run}: this file is damaged: {fault}",
                (
                    "delete it; the same command with `--resume` writes it again, and keeps what was played",
                ),
            ) from fault
        return plan, shard

    # ---- chunks that were set aside

    def set_aside(self, plan: Plan, failures: Sequence[Failure]) -> None:
        """Writes which chunks failed, with all their seeds."""
        if not failures:
            try:
                self.aside.unlink(missing_ok=True)
            except OSError as fault:
                raise trouble(self.aside, fault) from fault
            return
        write_whole(self.aside, [aside_text(plan, failures).encode()])

    def given_up(self, plan: Plan) -> dict[int, Failure]:
        """The chunks that were set aside. `FolderError` if their file is damaged."""
        text = _read(self.aside)
        if text is None:
            return {}
        try:
            chunks = _document(text, "aside")["chunks"]
            for one in chunks:
                # Checked before computing all of its seeds, of which there might be any number.
                if not _set_aside_there(plan, one):
                    raise ValueError("it names a part that this run does not have")
            failures = [Failure(one["chunk"], one["why"], one["in_game"]) for one in chunks]
            if aside_text(plan, failures).encode() != text:
                raise ValueError("its checksum does not match")
        except ValueError as fault:
            raise FolderError(f"{self.aside}: this file is damaged: {fault}") from fault
        return {failure.chunk: failure for failure in failures}


def run_text(plan: Plan, shard: Shard | None) -> str:
    """The text of `run.json`."""
    facts: Json = {
        "run": KIND,
        "version": VERSION,
        "shard": None if shard is None else f"{shard[0]}/{shard[1]}",
        "plan": plan.facts(),
    }
    return summed(facts)


def aside_text(plan: Plan, failures: Iterable[Failure]) -> str:
    """The text of `aside.json`."""
    chunks = []
    for each in sorted(failures, key=lambda failure: failure.chunk):
        games = plan.games_of(each.chunk)
        seeds = list(dict.fromkeys(map(plan.seed_of, games)))
        facts = {"chunk": each.chunk, "first": games.start, "count": len(games)}
        chunks.append({**facts, "why": each.why, "in_game": each.game, "seeds": seeds})
    return summed({"aside": KIND, "version": VERSION, "chunks": chunks})


def _set_aside_there(plan: Plan, one: Json) -> bool:
    """Whether an entry of `aside.json` can be a chunk of this run."""
    if one["chunk"] >= plan.chunks:
        return False
    games, at = plan.games_of(one["chunk"]), one["in_game"]
    return (
        (one["first"], one["count"]) == (games.start, len(games))
        and len(one["seeds"]) == -(-len(games) // plan.period)
        and (at is None or at in games)
    )


def _read(file: Path) -> bytes | None:
    """The bytes of a file, up to the most that such a file can have; None if there is no file."""
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise trouble(file, fault) from fault


def _document(text: bytes, format: str) -> Json:
    """The JSON document in a file of this format; `ValueError` for anything else."""
    from boardwright.interpreter.records.schemas import FormatError, misfit, parsed

    if len(text) == _MOST_BYTES:
        raise ValueError("it is too long")
    found = parsed(text, fractions=True)
    wrong = misfit(found, format)
    if wrong is not None:
        raise FormatError(wrong)
    document: Json = found
    return document


def games_head(plan: Plan, missing: Iterable[range]) -> bytes:
    """The first line of `games.jsonl`: the plan, and which games are missing, as `[first, last]`."""
    facts: Json = {"games": KIND, "version": VERSION, "plan": plan.facts()}
    return f"{canonical({**facts, 'missing': ranges(iter(missing))})}\n".encode()


def missing_of(plan: Plan, head: bytes) -> list[list[int]] | None:
    """The games that a file of all games declares missing; None if its first line belongs to another run."""
    try:
        facts: Json = json.loads(head)
        found = [[int(first), int(last)] for first, last in facts["missing"]]
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None
    # Whole chunks, in ascending ranges.
    after = -1
    for first, last in found:
        whole = last == plan.games - 1 or (last + 1) % plan.chunk == 0
        if not (after < first <= last < plan.games and first % plan.chunk == 0 and whole):
            return None
        after = last
    spans = [range(first, last + 1) for first, last in found]
    return found if games_head(plan, spans) == head else None


def games_but(plan: Plan, missing: Sequence[Sequence[int]]) -> Iterator[int]:
    """The numbers of all games except these."""
    start = 0
    for first, last in missing:
        yield from range(start, first)
        start = last + 1
    yield from range(start, plan.games)


def opening_of(plan: Plan, games: Path) -> tuple[bytes, list[list[int]]]:
    """The first line of a file of all games, and the games it declares missing. `DamagedError` if it belongs to another run."""
    try:
        with games.open("rb") as file:
            head = file.readline(_MOST_BYTES)
    except OSError as fault:
        raise trouble(games, fault) from fault
    missing = missing_of(plan, head)
    if missing is None:
        raise DamagedError("its first line is wrong")
    return head, missing


def shard_of(text: str) -> Shard:
    """`2/5` as numbers; `ValueError` for anything else."""
    number, slash, count = text.partition("/")
    if not (slash and _NUMBER.fullmatch(number) and _NUMBER.fullmatch(count)):
        raise ValueError("no such part of a run")
    found = int(number), int(count)
    if not 1 <= found[0] <= found[1]:
        raise ValueError("no such part of a run")
    return found


def summed(facts: Json) -> str:
    """The text of a document with its checksum, indented for people."""
    sum = hashlib.sha256(canonical(facts).encode()).hexdigest()
    return f"{json.dumps({**facts, 'sum': sum}, indent=2, ensure_ascii=True)}\n"


def _told(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


def _locked(number: int) -> bool:
    """Locks an open file until the process ends; False if another process has the lock."""
    try:
        import fcntl
    except ImportError:
        return True  # this system has no such locks; parts are still complete, and the same from any process
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        # File systems without locks raise other errors.
        return fault.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True
