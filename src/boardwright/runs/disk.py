"""Files that are there whole or not at all, also after the power went off.

A file is written under another name, brought to the disk, and only then named as it is to be called. What is no file but
a pipe or a device is written to as it is, and where a link leads to a file, that file is replaced and not the link.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

# The three operations that a disk can refuse; tests put others in their place.
write = os.write
sync = os.fsync
rename = os.replace

ASIDE = ".tmp"
"""How names of unfinished files end."""

_AT_ONCE = 1 << 16


class DiskError(Exception):
    """A file could not be read or written; the text says which and why."""


def trouble(path: Path, fault: OSError) -> DiskError:
    """What the system says about a file, in the shape of other mistakes."""
    return DiskError(f"{path}: {(fault.strerror or 'cannot be used').lower()}")


def write_whole(path: Path, lines: Iterable[bytes]) -> None:
    """Writes a file; when this returns it is on the disk. `DiskError` if not, and what was there before is there still."""
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
    """`DiskError` if no file can be written there, as far as can be told beforehand; changes nothing."""
    try:
        target = _meant(path)
        if target is None:
            return  # to open a pipe and leave would tell its reader that all was said
        new = not target.exists()
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT, 0o666))
        if new:
            target.unlink()
    except OSError as fault:
        raise trouble(path, fault) from fault


def _meant(path: Path) -> Path | None:
    """The file that is meant, links followed, there or not; None for a pipe, a device and the like."""
    target = Path(os.path.realpath(path))
    try:
        kind = target.stat().st_mode
    except FileNotFoundError:
        return target
    # A folder is refused by the system in its own words.
    return target if stat.S_ISREG(kind) or stat.S_ISDIR(kind) else None


def _write(path: Path, lines: Iterable[bytes], *, on_disk: bool = True) -> None:
    # Not through a file object: its buffer would write behind our back, and hide where it failed.
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
    """Writes what is kept, and keeps nothing. A disk may take less than it is given."""
    while kept:
        del kept[: write(number, bytes(kept))]


def sync_folder(folder: Path) -> None:
    """Names in a folder are on the disk when this returns, where a system can promise that."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        sync(number)
    finally:
        os.close(number)
