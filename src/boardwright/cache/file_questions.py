"""All questions about files and folders that rules depend on.

While a result is computed from files, `noting` records all questions and their answers. Later, `still` asks them again:
as long as the answers are the same, so is the result.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

FOLDER, FILE, OTHER, NOTHING = "folder", "file", "other", "nothing"

Question = tuple[str, str, int]
"""A question, its path, and how much was requested."""

Answers = Mapping[Question, str]
"""The answers, as digests."""


@dataclass(slots=True)
class Seen:
    """The questions that were recorded. They are not `whole` if something could not be read, or changed between two
    readings.
    """

    answers: dict[Question, str] = field(default_factory=dict)
    whole: bool = True


_noted: ContextVar[Seen | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[Seen]:
    """Records all questions that this thread asks meanwhile."""
    seen = Seen()
    before = _noted.set(seen)
    try:
        yield seen
    finally:
        _noted.reset(before)


def still(answers: Answers) -> bool:
    """Whether the same questions have the same answers now."""
    with noting() as seen:
        for question, answer in answers.items():
            name, path, most = question
            try:
                _ASK[name](Path(path), most)
            except (OSError, ValueError):
                return False
            if not seen.whole or seen.answers.get(question) != answer:
                return False
    return True


def _note(name: str, path: Path, answer: bytes, most: int = 0) -> None:
    seen = _noted.get()
    if seen is not None:
        told = hashlib.blake2b(answer, digest_size=16).hexdigest()
        seen.whole &= seen.answers.setdefault((name, str(path), most), told) == told


def _failed() -> None:
    seen = _noted.get()
    if seen is not None:
        seen.whole = False


# ---- the questions


def what(path: Path) -> str:
    """Whether a path is a folder, a file, something else (a pipe, a device), or nothing; links are followed."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        answer = NOTHING
    else:
        answer = FOLDER if stat.S_ISDIR(mode) else FILE if stat.S_ISREG(mode) else OTHER
    _note("what", path, answer.encode())
    return answer


def is_folder(path: Path) -> bool:
    """Whether the folder exists."""
    return what(path) == FOLDER


def is_file(path: Path) -> bool:
    """Whether the file exists."""
    return what(path) == FILE


def exists(path: Path) -> bool:
    """Whether anything exists at this path."""
    return what(path) != NOTHING


def real(path: Path) -> Path:
    """The path, absolute and without links."""
    try:
        answer = path.resolve()
    except (OSError, RuntimeError):
        _failed()
        raise
    _note("real", path, _spelled(str(answer)))
    return answer


def within(folder: Path) -> list[Path]:
    """The names in a folder. Raises `OSError`."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        _failed()
        raise
    _note("within", folder, _spelled("/".join(each.name for each in found)))
    return found


def data(path: Path, most: int) -> bytes:
    """The bytes of a file, up to one more than this many. Raises `NoFileError` if it is not a file, `OSError`, and `ValueError`
    for an impossible path.
    """
    try:
        # Checked before opening: opening a pipe or a device could wait for ever.
        seen = path.stat()
    except (OSError, ValueError):
        _failed()
        raise
    if not stat.S_ISREG(seen.st_mode):
        what(path)
        raise NoFileError
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - twice as fast
            # A buffer for the actual size: one for the largest would take longer than everything else.
            found = file.read(min(seen.st_size, most) + 1)
            if len(found) > seen.st_size:  # it grew, or its size was unknown
                found += file.read(most + 1 - len(found))
    except (OSError, ValueError):
        _failed()
        raise
    _note("data", path, found, most)
    return found


class NoFileError(OSError):
    """The path to read is not a file."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One folder of a tree: the names of its folders and files, without those that start with a dot, and which are links."""

    path: Path
    folders: tuple[str, ...]
    files: tuple[str, ...]
    links: frozenset[str]


def below(root: Path, unreadable: Callable[[OSError], None]) -> Iterator[Listed]:
    """The folder and all folders below it. Links are listed, but not followed."""
    waiting, told = [root], list[str]()
    while waiting:
        path = waiting.pop()
        try:
            entries = sorted(os.scandir(path), key=lambda each: each.name)
        except OSError as problem:
            _failed()
            unreadable(problem)
            continue
        entries = [each for each in entries if not each.name.startswith(".")]
        links = frozenset(each.name for each in entries if each.is_symlink())
        folders = tuple(each.name for each in entries if _is_folder(each))
        files = tuple(each.name for each in entries if each.name not in folders)
        told += [str(path), *folders, "", *files, ""]
        told += [f"{name}/{os.path.realpath(path / name)}" for name in sorted(links)]
        yield Listed(path, folders, files, links)
        waiting += [path / name for name in reversed(folders) if name not in links]
    _note("below", root, _spelled("//".join(told)))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _spelled(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _all_below(path: Path) -> None:
    for _ in below(path, _raised):
        pass


def _raised(problem: OSError) -> None:
    raise problem


_ASK: Mapping[str, Callable[[Path, int], object]] = {
    "what": lambda path, _: what(path),
    "real": lambda path, _: real(path),
    "within": lambda path, _: within(path),
    "below": lambda path, _: _all_below(path),
    "data": data,
}
