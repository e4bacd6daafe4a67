"""Several runs in one folder, which belong together: a file says what they are, and each run has a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from boardwright.runs.disk import trouble, write_whole
from boardwright.runs.folder import FolderError, summed
from boardwright.runs.plan import KIND, VERSION, Json


def begin(root: Path, what: str, facts: Mapping[str, object], resume: bool) -> None:
    """Writes what the folder is, such as a `tournament`, or makes sure that it is this one. Raises `FolderError`."""
    file = root / f"{what}.json"
    document: Json = {what: KIND, "version": VERSION, **facts}
    text = summed(document).encode()
    try:
        there = sorted(each.name for each in root.iterdir()) if root.exists() else []
        known = file.read_bytes() if file.exists() else None
        root.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise trouble(root, fault) from fault
    if known is None:
        if there:
            message = f"{root}: this folder already holds other files, such as `{there[0]}`"
            raise FolderError(message, ("name a folder that is new or empty",))
        write_whole(file, [text])
    elif known != text:
        help = ("name another folder, or repeat the command that began it",)
        raise FolderError(f"{root}: this folder holds a different {what}", help)
    elif not resume:
        help = ("write `--resume` to continue it, or name another folder",)
        raise FolderError(f"{root}: this folder already holds a {what}", help)
