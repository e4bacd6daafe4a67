"""Files that are complete or not there at all, even after a power cut.

A file is written under another name, flushed to the disk, and only then renamed. A pipe or a device is written to
directly. If the path is a link to a file, that file is replaced and not the link.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

# The three operations that a disk can refuse; tests replace them.
write = os.write
sync = os.fsync
rename = os.replace

ASIDE = ".tmp"
"""The ending of the names of unfinished files."""

_AT_ONCE = 1 << 16


class DiskError(Exception):
    """A file cannot be read or written; the text says which and why."""


def trouble(path: Path, fault: OSError) -> DiskError:
    """A refusal of the system, in the form of other mistakes."""
    return DiskError(f"{path}: {(fault.strerror or 'cannot be used').lower()}")


def write_whole(path: Path, lines: Iterable[bytes]) -> None:
    """Writes a file, which is on the disk when this returns. After a `DiskError`, the old file is unchanged."""
    try:
        target = _meant(path)
        if target is None:
            _write(path, lines, on_disk=False)
            return
        aside = target.with_name(f".{target.name}.{os.getpid()}{ASIDE}")
        try:
            _write(aside, lines)
            rename(aside, target)
        except BaseException:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
            raise
        sync_folder(target.parent)
    except OSError as fault:
        raise trouble(path, fault) from fault


def refuse_unwritable(path: Path) -> None:
    """Raises `DiskError` if it is already clear that no file can be written there; changes nothing."""
    try:
        target = _meant(path)
        if target is None:
            return  # opening and closing a pipe would end it for its reader
        new = not target.exists()
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT, 0o666))
        if new:
            target.unlink()
    except OSError as fault:
        raise trouble(path, fault) from fault


def _meant(path: Path) -> Path | None:
    """The file at the end of all links, whether or not it exists; None for a pipe, a device and the like."""
    target = Path(os.path.realpath(path))
    try:
        # Not of the target: `/dev/stdout` may lead to a pipe that has no name.
        kind = path.stat().st_mode
    except FileNotFoundError:
        return target
    # For a folder, the system has its own message.
    return target if stat.S_ISREG(kind) or stat.S_ISDIR(kind) else None


def _write(path: Path, lines: Iterable[bytes], *, on_disk: bool = True) -> None:
    # Not through a file object, whose buffer writes later and hides which write failed.
    number = os.open(
        path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666
    )
    try:
        kept = bytearray()
        for line in lines:
            kept += line
            if len(kept) >= _AT_ONCE:
                _all(number, kept)
        _all(number, kept)
        if on_disk:
            sync(number)
    finally:
        os.close(number)


def _all(number: int, kept: bytearray) -> None:
    """Writes the buffer and empties it. A disk may take less than it is given."""
    while kept:
        del kept[: write(number, bytes(kept))]


def sync_folder(folder: Path) -> None:
    """Flushes the names in a folder to the disk, if the system can."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        sync(number)
    finally:
        os.close(number)
