"""Looking at the disk: every question about files and folders on which it depends what rules are.

Whoever works something out from files can have `seen` noted, all that was asked with what was answered, and ask the
same again later (`still`): as long as the answers are the same, so is what follows from them.
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
"""Which question, about which path, and how much was wanted."""

Answers = Mapping[Question, str]
"""What was answered, as digests."""


@dataclass(slots=True)
class Seen:
    """What was asked while it was noted. It is not `whole` if something could not be read, or was read twice and had
    changed.
    """

    answers: dict[Question, str] = field(default_factory=dict)
    whole: bool = True


_noted: ContextVar[Seen | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[Seen]:
    """Notes all that is asked meanwhile in this thread."""
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
    """Whether this is a folder, a file, something other (a pipe, a device), or nothing; of a link, what it leads to."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        answer = NOTHING
    else:
        answer = FOLDER if stat.S_ISDIR(mode) else FILE if stat.S_ISREG(mode) else OTHER
    _note("what", path, answer.encode())
    return answer


def is_folder(path: Path) -> bool:
    """Whether there is such a folder."""
    return what(path) == FOLDER


def is_file(path: Path) -> bool:
    """Whether there is such a file."""
    return what(path) == FILE


def exists(path: Path) -> bool:
    """Whether there is anything."""
    return what(path) != NOTHING


def real(path: Path) -> Path:
    """The same path, absolute and without links."""
    try:
        answer = path.resolve()
    except (OSError, RuntimeError):
        _failed()
        raise
    _note("real", path, _spelled(str(answer)))
    return answer


def within(folder: Path) -> list[Path]:
    """What lies in a folder, by name. Raises `OSError`."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        _failed()
        raise
    _note("within", folder, _spelled("/".join(each.name for each in found)))
    return found


def data(path: Path, most: int) -> bytes:
    """The bytes of a file, at most so many and one more. Raises `NoFileError` for what is something else, `OSError`, and
    `ValueError` for a path that can be none.
    """
    try:
        # Asked before opening: opening a pipe or a device could wait for ever.
        seen = path.stat()
    except (OSError, ValueError):
        _failed()
        raise
    if not stat.S_ISREG(seen.st_mode):
        what(path)
        raise NoFileError
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - twice as fast
            # Room for what is there: to make room for the most takes longer than all else.
            found = file.read(min(seen.st_size, most) + 1)
            if len(found) > seen.st_size:  # it grew, or is one of those that do not say
                found += file.read(most + 1 - len(found))
    except (OSError, ValueError):
        _failed()
        raise
    _note("data", path, found, most)
    return found


class NoFileError(OSError):
    """What was to be read is something else than a file."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One folder of many: the names of folders and files in it, but for those that begin with a dot, and which are links."""

    path: Path
    folders: tuple[str, ...]
    files: tuple[str, ...]
    links: frozenset[str]


def below(root: Path, unreadable: Callable[[OSError], None]) -> Iterator[Listed]:
    """The folder and all below it. Links are told, with all else, and not followed."""
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
