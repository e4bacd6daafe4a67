"""Work that takes long, as processes of their own: while they work, others are answered."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from boardwright.studio.messages import WAITING, Message

_PATIENCE = 0.02
"""Seconds that others wait at most for one that waits for a process."""
_EVERY = 5.0
_ENDS_WITHIN = 10.0


class TooLongError(Exception):
    """A process took longer than it may."""


class Process:
    """A module of Python that runs by itself, until it has ended or is to end."""

    def __init__(self, words: Sequence[str], text: bytes = b"") -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="boardwright-")
        root = Path(self.folder.name)
        (root / "asked").write_bytes(text)
        with (
            (root / "asked").open("rb") as asked,
            (root / "output").open("wb") as output,
            (root / "remarks").open("wb") as remarks,
        ):
            # `-P`: else Python would look for modules in its folder. That is empty, so no word means a file by accident.
            (root / "here").mkdir()
            command = [sys.executable, "-P", "-m", *words]
            self.running = subprocess.Popen(
                command, cwd=root / "here", stdin=asked, stdout=output, stderr=remarks
            )
        self._remarks = (root / "remarks").open("rb")

    def new_remarks(self) -> bytes:
        """What it has written to stderr since this was last called."""
        return self._remarks.read()

    @property
    def output(self) -> bytes:
        """What it has written to stdout."""
        return (Path(self.folder.name) / "output").read_bytes()

    @property
    def remarks(self) -> str:
        """What it has written to stderr."""
        return (Path(self.folder.name) / "remarks").read_text("utf-8", "replace")

    def waited(
        self, seconds: float | None = None, sign: Message | None = None
    ) -> Iterator[Message]:
        """Waits until it has ended, and gives a sign of life from time to time. Raises `TooLongError` after this many seconds."""
        began = told = time.monotonic()
        while True:
            with suppress(subprocess.TimeoutExpired):
                self.running.wait(_PATIENCE)
                return
            now = time.monotonic()
            if seconds is not None and now - began > seconds:
                raise TooLongError
            if sign is not None and now - told > _EVERY:
                told = now
                yield sign
            else:
                yield WAITING

    def end(self) -> None:
        """Asks it to end in order, if it runs still, and forgets what it wrote."""
        if self.running.poll() is None:
            self.running.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.running.wait(_ENDS_WITHIN)
            if self.running.poll() is None:
                self.running.kill()
                self.running.wait()
        self._remarks.close()
        self.folder.cleanup()
