"""Reads a file of the folder for a request, and nothing else on the disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from pathlib import Path

LARGEST = 1 << 26


def read_inside(
    folder: Path, name: str, endings: Collection[str], largest: int = LARGEST
) -> bytes | None:
    """The content of a file with one of these endings; None if there is none that may be read.

    Nothing outside the folder is read, through no link, and no device.
    """
    parts = name.split("/")
    if name.rpartition(".")[2] not in endings or not all(map(is_plain, parts)):
        return None
    path = folder.resolve().joinpath(*parts)
    if path.resolve() != path:  # there is a link in it
        return None
    try:
        number = os.open(
            path, os.O_RDONLY | _flag("O_NOFOLLOW") | _flag("O_NONBLOCK") | _flag("O_BINARY")
        )
    except (OSError, ValueError):
        return None
    with os.fdopen(number, "rb") as file:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode) or found.st_size > largest:
            return None
        return file.read(largest)


def is_plain(part: str) -> bool:
    """Whether a part of a path is an ordinary name, on every system."""
    return part != "" and not part.startswith(".") and not set(part) & set('\\:\0<>|"?*')


def _flag(name: str) -> int:
    return int(getattr(os, name, 0))
