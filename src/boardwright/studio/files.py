"""The files of the folder that the page may read and change. Shipped rulesets can be read: their paths begin with `@`.

Nothing outside these folders is touched, and nothing through a link.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardwright.runs.disk import DiskError, write_whole
from boardwright.studio.fields import Fields
from boardwright.studio.folder_file import is_plain, read_inside
from boardwright.studio.refused import RefusedError

Message = dict[str, Any]

SHIPPED = "@"
KINDS: Mapping[str, str] = {
    "yaml": "rules",
    "md": "text",
    "png": "picture",
    "jpg": "picture",
    "jpeg": "picture",
    "svg": "picture",
}
"""What files are, by their endings. No others are listed, read or written."""

LARGEST = 1_000_000
MOST_FILES = 5_000
MOST_LEVELS = 8
_MOST_ENTRIES = 50_000
_MARKS = 8

Stamp = tuple[int, int, int]
"""What changes when a file does: its time, its size, and its number on the disk."""


def hash_of(data: bytes) -> str:
    """The hash of a file, by which changes are noticed."""
    return hashlib.sha256(data).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Placed:
    """A path of the page: the folder that it is in, and what it is called there."""

    path: str
    root: Path
    inside: str

    @property
    def file(self) -> Path:
        """Where it is on the disk. Raises `RefusedError` if there is a link in it."""
        root = self.root.resolve()
        found = root.joinpath(*self.inside.split("/"))
        if found.resolve() != found:
            raise RefusedError("refused", f"`{self.path}` leads through a link")
        return found

    @property
    def kind(self) -> str:
        return KINDS[self.inside.rpartition(".")[2]]

    def data(self) -> bytes:
        """The content. Raises `RefusedError` if there is no such file, or none that may be read."""
        found = read_inside(self.root, self.inside, KINDS, LARGEST)
        if found is None:
            if self.file.exists():
                message = f"`{self.path}` is not a file of at most {LARGEST:,} bytes"
                raise RefusedError("refused", message)
            raise RefusedError("not_found", f"there is no file `{self.path}`")
        return found


class Files:
    """Answers what is asked about files."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.handlers = {"file": self._file}
        self._hashes: dict[Path, tuple[Stamp, str]] = {}
        self._marks: OrderedDict[str, dict[str, Stamp]] = OrderedDict()

    def _file(self, fields: Fields) -> Iterator[Message]:
        match fields.text("what", 20):
            case "list":
                yield self._list()
            case "read":
                yield self._read(self._placed(fields, "path"))
            case "write":
                yield self._write(self._writable(fields, "path"), fields)
            case "new":
                yield self._new(self._writable(fields, "path"), fields)
            case "delete":
                yield self._delete(self._writable(fields, "path"), fields)
            case "rename":
                source, to = self._writable(fields, "path"), self._writable(fields, "to")
                yield self._rename(source, to, fields)
            case "changes":
                yield self._changes(fields)
            case other:
                raise RefusedError("malformed", f"`what` cannot be `{other}`")

    # ---- what is there

    def _list(self) -> Message:
        from boardwright.studio.rulesets import offered

        shipped = shipped_folder()
        found = [] if self.folder is None else [*self._listed(self.folder, "")]
        if (
            self.folder is None or self.folder.resolve() != shipped.resolve()
        ):  # as in the playground
            found += self._listed(shipped, SHIPPED)
        uri = {} if self.folder is None else {"uri": f"{self.folder.resolve().as_uri()}/"}
        return {
            "files": found,
            "folder": None if self.folder is None else self.folder.resolve().name,
            "rulesets": [each.data() for each in offered(self.folder)],
            "shipped": f"{shipped.resolve().as_uri()}/",
            **uri,
        }

    def _listed(self, root: Path, mark: str) -> Iterator[Message]:
        for inside, stamp in files_in(root):
            hash = self._hash(root, inside, stamp)
            if hash is not None:
                yield {
                    "path": mark + inside,
                    "size": stamp[1],
                    "hash": hash,
                    "kind": KINDS[inside.rpartition(".")[2]],
                    "locked": mark == SHIPPED,
                }

    def _hash(self, root: Path, inside: str, stamp: Stamp) -> str | None:
        """The hash of a file, which is read again only if it has changed."""
        file = root / inside
        known = self._hashes.get(file)
        if known is None or known[0] != stamp:
            data = read_inside(root, inside, KINDS, LARGEST)
            if data is None:
                return None
            known = self._hashes[file] = stamp, hash_of(data)
        return known[1]

    def _changes(self, fields: Fields) -> Message:
        """What has changed since a mark: all files, if the mark is unknown, and none without a mark."""
        now = {} if self.folder is None else dict(files_in(self.folder))
        since = fields.text("since", 100) if fields.message.get("since") is not None else None
        before = now if since is None else self._marks.get(since, {})
        mark = hash_of(repr(now).encode())  # the same in an engine that was begun again
        self._marks[mark] = now
        self._marks.move_to_end(mark)
        while len(self._marks) > _MARKS:
            self._marks.popitem(last=False)
        changed = {path for path in {**before, **now} if before.get(path) != now.get(path)}
        return {"mark": mark, "changed": sorted(changed)}

    # ---- one file

    def _read(self, placed: Placed) -> Message:
        data = placed.data()
        if placed.kind == "picture":
            raise RefusedError("refused", f"`{placed.path}` is not a text")
        return {"text": data.decode("utf-8", "replace"), "hash": hash_of(data)}

    def _write(self, placed: Placed, fields: Fields) -> Message:
        text = _text(placed, fields)
        self._expect(placed, fields.text("hash", 100))
        write(placed, text)
        return {"hash": hash_of(text)}

    def _new(self, placed: Placed, fields: Fields) -> Message:
        text = _text(placed, fields)
        self._refuse_existing(placed)
        write(placed, text)
        return {"hash": hash_of(text)}

    def _delete(self, placed: Placed, fields: Fields) -> Message:
        self._expect(placed, fields.text_or_none("hash", 100))
        with _disk(placed):
            placed.file.unlink()
        self._tidy(placed)
        return {}

    def _rename(self, source: Placed, to: Placed, fields: Fields) -> Message:
        self._expect(source, fields.text_or_none("hash", 100))
        if source.kind != to.kind:
            raise RefusedError("refused", "a file keeps its ending")
        self._refuse_existing(to)
        with _disk(to):
            to.file.parent.mkdir(parents=True, exist_ok=True)
            source.file.rename(to.file)
        self._tidy(source)
        return {"hash": hash_of(to.data())}

    def _tidy(self, placed: Placed) -> None:
        """Removes folders that have become empty."""
        root = placed.root.resolve()
        with suppress(OSError):  # one that is not empty stays
            for folder in placed.file.parents:
                if folder == root:
                    return
                folder.rmdir()

    def _expect(self, placed: Placed, hash: str | None) -> None:
        """Raises a conflict if a file is not as it was when it had this hash."""
        data = placed.data()
        if hash is not None and hash_of(data) != hash:
            now = {"hash": hash_of(data), "text": data.decode("utf-8", "replace")}
            message = f"`{placed.path}` was changed meanwhile"
            raise RefusedError("conflict", message, more={"now": now})

    def _refuse_existing(self, placed: Placed) -> None:
        if os.path.lexists(placed.file):
            raise RefusedError("refused", f"`{placed.path}` is there already")

    # ---- paths

    def _placed(self, fields: Fields, name: str) -> Placed:
        path = fields.text(name, 500)
        if path.startswith(SHIPPED):
            return placed(shipped_folder(), path, path.removeprefix(SHIPPED))
        if self.folder is None:
            raise RefusedError("unavailable", "no folder is open")
        return placed(self.folder, path, path)

    def _writable(self, fields: Fields, name: str) -> Placed:
        found = self._placed(fields, name)
        if found.path.startswith(SHIPPED):
            help = ("copy it into your folder, and change the copy",)
            raise RefusedError("refused", f"`{found.path}` is shipped, and stays as it is", help)
        return found


def placed(root: Path, path: str, inside: str) -> Placed:
    """A path of the page, if it may be one. Raises `RefusedError`."""
    parts = inside.split("/")
    if len(parts) > MOST_LEVELS or not all(is_plain(part) for part in parts):
        raise RefusedError("refused", f"`{path[:100]}` is not a path inside the folder")
    if inside.rpartition(".")[2] not in KINDS:
        endings = ", ".join(f".{ending}" for ending in KINDS)
        raise RefusedError("refused", f"only files that end in {endings} are in the studio")
    return Placed(path, root, inside)


def write(placed: Placed, text: bytes) -> None:
    """Writes a file, which is there as a whole or not at all."""
    with _disk(placed):
        placed.file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(placed.file, [text])


def take_files(folder: Path, files: Mapping[str, str | None]) -> None:
    """Writes files that came with a game; null removes one."""
    found = {placed(folder, path, path): text for path, text in files.items()}
    for each, text in found.items():
        if text is not None:
            write(each, text.encode())
        elif each.file.is_file():
            with _disk(each):
                each.file.unlink()


def shipped_folder() -> Path:
    """Where the shipped rulesets are."""
    from boardwright.files.locate_ruleset import shipped

    return next(iter(shipped().values())).parent


def files_in(root: Path) -> Iterator[tuple[str, Stamp]]:
    """The files of the studio in a folder, by path, in order. Links, hidden folders and what is too large are left out."""
    found: list[tuple[str, Stamp]] = []
    left = _MOST_ENTRIES
    waiting = [("", 0)]
    while waiting and len(found) < MOST_FILES:
        inside, level = waiting.pop()
        try:
            entries = sorted(os.scandir(root / inside), key=lambda each: each.name)
        except OSError:
            continue
        for entry in entries[:left]:
            name = f"{inside}{entry.name}"
            if not is_plain(entry.name) or entry.is_symlink():
                continue
            if entry.is_dir(follow_symlinks=False) and level + 1 < MOST_LEVELS:
                waiting.append((f"{name}/", level + 1))
            elif entry.name.rpartition(".")[2] in KINDS:
                if (stamp := _stamp(entry)) is not None:
                    found.append((name, stamp))
        left -= min(left, len(entries))
    yield from sorted(found[:MOST_FILES])


def _stamp(entry: os.DirEntry[str]) -> Stamp | None:
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _text(placed: Placed, fields: Fields) -> bytes:
    """The text to write, as bytes."""
    if placed.kind == "picture":
        raise RefusedError("refused", "the studio writes texts, not pictures")
    try:
        data = fields.text("text", LARGEST).encode()
    except UnicodeEncodeError:
        raise RefusedError("malformed", "`text` has a character that no file can hold") from None
    if len(data) > LARGEST:
        raise RefusedError("too_large", f"a file has at most {LARGEST:,} bytes")
    return data


@contextmanager
def _disk(placed: Placed) -> Iterator[None]:
    """Says of which file the disk complains."""
    try:
        yield
    except OSError as fault:
        why = (fault.strerror or "it cannot be used").lower()
        raise RefusedError("failed", f"`{placed.path}`: {why}") from fault
    except DiskError as fault:
        raise RefusedError("failed", f"{fault}") from fault
