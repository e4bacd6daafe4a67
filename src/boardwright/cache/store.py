"""The cache on the disk: a folder of our own, with a value for each kind and key.

No value is ever required. A value that is missing, damaged or not to be trusted is computed again; a value that cannot
be written is not kept. There are no messages about that, but `boardwright cache` shows it.

Some values are code. So they are only read from a folder that nobody else can write to, from files that are ours, and
with our checksum. The checksum uses a key in the folder, so values from another folder and damaged values are rejected.
This does not protect against somebody who can write with our rights. A copied cache folder must be trusted like a program.

This imports nothing else of the package, so that every part of the package can use it.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SAYS = "BOARDWRIGHT_CACHE"
"""The variable that names the folder, or is `off`."""

OFF = "off"

MOST_BYTES = 256 << 20
"""The size limit; values that were not used for the longest time are removed."""

_KEY, _SEAL = 32, 32
# Other files in a folder that a user has named are not touched, so ours have names that no others have.
_KEY_FILE = "boardwright-cache.key"
_KIND = re.compile(r"[a-z][a-z_]*")
_ENTRY = re.compile(r"[0-9a-f]{64}")
_FILE = re.compile(rf"{_ENTRY.pattern}|\.{_ENTRY.pattern}\.[0-9a-f]{{16}}")
_WINDOWS = os.name == "nt"
_EXACTLY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


def key_of(*parts: str | bytes) -> str:
    """The key for several texts. It differs if any text differs, or if they are divided differently."""
    digest = hashlib.blake2b(digest_size=32)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


def store() -> Store:
    """The store of this process: in the folder that `BOARDWRIGHT_CACHE` names, or else where the system keeps caches."""
    return _store_at(os.environ.get(SAYS, ""))


@functools.cache
def _store_at(said: str) -> Store:
    if said == OFF:
        return Store(None)
    if said:
        with suppress(RuntimeError):  # `~` without a home folder
            return Store(Path(said).expanduser().absolute())
        return Store(None)
    import platformdirs

    folder = Path(platformdirs.user_cache_dir("boardwright", appauthor=False))
    return Store(folder if folder.is_absolute() else None)


@dataclass(frozen=True, slots=True)
class Amount:
    """The number and size of values."""

    entries: int
    size: int


class Store:
    """A folder of values. Without a folder, it keeps nothing."""

    def __init__(self, folder: Path | None, most: int = MOST_BYTES) -> None:
        self.folder, self.most = folder, most
        self._key: bytes | None = None

    def get(self, kind: str, key: str) -> bytes | None:
        """The value under this key, every byte of it; None if it is missing or cannot be trusted."""
        if self.folder is None:
            return None
        path = self.folder / kind / key
        with suppress(OSError):
            sealing = self._sealing(make=False)
            if sealing is None:
                return None
            data = _read(path, self.most)
            found = data[_SEAL:]
            if not hmac.compare_digest(data[:_SEAL], _seal(sealing, kind, key, found)):
                return None
            with suppress(OSError):
                os.utime(path)  # just used, so it is removed last
            return found
        return None

    def put(self, kind: str, key: str, data: bytes) -> None:
        """Keeps a value, if possible. Another process that reads it sees the whole new value, or the old one."""
        assert _KIND.fullmatch(kind) and _ENTRY.fullmatch(key)
        if self.folder is None or len(data) > self.most // 4:
            return
        with suppress(OSError):
            sealing = self._sealing(make=True)
            if sealing is None:
                return
            path = self.folder / kind / key
            path.parent.mkdir(mode=0o700, exist_ok=True)
            _write(path, _seal(sealing, kind, key, data) + data)
            self._shrink(path)

    @property
    def refused(self) -> str | None:
        """Why the folder may not be used; None if it may, or does not exist yet."""
        return None if self.folder is None else _refused(self.folder)

    def amounts(self) -> Mapping[str, Amount]:
        """The amount of each kind, usable or not."""
        found: dict[str, list[int]] = {}
        for path, seen in self._files():
            found.setdefault(path.parent.name, []).append(seen.st_size)
        return {kind: Amount(len(sizes), sum(sizes)) for kind, sizes in sorted(found.items())}

    def clear(self) -> None:
        """Removes all values. Raises `OSError` if that fails; a folder that may not be used is left as it is."""
        if self.folder is None or self.refused is not None or not self.folder.is_dir():
            return
        for path, _ in list(self._files()):
            path.unlink(missing_ok=True)
        (self.folder / _KEY_FILE).unlink(missing_ok=True)
        self._key = None

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """All our files, even unfinished ones."""
        if self.folder is None or self.refused is not None or not self.folder.is_dir():
            return
        for kind in sorted(self.folder.iterdir()):
            if not _KIND.fullmatch(kind.name) or kind.is_symlink() or not kind.is_dir():
                continue
            for path in sorted(kind.iterdir()):
                if _FILE.fullmatch(path.name):
                    with suppress(FileNotFoundError):  # another process was faster
                        yield path, path.lstat()

    def _shrink(self, just_written: Path) -> None:
        """Removes values until the size limit is kept, those unused for the longest time first."""
        files = sorted(self._files(), key=lambda each: (each[1].st_mtime_ns, each[0].name))
        size = sum(seen.st_size for _, seen in files)
        for path, seen in files:
            if size <= self.most:
                return
            if path != just_written:
                path.unlink(missing_ok=True)
                size -= seen.st_size

    def _sealing(self, *, make: bool) -> bytes | None:
        """The key for checksums, from a folder that may be used; None if there is no such folder."""
        assert self.folder is not None
        if make:  # which is rare; and the folder may have been removed meanwhile
            self._key = None
            _make(self.folder)
        if self._key is None:
            if not self.folder.is_dir() or self.refused is not None:
                return None
            self._key = _key_in(self.folder, make=make)
        return self._key


def _make(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def _refused(folder: Path) -> str | None:
    try:
        seen = folder.stat()
    except FileNotFoundError:
        return None
    except OSError as fault:
        return (fault.strerror or "it cannot be read").lower()
    if not stat.S_ISDIR(seen.st_mode):
        return "it is not a folder"
    if not _is_ours(seen):
        return "it belongs to another user"
    if not _WINDOWS and seen.st_mode & 0o077:
        return f"other users have access to it; `chmod 700 {folder}` keeps them out"
    return None


def _is_ours(seen: os.stat_result) -> bool:
    # On Windows, a folder in the user's own folder belongs to nobody else.
    return _WINDOWS or seen.st_uid == os.geteuid()


def _read(path: Path, most: int) -> bytes:
    """The bytes of one of our files; `OSError` if there is no file."""
    number = os.open(path, os.O_RDONLY | _EXACTLY)
    with os.fdopen(number, "rb") as file:
        seen = os.fstat(number)
        others = 0 if _WINDOWS else seen.st_mode & 0o022
        if not stat.S_ISREG(seen.st_mode) or not _is_ours(seen) or others or seen.st_size > most:
            raise OSError
        return file.read()


def _write(path: Path, data: bytes, *, anew: bool = True) -> None:
    """Writes a file completely or not at all. It is not flushed: after a power cut it may be damaged, which its checksum
    shows. Unless `anew`, an existing file stays.
    """
    aside = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        number = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _EXACTLY, 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(data)
        if anew:
            aside.replace(path)
        else:
            _link(aside, path)
    finally:
        aside.unlink(missing_ok=True)


def _link(aside: Path, path: Path) -> None:
    try:
        os.link(aside, path)
    except FileExistsError:
        pass
    except OSError:  # not every disk has links
        aside.replace(path)


def _key_in(folder: Path, *, make: bool) -> bytes | None:
    path = folder / _KEY_FILE
    key, there = b"", True
    try:
        key = _read(path, _KEY)
    except FileNotFoundError:
        there = False
    except OSError:  # not a file that we wrote
        pass
    if len(key) == _KEY:
        return key
    if not make:
        return None
    if there:
        path.unlink(missing_ok=True)
    _write(path, os.urandom(_KEY), anew=False)
    # If several processes make a key at once, the first key is used by all.
    key = _read(path, _KEY)
    return key if len(key) == _KEY else None


def _seal(sealing: bytes, kind: str, key: str, data: bytes) -> bytes:
    digest = hashlib.blake2b(f"{kind}/{key}\n".encode(), key=sealing, digest_size=_SEAL)
    digest.update(data)
    return digest.digest()
