"""Several runs in one folder, which belong together: a file says what they are, and each run has a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from boardwright.runs.disk import ASIDE, trouble, write_whole
from boardwright.runs.folder import FolderError, summed
from boardwright.runs.plan import KIND, VERSION, Json


def begin(root: Path, what: str, facts: Mapping[str, object], resume: bool) -> None:
    """Writes what the folder is, such as a `tournament`, or makes sure that it is this one. Raises `FolderError`."""
    file = root / f"{what}.json"
    document: Json = {what: KIND, "version": VERSION, **facts}
    text = summed(document).encode()
    try:
        names = sorted(each.name for each in root.iterdir()) if root.exists() else []
        known = file.read_bytes() if file.exists() else None
        root.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise trouble(root, fault) from fault
    if known is None:
        # A process that was killed may have left a file that it had not finished.
        others = [name for name in names if not name.endswith(ASIDE)]
        if others:
            message = f"{root}: this folder already holds other files, such as `{others[0]}`"
            raise FolderError(message, ("name a folder that is new or empty",))
        write_whole(file, [text])
    elif known != text:
        help = ("name another folder, or repeat the command that began it",)
        raise FolderError(
            f"{root}: this folder holds a different {what}",
            help,
            tuple(_differing(known, document)),
        )
    elif not resume:
        help = ("write `--resume` to continue it, or name another folder",)
        raise FolderError(f"{root}: this folder already holds a {what}", help)


def _differing(known: bytes, document: Json) -> Iterator[str]:
    """What differs in the file that is there, with both values; nothing if it is damaged."""
    try:
        there = json.loads(known)
        pairs = [(name, there[name], value) for name, value in document.items()]
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    for name, before, now in pairs:
        if before != now:
            yield f"{name}: {json.dumps(before)} there, {json.dumps(now)} here"
